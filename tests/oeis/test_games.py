"""Compare the sequences of any game, over its main parameter, with `solve` at small sizes."""

import contextlib
import dataclasses
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

import trueodds
from trueodds.catalog.registry import find_by_name, list_games
from trueodds.cli import run
from trueodds.oeis.games import QUANTITIES, Family, family, sequence_of
from trueodds.oeis.registry import find
from trueodds.parameters import whole
from trueodds.runtime.run import Run

from ..command_line import output

SIZES = {"super-six": 3}

OWN = '''
from fractions import Fraction
import trueodds

class Heads(trueodds.Game):
    """Toss one coin or two, `goal` times; an even number of heads in all wins."""

    name = "heads"

    def __init__(self, bonus: str = "no", goal: int = 3):
        self.goal = goal

    start = (0, 0)

    def seat(self, position):
        return 0

    def moves(self, position):
        return 1, 2

    def outcomes(self, position, move):
        done, heads = position
        for found, chance in ((0, Fraction(1, 2**move)), (1, 1 - Fraction(1, 2**move))):
            if done + 1 < self.goal:
                yield trueodds.Outcome(chance, (done + 1, heads + found))
            else:
                yield trueodds.Outcome(chance, None, Fraction((heads + found) % 2 == 0))

def fixed(rounds):
    return Heads()

def two(first: int, second):
    return Heads()
'''


def expected(solutions, quantity):
    """Return a quantity straight from the solutions; None if moves are words."""
    if quantity != "moves":
        return [int(getattr(solution.value, quantity[:-1])) for solution in solutions]
    moves = [min(solution.best_moves) for solution in solutions]
    return moves if all(isinstance(move, int) for move in moves) else None


@pytest.mark.parametrize("name", list_games())
def test_every_game_has_its_sequences(name, tmp_path, capsys):
    count = SIZES.get(name, 6)
    game = find_by_name(name).game
    solutions = [trueodds.solve(game(n)) for n in range(1, count + 1)]
    for quantity in QUANTITIES:
        wanted, called = expected(solutions, quantity), f"{name}-{quantity}"
        if wanted is None:
            with pytest.raises(ValueError, match=f"{name} has numerators and denominators, but no moves"):
                find(called)
            continue
        sequence = find(called.upper())
        assert sequence.terms(count) == wanted
        assert sequence.offset == 1
        assert output(capsys, "oeis", "terms", called, "--terms", count) == ", ".join(map(str, wanted)) + "\n"
        path = tmp_path / f"{called}.txt"
        output(capsys, "oeis", "bfile", called, "--terms", count, "--output", path)
        assert path.read_text() == "".join(f"{n} {term}\n" for n, term in enumerate(wanted, 1))
        assert output(capsys, "oeis", "verify", path).startswith(f"{path}: OK: {count} terms of {sequence.number}")


@pytest.mark.parametrize("name", list_games())
def test_the_general_program_prints_the_terms(name):
    for quantity in family(name).quantities:
        sequence = sequence_of(family(name), quantity)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec("\n".join(sequence.program(3, None)), {})
        assert json.loads(printed.getvalue()) == sequence.terms(3)


def test_faster_ways_give_the_values_of_the_general_one():
    for name in list_games():
        count = SIZES.get(name, 9)
        assert family(name).values(count) == [value for value, _ in family(name)._solve(count, Run())]


@pytest.fixture
def own(tmp_path, monkeypatch):
    (tmp_path / "own.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


def test_a_user_defined_game(own, capsys):
    """Return the exact values, round by round, of the best choice of one coin or two by the parity of the heads so
    far.
    """
    even, odd = Fraction(1), Fraction(0)
    wanted = {quantity: [] for quantity in QUANTITIES}
    for _ in range(5):
        worth = [even / 2**m + odd * (1 - Fraction(1, 2**m)) for m in (1, 2)]
        even, odd = max(worth), max(odd / 2**m + even * (1 - Fraction(1, 2**m)) for m in (1, 2))
        for quantity, term in zip(QUANTITIES, (*even.as_integer_ratio(), 1 + worth.index(even)), strict=True):
            wanted[quantity].append(str(term))
    from own import Heads

    for quantity, terms in wanted.items():
        called = f"own.py:Heads-{quantity}"
        assert output(capsys, "oeis", "terms", called, "--terms", 5) == ", ".join(terms) + "\n"
        bfile = "".join(f"{n} {term}\n" for n, term in enumerate(terms, 1))
        assert output(capsys, "oeis", "bfile", called, "--terms", 5) == bfile
        Path("b.txt").write_text(bfile)
        assert output(capsys, "oeis", "verify", "b.txt", "--sequence", called).startswith("b.txt: OK: 5 terms of own")
        assert trueodds.oeis.from_game(Heads, quantity).terms(5) == [*map(int, terms)]
    text = output(capsys, "oeis", "draft", "own.py:Heads", "--terms", 3)
    assert "%N A000000 Numerator of the value of the game Heads with goal = n for the player who moves first." in text
    assert "%C A000000 Toss one coin or two, `goal` times; an even number of heads in all wins.\n" in text
    assert "%o A000000 from own import Heads\n%o A000000 from trueodds import solve\n" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("terms own.py:Heads", "own.py:Heads has several sequences, such as own.py:Heads-numerators; name one of them"),
        ("terms own.py:Heads-wins", "has numerators and denominators and moves, but no wins"),
        ("terms own.py:fixed-moves", "requires the class of a game, or a function, with a whole-number parameter"),
        ("terms own.py:two-moves", "parameters other than first must have defaults; missing: second"),
        ("terms own.py:None-moves", "own.py has no 'None'"),
        ("terms hog", "did you mean hog-numerators or hog-denominators or hog-moves?"),
        ("terms pig-moves", "pig has numerators and denominators, but no moves that are whole numbers"),
        ("terms two-dice-pig-numerators --terms 51", "only 50 terms can be computed here, not 51"),
        ("draft risk-or-safety", "its numerators and denominators are in the OEIS as A387261 and A387262"),
    ],
)
def test_names_without_a_sequence_are_refused(words, said, own, capsys):
    assert run(["oeis", *words.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.count("\n") == 1


@dataclasses.dataclass(frozen=True)
class FromThree(trueodds.Hog):
    """Hog from three points."""

    target: int = whole("points", 4, minimum=3, maximum=5)


def test_games_start_at_the_smallest_parameter():
    def game(reverse=False, size=0):
        return trueodds.Hog(size + 2)

    for games, parameter, first, sizes in ((game, "size", 1, None), (FromThree, "target", 3, 3)):
        found = Family(games, "sum", "games")
        assert (found.parameter, found.first, found.sizes) == (parameter, first, sizes)
        assert found.moves(3) == [min(trueodds.solve(trueodds.Hog(n)).best_moves) for n in (3, 4, 5)]


@pytest.mark.parametrize(("minimum", "first"), [(None, 1), (-1, -1), (0, 0), (1, 1), (2, 2)])
def test_terms_start_at_the_minimum_of_the_parameter(minimum, first):
    @dataclasses.dataclass(frozen=True)
    class Late(FromThree):
        target: int = whole("points", 4, minimum=minimum)

        def __post_init__(self):
            super().__post_init__()
            object.__setattr__(self, "target", self.target + 4)

    sequence = trueodds.oeis.from_game(Late)
    assert sequence.offset == first
    assert sequence.terms(1) == [trueodds.solve(trueodds.Hog(first + 4)).value.numerator]
