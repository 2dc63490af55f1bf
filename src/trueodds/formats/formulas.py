"""State formulas as PRISM writes them, evaluated over all states at once: labels, and conditions on variables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

_TOKEN = re.compile(r'\s*("[^"]*"|[A-Za-z_]\w*|[0-9]+(?:\.[0-9]+)?|<=>|=>|<=|>=|!=|[-+*&|!=<>(),?:/]|.)')
_COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}
_FOLDED = {"min": np.minimum, "max": np.maximum}


def evaluate(
    formula: str, columns: Mapping[str, NDArray[Any]], labels: Mapping[str, NDArray[np.bool_]], states: int, name: str
) -> NDArray[np.bool_]:
    """Where a formula holds.

    Parameters
    ----------
    formula : str
        Such as ``"won" | (x<3 & !done)``.
    columns : mapping of str to array, length states
        The variables.
    labels : mapping of str to bool array, length states
    states : int
        How many there are.
    name : str
        Of the model, for messages.

    Returns
    -------
    bool array, length states

    Raises
    ------
    ValueError
        It cannot be read, or names what there is not.

    Examples
    --------
    >>> evaluate("x+1>=2 & !(x=3)", {"x": np.arange(4)}, {}, 4, "m").tolist()
    [False, True, True, False]
    """
    found = _Reader(formula, columns, labels, name).whole()
    return np.broadcast_to(found, (states,)).copy()


class _Reader:
    """A formula, read from left to right; each method takes what binds at least as tightly as its name says."""

    def __init__(
        self, formula: str, columns: Mapping[str, NDArray[Any]], labels: Mapping[str, NDArray[np.bool_]], name: str
    ) -> None:
        self.formula, self.columns, self.labels, self.name = formula, columns, labels, name
        self.tokens: list[str] = [*(token for token in _TOKEN.findall(formula) if token.strip()), ""]
        self.at = 0

    def whole(self) -> Any:
        found = self.equivalence()
        if self.tokens[self.at]:
            raise self.wrong()
        return self.truth(found)

    def wrong(self, why: str = "") -> ValueError:
        shown = self.tokens[self.at] or "the end"
        return ValueError(f"{self.name}: formula {self.formula[:60]!r}: {why or f'{shown!r} is not understood there'}")

    def take(self, *wanted: str) -> str:
        token: str = self.tokens[self.at]
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
            return ~np.asarray(self.truth(left)) | self.truth(self.implication())
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
            return ~np.asarray(self.truth(self.negation()))
        return self.comparison()

    def comparison(self) -> Any:
        left = self.sum()
        if sign := self.take(*_COMPARED):
            right = self.sum()
            if (np.asarray(left).dtype == np.bool_) != (np.asarray(right).dtype == np.bool_):
                raise self.wrong("a number and a condition are compared")
            return _COMPARED[sign](left, right)
        return left

    def sum(self) -> Any:
        left = self.product()
        while sign := self.take("+", "-"):
            right = self.number(self.product())
            left = self.number(left) + right if sign == "+" else self.number(left) - right
        return left

    def product(self) -> Any:
        left = self.single()
        while self.take("*"):
            left = self.number(left) * self.number(self.single())
        return left

    def single(self) -> Any:
        token = self.tokens[self.at]
        self.at += bool(token)
        if token == "-":
            return -self.number(self.single())
        if token == "(":
            found = self.equivalence()
            if not self.take(")"):
                raise self.wrong()
            return found
        if token in ("true", "false"):
            return np.bool_(token == "true")
        if token.startswith('"'):
            return self.known("label", self.labels, token[1:-1])
        if token in _FOLDED and self.take("("):
            found = self.number(self.sum())
            while self.take(","):
                found = _FOLDED[token](found, self.number(self.sum()))
            if not self.take(")"):
                raise self.wrong()
            return found
        if token.isdecimal() and len(token) < 19:
            return np.int64(int(token))
        if token.isidentifier():
            return self.known("variable", self.columns, token)
        self.at -= bool(token)
        raise self.wrong()

    def known(self, what: str, there: Mapping[str, NDArray[Any]], name: str) -> NDArray[Any]:
        if name not in there:
            shown = f'"{name}"' if what == "label" else name
            raise ValueError(f"{self.name}: no {what} {shown}; there are {', '.join(there) or 'none'}")
        return there[name]
