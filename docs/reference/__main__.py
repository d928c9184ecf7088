"""`python -m docs.reference [FOLDER]` writes the reference pages, by default to build/docs."""

import sys
import warnings
from pathlib import Path

from docs.reference import build

warnings.simplefilter("error")  # a page that is not what it should be is none
folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/docs")
build(folder)
print(f"The reference is in {folder}/index.html.")
