"""The examples in docstrings are exact."""

import doctest
import importlib
import pkgutil

import pytest

import trueodds

from .extras import need_for

OTHERS = {"trueodds.__main__", "trueodds._cython"}  # a command, and a docstring that Cython writes for all kernels
MODULES = sorted(
    {"trueodds", *(module.name for module in pkgutil.walk_packages(trueodds.__path__, "trueodds."))} - OTHERS
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    need_for(name)
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
