"""The checkers accept what is true and nothing else: all values, bounds and ranks of tiny games are tried."""

import itertools
import math

import pytest
from gmpy2 import mpq

from ..solver import oracle
from .conftest import in_python, judge, must_end, read_game, seal_lines, worths_of


def tiny_game(luck, count, rewards=False):
    """Return the table of numbers of a certificate, and for each position its seat and the outcomes of its moves."""
    found = []
    for _ in range(count):
        moves = []
        for _ in range(luck.choice((1, 2, 2))):
            ways = [f">{luck.randrange(count)}" if luck.random() < 0.65 else f"={luck.randrange(5)}" for _ in range(2)]
            text = f"4{ways[0]}" if luck.random() < 0.5 or ways[0] == ways[1] else ",".join(f"2{way}" for way in ways)
            moves.append(text + (f",+{luck.choice((1, 4, 5))}" if rewards and luck.random() < 0.4 else ""))
        found.append((luck.randrange(2), moves))
    return ["0", "1/4", "1/2", "3/4", "1", "2"], found


def tiny_lines(numbers, game, infinite, fields, claim, unit=None):
    """Yield a certificate of a tiny game, given the rank, best moves and value (or bounds) of each position."""
    yield from ("odds 1", "game tiny", f"kind {'values' if unit is None else 'bounds'}", "given none")
    yield from (f"infinite {infinite}", f"rewards {'moves' if infinite == 'infinity' else 'none'}")
    if unit is not None:
        yield f"unit {unit}"
    yield f"numbers {len(numbers)}"
    yield from (f"number {number}" for number in numbers)
    yield f"positions {len(game)}"
    for x, ((seat, moves), field) in enumerate(zip(game, fields, strict=True)):
        yield f"p {seat} {field} {x}"
        yield from (f"m {text} {y}" for y, text in enumerate(moves))
    yield from ("start 0", f"claim 0 {claim}")


def text_of(value):
    return "infinity" if value == math.inf else str(value)


def best_of(seat, lows, highs):
    """Return the moves that bounds leave, as the file lists them."""
    left = [low <= min(highs) if seat else high >= max(lows) for low, high in zip(lows, highs, strict=True)]
    return ",".join(str(y) for y, keep in enumerate(left) if keep)


def files_of(numbers, game, infinite, bounds, unit, ranks):
    """Yield a certificate for each choice of ranks: of bounds, or of values if there is no unit."""
    rules = read_game(list(tiny_lines(numbers, game, infinite, ["- 0 0"] * len(game), 0)))
    lows, highs = ([one[side] for one in bounds] for side in (0, 1))
    best = [best_of(seat, *(worths_of(rules, x, one) for one in (lows, highs))) for x, seat in enumerate(rules.seats)]
    scale = unit or 1
    said = [[text_of(one / scale) for one in (pair if unit else pair[:1])] for pair in bounds]
    claim = " ".join(map(text_of, bounds[0] if unit else bounds[0][:1]))
    for own in ranks:
        fields = [f"{rank} {left} {' '.join(own)}" for rank, left, own in zip(own, best, said, strict=True)]
        yield list(tiny_lines(numbers, game, infinite, fields, claim, unit))


def holds(rules, bounds):
    """Return whether the best moves are worth no less than the lower and no more than the upper bounds."""
    lows, highs = ([one[side] for one in bounds] for side in (0, 1))
    for x, (seat, low, high) in enumerate(zip(rules.seats, lows, highs, strict=True)):
        choose = min if seat else max
        if choose(worths_of(rules, x, lows)) < low or choose(worths_of(rules, x, highs)) > high:
            return False
    return True


QUARTERS, MORE = [mpq(k, 4) for k in range(5)], [mpq(3, 2), mpq(2), mpq(3), math.inf]


@pytest.mark.parametrize(
    ("infinite", "unit"),
    [(worth, unit) for unit in (None, mpq(1, 4)) for worth in ("never", "1/4", "1", "infinity")],
)
def test_all_values_or_bounds_and_all_ranks(infinite, unit, luck, both_all):
    """Of all vectors on a grid that satisfy Bellman's equation or its inequalities, only true ones are accepted."""
    rewards = infinite == "infinity"
    grid = [*QUARTERS, *(MORE if rewards else ())]
    if unit and rewards:
        grid = [*QUARTERS[::2], mpq(2), math.inf]
    pairs = [(low, high) for low in grid for high in grid if low == high or (unit and low < high)]
    found, tried, proved, false = [], 0, 0, 0
    for turn in range(8 if unit else 16):
        count = 2 if unit else 2 + turn % 2
        numbers, game = tiny_game(luck, count, rewards)
        rules = read_game(list(tiny_lines(numbers, game, infinite, ["- 0 0"] * count, 0)))
        true = oracle.solve_once(rules)
        ranks = list(itertools.product(range(count), repeat=count))
        exact = [] if unit else [[(one, one) for one in true]]
        for bounds in itertools.chain(exact, itertools.product(pairs, repeat=count)):
            if not holds(rules, bounds):
                continue
            right = all(low <= value <= high for (low, high), value in zip(bounds, true, strict=True))
            false += not right
            before = proved
            for lines in files_of(numbers, game, infinite, bounds, unit, ranks):
                data = seal_lines(lines)
                good, _ = in_python(data)
                tried += 1
                proved += good
                assert right or not good, lines
                if tried % 20 == 0 or (good and not unit):
                    found.append(data)
                    if good:
                        judge(lines)
            if not unit and right and (infinite != "never" or must_end(rules)):  # some ranks prove the true values
                assert proved > before
    both_all(found)
    assert tried > (600 if unit else 300)
    assert proved > (40 if unit else 5)
    assert false > 8 or infinite == "never"


def test_a_lower_bound_above_the_upper_is_refused(both_all):
    """Such bounds would be on neither side of the worth of infinite play, and endless play would need no rank."""
    files, worths = [], ("1/4", "1/2", "3/4", "infinity")
    for infinite, seat, (high, low) in itertools.product(worths, (0, 1), itertools.combinations(range(5), 2)):
        claim = f"{mpq(low, 4)} {mpq(high, 4)}"
        lines = tiny_lines(["0", "1"], [(seat, ["1>0"])], infinite, [f"1 0 {low} {high}"], claim, mpq(1, 4))
        files.append(seal_lines(lines))
    assert all(said == "line 12: the lower bound exceeds the upper bound" for _, said in both_all(files))
