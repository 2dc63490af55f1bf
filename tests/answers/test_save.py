"""Saved answers are equal when loaded, for any game and method; a wrong file is refused in one line."""

import contextlib
import functools
import hashlib
import io
import itertools
import json
import pickle
import random
import re
import zipfile
from collections import namedtuple
from dataclasses import make_dataclass, replace
from enum import Enum
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq, mpz

import trueodds
from trueodds.answers import files, rules
from trueodds.dispatch import solve_moves
from trueodds.solution import SolutionOfStart
from trueodds.solver.general import GeneralSolution
from trueodds.solver.model import explore

from ..small import ENTRIES, GAMES, gathered
from ..solver.oracle import ENDING, ENDLESS, draw

GAMES = [
    *GAMES,
    trueodds.RiskOrSafety(7, 5, "2/5"),
    trueodds.Pig(5, 4, 7),
    trueodds.Coinball(7, opponent="always-pass", value_seat=1),
]


@functools.cache
def answers_of(game):
    """Return the answers of a game by all methods, with the values of all positions or with the moves alone."""
    found = []
    for solver, method in itertools.product((trueodds.solve, solve_moves), trueodds.methods(game)):
        with contextlib.suppress(trueodds.NotProved):  # bounds cannot separate exact ties
            found.append(solver(game, method))
    return found


At, Only = namedtuple("At", ["points", "seat"]), namedtuple("Only", ["position"])
#: Python renames the second field, whose name is a keyword, to _1.
Renamed = namedtuple("Renamed", ["points", "class"], rename=True)
Data = make_dataclass("Data", ["points", "level"], frozen=True)


class Color(Enum):
    RED = 1
    BLUE = 2


#: Names, or parts of names, of positions and moves; no two are equal.
THINGS = [0, 7, -3, 10**20, "x", "1", "", True, 0.25, Fraction(1, 2), Fraction(3), mpq(2, 3), mpz(5), Color.RED]
THINGS += [frozenset({3}), (1, "a"), (Color.BLUE, 2), (Fraction(1, 3), (None,)), np.int64(4), (np.int64(4), 1)]
THINGS += [At(1, Color.RED)]

SORTS = ("numbers", "mixed", "tuples", "integers", "fields", "one field", "renamed field", "lengths", "data")


def rename(drawn, luck, sort):
    """Return a random game with names of a kind for its positions and moves."""
    pairs = [*itertools.product(THINGS, THINGS)] if sort != "integers" else [(x, -(10**x)) for x in range(20)]
    of = {"numbers": range(-5, 300), "mixed": THINGS, "fields": [At(*pair) for pair in pairs]}.get(sort, pairs)
    of = {"renamed field": [Renamed(*pair) for pair in pairs], "one field": list(map(Only, THINGS))}.get(sort, of)
    of = {
        "data": [Data(*pair) for pair in pairs],
        "lengths": list(dict.fromkeys((x,) * (x % 3) for x in range(20))),
    }.get(sort, of)
    names = luck.sample(of, len(drawn.rules))
    place = {name: x for x, name in enumerate(names)}
    found_rules = [dict(zip(luck.sample([*THINGS, None], len(own)), own, strict=True)) for own in drawn.rules]

    def outcomes(name, move):
        _, found = found_rules[place[name]][move]
        return [(chance, None if to is None else names[to], payoff) for chance, to, payoff in found]

    seat = lambda name: drawn.seats[place[name]]  # noqa: E731
    moves = lambda name: list(found_rules[place[name]])  # noqa: E731
    return trueodds.Rules(names[0], moves, outcomes, seat, sort, infinite_play=drawn.worth)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "answer"


def saved_and_loaded(solution, file):
    """Save a solution; return the loaded one after a check that saving and pickling it again changes nothing."""
    solution.save(file)
    told = []
    found, before = trueodds.load(file, check=True, progress=lambda *news: told.append(news)), file.read_bytes()
    found.save(file)
    assert (file.read_bytes(), told != []) == (before, True)
    assert pickle.loads(pickle.dumps(found)) == trueodds.load(file) == found
    header = json.loads(members(file)["header.json"])
    assert isinstance(header["best_moves"], list)
    assert header["proved"] is solution.proof.proved
    assert not any(one.flags.writeable for one in vars(found).values() if isinstance(one, np.ndarray))
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_loaded_is_what_was_saved(game, file):
    for solution in answers_of(game):
        found = saved_and_loaded(solution, file)
        assert type(found) is type(solution)
        assert found == solution
        assert hash(found) == hash(solution)
        assert repr(found) == repr(solution)
        if solution.proof.proved:
            assert found.best_moves == solution.best_moves
            assert found.move_values(game.start) == solution.move_values(game.start)


