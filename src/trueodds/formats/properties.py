"""Read PRISM properties, and property files with the constants and labels that they use.

The constants and labels of a file are expanded in its properties, so that each property is self-contained, also in
answers and certificates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from gmpy2 import mpq

from .formulas import COMPARED, calculate, exact, strip_comments, tokens

_KNOWN = (
    "supported are Pmax=?, Pmin=?, P=? and bounds such as P>=p of [ F a ], [ G a ] and [ a U b ], also with <=k steps, "
    'and Rmax=?, Rmin=?, R=? and bounds such as R>=r of [ F a ]; R{"name"} selects one of several rewards'
)
_UNSUPPORTED_HEADS = (
    (r"filter\s*\(", "filter(…)"),
    (r"multi\s*\(", "multi(…)"),
    (r"S\s*(=|<|>)", "the long-run average (S)"),
    (r"[EA]\s*\[", "CTL (E or A)"),
)
_UNSUPPORTED_REWARDS = (
    (r"F[0c]\b", "rewards with F0 or Fc are"),
    (r"C\b", "cumulative rewards (C) are"),
    (r"I\b", "instantaneous rewards (I) are"),
    (r"S\b", "long-run rewards (S) are"),
)
_NAME = re.compile(r'\s*"([^"]*)"\s*:(?!:)')
_COALITION = re.compile(r"\s*<<([^<>]*)>>")
_OPERATOR = re.compile(r'\s*([PR])\s*(?:\{\s*"([^"]*)"\s*\})?\s*(max|min)?\s*(?:=\s*\?|(<=|>=|<|>)\s*([^\[]*))\s*\[')
_TEMPORAL = frozenset("FGUXWRPSACE")
_CONSTANT = re.compile(r"const\s+(?:(int|double|bool)\s+)?([A-Za-z_]\w*)\s*(?:=\s*(.+))?", re.DOTALL)
_LABEL = re.compile(r'label\s+("[A-Za-z_]\w*")\s*=\s*(.+)', re.DOTALL)
_NO_PROPERTY = re.compile(r"(const|label|formula|module|rewards|player|global)\b")
_WORD = re.compile(r'"[^"]*"|\b[A-Za-z_]\w*\b')
_OTHER = {"X": "next (X)", "W": "weak until (W)", "R": "release (R)"}


@dataclass(frozen=True)
class Property:
    """A parsed PRISM property.

    `text` is the property without its name. `coalition` are the players who cooperate, None if none are named.
    `optimum` is ``"max"``, ``"min"`` or ``""``; `comparison` is ``">="``, ``">"``, ``"<="``, ``"<"``, or ``""`` for a
    property that asks for the value; `limit` is the mpq to compare with. `operator` is ``"F"``, ``"G"`` or ``"U"``, and
    `steps` its bound, None without one. `before` and `target` are the state formulas of ``before U target``, ``F
    target``, ``G target``. `reward` is the name of the reward, "" if unnamed, and None for a probability.
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
    name: str = ""
    reward: str | None = None

    def holds(self, value: Any) -> bool | None:
        """Return whether the property holds if its value is `value`; None if it is not a comparison."""
        return COMPARED[self.comparison](value, self.limit) if self.comparison else None


def parse_property(text: str | Property) -> Property:
    """Parse one property, unless it is parsed already; ValueError for an unsupported kind lists the supported ones."""
    if isinstance(text, Property):
        return text
    rest, name, coalition = text.strip(), "", None
    if named := _NAME.match(rest):
        name, rest = named[1], rest[named.end() :].strip()
    shown = rest if len(rest) <= 80 else rest[:80] + "…"
    if together := _COALITION.match(rest):
        coalition = tuple(player.strip() for player in together[1].split(",") if player.strip())
        inner = rest[together.end() :]
    else:
        inner = rest
    head = _OPERATOR.match(inner)
    closing = next((at for token, at, depth in tokens(inner) if token == "]" and depth == 0), -1)
    if not head or closing != len(inner.rstrip()) - 1 or inner.count('"') % 2:
        raise ValueError(f"property {shown}: {_explain_error(inner)}")
    what, reward, optimum, comparison, given = head.groups()
    if optimum and comparison:
        raise ValueError(
            f"property {shown}: {what}{optimum} asks for a value, with =?; to compare, write {what}{comparison}"
        )
    if what == "P" and reward is not None:
        raise ValueError(f"property {shown}: only R takes the name of a reward, not P; {_KNOWN}")
    limit = _limit(given.strip(), shown, what) if comparison else None
    path = inner[head.end() : inner.rstrip().rindex("]")].strip()
    other = next((text for pattern, text in _UNSUPPORTED_REWARDS if re.match(pattern, path)), "")
    if what == "R" and other:
        raise ValueError(f"property {shown}: {other} not supported, only rewards until [ F a ]")
    kind, steps, before, target = _path(path, shown)
    if what == "R" and (kind != "F" or steps is not None):
        raise ValueError(f"property {shown}: expected rewards support only F without a bound")
    gained = (reward or "") if what == "R" else None
    return Property(rest, coalition, optimum or "", comparison or "", limit, kind, steps, before, target, name, gained)


