"""The expressions of PRISM: state formulas, evaluated over all states at once, and constants.

The grammar, from what binds least to what binds most: ``<=>``, ``=>``, ``|``, ``&``, ``!``, comparisons, ``+ -``,
``* /``. Only numbers are divided, not variables.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

_TOKEN = re.compile(
    r'"[^"]*"|[A-Za-z_]\w*|(?:[0-9]+\.(?!\.)[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][-+]?[0-9]{1,3})?|<=>|=>|<=|>=|!=|<<|>>|\S'
)
_NUMBER = re.compile(r"-?([0-9]+(\.[0-9]*)?([eE][-+]?[0-9]{1,4})?|\.[0-9]+([eE][-+]?[0-9]{1,4})?|[0-9]+/0*[1-9][0-9]*)")
_COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_FOLDED = {"min": np.minimum, "max": np.maximum}


def exact(given: Any) -> Any:
    """Return a number of a file as a fraction, or None if it is not one; text may be a decimal or a fraction.

    Examples
    --------
    >>> exact("25e-2"), exact("2/6"), exact(0.5), exact("1/0"), exact("nan")
    (mpq(1,4), mpq(1,3), mpq(1,2), None, None)
    """
    if isinstance(given, str):
        return mpq(given) if _NUMBER.fullmatch(given) else None
    try:
        found = Fraction(given)
    except (TypeError, ValueError, OverflowError):
        return None
    return mpq(found.numerator, found.denominator)


def tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Return the tokens of a property, a formula or a file of these: the text, its place, and the open brackets."""
    depth = 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        depth += (token in "([{") - (token in ")]}")
        yield token, found.start(), depth


def strip_comments(text: str) -> str:
    """Remove the comments of a model or a property file."""
    return re.sub(r'("[^"\n]*")|//[^\n]*', lambda found: found[1] or "", text)


def evaluate(
    formula: str, columns: Mapping[str, NDArray[Any]], labels: Mapping[str, NDArray[np.bool_]], states: int, name: str
) -> NDArray[np.bool_]:
    """Return where a formula holds, given the variables and labels of a model with that name.

    Raises
    ------
    ValueError
        It cannot be read, or uses an unknown name.

    Examples
    --------
    >>> evaluate("x+1>=2 & !(x=3)", {"x": np.arange(4)}, {}, 4, "m").tolist()
    [False, True, True, False]
    """
    reader = _Expression(f"{name}: formula {formula[:60]!r}", formula, columns, labels, name)
    return np.broadcast_to(reader.truth(reader.whole()), (states,)).copy()


def calculate(what: str, text: str, names: Mapping[str, Any]) -> Any:
    """Return the value of an expression of numbers and constants; `what` is what messages begin with."""
    return _Expression(what, text, names, {}, what).whole()


class _Expression:
    """An expression, read from left to right; each method takes what binds at least as tightly as its name says."""

    def __init__(self, what: str, text: str, names: Mapping[str, Any], labels: Mapping[str, Any], place: str) -> None:
        self.what, self.names, self.labels, self.place = what, names, labels, place
        self.tokens = [*(token for token, _, _ in tokens(text)), ""]
        self.at = 0

    def whole(self) -> Any:
        found = self.equivalence()
        if self.tokens[self.at]:
            raise self.wrong()
        return found

    def wrong(self, why: str = "") -> ValueError:
        shown = self.tokens[self.at] or "the end"
        return ValueError(f"{self.what}: {why or f'{shown!r} is not understood there'}")

    def take(self, *wanted: str) -> str:
        token = self.tokens[self.at]
        if token not in wanted:
            return ""
        self.at += 1
        return token

    def truth(self, value: Any) -> Any:
        if np.asarray(value).dtype != np.bool_:
            raise self.wrong("a condition is needed, not a number")
        return value

    def number(self, value: Any) -> Any:
        if np.asarray(value).dtype == np.bool_:
            raise self.wrong("a number is needed, not a condition")
        return value

    def equivalence(self) -> Any:
        left = self.implication()
        while self.take("<=>"):
            left = self.truth(left) == self.truth(self.implication())
        return left

    def implication(self) -> Any:
        left = self.disjunction()
        if self.take("=>"):
            return ~self.truth(left) | self.truth(self.implication())
        return left

    def disjunction(self) -> Any:
        left = self.conjunction()
        while self.take("|"):
            left = self.truth(left) | self.truth(self.conjunction())
        return left

    def conjunction(self) -> Any:
        left = self.negation()
        while self.take("&"):
            left = self.truth(left) & self.truth(self.negation())
        return left

    def negation(self) -> Any:
        if self.take("!"):
            return ~self.truth(self.negation())
        return self.comparison()

    def comparison(self) -> Any:
        left = self.sum()
        if sign := self.take(*_COMPARED):
            right = self.sum()
            if (np.asarray(left).dtype == np.bool_) != (np.asarray(right).dtype == np.bool_):
                raise self.wrong("a number and a condition are compared")
            found = _COMPARED[sign](left, right)
            return found if np.ndim(found) else np.bool_(found)
        return left

    def sum(self) -> Any:
        left = self.product()
        while sign := self.take("+", "-"):
            left, right = self.number(left), self.number(self.product())
            left = left + right if sign == "+" else left - right
        return left

    def product(self) -> Any:
        left = self.single()
        while sign := self.tokens[self.at]:
            if sign not in ("*", "/") or (sign == "/" and np.ndim(left)):
                break
            self.at += 1
            right = self.number(self.single())
            if sign == "/" and (np.ndim(right) or right == 0):
                raise self.wrong("only numbers can be divided, and not by 0")
            left = self.number(left) * right if sign == "*" else mpq(self.number(left)) / mpq(right)
        return left

    def single(self) -> Any:
        token = self.tokens[self.at]
        self.at += bool(token)
        if token in ("-", "+"):
            value = self.number(self.single())
            return -value if token == "-" else value
        if token == "(":
            found = self.equivalence()
            if not self.take(")"):
                raise self.wrong()
            return found
        if token in ("true", "false"):
            return np.bool_(token == "true")
        if token.startswith('"') and len(token) > 1:
            return self.known("label", self.labels, token[1:-1])
        if token in _FOLDED and self.take("("):
            found = self.number(self.sum())
            while self.take(","):
                found = _FOLDED[token](found, self.number(self.sum()))
            if not self.take(")"):
                raise self.wrong()
            return found
        if token[:1].isdigit() or (token[:1] == "." and len(token) > 1):
            return int(token) if token.isdigit() and len(token) < 19 else mpq(token)
        if token.isidentifier():
            return self.known("variable", self.names, token)
        self.at -= bool(token)
        raise self.wrong()

    def known(self, what: str, there: Mapping[str, Any], name: str) -> Any:
        if name not in there:
            shown = f'"{name}"' if what == "label" else name
            raise ValueError(f"{self.place}: no {what} {shown}; there are {', '.join(there) or 'none'}")
        return there[name]
