"""Convert a Vega-Lite spec to a picture: a program that `pictures` runs.

The conversion holds Python's lock for seconds, which would block all sessions of a server. So it
runs in a separate process. It may not access any other address.

    python convert.py svg|png < SPEC > PICTURE
"""

import sys


def convert(kind: str, spec: str) -> bytes:
    """Return the picture of a spec."""
    import vl_convert

    if kind == "svg":
        svg: str = vl_convert.vegalite_to_svg(spec, vl_version="6.1", allowed_base_urls=[])
        return svg.encode()
    png: bytes = vl_convert.vegalite_to_png(spec, vl_version="6.1", allowed_base_urls=[], scale=2)
    return png


def main(kind: str) -> None:
    """Read a spec and write its picture."""
    sys.stdout.buffer.write(convert(kind, sys.stdin.buffer.read().decode()))


if __name__ == "__main__":
    main(sys.argv[1])
