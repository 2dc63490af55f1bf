"""Advice agrees with the solution, whichever game is solved to find it."""

import json
from random import Random

import pytest

import trueodds
from trueodds import advise

from ..command_line import exact


def race(points):
    return lambda own, me, other, seat: {"me": me, "other": other, points: own} if seat == 0 else None


def filling(me, other, filled, rolled, seat):
    return {"me": me, "other": other, "filled": filled} if rolled and seat == 0 else None


#: Games, and the fields of a position in which the asking player is to move; None for other positions.
FIELDS = [
    (trueodds.RiskOrSafety(7, 5, "2/5"), race("open")),
    (trueodds.Pig(9, 6, 7), race("turn_total")),
    (trueodds.TwoDicePig(8), race("turn_total")),
    (trueodds.Greed(9), lambda me, other, last, seat: {"me": me, "other": other, "last": last} if seat == 0 else None),
    (trueodds.Coinball(6), lambda tosses, lead, seat: {"tosses_done": tosses, "lead": lead}),
    (trueodds.TwoCoins(7), lambda flips, score: {"flips_done": flips, "score": score}),
    (trueodds.TheRace(6), lambda first, second, seat: {"me": second, "other": first} if seat == 1 else None),
    (trueodds.SuperSix(2), filling),
    (trueodds.Hog(9), lambda me, other, seat: {"me": me, "other": other} if seat == 0 else None),
]


@pytest.mark.parametrize(("game", "fields"), FIELDS, ids=lambda one: getattr(one, "name", ""))
def test_advice_at_a_position_by_its_fields_is_that_of_the_whole_game(game, fields):
    solution = trueodds.solve(game, "general")
    asked = [(position, at) for position in solution.positions if (at := fields(*position)) is not None]
    for position, at in Random(1).sample(asked, min(12, len(asked))):
        advice = advise(game, at)
        assert dict(advice.values) == solution.move_values(position)
        assert set(advice.best_moves) == solution.best_moves_at(position)
        data = json.loads(json.dumps(advice.to_json()))
        assert {move["move"]: exact(move["value"]) for move in data["moves"]} == solution.move_values(position)
        assert data["best_moves"] == advice.best_moves


def test_a_field_that_is_missing_has_its_value_at_the_start():
    stages = []
    for at in ({"me": 5, "other": 3}, None):  # the turn total is 0
        assert advise(trueodds.Pig(9), at, progress=lambda *news: stages.append(news[0])).position[0] == 0
    assert {"values", "positions"} <= {*stages}  # values are computed on request
    with pytest.raises(MemoryError, match="more than 3 positions"):
        advise(trueodds.Hog(9), {"me": 5, "other": 3}, max_positions=3)


@pytest.mark.parametrize("game", [trueodds.TheRace(2), trueodds.SuperSix(1), trueodds.TwoDicePig(4)], ids=repr)
def test_every_position_is_found_by_its_fields_and_as_it_is_printed(game):
    positions = trueodds.solve(game, "general").positions
    for position in Random(2).sample(positions, min(6, len(positions))):
        fields = [f"{name}={value}" for name, value in zip(position._fields, position, strict=True)]
        for text in (",".join(reversed(fields)), repr(position), f" {tuple(position)} "):
            assert advise(game, text).position == position
        filled = advise(game, ",".join(fields[1:])).position  # the first field keeps its value at the start
        assert (filled[0], filled[1:]) == (game.start[0], position[1:])
        for wrong in ([*fields, "colour=1"], [*fields[1:], "colour=1"]):
            with pytest.raises(ValueError, match="the fields of a position are " + ", ".join(position._fields)):
                advise(game, ",".join(wrong))
