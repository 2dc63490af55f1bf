"""Read games given as arrays, checking all positions at once."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np
from gmpy2 import lcm, mpq, mpz
from numpy.typing import NDArray

from ..parameters import as_index, show
from ..runtime.memory import require_memory
from .checked_rules import to_rational
from .numbered import Identity, Interned, Numbered, intern

_MAX_NUMBER = int(np.iinfo(np.int32).max)  # maximum number of positions plus ends, and of moves
_BYTES = (40, 60, 40)  # numbers of bytes per position, move and outcome during the check
_WORD = 2**62


def read_arrays(
    arrays: tuple[Any, ...],
    names: tuple[Sequence[Hashable] | None, Sequence[Hashable] | None],
    gains: Sequence[Any] | None,
    start: int,
) -> tuple[int, tuple[Any, ...]]:
    """Check the arguments of `Model.from_arrays`; return the start's number and the model's fields except `game`.

    `arrays` holds the first seven arguments, `names` the arguments `positions` and `moves`.
    """
    seats, first_move, first_outcome, targets, probabilities, which, payoffs = arrays
    seat = _read_integers("seats", seats)
    count = len(seat)
    if count == 0:
        raise ValueError("seats must not be empty")
    _refuse((seat != 0) & (seat != 1), lambda x: f"the seat at position {x} must be 0 or 1, not {seat[x]}")
    first_y = _read_offsets("first_move", first_move, count)
    rows = int(first_y[-1])
    _refuse(np.diff(first_y) == 0, lambda x: f"position {x} has no move")
    first_z = _read_offsets("first_outcome", first_outcome, rows)
    target, number = _read_integers("targets", targets), _read_integers("which", which)
    outcomes = int(first_z[-1])
    for what, array in (("targets", target), ("which", number)):
        if len(array) != outcomes:
            raise ValueError(
                f"the length of {what} must be {outcomes:,}, as first_outcome requires, not {len(array):,}"
            )
    sizes = (count, rows, outcomes)
    require_memory(sum(a * b for a, b in zip(_BYTES, sizes, strict=True)), f"a game of {count:,} positions from arrays")
    if max(count + len(payoffs), rows) > _MAX_NUMBER:
        raise MemoryError(
            f"a game from arrays may have at most {_MAX_NUMBER:,} positions and payoffs in total, and at most "
            f"{_MAX_NUMBER:,} moves, not {count + len(payoffs):,} and {rows:,}"
        )
    start_number = as_index(start)
    if start_number is None or not 0 <= start_number < count:
        raise ValueError(f"start must be the number of a position, from 0 to {count - 1:,}, not {show(start)}")
    table, ended = read_rationals("probabilities[{}]", probabilities), read_rationals("payoffs[{}]", payoffs)
    for at, chance in enumerate(table):
        if not 0 < chance <= 1:
            raise ValueError(f"probabilities[{at}] must be above 0 and at most 1, not {chance}")

    def move(y: int) -> str:
        x = int(np.searchsorted(first_y, y, side="right")) - 1
        return f"of move {y - int(first_y[x])} at position {x}"

    def where(z: int) -> str:
        return move(int(np.searchsorted(first_z, z, side="right")) - 1)

    last = count + len(ended) - 1
    _refuse((target < 0) | (target > last), lambda z: f"a target {where(z)} must be from 0 to {last}, not {target[z]}")
    last_chance = len(table) - 1
    _refuse(
        (number < 0) | (number > last_chance),
        lambda z: f"which[{z}] {where(z)} must be from 0 to {last_chance}, not {number[z]}",
    )
    after, chance_of = target.astype(np.int32), number.astype(np.int32)
    owner = np.repeat(np.arange(rows, dtype=np.int32), np.diff(first_z))
    _refuse_twice(owner, after, lambda y, target: f"the target {target} {move(y)} appears twice")
    check_sums(table, chance_of, first_z, move)
    over = after >= count
    ends, end_numbers = _collect_ends(ended, table, owner[over], after[over] - count, chance_of[over], rows)
    first_on = np.concatenate([[0], np.cumsum(np.bincount(owner[~over], minlength=rows))])
    positions, moves = names
    return start_number, (
        range(count) if positions is None else list(positions),
        Identity(count) if positions is None else _number_positions(positions, count),
        seat.astype(np.int8),
        first_y,
        _number_moves(first_y) if moves is None else _name_moves(moves, first_y),
        first_on.astype(np.int64),
        after[~over],
        table,
        chance_of[~over],
        ends,
        end_numbers,
        None if gains is None else _read_gains(gains, rows),
    )


def export_arrays(model: Any) -> dict[str, Any]:
    """Return the arguments from which `Model.from_arrays` rebuilds a model, except names and the game's parameters."""
    payoffs, chances = model.payoffs, Interned()
    number_of = {payoff: len(model.positions) + k for k, payoff in enumerate(payoffs)}
    numbers = np.array([chances.number(chance) for chance in model.probability_table], dtype=np.int64)
    table = [[(number_of[payoff], chances.number(chance)) for payoff, chance in over] for over in model.end_table]
    sizes = np.array([len(over) for over in table], dtype=np.int64)[model.end_numbers]
    first_end = np.concatenate([[0], np.cumsum(sizes)])
    first = model.first_outcome + first_end  # outcomes that end the game follow those that continue it
    ends = np.repeat(first[1:] - sizes, sizes) + np.arange(first_end[-1]) - np.repeat(first_end[:-1], sizes)
    targets, which = np.empty(first[-1], dtype=np.int64), np.empty(first[-1], dtype=np.int64)
    on = np.ones(len(targets), dtype=bool)
    on[ends] = False
    targets[on], which[on] = model.targets, numbers[model.probability_numbers]  # the table may repeat a probability
    end_pairs = [pair for number in model.end_numbers.tolist() for pair in table[number]]
    targets[ends], which[ends] = np.array(end_pairs, dtype=np.int64).reshape(-1, 2).T
    return {
        "seats": model.seats,
        "first_move": model.first_move,
        "first_outcome": first,
        "targets": targets,
        "probabilities": chances.table,
        "which": which,
        "payoffs": payoffs,
        "start": model.start,
        "infinite_play": model.game.infinite_play,
        "gains": model.gains,
        "value_seat": model.game.value_seat,
    }


