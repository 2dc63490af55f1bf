"""Embed a certificate in a page, where the reader's browser checks it with `check_odds.js`."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Iterable, Sequence
from importlib.resources import files

from gmpy2 import mpq

from ..solution import NotProved, Solution
from ..solver.bounded import bound_moves
from ..solver.model import Model, explore
from .bounds import format_bounds_certificate
from .lines import add_checksum
from .ranks import find_infinite_value
from .write import format_certificate

#: Beyond these limits, a page would take a long time to open and check.
MAX_POSITIONS, MAX_BYTES = 60_000, 3_000_000

_LONG_VALUES = 1_000_000  # characters; from this total length on, a page stores values only in the certificate

_SEATS = "<p>Seat {} is the player who moves first.</p>"

#: A note for solutions whose method counts positions differently from the certificate.
_COUNTS = (
    "<p>The certificate counts the reachable positions of each player separately. The proof on this page may include "
    "other positions, and may count the positions of both players together.</p>"
)

_POLICY = "default-src 'none'; "


def embed_certificate(page: str, solution: Solution) -> str:
    """Add the solution's certificate, the checker, and a line for the verdict to the end of a page.

    The page is returned unchanged if the certificate is too large. The verdict appears in the element ``#certified``.
    """
    packed = pack_certificate(solution)
    if packed is None:
        return page
    before, end, after = page.rpartition("</body>")
    if not end or before.count(_POLICY) != 1:
        raise AssertionError("this page cannot contain a certificate; please report this")
    notes = _SEATS.format(solution.game.seat(solution.game.start)) + _COUNTS * (not hasattr(solution, "model"))
    return (
        before.replace(_POLICY, f"{_POLICY}worker-src blob:; ")
        + '<aside aria-label="Certificate" tabindex="0"><p id="certified" aria-live="polite"></p>'
        + f"{notes}</aside>\n"
        + f'<script type="text/plain" id="certificate">{packed}</script>\n'
        + f'<script type="text/plain" id="certificate-checker">{_file("check_odds.js")}</script>\n'
        + f"<script>{_file('check_page.js')}</script>\n"
        + end
        + after
    )


def pack_certificate(solution: Solution) -> str | None:
    """Return a certificate compressed by gzip and encoded in base64, or None if it is too large for a page."""
    model = getattr(solution, "model", None)
    try:
        explored: Model = model if isinstance(model, Model) else explore(solution.game, max_positions=MAX_POSITIONS)
    except MemoryError:
        return None
    if len(explored.positions) > MAX_POSITIONS:
        return None
    packed = _pack(format_certificate(solution, explored))
    if len(packed) > MAX_BYTES and find_infinite_value(explored) is None:
        try:
            bounds = bound_moves(explored).bounds
            packed = _pack(format_bounds_certificate(explored, bounds.low, bounds.high, solution))
        except NotProved:  # floats cannot bound the values
            return None
    return base64.b64encode(packed).decode("ascii") if len(packed) <= MAX_BYTES else None


def match_values(solution: Solution, seats: str, values: Sequence[str]) -> list[int]:
    """Return the page's position numbers, in the order in which the certificate supplies the values to the page.

    `seats` and `values` are the page's data; the values are for the player to move. The list is empty if the page must
    store the values itself.
    """
    model = getattr(solution, "model", None)
    if sum(map(len, values)) < _LONG_VALUES or not isinstance(model, Model) or len(model.positions) != len(values):
        return []
    packed = pack_certificate(solution)
    lines = [] if packed is None else gzip.decompress(base64.b64decode(packed)).decode().split("\n")
    order: list[int] = model.graph.components.members.tolist()
    proved = [line.split(" ", 5)[4] for line in lines if line.startswith("p ")] if "kind values" in lines else []
    page_values = [values[x] if seats[x] == "0" else str(1 - mpq(values[x])) for x in order]
    return order if proved == page_values else []


def _pack(lines: Iterable[str]) -> bytes:
    return gzip.compress("".join(add_checksum(lines)).encode(), mtime=0)


def _file(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")
