"""Plain values as they are typed for a user-defined game: read, never run as a program."""

from __future__ import annotations

import ast
import re
from fractions import Fraction
from numbers import Rational
from typing import Any

_MAX_LENGTH = 1000  # characters of what is typed
_DECIMAL = re.compile(r"[0-9]{0,300}\.[0-9]{0,300}")


def read_literal(text: str) -> Any:
    """Read a whole number, a fraction such as 2/5 or 0.4 (exactly), text in quotes, True, False, None, or a list.

    Examples
    --------
    >>> read_literal("-2/5"), read_literal("0.4"), read_literal("(1, 'a', True)")
    (Fraction(-2, 5), Fraction(2, 5), (1, 'a', True))
    """
    text = text.strip()
    return _value(_parse(text), text)


def write_literal(value: Any) -> str:
    """Return the text of a value, as `read_literal` reads it.

    Examples
    --------
    >>> write_literal((Fraction(2, 5), "red"))
    "(2/5, 'red')"
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(write_literal, value))}{',' * (len(value) == 1)})"
    if isinstance(value, list):
        return f"[{', '.join(map(write_literal, value))}]"
    return str(value) if isinstance(value, Rational) else repr(value)


def _parse(text: str) -> ast.expr:
    if len(text) > _MAX_LENGTH:
        raise ValueError(f"more than {_MAX_LENGTH} characters of parameters")
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"{text[:60]!r} cannot be read") from None


def _value(node: ast.expr, text: str) -> Any:
    written = ast.get_source_segment(text, node) or ""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, float) and _DECIMAL.fullmatch(written):
            return Fraction(written)
        if node.value is None or isinstance(node.value, (bool, int, str)):
            return node.value
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        kind = {ast.Tuple: tuple, ast.List: list, ast.Set: frozenset}[type(node)]
        return kind(_value(one, text) for one in node.elts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _value(node.operand, text)
        if isinstance(number, (int, Fraction)) and not isinstance(number, bool):
            return -number
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        above, below = _value(node.left, text), _value(node.right, text)
        if type(above) is int and type(below) is int and below != 0:
            return Fraction(above, below)
    raise ValueError(f"{written[:60]!r} is not a plain value such as 50, 2/5, 'red' or (1, 2)")
