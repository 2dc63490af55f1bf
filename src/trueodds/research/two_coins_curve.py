"""Compute the odds of Two coins exactly, piece by piece, as a function of p, the probability of heads of coin A.

The method is backward induction over functions of p. At every position the value is a polynomial in p with rational
coefficients on each of finitely many pieces of [0, 1]. On a piece common to the positions that can follow, the values
of both coins are polynomials. The real roots of their difference are isolated exactly (`exact/algebraic.py`); between
them, the best coin does not change. On many pieces, bounds in floats prove which coin is better (`two_coins_signs`),
so only that coin's polynomial is computed.

All values are continuous in p. So at p = 0 and p = 1 they are those of a coin A that never or always shows heads.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..fast.packed.layers import Scores
from ..fast.packed.two_coins import make_layers
from ..games.two_coins import Flip, TwoCoins
from ..parameters import check_whole_number, format_number
from ..pictures import Curves
from ..runtime.executors import Progress
from ..runtime.interrupts import check_interrupt
from .two_coins_pieces import CoinChoice, Curve, CurveProof, Piece
from .two_coins_signs import Signs, count_cells, find_places

if TYPE_CHECKING:
    from ..exact.algebraic import Root

#: The maximum numbers of flips and of open positions for `compute_curve`. On one core, 40 flips take 2 s, 60 take 9 s,
#: and 100 take 100 s and 0.8 GB: the time grows with about the fifth power of the number of flips.
MAX_FLIPS = 100
MAX_POSITIONS = 12_000

_MAX_FLIPS_OF_PICTURE = 20  # maximum number of flips for which the picture shows breakpoints


@dataclass
class _Pieces:
    """A function on [0, 1]: the roots between its pieces, and a polynomial for each piece.

    `numbers` are the indices of these roots among all roots known when a layer begins.
    """

    breaks: list[Any]
    parts: list[Any]
    numbers: NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, dtype=np.intp))


@dataclass
class _KnownRoots:
    """All roots known when a layer begins, in order from 0 to 1, and their places on the grid of `Signs`."""

    roots: list[Any]
    starts: NDArray[np.intp]
    stops: NDArray[np.intp]


def compute_curve(
    flips: int,
    heads_b: object = "1/2",
    value_a: int = 1,
    value_b: int = 2,
    threshold: int = 1,
    progress: Progress | None = None,
) -> Curve:
    """Return the value of Two coins as an exact piecewise polynomial in p, the probability of heads of coin A.

    Parameters
    ----------
    flips : int
        From 1 to 100 (`MAX_FLIPS`).
    heads_b, value_a, value_b, threshold
        See `TwoCoins`.
    progress : callable, optional
        Called after each layer with the stage, the number of layers done, and the total.

    Returns
    -------
    Curve

    Raises
    ------
    ImportError
        python-flint is not installed.
    TypeError, ValueError
        An argument is invalid for `TwoCoins`.
    MemoryError
        There are more than 100 flips or 12,000 open positions; the error is raised before the work starts.

    See Also
    --------
    compute_curve_points : Compute exact values at equally spaced p, without polynomials; more flips are allowed.
    TwoCoins : The game for one p; its solution has the values of both coins at every position.

    References
    ----------
    G. E. Collins and A. G. Akritas, Polynomial real root isolation using Descartes' rule of signs, SYMSAC 1976.

    Examples
    --------
    >>> found = compute_curve(4)
    >>> found.breakpoints
    (Root(1/2), Root(≈ 0.732785615938, degree 3))
    >>> found.pieces[0].coefficients, found.value("1/2")
    ((mpq(1,2), mpq(1,8)), mpq(9,16))
    """
    game = TwoCoins(flips, "1/2", heads_b, value_a, value_b, threshold)
    scores = Scores(game.flips, game.threshold, max(game.value_a, game.value_b), 1, level=1, win=1)
    if game.flips > MAX_FLIPS or sum(map(scores.count, range(game.flips))) > MAX_POSITIONS:
        raise MemoryError(
            f"flips {format_number(game.flips)}, largest value {format_number(scores.points)}: a curve is "
            f"limited to {MAX_FLIPS} flips and {MAX_POSITIONS:,} open positions"
        )
    return _Induction(game, scores).run(progress)


def compute_curve_points(
    flips: int = 100,
    points: int = 101,
    heads_b: object = "1/2",
    value_a: int = 1,
    value_b: int = 2,
    threshold: int = 1,
    progress: Progress | None = None,
) -> list[tuple[mpq, mpq]]:
    """Return the exact values at equally spaced p from 0 to 1, both included; the game is solved once for each p.

    Parameters
    ----------
    flips, heads_b, value_a, value_b, threshold
        See `TwoCoins`.
    points : int
        The number of points, at least 2; 101 by default. They are p = k / (points - 1) for k = 0, 1, …, points - 1.
    progress : callable, optional
        Called after each point with the stage, the number of points done, and the total.

    Returns
    -------
    list of (p, value)

    Raises
    ------
    TypeError, ValueError
        An argument is invalid for `TwoCoins`, or `points` is not an integer of at least 2.
    MemoryError
        The solution for one p would not fit in memory.

    See Also
    --------
    compute_curve : Compute the value as an exact piecewise polynomial in p.

    Examples
    --------
    >>> compute_curve_points(flips=4, points=3)
    [(mpq(0,1), mpq(1,2)), (mpq(1,2), mpq(9,16)), (mpq(1,1), mpq(1,1))]
    """
    game = TwoCoins(flips, "1/2", heads_b, value_a, value_b, threshold)
    last = check_whole_number("points", points, 2) - 1
    curve_values = []
    for k in range(last + 1):
        p = mpq(k, last)
        curve_values.append((p, make_layers(game, p).value(0, -game.threshold)))
        if progress:
            progress("points", k + 1, last + 1)
    return curve_values


class _Induction:
    """The state of backward induction over functions of p.

    Values with l flips left are scaled by bottom^l, where bottom is the denominator of coin B's probability of heads,
    so that all polynomials have integer coefficients.
    """

    def __init__(self, game: TwoCoins, scores: Scores) -> None:
        from ..exact.algebraic import Roots  # imported first, because its error names the package to install

        self.game, self.scores, self.roots = game, scores, Roots()
        from flint import fmpz_poly

        self.poly = fmpz_poly
        self.bottom = int(game.heads_b.denominator)
        self.up, self.down = int(game.heads_b.numerator), int((1 - game.heads_b).numerator)
        self.steps = game.value_a, -game.value_a, game.value_b, -game.value_b
        self.signs = Signs(self.steps, game.heads_b, count_cells(game.flips))
        self.choices: dict[Flip, tuple[CoinChoice, ...]] = {}
        self.cells = 0

    def run(self, progress: Progress | None) -> Curve:
        scores, game = self.scores, self.game
        layer: dict[int, _Pieces] = {}
        for done in range(game.flips - 1, -1, -1):
            won = self.poly([self.bottom ** (game.flips - done - 1)])
            certain = _Pieces([], [self.poly([0])]), _Pieces([], [won])
            self.signs.solve(scores.low(done), scores.high(done))
            known_roots = self._number(layer)
            new = {}
            for x in range(scores.low(done), scores.high(done) + 1):
                check_interrupt()
                after = [layer.get(x + step) or certain[x + step >= 0] for step in self.steps]
                new[x] = self._best(Flip(done, x + game.threshold), after, known_roots)
            layer = new
            if progress:
                progress("layers", game.flips - done, game.flips)
        start = layer.get(-game.threshold) or _Pieces(
            [], [self.poly([self.bottom**game.flips if game.threshold <= 0 else 0])]
        )
        scale = self.bottom**game.flips
        ends = [self.roots.zero, *start.breaks, self.roots.one]
        pieces = tuple(
            Piece(lower, upper, tuple(mpq(int(c), scale) for c in part.coeffs()) or (mpq(0),))
            for (lower, upper), part in zip(itertools.pairwise(ends), start.parts, strict=True)
        )
        changes = {choice.upper for choices in self.choices.values() for choice in choices} - {self.roots.one}
        ties = sum(any(choice.coins == "AB" for choice in choices) for choices in self.choices.values())
        proof = CurveProof(
            "exact Bellman equality as polynomials", len(self.choices), (), ties, self.cells, len(changes)
        )
        return Curve(game, pieces, proof, self.choices)

    def _number(self, layer: dict[int, _Pieces]) -> _KnownRoots:
        """Return all roots known so far, in order; store in each function of a layer the indices of its breaks."""
        roots = self.roots.list_roots()
        numbers = {root: number for number, root in enumerate(roots)}
        for function in layer.values():
            function.numbers = np.array([numbers[root] for root in function.breaks], dtype=np.intp)
        return _KnownRoots(roots, *find_places(roots, self.signs.cells))

    def _best(self, position: Flip, after: list[_Pieces], known_roots: _KnownRoots) -> _Pieces:
        """Compute the larger of the coins' values from the values at the four next positions; record the best coins."""
        inner = np.unique(np.concatenate([function.numbers for function in after]))
        ends = np.concatenate(([0], inner, [len(known_roots.roots) - 1]))
        count = len(ends) - 1
        x = position.score - self.game.threshold
        signs = self.signs.between(x, known_roots.starts[ends[:-1]], known_roots.stops[ends[1:]])
        new = np.zeros((4, count), dtype=np.bool_)  # whether a function's polynomial changes at the lower end
        for row, function in zip(new, after, strict=True):
            row[np.searchsorted(inner, function.numbers) + 1] = True
        turns = (signs == 0) | np.where(signs > 0, new[0] | new[1], new[2] | new[3])
        turns[0] = True
        turns[1:] |= signs[1:] != signs[:-1]
        starts = np.flatnonzero(turns)
        stops = np.append(starts[1:], count)
        self.cells += int((stops - starts)[signs[starts] != 0].sum())

        breaks: list[Any] = []
        parts: list[Any] = []
        choices: list[tuple[Root, str]] = []  # roots with the coins that are best beyond them
        bounds = zip(ends[starts].tolist(), ends[stops].tolist(), strict=True)
        numbers = np.cumsum(new, axis=1)[:, starts].T.tolist()
        for (start, stop), sign, at in zip(bounds, signs[starts].tolist(), numbers, strict=True):
            lower, upper = known_roots.roots[start], known_roots.roots[stop]
            a_up, a_down, b_up, b_down = (function.parts[k] for function, k in zip(after, at, strict=True))
            if sign:
                part = self._evaluate_a(a_up, a_down) if sign > 0 else self._evaluate_b(b_up, b_down)
                cells = [(part, lower, upper, "A" if sign > 0 else "B")]
            else:
                cells = self._cells(self._evaluate_a(a_up, a_down), self._evaluate_b(b_up, b_down), lower, upper)
                self.cells += len(cells)
            for part, cell_lower, _, coins in cells:
                if not parts or part != parts[-1]:
                    if parts:
                        breaks.append(cell_lower)
                    parts.append(part)
                if not choices or choices[-1][1] != coins:
                    choices.append((cell_lower, coins))
        uppers = [*(lower for lower, _ in choices[1:]), self.roots.one]
        self.choices[position] = tuple(
            CoinChoice(lower, upper, coins) for (lower, coins), upper in zip(choices, uppers, strict=True)
        )
        return _Pieces(breaks, parts)

    def _evaluate_a(self, up: Any, down: Any) -> Any:
        """Return the value of coin A, p up + (1 - p) down, scaled as a value with one more flip left."""
        return (down + (up - down).left_shift(1)) * self.bottom

    def _evaluate_b(self, up: Any, down: Any) -> Any:
        """Return the value of coin B, whose probability of heads is constant, scaled like that of coin A."""
        return self.up * up + self.down * down

    def _cells(self, a: Any, b: Any, lower: Root, upper: Root) -> list[tuple[Any, Root, Root, str]]:
        """Return the larger of two polynomials between two roots, as cells in order."""
        difference = a - b
        if difference.is_zero():
            return [(a, lower, upper, "AB")]
        return [
            (a if sign > 0 else b, low, high, "A" if sign > 0 else "B")
            for low, high, sign in self.roots.find_cells(difference, lower, upper)
        ]


def draw_curve(game: TwoCoins, progress: Progress | None = None) -> list[Curves]:
    """Draw the chance to win as a function of p, and mark the breakpoints if there are few flips."""
    options = game.heads_b, game.value_a, game.value_b, game.threshold
    points = compute_curve_points(game.flips, 101, *options, progress)
    marks: list[float] = []
    if game.flips <= _MAX_FLIPS_OF_PICTURE:
        try:
            marks = [float(root.decimal(15)) for root in compute_curve(game.flips, *options, progress).breakpoints]
        except (ImportError, MemoryError):  # the marks are optional; only they require python-flint and few positions
            marks = []
    curves = [("best play", [float(p) for p, _ in points], [float(value) for _, value in points])]
    title = f"{game.name}, flips {game.flips}: chance to win with best play"
    names = "probability of heads of coin A", "chance to win"
    return [Curves(title, *names, curves, marks=marks, marks_title="the polynomial changes")]
