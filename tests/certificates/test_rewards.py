"""Certificates of expected rewards against all pairs of strategies: right ones are accepted, changed ones are not."""

import itertools
import math
import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from operator import itemgetter
from pathlib import Path

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.certificates import check_odds
from trueodds.certificates.checking import check_file
from trueodds.certificates.compare import hold_rules
from trueodds.certificates.write import certificate, values_certificate, write_certificate
from trueodds.solution import NotProved
from trueodds.solver.array_game import ArrayGame
from trueodds.solver.general import solve
from trueodds.solver.model import Model
from trueodds.solver.numbered import Interned, Numbered

from .conftest import parsed
from .test_tampered import try_changes

CHECKER = Path(__file__).parents[2] / "checker" / "check_odds_rewards.py"
SEEDS = range(300)


def random_model(seed):
    """A game with loops, ends that pay, and moves that gain something."""
    luck = random.Random(seed)
    count = luck.randrange(1, 5)
    seats, first_move, first_outcome, targets, which = [], [0], [0], [], []
    chances, gains, gained = Interned(), Interned(), []
    for _ in range(count):
        seats.append(luck.randrange(2))
        for _ in range(luck.choice((1, 2, 2))):
            over = luck.choice((0, 0, 1, 2))  # ways in which it may end the game
            own = luck.sample(range(count + over), min(count + over, luck.choice((1, 1, 2))))
            parts = [luck.randrange(1, 4) for _ in own]
            targets += own
            which += [chances.number(mpq(part, sum(parts))) for part in parts]
            first_outcome.append(len(targets))
            gained.append(gains.number(mpq(luck.choice((0, 0, 1, 3)), luck.choice((1, 2)))))
        first_move.append(len(gained))
    made = Model.from_arrays(
        seats,
        first_move,
        first_outcome,
        targets,
        chances.table,
        which,
        [luck.choice((0, 0, 2)), 0],
        name=f"game {seed}",
    )
    game = ArrayGame(0, f"game {seed}")
    fields = {name: getattr(made, name) for name in made.__dataclass_fields__}
    game.model = Model(**fields | {"game": game, "gains": Numbered(gains.table, made.end_numbers * 0 + gained)})
    return game.model


def read(lines):
    """Of each position its seat, and of each move its gain and its outcomes: probability, and position or payoff."""
    _, numbers, positions = parsed(lines)
    found = []
    for fields, moves in positions:
        own = []
        for text in moves:
            text, _, gain = text.partition(",+")
            pairs = []
            for one in text.split(","):
                chance, goes, to = one.partition(">")
                if not goes:
                    chance, _, to = one.partition("=")
                pairs.append((numbers[int(chance)], int(to) if goes else None, None if goes else numbers[int(to)]))
            own.append((numbers[int(gain)] if gain else Fraction(0), pairs))
        found.append((int(fields[0]), own))
    return found


def of_pair(game, choice):
    """What seat 0 gets from each position if both follow their choices."""
    made = [moves[y] for (_, moves), y in zip(game, choice, strict=True)]
    reach = [{to for _, to, _ in pairs if to is not None} for _, pairs in made]
    able = {x for x, (_, pairs) in enumerate(made) if any(to is None for _, to, _ in pairs)}
    while more := {x for x in range(len(made)) if x not in able and reach[x] & able}:
        able |= more
    lost = set(range(len(made))) - able  # and from where they may be come to
    while more := {x for x in range(len(made)) if x not in lost and reach[x] & lost}:
        lost |= more
    rest = [x for x in range(len(made)) if x not in lost]
    rows = []
    for x in rest:
        gain, pairs = made[x]
        row = {y: Fraction(x == y) for y in rest} | {None: gain}
        for chance, to, payoff in pairs:
            row[to] += chance * payoff if to is None else -chance
        rows.append(row)
    for at, x in enumerate(rest):
        pivot = next(n for n in range(at, len(rows)) if rows[n][x])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = {y: value / rows[at][x] for y, value in rows[at].items()}
        for n, row in enumerate(rows):
            if n != at:
                rows[n] = {y: value - row[x] * rows[at][y] for y, value in row.items()}
    return [rows[rest.index(x)][None] if x in rest else math.inf for x in range(len(made))]


