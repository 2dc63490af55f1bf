"""Every example in the docstrings is exact, and every public function has a docstring."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import trueodds

OTHERS = {"trueodds.__main__", "trueodds._cython"}  # a command; what Cython writes for all kernels
MODULES = sorted(
    {"trueodds", *(module.name for module in pkgutil.walk_packages(trueodds.__path__, "trueodds."))} - OTHERS
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_modules_and_public_functions_say_what_they_are_for(name):
    module = importlib.import_module(name)
    assert module.__doc__
    for thing_name, thing in vars(module).items():
        own = getattr(thing, "__module__", None) == name
        if own and not thing_name.startswith("_") and (inspect.isfunction(thing) or inspect.isclass(thing)):
            assert thing.__doc__, f"{name}.{thing_name}"


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    count = sum(len(test.examples) for name in MODULES for test in finder.find(importlib.import_module(name)))
    assert count > 30
