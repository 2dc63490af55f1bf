"""Properties as PRISM writes them, read: the chance of reaching, or of staying within, sets of states."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

_KNOWN = (
    "Pmax=?, Pmin=?, P=? (of a chain), P>=p, P>p, P<=p and P<p of F a, G a and a U b, also within k steps (F<=k, G<=k, "
    'U<=k), Rmax=?, Rmin=?, R>=r, … of F a, with R{"name"} for one of several rewards, behind a coalition <<p1, p2>> '
    "where the model is a game"
)
_NAME = re.compile(r'\s*"([^"]*)"\s*:(?!:)')
_COALITION = re.compile(r"\s*<<([^<>]*)>>")
_OPERATOR = re.compile(r'\s*([PR])\s*(?:\{\s*"([^"]*)"\s*\})?\s*(max|min)?\s*(?:=\s*\?|(<=|>=|<|>)\s*([^\[]*))\s*\[')
_TIME = re.compile(r"\s*(<=|<|>=|>|=|\[)\s*")
_TEMPORAL = re.compile(r'"[^"]*"|\b([FGUXWRPSACE])\b')
_COMPARED = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}
_OTHER = {"X": "next", "W": "weak until", "R": "release"}


@dataclass(frozen=True)
class Property:
    """What is asked of a model.

    Attributes
    ----------
    text : str
        As it was written, without its name.
    coalition : tuple of str or None
        The players who work together; None if none are named.
    optimum : str
        ``"max"``, ``"min"`` or ``""``.
    comparison : str
        ``">="``, ``">"``, ``"<="``, ``"<"``, or ``""`` if the chance itself is asked.
    limit : mpq or None
        What it is compared with.
    operator : str
        ``"F"``, ``"G"`` or ``"U"``.
    steps : int or None
        Within how many; None if there is no bound.
    before, target : str
        State formulas: of ``before U target``, ``F target``, ``G target``.
    name : str
        What the file calls it.
    reward : str or None
        Of an expected reward the name of the reward, "" if none is named; None if a probability is asked.
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
        """Whether the property holds if its chance is so much; None if the chance itself is asked.

        Examples
        --------
        >>> parse_property('P>=1/2 [ F "won" ]').holds(mpq(1, 2))
        True
        """
        return _COMPARED[self.comparison](value, self.limit) if self.comparison else None


def parse_property(text: str) -> Property:
    """Read one property.

    Raises
    ------
    ValueError
        It is none, or one of a kind that is not solved; the message says which there are.

    Examples
    --------
    >>> found = parse_property('"first": <<P1, P2>> Pmax=? [ x<3 U<=5 "won" ]')
    >>> found.name, found.coalition, found.optimum, found.before, found.operator, found.steps, found.target
    ('first', ('P1', 'P2'), 'max', 'x<3', 'U', 5, '"won"')
    """
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
    if not head or not inner.rstrip().endswith("]") or _closing(inner, head.end() - 1) != len(inner.rstrip()) - 1:
        raise ValueError(f"property {shown}: not of a kind that is solved; there are {_KNOWN}")
    what, reward, optimum, comparison, given = head.groups()
    if optimum and comparison:
        raise ValueError(
            f"property {shown}: {what}{optimum} asks for a value, with =?; to compare, write {what}{comparison}"
        )
    if what == "P" and reward is not None:
        raise ValueError(f"property {shown}: not of a kind that is solved; there are {_KNOWN}")
    limit = _limit(given.strip(), shown, what) if comparison else None
    path = inner[head.end() : inner.rstrip().rindex("]")].strip()
    kind, steps, before, target = _path(path, shown)
    if what == "R" and (kind != "F" or steps is not None):
        raise ValueError(f"property {shown}: of expected rewards only F without a bound is solved; there are {_KNOWN}")
    gained = (reward or "") if what == "R" else None
    return Property(rest, coalition, optimum or "", comparison or "", limit, kind, steps, before, target, name, gained)


