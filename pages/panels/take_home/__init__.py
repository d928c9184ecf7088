"""What can be taken home: files for other tools, pictures, and a worksheet."""
