"""`trueodds --version`: what is needed to say on what a number was computed."""

import platform
from pathlib import Path

import gmpy2
import numpy as np
import pytest
import scipy

import trueodds
from trueodds.cli import run


@pytest.fixture
def lines(capsys):
    assert run(["--version"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out.splitlines()


def test_versions_of_all_that_computes(lines):
    assert lines[0] == f"trueodds {trueodds.__version__}"
    libraries = f"gmpy2 {gmpy2.version()} ({gmpy2.mp_version()}), numpy {np.__version__}, scipy {scipy.__version__}"
    assert lines[1] == libraries
    assert gmpy2.mp_version().startswith("GMP ")
    assert lines[2].startswith(f"Python {platform.python_version()} (")


def test_the_build(lines):
    assert platform.machine() in lines[3]
    kernel = Path(lines[-1].removeprefix("kernels "))
    assert kernel.exists()
    assert kernel.name.startswith("walk.")


def test_it_comes_first(capsys):
    assert run(["--version", "no-such-command"]) == 0
    assert capsys.readouterr().out.startswith("trueodds ")
