"""Saved answers: equal when loaded whatever the game and the method, and refused in one line when anything is wrong."""

import gzip
import hashlib
import json
import os
import pickle
import re
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.answers.plain import Decoder
from trueodds.dispatch import solve_moves

from ..small import GAMES

GAMES = [
    *GAMES,
    trueodds.RiskOrSafety(7, 5, "2/5"),
    trueodds.Pig(5, 4, 7),
    trueodds.Coinball(7, opponent="always-pass", value_seat=1),
]


def every_answer():
    for game in GAMES:
        for method in trueodds.methods(game):
            for solver in (trueodds.solve, solve_moves):
                try:
                    yield pytest.param(solver(game, method), id=f"{game.name}-{method}-{solver.__name__}")
                except trueodds.NotProved:  # exact ties that bounds cannot tell apart
                    continue


ANSWERS = list(every_answer())


class At(NamedTuple):
    points: int
    seat: int


class Hop(trueodds.Game):
    """Of one's own: positions that have names, moves that are no text."""

    name = "hop"
    start = At(0, 0)

    def __init__(self, *legal):
        self.legal = legal or (1, (2, "far"), Fraction(1, 2), frozenset({3}))

    @property
    def parameters(self):
        return {"goal": Fraction(3)}

    def seat(self, at):
        return at.seat

    def moves(self, at):
        return self.legal

    def outcomes(self, at, move):
        far = 2 if move == (2, "far") else 1
        if at.points + far >= 3:
            return [trueodds.Outcome(Fraction(1, far), None, Fraction(1 - at.seat))] + (
                [trueodds.Outcome(Fraction(1, 2), At(at.points, 1 - at.seat))] if far == 2 else []
            )
        won = At(at.points + far, 1 - at.seat)
        return [trueodds.Outcome(Fraction(1, 3), won), trueodds.Outcome(Fraction(2, 3), At(at.points + 1, at.seat))]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "answer"


@pytest.mark.parametrize("solution", ANSWERS)
def test_what_is_loaded_is_what_was_saved(solution, file):
    solution.save(file)
    found = trueodds.load(file)
    assert type(found) is type(solution)
    assert found == solution
    assert hash(found) == hash(solution)
    assert repr(found) == repr(solution)
    start = solution.game.start
    if solution.proof.proved:
        assert found.best_moves == solution.best_moves
        assert found.move_values(start) == solution.move_values(start)
    assert pickle.loads(pickle.dumps(found)) == solution
    for name, value in vars(solution).items():
        if isinstance(value, np.ndarray):
            assert not getattr(found, name).flags.writeable
    before = file.read_bytes()
    found.save(file)
    assert file.read_bytes() == before
    assert trueodds.load(file, check=True) == solution


def test_large_targets(file):
    solution = trueodds.solve(trueodds.RiskOrSafety(140))
    solution.save(file)
    found = trueodds.load(file, check=True)
    assert found == solution
    assert found.value_at((0, 100, 101)) == solution.value_at((0, 100, 101))


@pytest.mark.parametrize(("game", "method"), [(Hop(), "general"), (Hop((2, "far")), "start")], ids=["general", "start"])
def test_own_games_keep_their_rules(file, game, method):
    solution = solve_moves(game, method)
    solution.save(file)
    found = trueodds.load(file, check=True)
    assert found != solution  # the file does not know its functions
    assert found.game.name == "hop"
    assert found.game.parameters == {"goal": "3"}
    assert len(found.positions) == len(solution.positions)
    for position in solution.positions:
        assert found.value_at(position) == solution.value_at(position)
        assert found.value_at(tuple(position)) == solution.value_at(position)
        values = solution.move_values(position)
        assert found.move_values(position) == {
            "frozenset({3})" if isinstance(move, frozenset) else move: value for move, value in values.items()
        }
    found.save(file)
    assert trueodds.load(file) == found
    assert "stored" in repr(found.game)


def test_best_responses_and_duels(file):
    game = trueodds.RiskOrSafety(4)
    for solution in (
        trueodds.best_response(game, lambda position: game.moves(position)[-1]),
        trueodds.duel(game, trueodds.solve(game), lambda position: game.moves(position)[0]),
    ):
        solution.save(file)
        assert trueodds.load(file, check=True).value == solution.value


def test_played_at_a_table(file):
    from trueodds.fast.risk_or_safety.coin_by_coin import coin_by_coin

    solution = coin_by_coin(trueodds.solve(trueodds.RiskOrSafety(4)))
    solution.save(file)
    assert trueodds.load(file, check=True) == solution


def test_positions_that_print_alike(file):
    class Same:
        def __repr__(self):
            return "same"

    first, second = Same(), Same()

    def outcomes(position, move):
        return [(1, second)] if position is first else [(1, None, 1)]

    solution = trueodds.solve(trueodds.Rules(first, lambda _: ["go"], outcomes, name="twice"))
    with pytest.raises(ValueError, match="twice: different positions are printed alike, so that its answer cannot"):
        solution.save(file)
    assert not file.exists()


@pytest.mark.parametrize("name", ["a", "a.json", "a.gz", "no suffix at all", "ünï.gz"])
def test_any_name_will_do(tmp_path, name):
    solution = trueodds.solve(trueodds.Pig(5))
    solution.save(tmp_path / name)
    first = (tmp_path / name).read_bytes()
    assert (first[:2] == b"\x1f\x8b") == name.endswith(".gz")
    assert trueodds.load(str(tmp_path / name)) == solution
    solution.save(tmp_path / name)
    assert (tmp_path / name).read_bytes() == first
    os.rename(tmp_path / name, tmp_path / "other")
    assert trueodds.load(tmp_path / "other") == solution


