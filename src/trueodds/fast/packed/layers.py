"""Solve games with a running score by backward induction; each layer is one large integer.

The game has T turns. In each turn, one of at most two coins is flipped. Heads adds the coin's points to the score, and
tails subtracts them. The result depends only on how the final score compares with a threshold. Let x be the score minus
the threshold, and M the largest number of points of a coin. A layer has the values of all scores with t turns done and
l left, except those that are decided (x > l·M is won, and so is x = l·M if x = 0 wins at the end; x < -l·M is lost) or
that t turns cannot reach (|score| > t·M).

Values are scaled by win · scale^l to integers, where win is the integer for a win at the end, and scale is the common
denominator of the coins' probabilities. The values of a layer are stored side by side in slots of w bits, where w is a
multiple of 64 and win · scale^T is below 2^(w-1). A weighted sum of two copies of a layer, shifted by the points,
therefore never overflows a slot. With 2^(w-1) added in each slot, the difference A - B of two such sums never borrows
from the next slot, and the top bit of a slot is set where A ≥ B.

Cost: about 15 passes over M·T²/2 slots of T·log2(scale) bits. Memory: these slots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ...game import Integer, Rational
from ...parameters import format_number
from ...runtime.executors import Progress
from ...runtime.interrupts import check_interrupt
from ...runtime.memory import require_memory
from ...solution import Proof, pluralize

#: The best coins, as in the result of `Layers.best`.
FIRST, SECOND, BOTH = 1, 2, 3


class Coin(NamedTuple):
    """A coin: heads, with probability heads / (heads + tails), adds the points; tails subtracts them."""

    points: int
    heads: int
    tails: int


class Tosses(NamedTuple):
    """The one or two coins of a turn, and whether the player who chooses maximizes or minimizes the value."""

    coins: tuple[Coin, ...]
    maximizes: bool = True


@dataclass(frozen=True)
class LayersProof(Proof):
    """The proof by backward induction in integers; `positions` counts the positions that have a slot and a choice."""

    choice: str

    def __str__(self) -> str:
        return (
            f"{self.method} at {pluralize(self.positions, 'open position')}, comparing both {self.choice}; "
            f"{pluralize(self.ties, 'tie')}"
        )


@dataclass(frozen=True)
class Scores:
    """The parameters of the layers.

    `turns` is T, and `points` is M; `scale` is heads + tails of every coin. `threshold`, from -T·M to T·M, is the score
    at which x = 0. At the end, x > 0 is worth `win`, x = 0 is worth `level`, and x < 0 is worth 0.
    """

    turns: int
    threshold: int
    points: int
    scale: int
    level: int
    win: int

    def low(self, done: int) -> int:
        """Return the least x that has a slot in the layer."""
        return max(-(self.turns - done) * self.points, -done * self.points - self.threshold)

    def high(self, done: int) -> int:
        """Return the largest x that has a slot in the layer; if x = 0 wins at the end, x = l·M is decided."""
        certain = int(self.level == self.win)
        return min((self.turns - done) * self.points - certain, done * self.points - self.threshold)

    def count(self, done: int) -> int:
        """Return the number of x that have a slot in the layer, possibly 0."""
        return self.high(done) - self.low(done) + 1

    def full(self, done: int) -> Integer:
        """Return the number that stands for a win in this layer."""
        return mpz(self.win) * mpz(self.scale) ** (self.turns - done)

    @property
    def width(self) -> int:
        """The number of bits of a slot."""
        bits = int(self.win * mpz(self.scale) ** self.turns).bit_length() + 1
        return (bits + 63) // 64 * 64

    def check_memory(self) -> None:
        """Raise MemoryError, before any memory is allocated, if the layers would not fit."""
        # A rough estimate, because full(0) itself may be too large to compute.
        bits = 64 + self.turns * (self.scale - 1).bit_length()
        needed = (self.points * self.turns * self.turns // 2 + 16 * self.points * self.turns) * bits // 8
        what = f"turns {format_number(self.turns)}, points per turn up to {format_number(self.points)}"
        require_memory(needed, what)


class Layers:
    """All layers of a game.

    `turns` lists the kinds of turns in order from the start of the game, and is repeated as needed. `choices` is the
    number of positions that have a slot and a choice, and `ties` the number of those where the two coins tie.
    """

    def __init__(self, scores: Scores, turns: Sequence[Tosses], progress: Progress | None = None) -> None:
        self._prepare(scores, turns)
        self._layers[scores.turns] = mpz(scores.level) if scores.count(scores.turns) else mpz(0)
        for done in range(scores.turns - 1, -1, -1):
            coins, maximizes = self.turn(done)
            value = self._evaluate_coin(done, coins[0])
            if len(coins) == 2:
                self.choices += scores.count(done)
                value = self._choose(value, self._evaluate_coin(done, coins[1]), maximizes, done)
            self._layers[done] = value
            check_interrupt()
            if progress and (done % 16 == 0):
                progress("layers", scores.turns - done, scores.turns)

    def _prepare(self, scores: Scores, turns: Sequence[Tosses]) -> None:
        scores.check_memory()
        self.scores, self.turns = scores, tuple(turns)
        self._width = scores.width
        longest = max(scores.count(done) for done in range(scores.turns + 1)) + 4 * scores.points
        self._ones = _make_repeated_ones(self._width, longest)
        self._layers: list[Integer] = [None] * (scores.turns + 1)
        self.choices, self.ties = 0, 0

    def to_parts(self) -> dict[str, Any]:
        """Return the parts to be stored in a file."""
        return {"layers": self._layers, "ties": self.ties}

    @classmethod
    def from_parts(cls, scores: Scores, turns: Sequence[Tosses], parts: dict[str, Any]) -> Self:
        """Return the layers that have these parts."""
        if len(parts["layers"]) != scores.turns + 1:
            raise ValueError(f"there must be {scores.turns + 1} layers, not {len(parts['layers'])}")
        layers = cls.__new__(cls)
        layers._prepare(scores, turns)
        layers._layers, layers.ties = parts["layers"], parts["ties"]
        for done, layer in enumerate(layers._layers):
            if layer < 0 or layer.bit_length() > max(scores.count(done), 0) * layers._width:
                raise ValueError("a layer is negative or too long")
        layers.choices = sum(scores.count(done) for done in range(scores.turns) if len(layers.turn(done).coins) == 2)
        return layers

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layers):
            return NotImplemented
        return (self.scores, self.turns, self._layers) == (other.scores, other.turns, other._layers)

    def __hash__(self) -> int:
        return hash((self.scores, self.turns))

    def turn(self, done: int) -> Tosses:
        """Return the turn after `done` turns."""
        return self.turns[done % len(self.turns)]

    def value(self, done: int, x: int) -> Rational:
        """Return the value of a position, from 0 to 1 (a certain win); |x + threshold| must not exceed done · M."""
        return self._read_slot(self._layers[done], done, x)

    def coin_values(self, done: int, x: int) -> list[Rational]:
        """Return the value of each coin allowed at a position."""
        return [
            (coin.heads * self.value(done + 1, x + coin.points) + coin.tails * self.value(done + 1, x - coin.points))
            / self.scores.scale
            for coin in self.turn(done).coins
        ]

    def best(self, done: int) -> NDArray[np.int8]:
        """Return FIRST, SECOND or BOTH (a tie) for each x with a slot in the layer, in increasing order of x."""
        count = self.scores.count(done)
        coins, maximizes = self.turn(done)
        if len(coins) == 1:
            return np.full(count, FIRST, dtype=np.int8)
        not_less, greater = self._compare(
            self._evaluate_coin(done, coins[0]), self._evaluate_coin(done, coins[1]), count
        )
        first, equal = self._read_slots(not_less, count), self._read_slots(not_less ^ greater, count)
        better = np.where(first == maximizes, FIRST, SECOND)
        return np.where(equal, BOTH, better).astype(np.int8)

    def _evaluate_coin(self, done: int, coin: Coin) -> Integer:
        """Return, for all x of a layer, heads · v(x + points) + tails · v(x - points), with v from the next layer."""
        scores, width = self.scores, self._width
        count, after = scores.count(done), done + 1
        below = scores.low(after) - scores.low(done) + scores.points  # certainly lost, so left empty
        places = scores.count(after)
        wide = self._layers[after] << (width * below)
        above = count + 2 * scores.points - below - places
        wide += (self._make_ones(above) * scores.full(after)) << (width * (below + places))
        up = gmpy2.f_mod_2exp(wide >> (width * (scores.points + coin.points)), width * count)
        down = gmpy2.f_mod_2exp(wide >> (width * (scores.points - coin.points)), width * count)
        if coin.heads == coin.tails == 1:
            return up + down
        return coin.heads * up + coin.tails * down

    def _choose(self, a: Integer, b: Integer, maximizes: bool, done: int) -> Integer:
        """Return the larger, or the smaller, of two numbers in each slot, and count ties."""
        not_less, greater = self._compare(a, b, self.scores.count(done))
        self.ties += (not_less ^ greater).bit_count()
        mask = (not_less << self._width) - not_less  # all bits of the slots where a ≥ b
        chosen = (a ^ b) & mask
        return b ^ chosen if maximizes else a ^ chosen

    def _compare(self, a: Integer, b: Integer, count: int) -> tuple[Integer, Integer]:
        """Return two integers: the first has 1 in each slot where a ≥ b, the second where a > b; other slots are 0."""
        ones, top = self._make_ones(count), self._width - 1
        difference = (ones << top) + a - b
        return (difference >> top) & ones, ((difference - ones) >> top) & ones

    def _make_ones(self, count: int) -> Integer:
        """Return an integer with a 1 in each of the first `count` slots."""
        return gmpy2.f_mod_2exp(self._ones, self._width * count)

    def _read_slots(self, ones: Integer, count: int) -> NDArray[np.bool_]:
        """Return the lowest bit of each of the first `count` slots, which have no other bits set."""
        raw = int(ones).to_bytes(count * self._width // 8, "little")
        return np.frombuffer(raw, dtype=np.uint8)[:: self._width // 8].astype(bool)

    def _read_slot(self, layer: Integer, done: int, x: int) -> Rational:
        """Return the number in the slot of x as a fraction of a win, or the decided value if x has no slot."""
        scores, width = self.scores, self._width
        value: Rational = mpq(int(x > scores.high(done)))
        if scores.low(done) <= x <= scores.high(done):
            slot = gmpy2.f_mod_2exp(layer >> (width * (x - scores.low(done))), width)
            value = mpq(slot, scores.full(done))
        return value


def _make_repeated_ones(width: int, count: int) -> Integer:
    """Build, by repeated doubling, an integer with a 1 in each of `count` slots."""
    ones, made = mpz(1), 1
    while made < count:
        ones |= ones << (width * made)
        made *= 2
    return gmpy2.f_mod_2exp(ones, width * count)
