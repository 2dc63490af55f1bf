"""Give advice at a position: the best move, and how much better it is than the other moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..answers.rows import check_fields, list_field_names, list_field_values
from ..catalog.narrator import Narrator, format_position, join_names
from ..catalog.registry import find
from ..dispatch import solve, solve_moves
from ..exact.decimals import number_to_json
from ..game import Game, Move, Position, check_game, make_json_value
from ..runtime.executors import Progress
from ..solution import Solution
from ..solver.general import RewardSolution
from .match import make_narrator, make_narrator_of_solution


@dataclass(frozen=True)
class Advice:
    """The values of the moves at a position, and the solution (of the game or of the rest of it) that proves them."""

    narrator: Narrator = field(repr=False)
    solution: Solution = field(repr=False)
    position: Any
    values: Mapping[Any, Any]

    @property
    def best_moves(self) -> list[Move]:
        """All best moves, in the game's order."""
        best = max(self.values.values())
        return [move for move, value in self.values.items() if value == best]

    def __str__(self) -> str:
        """Return one line with the best moves and how much worse the next best move is."""
        choices, format_value = self.narrator.alternatives(self.position, self.values), self.narrator.worth
        ranked = sorted(set(choices.values()), reverse=True)
        best = [name for name, value in choices.items() if value == ranked[0]]
        text = f"{join_names(best)}: {format_value(ranked[0])}"
        if len(choices) == 1:
            return f"{text}, the only move"
        if len(best) > 1:
            text += ", exactly equal"
        if len(ranked) == 1:
            return text
        second = next(name for name, value in choices.items() if value == ranked[1])
        next_best = "next best " if len(choices) > 2 else ""
        less = self.narrator.difference(ranked[0] - ranked[1])
        return f"{text}; {next_best}{second}: {format_value(ranked[1])} ({less} less)"

    def to_json(self) -> dict[str, Any]:
        """Return the advice as plain data for JSON."""
        return {
            "advice": str(self),
            "value": number_to_json(max(self.values.values())),
            "best_moves": [make_json_value(move) for move in self.best_moves],
            "moves": [
                {"move": make_json_value(move), "value": number_to_json(value)} for move, value in self.values.items()
            ],
            "proved": self.solution.proof.proved,
            "method": self.solution.method,
            "proof": str(self.solution.proof),
        }


def advise(
    game: Game,
    at: Mapping[str, Any] | str | None = None,
    *,
    progress: Progress | None = None,
    max_positions: int | None = None,
) -> Advice:
    """Return advice at a position, which is given by fields or as text; the default is the start.

    A mapping `at` has the fields that `trueodds advise GAME --help` lists, such as ``me``, ``other`` and ``open``. If
    each player has a target, ``game.target`` is the target of the player who asks. If the help lists no fields, the
    mapping has fields of the game's positions; omitted fields are as at the start. Text always gives fields of the
    game's positions, as in ``"a=1, b=2"``, or a printed position, as in ``"(1, 2)"``. Raise TypeError if `at` is
    neither a mapping nor text, or if the help lists fields and a mapping lacks a required field or has an unlisted one.
    Raise ValueError if the game has no such position, or if its values are expected rewards.
    """
    check_game(game)
    place = find(game).place
    if isinstance(at, Mapping) and place is not None:
        fields = {field.name: field.default for field in place.fields}
        if not {name for name in fields if fields[name] is None} <= at.keys() <= fields.keys():
            known = ", ".join(name if default is None else f"{name} (optional)" for name, default in fields.items())
            given = ", ".join(map(str, at)) or "none"
            raise TypeError(f"a position of {game.name} has the fields {known}; given: {given[:60]}")
        rest, position = place.find(game, fields | dict(at))
        solution = solve_moves(rest, progress=progress, max_positions=max_positions)
        return Advice(make_narrator(game), solution, position, solution.move_values(position, progress))
    if isinstance(at, Mapping):
        at = ", ".join(f"{name}={value}" for name, value in at.items()) or None
    if not isinstance(at, (str, type(None))):
        raise TypeError(f"a position must be text or a mapping of fields, not {at!r}")
    solution = solve(game, "general", progress=progress, max_positions=max_positions)
    if isinstance(solution, RewardSolution):
        raise ValueError(f"{game.name}: expected rewards are not supported here; use trueodds.solve")
    position = game.start if at is None else _find_printed(game, solution.model.positions, at)
    return Advice(make_narrator_of_solution(solution), solution, position, solution.move_values(position, progress))


def _find_printed(game: Game, positions: list[Position], text: str) -> Position:
    compact_text = "".join(text.split())
    for position in positions:
        if compact_text in ("".join(format_position(position).split()), "".join(repr(position).split())):
            return position
    if "=" in text:
        names = list_field_names(positions)
        fields = {name.strip(): value.strip() for name, _, value in (part.partition("=") for part in text.split(","))}
        check_fields(names, fields)
        start = dict(zip(names, map(str, list_field_values(names, game.start)), strict=True))
        bools = {name: fields[name].capitalize() for name in fields if start[name] in ("True", "False")}
        wanted_fields = list((start | fields | bools).values())
        for position in positions:
            if list(map(str, list_field_values(names, position))) == wanted_fields:
                return position
    raise ValueError(f"{text[:60]!r} is not a reachable position; the start is {format_position(game.start)}")
