"""`python -m docs.reference [FOLDER]` writes the reference pages, by default to build/docs."""

import sys
import warnings
from pathlib import Path

from docs.reference import build

warnings.simplefilter("error")  # a warning means a broken page
folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/docs")
build(folder)
print(f"The reference is in {folder}/index.html.")
