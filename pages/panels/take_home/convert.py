"""Convert a Vega-Lite spec to a picture, or find missing letters: a program that `pictures` runs.

The conversion holds Python's lock for seconds, which would block all sessions of a server. So it
runs in a separate process. It may not access any other address.

    python convert.py svg|png < SPEC > PICTURE
    python convert.py letters < TEXT  # prints the letters that a PNG would lack
"""

import sys
from html import escape

NOBODYS = "\U0010fffd"
"""A private-use character, which no font has. Every missing letter looks the same."""


def drawn(letter: str) -> bytes:
    """Return a PNG picture of a letter."""
    import vl_convert

    text = f'<text x="4" y="30" font-size="24" font-family="sans-serif">{escape(letter)}</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{text}</svg>'
    png: bytes = vl_convert.svg_to_png(svg)
    return png


def missing(text: str) -> str:
    """Return the letters of a text that no font of this machine has."""
    box = drawn(NOBODYS)
    return "".join(letter for letter in text if drawn(letter) == box)


def converted(kind: str, spec: str) -> bytes:
    """Return the picture of a spec."""
    import vl_convert

    if kind == "svg":
        svg: str = vl_convert.vegalite_to_svg(spec, vl_version="6.1", allowed_base_urls=[])
        return svg.encode()
    png: bytes = vl_convert.vegalite_to_png(spec, vl_version="6.1", allowed_base_urls=[], scale=2)
    return png


def main(kind: str) -> None:
    """Read a spec and write its picture, or read a text and write its missing letters."""
    given = sys.stdin.buffer.read().decode()
    made = missing(given).encode() if kind == "letters" else converted(kind, given)
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main(sys.argv[1])