def test_a_person_can_read_it(file):
    trueodds.solve(trueodds.RiskOrSafety(3)).save(file)
    header, *_, seal = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    assert header["trueodds answer"] == 1
    assert (header["game"], header["parameters"]) == ("risk-or-safety", {"target": 3})
    assert (header["value"], header["best_moves"], header["proved"]) == ("6/11", [1], True)
    assert set(seal) == {"sha256"}


def sealed(lines):
    body = b"".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for line in lines)
    return body + json.dumps({"sha256": hashlib.sha256(body).hexdigest()}, separators=(",", ":")).encode() + b"\n"


def planted(lines, name, change):
    [line] = [line for line in lines if line.get("field") == name]
    line["data"] = change(line["data"])


FAULTS = {
    "another value": (lambda lines: lines[0].update(value="1/2"), "its value is told as '1/2' and kept as '6/11'"),
    "another move": (lambda lines: lines[0].update(best_moves=[2]), "its best_moves is told as [2] and kept as [1]"),
    "another game": (lambda lines: lines[0].update(parameters={"target": 4}), "its game is told in two ways"),
    "a later version": (
        lambda lines: lines[0].update({"trueodds answer": 2}),
        "of version 2; this trueodds reads version 1",
    ),
    "no solution": (lambda lines: lines[0].update(solution="game:Outcome"), "no solution: 'game:Outcome'"),
    "a class of another": (lambda lines: lines[0].update(solution="os:system"), "its parts do not fit together"),
    "a field less": (lambda lines: lines.pop(), "its parts do not fit together (TypeError:"),
    "a field more": (lambda lines: lines.append({"field": "x", "data": 1}), "its parts do not fit together"),
    "a short array": (
        lambda lines: planted(lines, "states", lambda data: data | {"shape": [2]}),
        "its parts do not fit together (ValueError",
    ),
    "an unknown game": (
        lambda lines: planted(lines, "game", lambda data: data | {"game": "chess"}),
        "unknown game 'chess'",
    ),
    "an unknown kind": (
        lambda lines: planted(lines, "method", lambda data: {"code": "1"}),
        "unknown kind of data 'code'",
    ),
    "objects in an array": (
        lambda lines: planted(lines, "states", lambda data: data | {"array": "|O"}),
        "an array of '|O'",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_sealed_but_wrong(file, fault):
    trueodds.solve(trueodds.RiskOrSafety(3)).save(file)
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[:-1]]
    assert sealed(lines) == file.read_bytes()
    change, message = FAULTS[fault]
    change(lines)
    file.write_bytes(sealed(lines))
    with pytest.raises(ValueError, match=re.escape(message)) as error:
        trueodds.load(file)
    assert str(error.value).startswith(f"{file}: ")
    assert "\n" not in str(error.value)


def test_every_damaged_byte_is_seen(file):
    trueodds.solve(trueodds.RiskOrSafety(2)).save(file)
    whole = file.read_bytes()
    for at in range(0, len(whole), 7):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(ValueError, match=r"damaged|not an answer"):
            trueodds.load(file)
        file.write_bytes(whole[:at])
        with pytest.raises(ValueError, match=r"damaged|not an answer"):
            trueodds.load(file)


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"6/11\n", b"\xff\xfe", b"{}\n{}\n", b"[1]\n", gzip.compress(b"{}", mtime=0), b"\x1f\x8b"]
)
def test_other_files(file, content):
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"not an answer that trueodds saved|damaged"):
        trueodds.load(file)


def test_no_such_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        trueodds.load(tmp_path / "none")
    with pytest.raises(OSError, match="none"):
        trueodds.solve(trueodds.Pig(3)).save(tmp_path / "none" / "answer")


def test_a_wrong_answer_does_not_pass_the_check(file):
    solution = trueodds.solve(trueodds.RiskOrSafety(4))
    values = dict(solution.values)
    values[0, 2, 3] += mpq(1, 1000)
    replace(solution, values=values).save(file)
    trueodds.load(file)  # as it was saved
    with pytest.raises(trueodds.NotProved, match="is not that of the best move"):
        trueodds.load(file, check=True)
    pig = trueodds.solve(trueodds.Pig(6))
    states = pig.bounds.states.copy()
    states[3, 4 * 3 // 2 + 2] ^= 1
    replace(pig, bounds=replace(pig.bounds, states=states)).save(file)
    trueodds.load(file)
    with pytest.raises(trueodds.NotProved, match="pig: solved anew, the answer is another than the one that was saved"):
        trueodds.load(file, check=True)
    general = trueodds.solve(trueodds.TheRace(3))
    best = [list(moves) for moves in general.best]
    at = next(
        x for x, moves in enumerate(best) if len(general.move_values(general.model.positions[x])) > len(moves) == 1
    )
    best[at] = [0, 1]
    replace(general, best=best).save(file)
    with pytest.raises(trueodds.NotProved, match="the best moves are others than those that were saved"):
        trueodds.load(file, check=True)


def test_only_the_package_s_own_records_are_made():
    for name in (
        "os:system",
        "subprocess:Popen",
        "..os:path",
        "cli:run",
        "game:Any",
        "solution:np",
        "x y:z",
        "answers.files:Path",
    ):
        with pytest.raises(ValueError, match="no record"):
            Decoder().decode({"record": name, "fields": {}})
