"""Compile `wordpiece.training.pair_index`: ``python -m wordpiece.training._compile``.

It needs Cython and a C compiler. The compiled module is next to the source and has another name, so
that it never hides the source.
"""

from pathlib import Path

NAME = "wordpiece.training._pair_index"


def main() -> None:
    """Compile the source into a module that Python can import."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    root = Path(__file__).parents[2]
    source = Path(__file__).with_name("pair_index.py").relative_to(root)
    extension = Extension(NAME, [str(source)])
    extensions = cythonize([extension], build_dir="build", force=True)
    distribution = Distribution({"ext_modules": extensions})
    command = distribution.get_command_obj("build_ext")
    command.inplace = True
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    main()
