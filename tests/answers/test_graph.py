"""Solutions as data for pages and maps, compared with the solution position by position."""

import itertools
import math
import random
from collections import Counter, namedtuple

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.answers import slices
from trueodds.answers.graph import MAX_DIGITS, MAX_POSITIONS, flatten_solution
from trueodds.answers.rows import list_field_names, list_field_values
from trueodds.answers.slices import choose_default_map, make_map
from trueodds.catalog.narrator import Narrator
from trueodds.catalog.registry import find
from trueodds.drawing import draw_map, draw_pictures, make_page_data
from trueodds.game import describe_game, make_json_value
from trueodds.views.ascii import draw_text

from ..small import GAMES, gathered
from ..solver.oracle import ENDING, draw
from .test_save import SORTS, Same, rename

OWN = [rename(draw(seed, ENDING), random.Random(seed), sort) for seed, sort in enumerate(SORTS)]


def on_a_grid(drawn, name=lambda x: (x % 2, x)):
    """Return a random game whose positions are tuples of small integers."""
    names = [name(x) for x in range(len(drawn.rules))]
    rules, seats = (dict(zip(names, own, strict=True)) for own in (drawn.rules, drawn.seats))
    return trueodds.Rules(
        names[0],
        lambda at: list(range(len(rules[at]))),
        lambda at, move: [(p, None if to is None else names[to], end) for p, to, end in rules[at][move][1]],
        seats.__getitem__,
    )


GENERAL = trueodds.RiskOrSafety(2, 4), trueodds.Pig(4, opponent_target=2)


@pytest.mark.parametrize("game", [*GAMES, *OWN, *GENERAL], ids=lambda game: game.name)
def test_a_page_has_every_position_move_and_outcome_and_describes_the_game(game):
    """Pages of the general method have only the positions that play can reach."""
    solution, entry = trueodds.solve(game, "general" if game in GENERAL else None), find(game)
    narrator, (words, data) = entry.narrator(game), make_page_data(solution)
    title = describe_game(game) if game in OWN else entry.title + describe_game(game).removeprefix(game.name)
    assert words == {"title": title, "rules": entry.text or entry.summary}
    more = () if game in GENERAL else map(game.position, entry.more_positions(game))
    positions = list(dict.fromkeys([*solution.positions, *more]))
    assert len(positions) == len(data["values"]) == len(data["seats"])
    names = list_field_names(positions)
    shown = [[data["levels"][k][own[x]] for k, own in enumerate(data["at"])] for x in range(len(positions))]
    assert data["fields"] == names
    assert data["labels"] == [entry.labels.get(name, name.replace("_", " ")) for name in names]
    repeated = "seat" in names and all(one.seat == game.seat(one) for one in positions)
    assert data["seat_field"] == ("seat" if repeated else "")
    assert sorted(map(repr, shown)) == sorted(repr(list_field_values(names, one)) for one in positions)
    for level in data["levels"]:
        numbers = [one for one in level if not isinstance(one, str)]
        assert level == sorted(numbers) + sorted(one for one in level if isinstance(one, str))
    place = {repr(list_field_values(names, one)): one for one in positions}
    found = [place[repr(own)] for own in shown]  # the position of each number
    assert found[data["start"]] == game.start
    described = type(narrator).standing is not Narrator.standing
    assert data["standing"] == (list(map(narrator.standing, found)) if described else None)
    moves, outcomes = iter(zip(data["moves"], data["best"], data["sizes"], strict=True)), 0
    for x, position in enumerate(found):
        assert data["seats"][x] == str(game.seat(position))
        assert mpq(data["values"][x]) == solution.value_at(position)
        assert data["counts"][x] == len(game.moves(position))
        for move in game.moves(position):
            number, best, size = next(moves)
            assert (data["names"][number], data["brief"][number]) == (narrator.say(move), narrator.name(move))
            assert (best == "1") == (move in solution.best_moves_at(position))
            own = []
            for z in range(outcomes, outcomes + size):
                to, chance = data["after"][z], mpq(data["chances"][data["chance"][z]])
                own.append((chance, found[to], None) if to >= 0 else (chance, None, mpq(data["payoffs"][-1 - to])))
            assert gathered(own) == gathered(game.outcomes(position, move))
            outcomes += size
    assert next(moves, None) is None
    assert outcomes == len(data["after"]) == len(data["chance"])
    payoffs, half = set(map(mpq, data["payoffs"])), mpq(1, 2)
    told = payoffs <= {0, half, 1}, half in payoffs, set(data["seats"]) == {"0"}, str(solution.proof)
    assert (data["chances_only"], data["draws"], data["alone"], data["proof"]) == told