def split_properties(text: str) -> list[str]:
    r"""The properties of a file, each as it is written; comments are left out.

    Examples
    --------
    >>> split_properties('// two\n"a": Pmax=? [ F x=1 ];\nPmin=? [ F\n  x=2 ]')
    ['"a": Pmax=? [ F x=1 ]', 'Pmin=? [ F\n  x=2 ]']
    """
    text = strip_comments(text) + "\n"
    found, start = [], 0
    for at, letter, depth in _outside(text):
        piece = text[start:at]
        if depth == 0 and (letter == ";" or (letter == "\n" and "]" in piece)):
            found.append(piece.strip())
            start = at + 1
    found.append(text[start:].strip())
    return [piece for piece in found if piece]


def strip_comments(text: str) -> str:
    """A model or a property file without what stands behind ``//``."""
    return re.sub(r'("[^"\n]*")|//[^\n]*', lambda found: found[1] or "", text)


def _outside(text: str) -> Iterator[tuple[int, str, int]]:
    """Each character outside of quotation marks, with the number of brackets that are open behind it."""
    depth, quoted = 0, False
    for at, letter in enumerate(text):
        if letter == '"':
            quoted = not quoted
        elif not quoted:
            depth += (letter in "([{") - (letter in ")]}")
            yield at, letter, depth


def _closing(text: str, opening: int) -> int:
    """Where the bracket closes that stands at `opening`; -1 if it does not."""
    return next((opening + at for at, _, depth in _outside(text[opening:]) if depth == 0), -1)


def _limit(text: str, shown: str, what: str) -> Any:
    try:
        found = mpq(text) if re.fullmatch(r"[0-9.]+(e-?[0-9]{1,3})?|[0-9]+/[0-9]*[1-9][0-9]*", text) else None
    except ValueError:
        found = None
    if what == "R" and found is None:
        raise ValueError(f"property {shown}: what a reward is compared with must be a number from 0, not {text!r}")
    if found is None or (what == "P" and not 0 <= found <= 1):
        raise ValueError(f"property {shown}: what a chance is compared with must be from 0 to 1, not {text!r}")
    return found


def _path(path: str, shown: str) -> tuple[str, int | None, str, str]:
    """The operator, its bound, and the state formulas on both sides."""
    if path[:1] in "FG" and not re.match(r"\w", path[1:2] or "?"):
        kind = path[0]
        steps, target = _bound(path[1:], shown)
        before = ""
    else:
        word = re.compile(r"\bU\b")
        places = [at for at, letter, depth in _outside(path) if letter == "U" and depth == 0 and word.match(path, at)]
        until = [at for at in places if at == 0 or not re.match(r"\w", path[at - 1])]
        if not until:
            other = next((_OTHER[word[1]] for word in _TEMPORAL.finditer(path) if word[1] in _OTHER), "")
            what = f"{other} is not solved" if other else f"no F, G or U in {path!r}"
            raise ValueError(f"property {shown}: {what}; there are {_KNOWN}")
        kind, before = "U", path[: until[0]].strip()
        steps, target = _bound(path[until[0] + 1 :], shown)
    for formula in (before, target):
        nested = next((word[1] for word in _TEMPORAL.finditer(formula) if word[1]), None)
        if nested:
            raise ValueError(f"property {shown}: {nested} within another operator is not solved; there are {_KNOWN}")
    if not target or (kind == "U" and not before):
        raise ValueError(f"property {shown}: {kind} needs a formula on {'both sides' if before else 'its right'}")
    return kind, steps, before, target


def _bound(text: str, shown: str) -> tuple[int | None, str]:
    """The bound behind an operator, and the formula behind that."""
    sign = _TIME.match(text)
    if not sign:
        return None, text.strip()
    number = re.match(r"([0-9]{1,9})(?=[\s(\"!]|$)\s*(.*)", text[sign.end() :], re.DOTALL)
    if sign[1] not in ("<=", "<") or not number or (sign[1] == "<" and int(number[1]) == 0):
        raise ValueError(f"property {shown}: a bound on steps must be such as <=10")
    return int(number[1]) - (sign[1] == "<"), number[2].strip()