def brute_force(game):
    """The value of each position: the best over all pairs of choices."""
    mine = [range(len(moves)) if seat == 0 else (0,) for seat, moves in game]
    theirs = [range(len(moves)) if seat == 1 else (0,) for seat, moves in game]
    worst = []
    for first in itertools.product(*mine):
        answers = ([a + b for a, b in zip(first, second, strict=True)] for second in itertools.product(*theirs))
        worst.append([min(values) for values in zip(*(of_pair(game, choice) for choice in answers), strict=True)])
    return [max(values) for values in zip(*worst, strict=True)]


def worths(moves, values):
    """What the moves of a position are worth, by values of what follows."""
    found = []
    for gain, pairs in moves:
        after = [payoff if to is None else values[to] for _, to, payoff in pairs]
        endless = math.inf in after
        found.append(math.inf if endless else gain + sum(p * v for (p, _, _), v in zip(pairs, after, strict=True)))
    return found


def judge(lines):
    """Hold all that a certificate says against brute force."""
    game, (head, _, positions) = read(lines), parsed(lines)
    assert math.prod(len(moves) for _, moves in game) < 3000
    values = brute_force(game)
    for (fields, _), (seat, moves), value in zip(positions, game, values, strict=True):
        assert (math.inf if fields[3] == "infinity" else Fraction(fields[3])) == value
        own = worths(moves, values)
        assert (min if seat else max)(own) == value
        assert fields[2] == ",".join(str(y) for y, worth in enumerate(own) if worth == value)
    seat, claim = head["claim"][0].split(" ")
    assert seat == "0"
    assert (math.inf if claim == "infinity" else Fraction(claim)) == values[int(head["start"][0])]


def test_random_models_are_solved_certified_and_accepted(both, seal):
    mixed = traps = 0
    for seed in SEEDS:
        lines = list(certificate(solve(random_model(seed).game)))
        judge(lines)
        good, said = both(seal(lines))
        assert good, said
        ranks = [line.split(" ")[2] for line in lines if line.startswith("p ") and " infinity " in line]
        mixed += 0 < len(ranks) < sum(line.startswith("p ") for line in lines)
        traps += len(set(ranks)) > 1
    assert mixed > 30  # finite and infinite values side by side
    assert traps > 5  # where play is lost to a trap by chance


def iterate(model, values):
    """Bellman's operator, and the best moves."""
    found = []
    for x, seat in enumerate(model.seats.tolist()):
        own = []
        for y in range(model.first_move[x], model.first_move[x + 1]):
            reach = range(model.first_outcome[y], model.first_outcome[y + 1])
            endless = any(values[model.targets[z]] == math.inf for z in reach)
            sums = [model.probabilities[z] * values[model.targets[z]] for z in reach if not endless]
            own.append(math.inf if endless else model.constants[y] + sum(sums))
        top = (min if seat else max)(own)
        found.append((top, [y for y, worth in enumerate(own) if worth == top]))
    return found


