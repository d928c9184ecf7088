"""Languages that are read from catalogs."""

from pathlib import Path

DOMAIN = "messages"
TRANSLATIONS = Path(__file__).parent / "translations"
