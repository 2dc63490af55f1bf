"""Games that need not end: Bellman's equation proves nothing there without ranks, and everything with them."""

import itertools
import random
from fractions import Fraction

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.certificates.write import values_certificate
from trueodds.solution import NotProved
from trueodds.solver.model import explore

LOOP = """odds 1
game loop
kind values
given none
infinite {worth}
rewards none
numbers 2
number 1/2
number 1
positions 2
p 0 {ranks[0]} {best} {value} here
m 1>1 stay
m 1={end} quit
p 1 {ranks[1]} 0 {value} there
m 1>0 back
start 0
claim 0 {value}"""


@pytest.mark.parametrize(
    ("worth", "best", "value", "end", "good"),
    [
        ("0", "0", "1", 0, False),  # Bellman's equation holds, and play never ends
        ("1", "0", "1", 0, True),  # if that is worth 1, it is the value
        ("1/2", "0,1", "1/2", 0, True),
        ("0", "0,1", "1/2", 0, True),  # the true one: quit in time
        ("never", "0,1", "1/2", 0, False),  # for the game need not end
        ("3/4", "0", "3/4", 0, True),
        ("3/4", "0,1", "1/2", 0, False),
        ("2", "0", "1", 0, False),
    ],
)
def test_bellman_alone_proves_nothing_in_a_loop(worth, best, value, end, good, both, seal):
    for ranks in (("-", "-"), ("1", "2"), ("2", "1")):
        text = LOOP.format(worth=worth, best=best, value=value, end=end, ranks=ranks)
        found, said = both(seal(text.split("\n")))
        assert found <= good, said
        if good and ranks == ("1", "2"):
            assert found, said


def random_game(rng):
    count = rng.randrange(2, 5)
    seats = [rng.randrange(2) for _ in range(count)]
    moves = []
    for _ in range(count):
        own = []
        for _ in range(rng.randrange(1, 3)):
            parts = [rng.randrange(1, 4) for _ in range(rng.randrange(1, 3))]
            chances = [mpq(part, sum(parts)) for part in parts]
            own.append(
                [
                    (p, None, mpq(rng.randrange(5), 4)) if rng.random() < 0.3 else (p, rng.randrange(count))
                    for p in chances
                ]
            )
        moves.append(own)
    return trueodds.Rules(0, lambda x: range(len(moves[x])), lambda x, y: moves[x][y], lambda x: seats[x])


def chain_values(model, choice, worth):
    """The value of each position if both follow their choices: what cannot end is worth so much, the rest is solved."""
    count = len(model.positions)
    reach = [set(model.targets[model.first_outcome[y] : model.first_outcome[y + 1]].tolist()) for y in choice]
    ends = {x for x, y in enumerate(choice) if model.ends[y]}
    while more := {x for x in range(count) if x not in ends and reach[x] & ends}:
        ends |= more
    rows = []
    for x, y in enumerate(choice):
        row = [mpq(0)] * (count + 1)
        row[x] = mpq(1)
        if x in ends:
            row[count] = model.constants[y]
            for z in range(model.first_outcome[y], model.first_outcome[y + 1]):
                row[model.targets[z]] -= model.probabilities[z]
        else:
            row[count] = worth
        rows.append(row)
    for x in range(count):
        pivot = next(row for row in rows[x:] if row[x])
        rows.remove(pivot)
        rows.insert(x, [value / pivot[x] for value in pivot])
        for at, row in enumerate(rows):
            if at != x and row[x]:
                rows[at] = [value - row[x] * other for value, other in zip(row, rows[x], strict=True)]
    return [row[count] for row in rows]


def brute_force(model, worth):
    """The value of each position: the best over all pairs of choices."""
    count = len(model.positions)
    own = [range(model.first_move[x], model.first_move[x + 1]) for x in range(count)]
    mine = [own[x] if model.seats[x] == 0 else [None] for x in range(count)]
    theirs = [own[x] if model.seats[x] == 1 else [None] for x in range(count)]
    best = None
    for first in itertools.product(*mine):
        worst = None
        for second in itertools.product(*theirs):
            choice = [one if two is None else two for one, two in zip(first, second, strict=True)]
            values = chain_values(model, choice, worth)
            worst = values if worst is None else list(map(min, worst, values))
        best = worst if best is None else list(map(max, best, worst))
    return best


def best_moves(model, values):
    found = []
    for x, seat in enumerate(model.seats.tolist()):
        worths = [
            model.constants[y]
            + sum(
                model.probabilities[z] * values[model.targets[z]]
                for z in range(model.first_outcome[y], model.first_outcome[y + 1])
            )
            for y in range(model.first_move[x], model.first_move[x + 1])
        ]
        top = (min if seat else max)(worths)
        found.append((top, [y for y, value in enumerate(worths) if value == top]))
    return found


@pytest.mark.parametrize("worth", ["0", "1/3", "1/2", "1"])
def test_the_value_of_random_games_with_loops_is_accepted_and_no_other(worth, both, seal):
    rng, loops, others = random.Random(worth), 0, 0
    for _ in range(150):
        model = explore(random_game(rng))
        values = brute_force(model, mpq(worth))
        found = best_moves(model, values)
        assert [top for top, _ in found] == values
        lines = list(values_certificate(model, values, [best for _, best in found], mpq(worth)))
        good, said = both(seal(lines))
        assert good, said
        # Other solutions of Bellman's equation, found by iterating it from elsewhere.
        for start in (mpq(0), mpq(1), mpq(2, 3)):
            other = [start] * len(values)
            for _ in range(30):
                other = [top for top, _ in best_moves(model, other)]
            if [top for top, _ in best_moves(model, other)] == other != values:
                loops += 1
                best = [own for _, own in best_moves(model, other)]
                with pytest.raises(NotProved):
                    list(values_certificate(model, other, best, mpq(worth)))
                # and with ranks of the file's own making
                text = list(
                    values_certificate(model, other, best, other[0] if len(set(other)) == 1 else None)
                    if len(set(other)) == 1
                    else []
                )
                text = [f"infinite {worth}" if line.startswith("infinite") else line for line in text]
                if text:
                    others += 1
                    assert not both(seal(text))[0]
    assert loops > 10
    assert others > 3


def test_fractions_of_the_judge_are_exact():
    assert Fraction("1/3") == mpq(1, 3)