def _explain_error(text: str) -> str:
    """Return an explanation of the error in a property that is not an operator with a path in brackets."""
    for pattern, what in _UNSUPPORTED_HEADS:
        if re.match(pattern, text):
            return f"{what} is not supported; {_KNOWN}"
    if text.count('"') % 2:
        return 'a " is missing'
    letters = [token for token, _, _ in tokens(text)]
    for opening, closing in ("[]", "()", "{}"):
        if letters.count(opening) != letters.count(closing):
            missing = closing if letters.count(opening) > letters.count(closing) else opening
            return f"a {missing} is missing"
    if re.match(r"[PR]\s*(\{[^}]*\})?\s*(max|min)?\s*\[", text):
        return "=? or a comparison is missing before the ["
    if re.match(r"[PR]\s*(\{[^}]*\})?\s*(max|min)?\s*[=<>]", text) and "[" not in letters:
        return "the path must be in brackets, such as [ F a ]"
    if _OPERATOR.match(text):
        return f"combinations of properties are not supported; {_KNOWN}"
    return f"not a property; {_KNOWN}"


def _limit(text: str, shown: str, what: str) -> Any:
    """Return the number that a value is compared with."""
    found = exact(text)
    if found is None or found < 0 or (what == "P" and found > 1):
        allowed = (
            "the bound of a probability must be from 0 to 1"
            if what == "P"
            else "the bound of a reward must be a number of at least 0"
        )
        raise ValueError(f"property {shown}: {allowed}, not {text!r}")
    return found


def _path(path: str, shown: str) -> tuple[str, int | None, str, str]:
    """Return the operator, its bound, and the state formulas on both sides."""
    found = [*tokens(path)]
    kind = found[0][0] if found else ""
    if kind in ("F", "G"):
        before, rest = "", path[1:]
    else:
        until = [at for token, at, depth in found if token == "U" and depth == 0]
        if not until:
            words = [token for token, _, _ in found if token in _TEMPORAL]
            other = next((_OTHER[one] for one in words if one in _OTHER), "")
            what = f"no F, G or U in {path!r}"
            if words:
                what = f"{other or 'combinations of paths (LTL)'} {'is' if other else 'are'} not supported"
            raise ValueError(f"property {shown}: {what}; {_KNOWN}")
        kind, before, rest = "U", path[: until[0]].strip(), path[until[0] + 1 :]
    for formula in (before, rest):
        words = [token for token, _, _ in tokens(formula)]
        nested = next((word for word in words if word in _TEMPORAL), None)
        if nested or "<<" in words:
            inner = f"{nested} within {kind}" if nested else "a coalition within an operator"
            raise ValueError(f"property {shown}: {inner} is not supported (nesting, LTL)")
    steps, target = _bound(rest, shown)
    if not target or (kind == "U" and not before):
        raise ValueError(f"property {shown}: {kind} needs a formula on {'both sides' if before else 'its right'}")
    return kind, steps, before, target


def _bound(text: str, shown: str) -> tuple[int | None, str]:
    """Return the bound after an operator, and the formula after the bound."""
    sign, at, _ = next(tokens(text), ("", 0, 0))
    if sign not in ("<=", "<", ">=", ">", "=", "["):
        return None, text.strip()
    if sign not in ("<=", "<"):
        raise ValueError(
            f"property {shown}: steps can only be bounded from above, such as <=10; "
            f"{sign}{'…]' if sign == '[' else ''} is not supported"
        )
    rest = text[at + len(sign) :].strip()
    number = re.match(r"([0-9]{1,9})(?=[\s(\"!]|$)\s*(.*)", rest, re.DOTALL)
    if not number or (sign == "<" and int(number[1]) == 0):
        given = re.match(r"[^\s\"!]*", rest)
        hint = ", or a constant of a property file" if rest[:1].isalpha() else ""
        raise ValueError(
            f"property {shown}: the bound on steps must be a whole number such as <=10{hint}, not "
            f"{sign}{given[0][:40] if given else ''}"
        )
    return int(number[1]) - (sign == "<"), number[2].strip()


