"""Checking a certificate's file by the program that stands alone for its kind."""

from __future__ import annotations

import gzip
import io
import itertools
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from . import check_odds, check_odds_large, check_odds_rewards

#: What the checkers raise: a certificate does not prove its claim.
REFUSED = (check_odds.Refused, check_odds_large.Refused, check_odds_rewards.Refused)

_HEAD = 100  # lines among which the kind stands
_CHECKERS = {b"kind heads\n": check_odds_large, b"rewards moves\n": check_odds_rewards}


def check_file(path: str | os.PathLike[str]) -> str:
    """Check a certificate; what is proved, in one line.

    Raises
    ------
    REFUSED
        It does not prove its claim.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> import tempfile, pathlib, trueodds
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "answer.odds")
    ...     trueodds.solve(trueodds.RiskOrSafety(target=1)).certificate(path)
    ...     print(check_file(path))
    risk-or-safety target=1: seat 0 gets exactly 2/3 = 0.666666666666666...; proved at 2 positions, 2 moves
    """
    with _long_numbers():
        with _opened(path) as text:
            checker = _checker(text)
        with _opened(path) as text:
            return str(checker.check(text))


def check_text(text: bytes) -> str:
    """The same of the whole text of a certificate, not packed.

    Raises
    ------
    REFUSED
        It does not prove its claim.
    """
    with _long_numbers():
        return str(_checker(io.BytesIO(text)).check(io.BytesIO(text)))


def _checker(text: Any) -> Any:
    """The program for a certificate of this kind."""
    head = itertools.islice(text, _HEAD)
    return next((_CHECKERS[line] for line in head if line in _CHECKERS), check_odds)


@contextmanager
def _long_numbers() -> Iterator[None]:
    """Numbers of so many digits as the checkers read that stand alone; the program that asked keeps its own limit."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(400_000)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[Any]:
    with open(path, "rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        yield gzip.GzipFile(fileobj=raw) if packed else raw