def test_positions_with_the_same_text_are_numbered():
    first, second = Same(), Same()
    rules = trueodds.Rules(first, lambda _: ["go"], lambda at, _: [(1, second) if at is first else (1, None, 1)])
    data = flatten_solution(trueodds.solve(rules))
    assert (data["fields"], data["levels"], data["at"]) == (["position"], [["1: same", "2: same"]], [[0, 1]])


def test_limits_of_a_page(monkeypatch):
    pig, ros = trueodds.solve(trueodds.Pig(6)), trueodds.solve(trueodds.RiskOrSafety(4))
    count = len(pig.positions)
    digits = sum(len(str(pig.value_at(position))) for position in pig.positions)
    general = trueodds.solve(trueodds.Pig(6), "general")
    assert (MAX_POSITIONS, MAX_DIGITS) == (30_000, 20_000_000)
    room = f"{count - 1} positions, and {20 * (count - 1):,} moves and continuing outcomes together"
    wide = f"pig: values must have at most {digits - 1:,} digits in all to fit on a page"
    cases = [("DIGITS", digits, pig, wide), ("DIGITS", digits, general, wide)]
    cases.append(("POSITIONS", count, pig, f"pig is too large: a page holds at most {room}"))
    cases.append(("POSITIONS", count, general, f"pig has {count} positions; a page holds at most {count - 1}"))
    for name, least, solution, message in cases:
        monkeypatch.setattr(f"trueodds.answers.graph.MAX_{name}", least)
        assert len(flatten_solution(solution)["values"]) == count
        monkeypatch.setattr(f"trueodds.answers.graph.MAX_{name}", least - 1)
        with pytest.raises(ValueError, match=f"^{message}$"):
            flatten_solution(solution)
        monkeypatch.undo()
    seen = []
    flatten_solution(ros, progress=lambda *found: seen.append(found))
    assert seen[0] == ("values", 0, len(ros.positions))


