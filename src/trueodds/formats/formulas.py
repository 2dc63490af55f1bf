"""Evaluate PRISM expressions: constant expressions, and state formulas for all states at once.

Operators with two operands associate to the left, except that comparisons cannot be chained.
"""

from __future__ import annotations

import math
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
#: The comparison operators.
COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_LOGICAL: dict[str, Callable[[Any, Any], Any]] = {
    "<=>": operator.eq,
    "=>": lambda left, right: ~left | right,
    "|": operator.or_,
    "&": operator.and_,
}
_NUMERIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: mpq(left) / mpq(right),
}
#: Operators by precedence, lowest first.
_LEVELS = (("=>",), ("<=>",), ("|",), ("&",), ("!",), tuple(COMPARED), ("+", "-"), ("*", "/"))
_NOT, _COMPARES = 4, 5
#: For ``min`` and ``max``, the function that combines two numbers, and the one that combines arrays.
_FOLDED: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {"min": (min, np.minimum), "max": (max, np.maximum)}


def to_exact(given: Any) -> Any:
    """Convert a finite number, or a decimal or fraction given as text, to an mpq; return None for anything else."""
    if isinstance(given, str):
        return mpq(given) if _NUMBER.fullmatch(given) else None
    try:
        fraction = Fraction(given)
    except (TypeError, ValueError, OverflowError):
        return None
    return mpq(fraction.numerator, fraction.denominator)


def split_tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield each token of a formula, property or property file with its offset and the depth of brackets after it."""
    depth = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        depth += (token in "([{") - (token in ")]}")
        yield token, match.start(), depth


def strip_comments(text: str) -> str:
    """Remove the comments of a model or a property file."""
    return re.sub(r'("[^"\n]*")|//[^\n]*', lambda match: match[1] or "", text)


def evaluate(
    formula: str, columns: Mapping[str, NDArray[Any]], labels: Mapping[str, NDArray[np.bool_]], states: int, name: str
) -> NDArray[np.bool_]:
    """Return for each state whether a formula is true; `name` is the name of the model."""
    parser = _Parser(f"{name}: formula {formula[:60]!r}", formula, columns, labels, name)
    return np.broadcast_to(parser.as_condition(parser.parse()), (states,)).copy()


def calculate(what: str, text: str) -> Any:
    """Return the value of a constant expression; error messages begin with `what`."""
    return _Parser(what, text, {}, {}, "").parse()


def _widen(*operands: Any) -> list[Any]:
    """Return two operands; convert arrays to Python integers if the result of +, - or * could exceed 64 bits."""
    if math.prod(1 + max(abs(int(np.max(one))), abs(int(np.min(one)))) for one in operands) < 1 << 63:
        return list(operands)
    return [one.astype(object) if np.ndim(one) else one for one in operands]


class _Parser:
    """A recursive-descent parser that evaluates an expression as it parses it."""

    def __init__(self, what: str, text: str, names: Mapping[str, Any], labels: Mapping[str, Any], model: str) -> None:
        self.what, self.names, self.labels, self.model = what, names, labels, model
        self.tokens = [*(token for token, _, _ in split_tokens(text)), ""]
        self.at = 0

    def parse(self) -> Any:
        value = self.parse_level()
        if self.tokens[self.at]:
            raise self.error()
        return value

    def error(self, why: str = "") -> ValueError:
        found = repr(self.tokens[self.at]) if self.tokens[self.at] else "end of the expression"
        return ValueError(f"{self.what}: {why or f'unexpected {found}'}")

    def accept(self, *choices: str) -> str:
        token = self.tokens[self.at]
        if token not in choices:
            return ""
        self.at += 1
        return token

    def as_condition(self, value: Any) -> Any:
        if np.asarray(value).dtype != np.bool_:
            raise self.error("expected a condition, not a number")
        return value

    def as_number(self, value: Any) -> Any:
        if np.asarray(value).dtype == np.bool_:
            raise self.error("expected a number, not a condition")
        return value

    def parse_level(self, level: int = 0) -> Any:
        """Evaluate operands connected by operators of precedence `level` or higher."""
        if level == len(_LEVELS):
            return self.parse_operand()
        if level == _NOT:
            return ~self.as_condition(self.parse_level(level)) if self.accept("!") else self.parse_level(level + 1)
        left = self.parse_level(level + 1)
        while (sign := self.tokens[self.at]) in _LEVELS[level]:
            if sign == "/" and np.ndim(left):
                raise self.error("unexpected '/': only numbers can be divided, not variables")
            self.at += 1
            left = self.apply(sign, left, self.parse_level(level + 1))
            if level == _COMPARES:  # a<b<c is rejected
                break
        return left

    def apply(self, sign: str, left: Any, right: Any) -> Any:
        if sign in _LOGICAL:
            return _LOGICAL[sign](self.as_condition(left), self.as_condition(right))
        if sign in COMPARED:
            if (np.asarray(left).dtype == np.bool_) != (np.asarray(right).dtype == np.bool_):
                raise self.error("a number cannot be compared with a condition")
            result = COMPARED[sign](left, right)
            return result if np.ndim(result) else np.bool_(result)
        if sign == "/" and (np.ndim(self.as_number(right)) or right == 0):
            raise self.error("only numbers can be divided, and only by a number other than 0")
        return _NUMERIC[sign](*_widen(self.as_number(left), self.as_number(right)))

    def parse_operand(self) -> Any:
        token = self.tokens[self.at]
        self.at += bool(token)
        if token in ("-", "+"):
            value = self.as_number(self.parse_operand())
            return self.apply("-", 0, value) if token == "-" else value
        if token == "(":
            result = self.parse_level()
            if not self.accept(")"):
                raise self.error()
            return result
        if token in ("true", "false"):
            return np.bool_(token == "true")
        if token.startswith('"'):
            return self.look_up("label", self.labels, token[1:-1])
        if token in _FOLDED and self.accept("("):
            result = self.as_number(self.parse_level())
            while self.accept(","):
                operands = _widen(result, self.as_number(self.parse_level()))
                result = _FOLDED[token][any(map(np.ndim, operands))](*operands)
            if not self.accept(")"):
                raise self.error()
            return result
        if re.match(r"\.?[0-9]", token):
            return int(mpq(token)) if token.isdigit() else mpq(token)
        if token.isidentifier():
            return self.look_up("variable", self.names, token)
        self.at -= bool(token)
        raise self.error()

    def look_up(self, what: str, values: Mapping[str, Any], name: str) -> Any:
        if name not in values:
            quoted = f'"{name}"' if what == "label" else name
            if not self.model:  # a constant expression
                raise self.error(f"{quoted} is not a constant" if what == "label" else f"unknown constant {name}")
            raise ValueError(f"{self.model}: no {what} {quoted}; known {what}s: {', '.join(values) or 'none'}")
        return values[name]
