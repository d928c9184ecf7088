"""Compile the loop of `PairIndex.run`, if Cython and a C compiler are there.

    python -m pip install cython setuptools && python setup.py build_ext --inplace

Without it Python makes the same merges. All else about the package is in pyproject.toml.
"""

from setuptools import Extension, setup

try:
    from Cython.Build import cythonize
except ImportError:
    modules = []
else:
    source = "wordpiece/training/_quick.pyx"
    modules = cythonize([Extension("wordpiece.training._quick", [source], optional=True)])

setup(ext_modules=modules)