def test_the_first_map_of_a_picture_and_of_a_page_shows_most():
    luck, maps = random.Random(7), 0
    drawn = [draw(seed, ENDING, 18, math.inf) for seed in range(80)]
    for game in [*GAMES, *OWN, *(on_a_grid(one, lambda x: (x % 3, x // 3, min(x, 1), 1 - x % 2, 7)) for one in drawn)]:
        solution = trueodds.solve(game, "general")
        names = list_field_names(solution.positions)
        every = [list_field_values(names, one) for one in solution.positions]
        seats = list(map(game.seat, solution.positions))
        columns = dict(zip(names, zip(*every, strict=True), strict=True))
        wide = [name for name, column in columns.items() if {*map(type, column)} == {int}]
        wide = [name for name in wide if len(set(columns[name])) > 1 and list(columns[name]) != seats]
        somewhere = dict(zip(names, map(str, luck.choice(every)), strict=True))
        for count in range(max(1, len(wide) - 1)):
            fixed = {name: somewhere[name] for name in luck.sample(wide, count)}
            rows = [dict(zip(names, row, strict=True)) for row in every]
            rows = [row for row in rows if all(str(row[name]) == value for name, value in fixed.items())]
            vary = [name for name in wide if len({row[name] for row in rows}) > 1]
            if len(vary) > 1:  # otherwise the player to move is a last resort
                maps += 1
                (down, across), others = choose_default_map(solution, (), fixed)
                amounts = shows(solution, names, vary, fixed)
                first = max(amounts, key=lambda view: round(amounts[view], 9))
                assert (frozenset((down, across)), tuple(others.items())) == first
                if game.name == "own game" and not fixed:
                    data = make_page_data(solution)[1]
                    assert repr(draw_map(solution)) == repr(make_map(solution, down, across, others))
                    assert [data["fields"][field] for field in data["map"]] == [down, across]
                    parts = zip(data["fields"], data["levels"], data["at"], data["pins"], strict=True)
                    pinned = {name: str(level[at[0] if pin is None else pin]) for name, level, at, pin in parts}
                    assert pinned.items() >= others.items()
    assert maps > 10
    for at, message in ({"part_9": 1}, "no field 'part_9'"), ({"part_1": 9}, "no position has part_1 = 9"):
        with pytest.raises(ValueError, match=message):
            draw_map(solution, at=at)


def test_the_level_at_which_the_best_move_changes_is_the_first_along_the_field():
    chance = np.random.default_rng(1)
    at = np.array(list(itertools.product(range(3), range(4), range(5)))).T[:, chance.permutation(60)]
    moves = chance.integers(2, size=60)
    lowest, changes = slices._find_changes(at, at * chance.integers(1 << 40, size=(3, 1)), 1, moves)
    assert len({tuple(at[[0, 2], low].tolist()) for low in lowest}) == 15
    for low, change in zip(lowest, changes, strict=True):
        differ = (at[[0, 2]] == at[[0, 2], low][:, None]).all(axis=0) & (moves != moves[low])
        assert (at[1, low], change) == (0, min(at[1, differ], default=4))


@pytest.mark.parametrize("payoffs", [(0, 1), (mpq(-1, 2), mpq(1, 2)), (mpq(1, 2), mpq(3, 2))])
def test_every_cell_of_a_map_is_the_solutions(payoffs):
    for seed in range(5):
        solution = trueodds.solve(on_a_grid(draw(seed, ENDING, payoffs=payoffs)))
        cells = {at: at for at in solution.positions}
        if len(cells) > 1:
            for odds in (False, True):
                compare(make_map(solution, "part_1", "part_2", odds=odds), cells, solution, odds)


def shows(solution, names, wide, fixed):
    """Return how much each map shows, by its two fields and the values of the other fields."""
    slices, found = {}, {}
    usual = dict(zip(names, map(str, list_field_values(names, solution.game.start)), strict=True)) | fixed
    for pair, position in itertools.product(itertools.combinations(wide, 2), solution.positions):
        values = dict(zip(names, map(str, list_field_values(names, position)), strict=True))
        if values.items() >= fixed.items():
            rest = tuple((name, value) for name, value in values.items() if name not in pair)
            best = solution.best_moves_at(position)
            move = next(move for move in solution.game.moves(position) if move in best)
            slices.setdefault((frozenset(pair), rest), []).append(move)
    for (pair, rest), moves in slices.items():
        shares = [count / len(moves) for count in Counter(moves).values()]
        amount = -sum(share * math.log2(share) for share in shares) * math.log2(len(moves) + 1)
        found[pair, rest] = amount * (2 if usual.items() >= set(rest) else 1)
    return found


def compare(grid, cells, solution, odds):
    """Verify everything that a map shows."""
    assert grid.blank == "play cannot reach it"
    rows, columns = ([key[axis] for key in cells] for axis in (0, 1))
    assert list(grid.y) == [*range(min(rows), max(rows) + 1)]
    assert list(grid.x) == [*range(min(columns), max(columns) + 1)]
    shown, moves = [], set()
    for (row, y), (column, x) in itertools.product(enumerate(grid.y), enumerate(grid.x)):
        cell = grid.cells[row, column]
        assert np.isnan(cell) == ((y, x) not in cells)
        if np.isnan(cell):
            continue
        position = cells[y, x]
        best = solution.best_moves_at(position)
        first = next(move for move in solution.game.moves(position) if move in best)
        moves.add(first)
        shown.append(cell)
        if odds:
            assert cell == float(solution.value_at(position))
            continue
        assert (grid.classes[int(cell) - 1] if grid.classes else cell) == (str(first) if grid.classes else first)
        assert grid.labels is None or grid.labels[row, column] == first
        assert (grid.tied is not None and grid.tied[row, column]) == (len(best) > 1)
    if odds:
        assert grid.even == all(0 <= cell <= 1 for cell in shown)
        return
    whole = all(type(make_json_value(move)) is int for move in moves)
    assert (grid.labels is not None) == whole
    assert bool(grid.classes) == (len(moves) <= 12 or not whole)
    assert len(grid.classes) in (0, len(moves))
    assert ("ties" in draw_text([grid])) == (grid.tied is not None)


@pytest.mark.parametrize(("count", "words"), [(12, False), (13, False), (13, True)])
def test_more_than_twelve_integers_are_shades(count, words):
    """Each position has a different best move; only integers can be shades."""
    moves = [f"go {x}" if words else x for x in range(count)]

    def outcomes(at, move):
        good = move == moves[at[0]]
        return [(1, (at[0] + 1, at[0]))] if good and at[0] + 1 < count else [(1, None, int(good))]

    solution = trueodds.solve(trueodds.Rules((0, 0), lambda at: moves, outcomes))
    grid = make_map(solution, "part_1", "part_2")
    assert len(grid.classes) == (0 if count == 13 and not words else count)
    compare(grid, {at: at for at in solution.positions}, solution, odds=False)


def test_a_map_names_the_player_to_move_unless_it_shows_both():
    solution, over = trueodds.solve(trueodds.Hog(6)), ("score", "opponent_score")
    assert draw_map(solution).title == draw_map(solution, over).title
    pictures = [one for kind in (None, "strategy", "odds") for one in draw_pictures(solution.game, kind, at={})]
    assert [one.unit for one in pictures] == ["move", "move", "value"]
    for usual, fixed in (over, {"seat": "1"}), (("seat", "score"), {"opponent_score": "2"}):
        assert choose_default_map(solution, usual, fixed)[0] == usual
    assert draw_map(solution, over).title == "hog, target 6: best move at seat 0 or 1"
    for seat in (0, 1):
        one = draw_map(solution, over, {"seat": seat})
        assert one.title == f"hog, target 6: best move at seat {seat}"
        shown = {(one.y[row], one.x[column]) for row, column in np.argwhere(~np.isnan(one.cells))}
        assert shown == {position[:2] for position in solution.positions if position.seat == seat}


def test_a_cell_that_both_players_reach_shows_the_fixed_seat():
    place = namedtuple("place", ["x", "y", "seat", "z"])
    places = [place(2, 2, 0, 1), *(place(*at) for at in itertools.product((0, 1), repeat=4))]

    def outcomes(at, move):
        return [(1, None, move)] if at.x < 2 or at.z else [(mpq(1, 17), after) for after in places]

    solution = trueodds.solve(trueodds.Rules(place(2, 2, 0, 0), lambda at: [0, 1], outcomes, lambda at: at.seat))
    for seat in (0, 1):
        cells = {at[:2]: at for at in solution.positions if at.z == 0 and (at.seat == seat or at.x == 2)}
        for odds in (True, False):
            compare(grid := make_map(solution, "x", "y", {"seat": str(seat)}, odds=odds), cells, solution, odds)
        assert grid.title == f"own game: best move at seat {'0 or 1' if seat else 0}, z 0"


def test_a_value_of_0_is_a_chance():
    ends = [(mpq(1, 2), (0, 1)), (mpq(1, 2), None, 1)], [(1, None, 0)]
    solution = trueodds.solve(trueodds.Rules((0, 0), lambda at: ["go"], lambda at, _: ends[at[1]]))
    assert make_map(solution, "part_1", "part_2", odds=True).even