def test_other_answers(file):
    """Test a best response, a duel, a game at a table, and an answer that contains only the value of the start."""
    from trueodds.fast.risk_or_safety.coin_by_coin import convert_solution

    game, large = trueodds.RiskOrSafety(4), trueodds.solve(trueodds.RiskOrSafety(140))
    best, last = trueodds.solve(game), lambda position: game.moves(position)[-1]
    for solution in trueodds.best_response(game, last), trueodds.duel(game, best, last):
        assert saved_and_loaded(solution, file).value == solution.value  # without its functions
    for solution in convert_solution(best), convert_solution(trueodds.solve(game, "start")), large:
        found = saved_and_loaded(solution, file)
        assert found == solution
    assert found.value_at((0, 100, 101)) == large.value_at((0, 100, 101))


PLAIN = [None, True, 0, -3, 10**20, 0.25, "", "1", Fraction(1, 2), Fraction(3), mpq(2, 3), (1, ("a", None)), ()]


def test_names_are_stored_as_themselves_or_as_text():
    assert list(map(repr, map(rules.to_plain, PLAIN))) == list(map(repr, PLAIN))
    others = [np.int64(4), mpz(5), Color.RED, frozenset({3}), (Color.BLUE, 2)]
    assert list(map(rules.to_plain, others)) == [4, 5, "Color.RED", "frozenset({3})", str((Color.BLUE, 2))]
    for pair, short in (((1, 2), True), ((2**62 - 1, 1), True), ((-(2**62), 1), False), ((1, True), False)):
        named = [pair, (-1, 256)]
        packed = rules._pack_tuples(named)
        assert isinstance(packed, np.ndarray) == short
        assert repr(rules._unpack_tuples(packed)) == repr(named)
    for numbers in ([-1, 0], [0, 2]):
        with pytest.raises(ValueError, match="an index is out of range for its table"):
            rules._read_numbered(["a", "b"], np.array(numbers))


def test_plain_data_are_json_that_any_program_can_read():
    """Other programs read numbers as floats, and cannot read infinity or NaN."""
    read = []
    for value in [*PLAIN, 2**53 - 1, 2**53, -(2**53), float("inf"), -float("inf"), float("nan"), mpq(10**20, 3)]:
        text = json.dumps(files._to_json(value), allow_nan=False)
        data = json.loads(text, parse_int=lambda digits: read.append(int(digits)) or int(digits))
        assert repr(files._from_json(data)) == repr(value)
    assert max(map(abs, read)) == 2**53 - 1


class Same:
    """Positions or moves that are different, but have the same text."""

    def __repr__(self):
        return "same"


def test_positions_or_moves_with_equal_text_are_not_saved(file):
    first, second = Same(), Same()
    positions = trueodds.Rules(first, lambda _: ["go"], lambda at, _: [(1, second) if at is first else (1, None, 1)])
    ends = {0: [(1, 1)], 1: [(1, 2)], 2: [(1, None, 1)]}
    moves = trueodds.Rules(0, lambda at: [first, second] if at == 1 else ["go"], lambda at, move: ends[at])
    for what, game in (
        ("positions have the same text or fields", positions),
        ("moves at a position have the same text", moves),
    ):
        with pytest.raises(ValueError, match=f"different {what}, so the answer cannot be saved"):
            trueodds.solve(game).save(file)
    with pytest.raises(FileNotFoundError):
        trueodds.load(file)


