"""Commands that run in the test's own process."""

from gmpy2 import mpq

from trueodds.cli import run


def output(capsys, *arguments, err=""):
    """Run a command that must succeed; return its output, and compare standard error with `err`."""
    assert run(list(map(str, arguments))) == 0
    captured = capsys.readouterr()
    assert captured.err == err
    return captured.out


def exact(number):
    """Return an exact number from JSON."""
    return mpq(number["numerator"]) / mpq(number["denominator"])