def _read_gains(gains: Sequence[Any], moves: int) -> Numbered:
    """Check the gains of the moves, and return them as mpq."""
    if len(gains) != moves:
        raise ValueError(f"the length of gains must be {moves:,}, not {len(gains):,}")
    if isinstance(gains, Numbered):
        numbered = Numbered(read_rationals("gains[{}]", gains.table), gains.numbers)
    else:
        numbered = intern(read_rationals("gains[{}]", gains))
    if (least := min(numbered.table, default=0)) < 0:
        raise ValueError(f"gains must be at least 0, not {least}")
    return numbered


def read_matrix(seats: Any, first_move: Any, matrix: Any, denominators: Any, payoffs: Sequence[Any]) -> tuple[Any, ...]:
    """Return the first seven arguments of `Model.from_arrays` for a game given by a sparse matrix."""
    if not hasattr(matrix, "tocsr"):
        raise TypeError(f"matrix must be a SciPy sparse matrix, not {type(matrix).__name__}")
    rows = matrix.tocsr()
    if rows.shape[1] != len(seats) + len(payoffs):
        raise ValueError(
            f"the number of columns of matrix must be {len(seats) + len(payoffs):,} (one for each position and each "
            f"end), not {rows.shape[1]:,}"
        )
    below = _read_integers("denominators", np.atleast_1d(denominators))
    if len(below) not in (1, rows.shape[0]):
        raise ValueError(f"the length of denominators must be 1 or {rows.shape[0]:,} (one per row), not {len(below):,}")
    per_outcome = np.repeat(np.broadcast_to(below, (rows.shape[0],)), np.diff(rows.indptr))
    table, which = number_fractions(rows.data, per_outcome)
    return seats, first_move, rows.indptr, rows.indices, table, which, payoffs


