"""Convert a Vega-Lite spec to a picture: a program, which `pictures` runs.

The conversion holds Python's lock for seconds, and all the sessions of a server would wait for it.
So it has a process of its own, and it may read no other address.

    python -c "$(cat convert.py)" svg|png < SPEC > PICTURE

Run as a file it would take the modules beside it for Python's own of the same names.
"""

import sys


def main(kind: str) -> None:
    """Read a spec and write the picture."""
    import vl_convert

    spec = sys.stdin.read()
    if kind == "svg":
        text = vl_convert.vegalite_to_svg(spec, vl_version="6.1", allowed_base_urls=[])
        picture = text.encode()
    else:
        picture = vl_convert.vegalite_to_png(spec, vl_version="6.1", allowed_base_urls=[], scale=2)
    sys.stdout.buffer.write(picture)


if __name__ == "__main__":
    main(sys.argv[1])
