"""The reference pages, made of the engine's docstrings: `make docs` writes them to build/docs."""

from docs.reference.build import build, pages, public

__all__ = ["build", "pages", "public"]
