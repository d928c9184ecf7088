"""The files to take home: for other tools, pictures, and a worksheet."""
