"""Parse plain values typed for a user-defined game, without executing them."""

from __future__ import annotations

import ast
import re
import warnings
from fractions import Fraction
from numbers import Rational
from typing import Any

_MAX_LENGTH = 1000  # maximum number of characters of typed text
_DECIMAL = re.compile(r"[0-9]{0,300}\.[0-9]{0,300}")


def read_literal(text: str) -> Any:
    """Parse an integer, a fraction (2/5 or 0.4), quoted text, True, False, None, or a list, tuple or set of these."""
    text = text.strip()
    try:
        return _value(_parse(text), text)
    except RecursionError:
        raise ValueError(f"{text[:60]!r} is nested too deeply") from None


def write_literal(value: Any) -> str:
    """Return the text that `read_literal` turns into the value, which must not contain an empty set."""
    if isinstance(value, tuple):
        return f"({', '.join(map(write_literal, value))}{',' * (len(value) == 1)})"
    if isinstance(value, list):
        return f"[{', '.join(map(write_literal, value))}]"
    if value and isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(write_literal, value)))}}}"
    return str(value) if isinstance(value, Rational) else repr(value)


def _parse(text: str) -> ast.expr:
    if len(text) > _MAX_LENGTH:
        raise ValueError(f"a parameter must have at most {_MAX_LENGTH:,} characters, not {len(text):,}")
    try:
        with warnings.catch_warnings(action="ignore"):  # for example, about an unknown escape sequence
            return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError):
        raise ValueError(f"{text[:60]!r} cannot be parsed as a value") from None


def _value(node: ast.expr, text: str) -> Any:
    source = ast.get_source_segment(text, node) or ""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, float) and _DECIMAL.fullmatch(source):
            return Fraction(source)
        if node.value is None or isinstance(node.value, (bool, int, str)):
            return node.value
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        kind = {ast.Tuple: tuple, ast.List: list, ast.Set: frozenset}[type(node)]
        try:
            return kind(_value(element, text) for element in node.elts)
        except TypeError:
            raise ValueError(f"{source[:60]!r} cannot be a set, because a set cannot contain a list") from None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _value(node.operand, text)
        if isinstance(number, (int, Fraction)) and not isinstance(number, bool):
            return -number
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        above, below = _value(node.left, text), _value(node.right, text)
        if type(above) is int and type(below) is int and below != 0:
            return Fraction(above, below)
    raise ValueError(f"{repr(source[:60])[1:-1]} is not a plain value such as 50, 2/5, 'red' or (1, 2)")
