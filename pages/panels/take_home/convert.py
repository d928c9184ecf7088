"""Convert a Vega-Lite spec to a picture, or look for letters: a program, which `pictures` runs.

The conversion holds Python's lock for seconds, and all the sessions of a server would wait for it.
So it has a process of its own, and it may read no other address.

    python -c "$(cat convert.py)" svg|png < SPEC > PICTURE
    python -c "$(cat convert.py)" letters < TEXT  # prints those of a text that a PNG would not have

Run as a file it would take the modules beside it for Python's own of the same names.
"""

import sys
from xml.etree.ElementTree import Element, SubElement, tostring

NOBODYS = "\U0010fffd"
"""A private character, which no font has; its picture is that of every letter that is missing."""


def drawn(letter: str) -> bytes:
    """Return a picture of a letter, as a PNG."""
    import vl_convert

    svg = Element("svg", xmlns="http://www.w3.org/2000/svg", width="40", height="40")
    place = {"x": "4", "y": "30", "font-size": "24", "font-family": "sans-serif"}
    SubElement(svg, "text", place).text = letter
    png: bytes = vl_convert.svg_to_png(tostring(svg, "unicode"))
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
    """Read a spec and write its picture, or read a text and write the letters that are missing."""
    given = sys.stdin.buffer.read().decode()
    made = missing(given).encode() if kind == "letters" else converted(kind, given)
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main(sys.argv[1])