def test_other_solutions_of_bellmans_equation_are_refused(both, seal):
    tried = 0
    for seed in range(300):
        model = random_model(seed)
        right = solve(model.game)
        for start in (mpq(0), mpq(7), math.inf):
            other = [start] * len(right.values)
            for _ in range(40):
                other = list(map(itemgetter(0), iterate(model, other)))
            again = iterate(model, other)
            if list(map(itemgetter(0), again)) != other or other == right.values:
                continue
            tried += 1
            best = [own for _, own in again]
            with pytest.raises(NotProved):
                list(values_certificate(model, other, best, math.inf))
            # Whatever ranks a file may give to them, some of all.
            lines = list(certificate(right))
            places = [at for at, line in enumerate(lines) if line.startswith("p ")]
            for ranks in itertools.islice(itertools.product("123", repeat=len(other)), 0, 81, 8):
                text = list(lines)
                for at, rank in zip(places, ranks, strict=True):
                    seat, _, _, _, name = lines[at].split(" ", 5)[1:]
                    x = model.positions.index(int(name.partition(" ")[0]))
                    told = "infinity" if other[x] == math.inf else other[x]
                    text[at] = f"p {seat} {rank} {','.join(map(str, best[x]))} {told} {name}"
                start_value = other[model.start]
                text[-1] = f"claim 0 {'infinity' if start_value == math.inf else start_value}"
                assert not both(seal(text))[0]
    assert tried > 12


@pytest.mark.parametrize("seed", [3, 8, 17, 21, 40])
def test_what_is_changed_and_sealed_again_is_refused_or_true(seed, both, seal):
    lines = list(certificate(solve(random_model(seed).game)))
    refused, _ = try_changes(lines, random.Random(seed), 300, both, seal, judge)
    assert refused > 150


def test_infinity_has_its_place_beside_rewards_only(both, seal):
    lines = list(certificate(trueodds.solve(trueodds.RiskOrSafety(1))))
    for at, line in enumerate(lines):
        for old, new in (("infinite never", "infinite infinity"), ("number 0", "number infinity")):
            if line == old:
                assert not both(seal([*lines[:at], new, *lines[at + 1 :]]))[0]
    other = [line.replace("rewards none", "rewards moves") for line in lines]
    assert not both(seal(other))[0]


@pytest.mark.parametrize("name", ["a.odds", "a.odds.gz"])
def test_it_stands_alone(name, tmp_path):
    model = random_model(4)
    write_certificate(solve(model.game), tmp_path / name)
    plain = "import sys, runpy; sys.modules['gmpy2'] = None; sys.argv = sys.argv[1:];"
    plain += "runpy.run_path(sys.argv[0], run_name='__main__')"
    told = set()
    for words in (["-I"], ["-I", "-c", plain]):
        done = subprocess.run([sys.executable, *words, CHECKER, tmp_path / name], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        told.add(done.stdout)
    assert told == {check_file(tmp_path / name) + "\n"}
    (tmp_path / "b.odds").write_bytes(b"odds 1\n")
    for arguments in ([tmp_path / "b.odds"], [tmp_path / "no such file"], []):
        done = subprocess.run([sys.executable, "-I", CHECKER, *arguments], capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert done.stderr.startswith("not proved: ")


def test_the_rules_are_held_against_the_models(tmp_path):
    model = random_model(4)
    write_certificate(solve(model.game), tmp_path / "a.odds")
    hold_rules(tmp_path / "a.odds", model.game)
    assert len(set(model.gains)) > 1
    for gains, words in (
        (Numbered([mpq(1, 7)], model.end_numbers * 0), "gains"),
        (None, "infinite play is worth infinity in the file, None in the game"),
    ):
        game = ArrayGame(0, model.game.name)
        game.model = replace(model, game=game, gains=gains)
        with pytest.raises(check_odds.Refused, match=words):
            hold_rules(tmp_path / "a.odds", game)
    game = ArrayGame(0, model.game.name)
    ending = Model.from_arrays([0], [0, 1], [0, 1], [1], [1], [0], [0], name=model.game.name)
    game.model = replace(ending, game=game)
    write_certificate(solve(ending.game), tmp_path / "b.odds")
    hold_rules(tmp_path / "b.odds", game)
    game.model = replace(ending, game=game, gains=Numbered([mpq(0)], ending.end_numbers * 0))
    with pytest.raises(check_odds.Refused, match="infinite play is worth never in the file, infinity in the game"):
        hold_rules(tmp_path / "b.odds", game)