@dataclass(frozen=True)
class PropertyFile:
    """The contents of a property file.

    `properties` maps names to texts; a property without a name has its number, from 1. `undefined` are the constants
    without a value.
    """

    properties: dict[str, str]
    undefined: tuple[str, ...]
    _constants: dict[str, tuple[str, str | None]]
    _labels: dict[str, str]

    def expand(self, name: str, given: Mapping[str, str]) -> str:
        """Return a property with constants replaced by their values and labels by their formulas.

        `given` has values for constants of the file that have none; others are ignored. ValueError if a constant that
        the property uses has no value or a wrong one, or if a label refers to itself.
        """
        text = self.properties[name]
        named = _NAME.match(text)
        begin = named.end() if named else 0
        path = next((at for token, at, _ in tokens(text) if token == "[" and at >= begin), len(text))
        sign = re.search(r"[<>]=?(?!.*[<>])", text[begin:path], re.DOTALL)
        limit = begin + sign.end() if sign and not text[begin:path].rstrip().endswith(">>") else path
        compared = text[limit:path]
        if any(word in self._constants for word in _WORD.findall(compared)):
            compared = f"{self.evaluate(compared, given)} "
        return text[:limit] + compared + self._replace(text[path:], given)

    def evaluate(self, text: str, given: Mapping[str, str], within: tuple[str, ...] = ()) -> Any:
        """Return the value of an expression of numbers and constants, used in the definitions of those `within`."""
        what = f"cannot evaluate the constant expression {' '.join(text.split())[:60]!r}"
        return calculate(what, self._replace(text, given, within))

    def _replace(self, text: str, given: Mapping[str, str], within: tuple[str, ...] = ()) -> str:
        """Replace constants and labels in a formula."""

        def written(word: re.Match[str]) -> str:
            found = word[0]
            if found in within:
                raise ValueError(f"{'label' if found in self._labels else 'constant'} {found} refers to itself")
            if found in self._labels:
                return f"({self._replace(self._labels[found], given, (*within, found))})"
            return _shown(self._value(found, given, within)) if found in self._constants else found

        return _WORD.sub(written, text)

    def _value(self, name: str, given: Mapping[str, str], within: tuple[str, ...]) -> Any:
        kind, text = self._constants[name]
        if text is None and name not in given:
            raise ValueError(f"constant {name} has no value; give --const {name}=VALUE")
        if text is not None and name in given:
            raise ValueError(f"constant {name} already has a value in the file: {text}")
        value = self.evaluate(given[name] if text is None else text, given, (*within, name))
        wanted = {"int": "a whole number", "double": "a number", "bool": "true or false"}[kind]
        if isinstance(value, np.bool_) != (kind == "bool") or (kind == "int" and value != int(value)):
            raise ValueError(f"constant {name} must be {wanted}, not {_shown(value)}")
        return value


def _shown(value: Any) -> str:
    if isinstance(value, np.bool_):
        return str(value).lower()
    value = mpq(value)
    return str(value) if value >= 0 and value.denominator == 1 else f"({value})"


def read_property_file(text: str) -> PropertyFile:
    """Read a property file: properties, constants and labels; ``//`` begins a comment."""
    properties: dict[str, str] = {}
    constants: dict[str, tuple[str, str | None]] = {}
    labels: dict[str, str] = {}
    for piece in _pieces(text):
        shown = " ".join(piece.split())[:60]
        if constant := _CONSTANT.fullmatch(piece):
            kind, name, value = constant.groups()
            if name in constants:
                raise ValueError(f"constant {name} is defined twice")
            constants[name] = (kind or "int", value)
        elif label := _LABEL.fullmatch(piece):
            if label[1] in labels:
                raise ValueError(f"label {label[1]} is defined twice")
            labels[label[1]] = label[2].strip()
        elif _NO_PROPERTY.match(piece):
            raise ValueError(
                f"{shown!r} is not understood; property files contain properties, constants such as const int k = 3; "
                f'and labels such as label "over" = x=3;'
            )
        else:
            named = _NAME.match(piece)
            name = named[1] if named else str(len(properties) + 1)
            if name in properties:
                raise ValueError(f'property "{name}" is defined twice')
            properties[name] = piece
    undefined = tuple(name for name, (_, value) in constants.items() if value is None)
    return PropertyFile(properties, undefined, constants, labels)


def _pieces(text: str) -> Iterator[str]:
    """Split a file at semicolons, and at the end of a line on which a property ends."""
    text = strip_comments(text)
    start = end = 0
    complete = False
    for token, at, depth in (*tokens(text), (";", len(text), 0)):
        if depth <= 0 and (token == ";" or (complete and "\n" in text[end:at])):
            if piece := text[start : end if token != ";" else at].strip():
                yield piece
            start = at + (token == ";")
            complete = False
        complete |= depth == 0 and token == "]"
        end = at + len(token)