def test_other_programs_can_read_it(file):
    trueodds.solve(trueodds.RiskOrSafety(3)).save(file)
    with np.load(file, allow_pickle=False) as archive:
        assert archive["states"].dtype == np.int8
        assert {one.date_time for one in archive.zip.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        header = json.loads(archive["header.json"])
    assert (header["trueodds answer"], header["made by"]) == (files.VERSION, f"trueodds {trueodds.__version__}")
    known = {"game": "risk-or-safety", "value": {"numerator": "6", "denominator": "11"}, "best_moves": [1]}
    known |= {"parameters": {"target": 3}, "rules": {"at_table": False, "parameters": {"target": 3}}, "proved": True}
    assert header.items() >= known.items()


def members(file):
    with zipfile.ZipFile(file) as archive:
        return {one.filename: archive.read(one) for one in archive.infolist()}


def seal(file, parts):
    """Write members with a valid checksum."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
        archive.comment = b"sha256 " + b"0" * 64
    body = content.getvalue()[:-71]
    file.write_bytes(body + f"sha256 {hashlib.sha256(body).hexdigest()}".encode())


def npy(array):
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def wrong_arrays(array):
    """Return arrays of wrong length, shape or type (the first four) or content."""
    yield array[:-1]
    yield np.concatenate([array, array[-1:]])
    yield array.reshape(1, *array.shape)
    yield array.astype(np.float32)
    yield array.astype(np.int64) + 2**40
    yield -1 - array.astype(np.int64)
    yield np.zeros_like(array)
    yield np.full_like(array, 255 if array.dtype == np.uint8 else 100)


WRONG = (None, -1, 10**9, 10**40, 0.5, True, "x", [], {}, [[1]], {"array": "none"}, {"numerator": "1"}, "7" * 9)


def places(data, at=()):
    """Yield the path to each part of a JSON value."""
    yield at
    if isinstance(data, (dict, list)):
        for key, one in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(one, (*at, key))


def changed(data, at, new):
    if not at:
        return new
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[at[0]] = changed(copy[at[0]], at[1:], new)
    return copy


def load_or_refuse(file):
    """Load a file with a valid checksum: it must be refused in one line or give a usable solution."""
    reason = ""
    try:
        found = trueodds.load(file)
    except ValueError as error:
        reason = str(error)
    if reason:
        assert reason.startswith(f"{file}: ")
        assert "\n" not in reason
        assert len(reason) < 1000
        return None
    str(found.proof), found.tables(), hash(found), repr(found)
    return found


OWN = trueodds.Rules(At(0, 0), lambda at: ["go", (1, "a")], lambda at, move: [(1, None, len(move))], name="own")
ROWS = trueodds.solve(
    trueodds.Model.from_arrays(
        [0, 1], [0, 2, 3], [0, 1, 3, 5], [1, 0, 2, 0, 2], [1, Fraction(1, 2)], [0, 1, 1, 1, 1], [0], gains=[1, 2, 0]
    )
)


@functools.cache
def by_kind():
    """Return an answer of each kind, and answers for own rules, for rewards and for unequal targets."""
    found = {type(solution): solution for game in reversed(GAMES) for solution in reversed(answers_of(game))}
    unequal = trueodds.solve(trueodds.RiskOrSafety(4, 9, "1/3"), "start"), trueodds.solve(trueodds.Pig(7, 4, 9))
    own = trueodds.solve(OWN), trueodds.solve(OWN, "start")
    return [*found.values(), *own, ROWS, *unequal]  # the first of `unequal` has ties


def test_changed_arrays_and_headers(file):
    for solution in by_kind():
        solution.save(file)
        parts = members(file)
        header = json.loads(parts["header.json"])
        for place, at in enumerate(places(header)):
            wrong = WRONG[place % len(WRONG)]
            seal(file, parts | {"header.json": json.dumps(changed(header, at, wrong)).encode()})
            load_or_refuse(file)
        for name in header.keys() - {"made by"}:
            seal(file, parts | {"header.json": json.dumps(header).replace(f'"{name}":', '"other":', 1).encode()})
            assert load_or_refuse(file) is None
        for name, data in parts.items():
            if name == "header.json":
                continue
            array = np.load(io.BytesIO(data))
            for kind, wrong in enumerate(wrong_arrays(array)):
                seal(file, parts | {name: npy(wrong)})
                found = load_or_refuse(file)
                assert found is None or (kind > 3 and found != solution) or np.array_equal(wrong, array)
            for raw in (data[:-1], data.replace(b"(", b"(9", 1)):
                seal(file, parts | {name: raw})
                assert load_or_refuse(file) is None
            seal(file, {other: one for other, one in parts.items() if other != name})
            assert load_or_refuse(file) is None


FAULTS = {
    "another value": (("value", "numerator"), "5", "the header has value {'numerator': '5', 'denominator': '11'}"),
    "another move": (("best_moves",), [2], "the header has best_moves [2], but the parts have [1]"),
    "other rules": (("rules", "parameters"), {"target": 4}, "states must be an array of int8 of shape (24,)"),
    "an earlier version": (("trueodds answer",), 3, "the version of the file must be 4, not 3"),
    "a later version": (("trueodds answer",), 5, "the version of the file must be 4, not 5"),
    "another kind": (("kind",), "os:system", "the contents of the file are invalid (KeyError"),
    "an unknown game": (("game",), "chess", "unknown game 'chess'"),
    "unknown data": (("method",), {"code": "1"}, "the contents of the file are invalid"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_sealed_but_wrong(file, fault):
    trueodds.solve(trueodds.RiskOrSafety(3)).save(file)
    parts = members(file)
    at, wrong, message = FAULTS[fault]
    header = changed(json.loads(parts["header.json"]), at, wrong)
    seal(file, parts | {"header.json": json.dumps(header).encode()})
    with pytest.raises(ValueError, match=re.escape(message)):
        trueodds.load(file)


def test_objects_are_never_unpickled(file, monkeypatch):
    class Evil:
        def __reduce__(self):
            return (pytest.fail, ("code of a file was executed",))

    trueodds.solve(trueodds.RiskOrSafety(3)).save(file)
    seal(file, members(file) | {"states.npy": npy(np.array([Evil()], dtype=object))})
    with pytest.raises(ValueError, match="Object arrays cannot be loaded"):
        trueodds.load(file)


def test_a_small_file_takes_little_memory(file, monkeypatch):
    """Neither an array that claims a large shape nor rules that claim many positions take memory; `load` asks first."""
    trueodds.solve(trueodds.RiskOrSafety(3), "general").save(file)
    parts = members(file)
    out = io.BytesIO()
    np.lib.format.write_array_header_1_0(out, {"descr": "|u1", "fortran_order": False, "shape": (10**15,)})
    seal(file, parts | {"best.npy": out.getvalue()})
    with pytest.raises(MemoryError):
        trueodds.load(file)
    header = json.loads(parts["header.json"])
    header["rules"]["parameters"] = header["parameters"] = {"target": 10**6}
    seal(file, parts | {"header.json": json.dumps(header).encode()})
    asked = []
    monkeypatch.setattr(files, "require_memory", lambda needed, what: asked.append(needed))
    with pytest.raises(ValueError, match="positions"):
        trueodds.load(file)
    assert asked == [2 * sum(map(len, members(file).values()))]


def test_damaged_bytes_and_other_files_are_noticed(file):
    trueodds.solve(trueodds.RiskOrSafety(2)).save(file)
    whole = file.read_bytes()
    flipped = [whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :] for at in range(0, len(whole), 13)]
    for other in [*flipped, *(whole[:at] for at in range(0, len(whole), 61)), b"6/11\n", b"PK", b"PK\3\4"]:
        file.write_bytes(other)
        with pytest.raises(ValueError, match=r"the file is (damaged or )?not an answer that trueodds saved"):
            trueodds.load(file)


def records_of(solution):
    """Return the records as text, or None if bounds cannot separate some moves."""
    with contextlib.suppress(trueodds.NotProved):
        return list(map(repr, solution.records()))
    return None


def compare_after_loading(solution, file):
    """Verify that a saved user-defined game has the same rules, values and records."""
    found, game = saved_and_loaded(solution, file), solution.game
    places, others = ({place: x for x, place in enumerate(one.positions)} for one in (solution, found))
    assert (found.value, found.game.name, found.game.infinite_play) == (solution.value, game.name, game.infinite_play)
    assert records_of(found) == records_of(solution)
    for one, other in zip(places, others, strict=True):
        assert not isinstance(other, tuple) or type(one).__name__ == type(other).__name__
        assert game.seat(one) == found.game.seat(other)
        for move, same in zip(game.moves(one), found.game.moves(other), strict=True):
            assert gathered(game.outcomes(one, move), places) == gathered(found.game.outcomes(other, same), others)


@pytest.mark.parametrize("kind", [ENDING, ENDLESS])
def test_random_games(kind, file):
    for seed in range(18):
        drawn = draw(seed, kind, payoffs=[Fraction(0), Fraction(1), Fraction(-(10**30), 7)])
        game = rename(drawn, random.Random(seed), SORTS[seed % 9])
        for method in trueodds.methods(game):
            try:
                solution = trueodds.solve(game, method)
            except trueodds.NotProved:  # bounds cannot separate exact ties
                assert method == "start"
                continue
            compare_after_loading(solution, file)


def test_user_defined_games_with_the_names_of_known_ones(file):
    for entry, worth in itertools.product(ENTRIES[::4], (None, 0)):
        own = trueodds.Rules(0, lambda _: ["go"], lambda at, move: [(1, None, 1)], None, entry.name, worth)
        compare_after_loading(trueodds.solve(own), file)


def test_a_wrong_answer_does_not_pass_the_check(file, monkeypatch):
    solution = trueodds.solve(trueodds.RiskOrSafety(4))
    solution.save(file)
    endless = explore(trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(1, at)], infinite_play=0))
    with monkeypatch.context() as patch:
        patch.setattr(files, "explore", lambda *_, **__: endless)
        with pytest.raises(trueodds.NotProved, match="play can stay forever: 0"):
            trueodds.load(file, check=True)
    values = dict(solution.values)
    values[0, 2, 3] += mpq(1, 1000)
    replace(solution, values=values).save(file)
    trueodds.load(file)  # as it was saved
    with pytest.raises(trueodds.NotProved, match="is not that of the best move"):
        trueodds.load(file, check=True)
    pig = trueodds.solve(trueodds.Pig(6))
    states = pig.bounds.states.copy()
    states[3, 4 * 3 // 2 + 2] ^= 1
    for wrong in {"bounds": replace(pig.bounds, states=states)}, {"start_value": pig.start_value + mpq(1, 1000)}:
        replace(pig, **wrong).save(file)
        trueodds.load(file)
        with pytest.raises(trueodds.NotProved, match="pig: solving the game again does not give the saved answer"):
            trueodds.load(file, check=True)
    general = trueodds.solve(trueodds.TheRace(3))
    legal = [len(general.game.moves(position)) for position in general.model.positions]
    at = next(x for x, (moves, count) in enumerate(zip(general.best, legal, strict=True)) if count > len(moves) == 1)
    replace(general, best=[*general.best[:at], [0, 1], *general.best[at + 1 :]]).save(file)
    with pytest.raises(trueodds.NotProved, match="best moves or ranks differ from the saved ones"):
        trueodds.load(file, check=True)


def test_wrong_best_moves_do_not_pass_the_check(monkeypatch):
    """One move is missing, or one too many is listed, at a position of a game with a method of its own."""
    luck, checked = random.Random(8), set()
    for solution in map(trueodds.solve, GAMES):
        kind, at = type(solution), solution.best_moves_at
        if isinstance(solution, (SolutionOfStart, GeneralSolution)):
            continue
        less = [(x, at(x) - {move}) for x in solution.positions for move in at(x) if len(at(x)) > 1]
        more = [(x, at(x) | {move}) for x in solution.positions for move in solution.game.moves(x) if move not in at(x)]
        for place, wrong in [*luck.sample(less, min(len(less), 1)), luck.choice(more)]:
            told = lambda _, x, at=at, place=place, wrong=wrong: wrong if x == place else at(x)  # noqa: E731
            monkeypatch.setattr(kind, "best_moves_at", told)
            with pytest.raises(trueodds.NotProved, match=re.escape(f"{place!r}: the best moves differ from the saved")):
                files._prove(solution, "", None)
            monkeypatch.undo()
            checked.add((kind, wrong < at(place)))
    assert len(checked) > 5


def test_wrong_ranks_do_not_pass_the_check(file):
    """Values and best moves are right; only the proof that play ends is wrong."""

    def outcomes(position, move):
        return [(1, 1 - position)] if move == "pass" else [(Fraction(1, 3), None, 1), (Fraction(2, 3), 1 - position)]

    game = trueodds.Rules(0, lambda _: ["pass", "go"], outcomes, lambda position: 0, infinite_play=0)
    solution = trueodds.solve(game)
    solution.save(file)
    assert trueodds.load(file, check=True).value == 1
    no_ranks, no_moves = np.zeros_like(solution.ranks), np.zeros_like(solution.followed)
    for changed in ({"ranks": no_ranks}, {"followed": no_moves}, {"ranks": None, "followed": None}):
        replace(solution, **changed).save(file)
        trueodds.load(file)  # the checksum is still valid
        with pytest.raises(trueodds.NotProved):
            trueodds.load(file, check=True)
    for name, array, message in (
        ("followed", np.diff(solution.model.first_move), "a followed move does not exist"),
        ("followed", no_moves.astype(np.int32), r"followed must be an array of int64 of shape \(2,\)"),
        ("ranks", no_ranks[:1], r"ranks must be an array of int64 of shape \(2, 2\)"),
    ):
        replace(solution, **{name: array}).save(file)
        with pytest.raises(ValueError, match=message):
            trueodds.load(file)


def test_the_limit_of_positions_does_not_matter_to_the_check(file, monkeypatch):
    monkeypatch.setattr("trueodds.solver.bounded.MAX_POSITIONS", 10)
    monkeypatch.setattr(explore, "__defaults__", (None, 10, ()))
    for solution in solve_moves(trueodds.Hog(5), "start", max_positions=100), trueodds.solve(trueodds.Coinball(4)):
        solution.save(file)
        assert trueodds.load(file, check=True) == solution
    climb = trueodds.Rules(0, lambda at: ["go"], lambda at, _: [(1, at + 1) if at < 20 else (1, None, 1)])
    compare_after_loading(solution := trueodds.solve(climb, max_positions=100), file)
    assert len(solution.positions) == len(solution.records()) == 21
