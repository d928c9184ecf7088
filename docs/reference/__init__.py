"""The reference pages, from the docstrings of the engine: `make docs` writes them to build/docs."""

from docs.reference.build import build
from docs.reference.markdown import as_markdown
from docs.reference.modules import pages, public

__all__ = ["as_markdown", "build", "pages", "public"]
