"""Read PRISM properties, and property files, which may also define constants and labels.

The constants and labels of a file are expanded in its properties, so that each property is self-contained in answers
and certificates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from gmpy2 import mpq

from .formulas import COMPARED, calculate, split_tokens, strip_comments, to_exact

_KNOWN = (
    "supported properties: P with [ F a ], [ G a ] or [ a U b ], which may have a step bound such as F<=5; and R, or "
    'R{"name"}, with [ F a ]; both ask for a value (P=?, Pmax=?, Pmin=?) or compare it with a number (P>=1/2)'
)
#: The beginnings of unsupported properties, and their names in messages.
_UNSUPPORTED = (
    (r"filter\s*\(", "filter(…) is"),
    (r"multi\s*\(", "multi(…) is"),
    (r"S\s*[=<>]", "the long-run average (S) is"),
    (r"[EA]\s*\[", "CTL (E or A) is"),
    (r"R[^\[]*\[\s*F[0c]\b", "rewards with F0 or Fc are"),
    (r"R[^\[]*\[\s*C\b", "cumulative rewards (C) are"),
    (r"R[^\[]*\[\s*I\b", "instantaneous rewards (I) are"),
    (r"R[^\[]*\[\s*S\b", "long-run rewards (S) are"),
)
#: Words that are operators in PRISM and therefore not names of variables, with the messages for unsupported ones.
_TEMPORAL = {"X": "next (X) is", "W": "weak until (W) is", "R": "release (R) is"} | dict.fromkeys("FGUPSACE", "")
_NAME = re.compile(r'\s*"([^"]*)"\s*:(?!:)')
_COALITION = re.compile(r"\s*<<([^<>]*)>>")
_OPERATOR = re.compile(r'\s*([PR])\s*(?:\{\s*"([^"]*)"\s*\})?\s*(max|min)?\s*(?:=\s*\?|(<=|>=|<|>)\s*([^\[]*))\s*\[')
_CONSTANT = re.compile(r"const\s+(?:(int|double|bool)\s+)?([A-Za-z_]\w*)\s*(?:=\s*(.+))?")
_LABEL = re.compile(r'label\s+("[A-Za-z_]\w*")\s*=\s*(.+)')
_NO_PROPERTY = re.compile(r"(const|label|formula|module|rewards|player|global)\b")
_WORD = re.compile(r'"[^"]*"|\b[A-Za-z_]\w*\b')


@dataclass(frozen=True)
class Property:
    """A parsed PRISM property.

    `text` is the property without its name, and `coalition` names the players who cooperate. `optimum` is ``"max"``,
    ``"min"`` or ``""``. `comparison` is an operator such as ``">="``, or ``""`` for a property that asks for the value;
    `limit` is the mpq to compare the value with. `operator` is ``"F"``, ``"G"`` or ``"U"``, and `steps` the inclusive
    bound on steps, or None. `target` is the state formula after the operator, and `before` the one before ``U``,
    or "". `reward` names the reward structure ("" is the first), or is None for a probability.
    """

    text: str
    coalition: tuple[str, ...] | None
    optimum: str
    comparison: str
    limit: Any
    operator: str
    steps: int | None
    before: str
    target: str
    reward: str | None = None

    def holds(self, value: Any) -> bool | None:
        """Return whether the property holds for a value, or None if the property is not a comparison."""
        return COMPARED[self.comparison](value, self.limit) if self.comparison else None


def parse_property(text: str | Property) -> Property:
    """Parse a property, or return a `Property` unchanged."""
    if isinstance(text, Property):
        return text
    if not isinstance(text, str):
        raise TypeError(f"a property must be text, not {text!r}")
    named, coalition = _NAME.match(text), None
    inner = rest = text[named.end() if named else 0 :].strip()
    if together := _COALITION.match(rest):
        coalition = tuple(player.strip() for player in together[1].split(",") if player.strip())
        inner = rest[together.end() :].lstrip()
    try:
        return Property(rest, coalition, *_split_property(inner))
    except ValueError as error:
        raise ValueError(f"property {rest if len(rest) <= 80 else rest[:80] + '…'}: {error}") from None


def _split_property(text: str) -> tuple[str, str, Any, str, int | None, str, str, str | None]:
    """Return the parts of a property without its name and coalition, in the order of the fields of `Property`."""
    if what := next((what for pattern, what in _UNSUPPORTED if re.match(pattern, text)), ""):
        raise ValueError(f"{what} not supported; {_KNOWN}")
    head = _OPERATOR.match(text)
    closing = next((at for token, at, depth in split_tokens(text) if token == "]" and depth == 0), None)
    if not head or closing != len(text.rstrip()) - 1 or text.count('"') % 2:
        raise ValueError(_explain_error(text))
    what, reward, optimum, comparison, bound = head.groups()
    if optimum and comparison:
        plain = what if reward is None else f'{what}{{"{reward}"}}'
        plain += comparison + bound.strip()
        raise ValueError(f"{what}{optimum} requires =?; a comparison has no {optimum}: write {plain}")
    limit = _read_limit(bound.strip(), what) if comparison else None
    kind, steps, before, target = _read_path(text[head.end() : closing].strip())
    if what == "P" and reward is not None:
        raise ValueError(f"only R, not P, takes the name of a reward; {_KNOWN}")
    if what == "R" and (kind != "F" or steps is not None):
        raise ValueError("expected rewards support only F without a step bound")
    return optimum or "", comparison or "", limit, kind, steps, before, target, (reward or "") if what == "R" else None


def _explain_error(text: str) -> str:
    """Explain why a property is not an operator followed by a path in brackets."""
    if text.count('"') % 2:
        return 'a " is missing'
    letters = [token for token, _, _ in split_tokens(text)]
    for opening, closing in ("[]", "()", "{}"):
        if letters.count(opening) != letters.count(closing):
            return f"a {closing if letters.count(opening) > letters.count(closing) else opening} is missing"
    if re.match(r"[PR]\s*(\{[^}]*\})?\s*(max|min)?\s*\[", text):
        return "=? or a comparison is missing before the ["
    return f"not a property, or a combination of several; {_KNOWN}"


def _read_limit(text: str, what: str) -> Any:
    """Return the number that a value is compared with."""
    limit = to_exact(text)
    if limit is None or limit < 0 or (what == "P" and limit > 1):
        allowed = "a probability must be from 0 to 1" if what == "P" else "a reward must be a nonnegative number"
        raise ValueError(f"the bound on {allowed}, not {text!r}")
    return limit


def _read_path(path: str) -> tuple[str, int | None, str, str]:
    """Return the operator of a path, the bound on steps, and the state formulas on both sides of the operator."""
    operators = [token for token in split_tokens(path) if token[0] in _TEMPORAL or token[0] == "<<"]
    kind, at, depth = operators[0] if operators else ("", 0, 0)
    if len(operators) != 1 or not ((kind in ("F", "G") and at == 0) or (kind == "U" and depth == 0)):
        named = next((_TEMPORAL[token] for token, _, _ in operators if _TEMPORAL.get(token)), "")
        nested = "nested, combined or parenthesized operators are"
        what = named or nested if operators else f"paths such as {path!r} are"
        raise ValueError(f"{what} not supported; {_KNOWN}")
    before = path[:at].strip()
    steps, target = _read_bound(path[at + 1 :])
    if not target or (kind == "U" and not before):
        raise ValueError(f"{kind} needs a formula on {'both sides' if kind == 'U' else 'its right'}")
    return kind, steps, before, target


def _read_bound(text: str) -> tuple[int | None, str]:
    """Return the inclusive bound that follows an operator, or None, and the formula that comes next."""
    sign, at, _ = next(split_tokens(text), ("", 0, 0))
    if sign not in (*COMPARED, "["):
        return None, text.strip()
    number = re.match(r"\s*([0-9]{1,9})(?=[\s(\"!]|$)\s*(.*)", text[at + len(sign) :], re.DOTALL)
    if sign not in ("<=", "<") or not number or (sign == "<" and int(number[1]) == 0):
        match = re.match(r"\s*[<>=!]*\s*[^\s\"!]*", text)
        raise ValueError(
            "the bound on steps must be <= or <, followed by a whole number of at most 9 digits (above 0 after <) or a "
            f"constant of a property file, not {match[0].strip()[:40] if match else ''}"
        )
    return int(number[1]) - (sign == "<"), number[2].strip()


@dataclass(frozen=True)
class PropertyFile:
    """The contents of a property file.

    `properties` maps names to texts; the name of an unnamed property is its number, counted from 1. `undefined` lists
    the constants without a value.
    """

    properties: dict[str, str]
    undefined: tuple[str, ...]
    _constants: dict[str, tuple[str, str | None]]
    _labels: dict[str, str]

    def expand(self, name: str, values: Mapping[str, str]) -> str:
        """Return a property with constants replaced by their values and labels by their formulas.

        `values` gives values to the undefined constants of the file; values of constants not in the file are ignored.
        """
        text, begin = self.properties[name], 0
        for before in (_NAME, _COALITION):
            match = before.match(text, begin)
            begin = match.end() if match else begin
        head = _OPERATOR.match(text, begin)
        if not head:  # `parse_property` explains why
            return text
        compared, bracket = head[5] or "", head.end() - 1
        begin = bracket - len(compared)
        if any(word in self._constants for word in _WORD.findall(compared)):
            compared = f"{self.evaluate(compared, values)} "
        return text[:begin] + compared + self._replace(text[bracket:], values)

    def evaluate(self, text: str, values: Mapping[str, str], within: tuple[str, ...] = ()) -> Any:
        """Return the value of a constant expression; `within` names the enclosing definitions."""
        what = f"cannot evaluate the constant expression {' '.join(text.split())[:60]!r}"
        return calculate(what, self._replace(text, values, within))

    def _replace(self, text: str, values: Mapping[str, str], within: tuple[str, ...] = ()) -> str:
        """Replace constants by their values and labels by their formulas."""

        def written(word: re.Match[str]) -> str:
            name = word[0]
            if name in within:
                raise ValueError(f"{'label' if name in self._labels else 'constant'} {name} refers to itself")
            if name in self._labels:
                return f"({self._replace(self._labels[name], values, (*within, name))})"
            return _format_value(self._value(name, values, within)) if name in self._constants else name

        return _WORD.sub(written, text)

    def _value(self, name: str, values: Mapping[str, str], within: tuple[str, ...]) -> Any:
        kind, text = self._constants[name]
        if text is None and name not in values:
            raise ValueError(f"constant {name} has no value; give --const {name}=VALUE")
        if text is not None and name in values:
            raise ValueError(f"constant {name} already has a value, {text}; it cannot be set")
        value = self.evaluate(values[name] if text is None else text, values, (*within, name))
        requirement = {"int": "a whole number", "double": "a number", "bool": "true or false"}[kind]
        if isinstance(value, np.bool_) != (kind == "bool") or (kind == "int" and value != int(value)):
            raise ValueError(f"constant {name} must be {requirement}, not {_format_value(value).strip('()')}")
        return value


def _format_value(value: Any) -> str:
    if isinstance(value, np.bool_):
        return str(value).lower()
    value = mpq(value)
    return str(value) if value >= 0 and value.denominator == 1 else f"({value})"


def parse_property_file(text: str) -> PropertyFile:
    """Read the text of a property file: properties, constants and labels; ``//`` begins a comment."""
    properties: dict[str, str] = {}
    constants: dict[str, tuple[str, str | None]] = {}
    labels: dict[str, str] = {}
    for piece in _split_file(text):
        if constant := _CONSTANT.fullmatch(piece):
            kind, name, value = constant.groups()
            if name in constants:
                raise ValueError(f"constant {name} is declared twice")
            constants[name] = (kind or "int", value)
        elif label := _LABEL.fullmatch(piece):
            if label[1] in labels:
                raise ValueError(f"label {label[1]} is defined twice")
            labels[label[1]] = label[2]
        elif _NO_PROPERTY.match(piece):
            raise ValueError(
                f"cannot parse {piece[:60]!r}; a property file may contain only properties, "
                f'constants (const int k = 3;) and labels (label "over" = x=3;)'
            )
        else:
            named = _NAME.match(piece)
            name = named[1] if named else str(len(properties) + 1)
            if name in properties:
                raise ValueError(f'property "{name}" is defined twice')
            properties[name] = piece
    undefined = tuple(name for name, (_, value) in constants.items() if value is None)
    return PropertyFile(properties, undefined, constants, labels)


def _split_file(text: str) -> Iterator[str]:
    """Split a file at semicolons and at the ends of lines on which a property ends; reduce white space to blanks."""
    text = strip_comments(text)
    start = end = 0
    complete = False
    for token, at, depth in (*split_tokens(text), (";", len(text), 0)):
        if depth <= 0 and (token == ";" or (complete and "\n" in text[end:at])):
            if piece := " ".join(text[start:at].split()):
                yield piece
            start = at + (token == ";")
            complete = False
        complete |= depth == 0 and token == "]"
        end = at + len(token)