def number_fractions(numerators: Any, denominators: Any) -> tuple[list[Any], NDArray[np.int32]]:
    """Return the distinct fractions, and the index of each given fraction among them.

    `denominators` may be one number for all fractions.

    >>> table, which = number_fractions([1, 2, 1], [2, 4, 3])
    >>> table, which.tolist()
    ([mpq(1,2), mpq(1,3)], [0, 0, 1])
    """
    above, below = _read_integers("numerators", numerators), _read_integers("denominators", np.atleast_1d(denominators))
    _refuse(below <= 0, lambda z: f"denominators must be positive, not {below[z]}")
    pairs = np.stack(np.broadcast_arrays(above, below), axis=1)
    common = np.gcd(pairs[:, 0], pairs[:, 1])
    pairs //= common[:, None]
    distinct, which = np.unique(pairs, axis=0, return_inverse=True)
    table = [mpq(a, b) for a, b in distinct.tolist()]
    return table, which.reshape(-1).astype(np.int32)


def _read_integers(what: str, values: Any) -> NDArray[np.int64]:
    """Return a one-dimensional sequence of integers as an int64 array."""
    array = np.asarray(values)
    if array.size == 0:
        array = array.astype(np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"{what} must be a 1D array of integers, not a {array.ndim}D {array.dtype} array")
    if array.dtype.kind == "u" and array.size and int(array.max()) > _WORD:
        raise ValueError(f"{what} must be at most 2^62, not {array.max()}")
    return array.astype(np.int64, copy=False)


def _read_offsets(what: str, values: Any, rows: int) -> NDArray[np.int64]:
    offsets = _read_integers(what, values)
    if len(offsets) != rows + 1:
        raise ValueError(f"the length of {what} must be {rows + 1:,}, not {len(offsets):,}")
    if offsets[0] != 0:
        raise ValueError(f"{what} must begin with 0, not {offsets[0]}")
    _refuse(np.diff(offsets) < 0, lambda at: f"{what}[{at + 1}] must be at least {offsets[at]}, not {offsets[at + 1]}")
    return offsets.copy()


def _number_positions(names: Sequence[Hashable], count: int) -> dict[Hashable, int]:
    """Return the number of each position by name."""
    number_of = {name: x for x, name in enumerate(names)}
    if len(names) != count:
        raise ValueError(f"the length of positions must be {count:,}, not {len(names):,}")
    if len(number_of) < count:
        x = next(x for x, name in enumerate(names) if number_of[name] != x)
        raise ValueError(f"positions {x} and {number_of[names[x]]} have the same name, {names[x]!r}")
    return number_of


def _number_moves(first: NDArray[np.int64]) -> Numbered:
    """Return the moves of each position as numbers from 0."""
    counts = np.diff(first)
    numbers = np.arange(first[-1]) - np.repeat(first[:-1], counts)
    return Numbered(range(int(counts.max())), numbers.astype(np.int32))


def _name_moves(names: Sequence[Hashable], first: NDArray[np.int64]) -> Numbered:
    """Return the names of the moves, with each distinct name stored once."""
    if len(names) != first[-1]:
        raise ValueError(f"the length of moves must be {first[-1]:,}, not {len(names):,}")
    labels = intern(names)
    owner = np.repeat(np.arange(len(first) - 1), np.diff(first))
    _refuse_twice(owner, labels.numbers, lambda x, n: f"position {x} has two moves named {labels.table[n]!r}")
    return labels


def read_rationals(what: str, values: Sequence[Any]) -> list[Any]:
    """Return exact rationals as mpq; error messages call a value ``what.format(index)``."""
    numbers = [to_rational(number) for number in values]
    if None in numbers:
        at = numbers.index(None)
        name = what.format(at)
        raise TypeError(f"{name} must be an exact rational: an int, a Fraction or an mpq, not {show(values[at])}")
    return numbers


