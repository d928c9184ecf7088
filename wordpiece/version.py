"""The version of the package, in one place; its metadata and the command line have it from here."""

__version__ = "0.1.0"