def _refuse(wrong: NDArray[np.bool_], message: Callable[[int], str]) -> None:
    """Raise ValueError with the message for the first wrong entry, if there is one."""
    if wrong.any():
        raise ValueError(message(int(wrong.argmax())))


def _refuse_twice(owner: NDArray[Any], number: NDArray[np.int32], message: Callable[[int, int], str]) -> None:
    """Raise ValueError if two entries have the same owner and the same number; entries are in order of owner."""
    falls = (owner[1:] == owner[:-1]) & (number[1:] <= number[:-1])
    if not falls.any():
        return
    unsorted_owners = np.zeros(int(owner[-1]) + 1, dtype=np.bool_)
    unsorted_owners[owner[1:][falls]] = True
    to_sort = unsorted_owners[owner]
    keys = np.sort(owner[to_sort].astype(np.int64) << 32 | number[to_sort])
    _refuse(keys[1:] == keys[:-1], lambda at: message(int(keys[at] >> 32), int(keys[at] & _MAX_NUMBER)))


def check_sums(
    table: list[Any], number: NDArray[np.int32], first: NDArray[np.int64], move: Callable[[int], str], name: str = ""
) -> None:
    """Verify that the probabilities of each move add up to exactly 1.

    Error messages begin with `name`; ``move(y)`` describes move y, for example as "of move 0 at position 3".
    """
    start = f"{name}: the probabilities" if name else "the probabilities"
    _refuse(np.diff(first) == 0, lambda y: f"{start} {move(y)} add up to 0, not to 1")
    common = mpz(1)
    for chance in table:
        common = lcm(common, chance.denominator)
        if common.bit_length() > 62:
            break
    longest = int(np.diff(first).max())
    if (common * longest).bit_length() <= 62:
        weights = np.array([int(chance * common) for chance in table], dtype=np.int64)
        total = np.add.reduceat(weights[number], first[:-1])
        _refuse(
            total != int(common),
            lambda y: f"{start} {move(y)} add up to {mpq(int(total[y]), common)}, not to 1",
        )
        return
    checked_rows: set[bytes] = set()
    for y, (a, b) in enumerate(itertools.pairwise(first.tolist())):
        row = number[a:b]
        if row.tobytes() not in checked_rows:
            added = sum((table[n] for n in row.tolist()), mpq(0))
            if added != 1:
                raise ValueError(f"{start} {move(y)} add up to {added}, not to 1")
            checked_rows.add(row.tobytes())


def _collect_ends(
    payoffs: list[Any],
    table: list[Any],
    owner: NDArray[np.int32],
    kind: NDArray[np.int32],
    number: NDArray[np.int32],
    moves: int,
) -> tuple[list[tuple[tuple[Any, Any], ...]], NDArray[np.int32]]:
    """Return the distinct ways to end the game, the first being "not at all", and the index of each move's way."""
    interned = Interned()
    interned.number(())
    end_numbers = np.zeros(moves, dtype=np.int32)
    single = np.bincount(owner, minlength=moves)[owner] == 1
    pair = kind[single].astype(np.int64) * len(table) + number[single]
    distinct, which = np.unique(pair, return_inverse=True)
    numbers = [interned.number(((payoffs[at // len(table)], table[at % len(table)]),)) for at in distinct.tolist()]
    end_numbers[owner[single]] = np.array(numbers, dtype=np.int32)[which] if numbers else 0
    several: dict[int, dict[Any, Any]] = {}
    for y, k, n in zip(owner[~single].tolist(), kind[~single].tolist(), number[~single].tolist(), strict=True):
        over = several.setdefault(y, {})
        over[payoffs[k]] = over.get(payoffs[k], 0) + table[n]
    for y, over in several.items():
        end_numbers[y] = interned.number(tuple(over.items()))
    return interned.table, end_numbers
