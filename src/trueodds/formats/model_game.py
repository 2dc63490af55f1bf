"""A property of a model as a game: who maximizes, where play is decided, and the value of infinite play."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..exact.decimals import number_to_json
from ..game import Outcome, make_json_parameters
from ..parameters import as_index
from ..solver.array_game import ArrayGame
from ..solver.graph import Graph, attract
from ..solver.model import Model
from ..solver.numbered import Numbered
from .flatten import flatten
from .formulas import evaluate
from .properties import Property, parse_property
from .transitions import State, Transitions

UNDECIDED = -1


class ModelGame(ArrayGame):
    """A property of a model as a game, whose value is the probability or expected reward that the property is about.

    Seat 0 maximizes the value, and seat 1 minimizes it. A position consists of the values of the variables and, if the
    steps are bounded, the number of steps left. `target` marks the states where the formula after the operator holds,
    and `before` those where the formula before U holds. `infinite` means that the expected reward from the start is
    infinite, and `sure` that ranks prove P>=1 at the start.
    """

    def __init__(
        self,
        transitions: Transitions,
        question: Property,
        before: NDArray[np.bool_],
        target: NDArray[np.bool_],
    ) -> None:
        super().__init__(0, transitions.name)
        self.transitions, self.question = transitions, question
        self._seats = _assign_seats(transitions, question)
        self._gains = _choose_gains(transitions, question)
        self.infinite = self.sure = False
        self._lasting = int(self._gains is None and question.operator == "G")
        if self._gains is not None:
            self._surely = _find_surely_reached(transitions, self._seats == 1, target, np.ones_like(target))
            self.infinite = not self._surely[transitions.start]
            self._decided = np.where(target, 0, UNDECIDED)
            return
        # A property with G is decided where its formula fails; it holds if play lasts forever.
        lasts = question.operator == "G"
        decided = np.where(target, UNDECIDED, 0) if lasts else np.where(target, 1, np.where(before, UNDECIDED, 0))
        if question.comparison == ">=" and question.limit == 1 and question.operator != "G" and question.steps is None:
            self._surely = _find_surely_reached(transitions, self._seats == 0, target, before)
            self.sure = bool(self._surely[transitions.start])
        self._decided = np.where((decided == UNDECIDED) & transitions.sinks(), self._lasting, decided)
        self.infinite_play = mpq(self._lasting) if question.steps is None else None

    def __repr__(self) -> str:
        return f"ModelGame({self.name!r}, {self.question.text!r})"

    @cached_property
    def model(self) -> Model:
        """The arrays of the game, whose positions are the start and all that play can reach before it is decided."""
        steps = self.question.steps
        arrays, moves = flatten(self.transitions, self._seats, self._decided, self._lasting, steps, self.name)
        model = replace(arrays, game=self)
        if self._gains is None:
            return model
        gains, has_move = self._gains, moves >= 0
        numbers = np.where(has_move, gains.numbers[moves], len(gains.table)).astype(np.int32)
        return replace(model, gains=type(gains)([*gains.table, mpq(0)], numbers))

    def answer_by_ranks(self) -> dict[str, Any]:
        """Return the answer as plain data, given that the reward is infinite or ranks prove P>=1."""
        model, start = self.transitions, self.transitions.start
        value: Any = "infinity"
        best, states = list[str](), f"{int(self._surely.sum()):,} of {len(model):,} states"
        proof = (
            f"play can reach the target with probability 1, whatever the maximizing side does, only from {states}, "
            "not from the initial state"
        )
        if self.sure:
            value = number_to_json(1)
            moves = range(int(model.first_move[start]), int(model.first_move[start + 1]))
            reach = (model.targets[model.first_outcome[y] : model.first_outcome[y + 1]] for y in moves)
            best = [model.moves[y] for y, after in zip(moves, reach, strict=True) if self._surely[after].all()]
            proof = f"ranks at {states} show that play reaches the target from them with probability 1"
        return {
            "game": self.name,
            "parameters": make_json_parameters(self),
            "value": value,
            "best_moves": best,
            "proved": True,
            "method": "the largest set of states from which the target is reached with probability 1",
            "proof": proof,
        }

    @property
    def parameters(self) -> Mapping[str, object]:
        """The constants, and the property."""
        return {**self.transitions.constants, "property": self.question.text}

    def position(self, given: Any) -> Any:
        """Return a position, given directly or, if steps are not bounded, by the number of its state in the model."""
        number = as_index(given)
        if number is not None and self.question.steps is None and 0 <= number < len(self.transitions):
            given = self.transitions.states[number]
        if given not in self.model.index:  # type: ignore[operator]  # a dict, because all positions have names
            names = self.columns[:-4]  # without player, move, best moves and value
            fields = ", ".join(names) + "," * (len(names) == 1)  # as in Python's tuples
            raise ValueError(f"{self.name}: play reaches no undecided position {given!r}; a position is ({fields})")
        return given

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Return a move's outcomes; raise ValueError for a property about rewards, which outcomes cannot express."""
        if self._gains is not None:
            raise ValueError(f"{self.name}: expected rewards are not supported here; use trueodds.solve")
        return super().outcomes(position, move)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the fields in each row of `rows`."""
        steps = () if self.question.steps is None else ("steps left",)
        what = "probability" if self._gains is None else "reward"
        return (*self.transitions.variables, *steps, "player", "move", "best moves", what)

    def rows(self, solution: Any) -> Iterator[tuple[Any, ...]]:
        """Yield a row for each position of `model`, with the fields in `columns`; the value is text."""
        transitions, model = self.transitions, solution.model
        numbers = {state: x for x, state in enumerate(transitions.states)}
        for at, (position, value) in enumerate(zip(model.positions, solution.values, strict=True)):
            state: State = position if self.question.steps is None else position[:-1]
            owner = transitions.owners[numbers[state]]
            player = transitions.players[owner] if transitions.players and owner >= 0 else ""
            first = int(model.first_move[at])
            yield (
                *position,
                player,
                solution.move_at(position),
                [model.moves[first + y] for y in solution.best[at]],
                "infinity" if value == math.inf else str(value),
            )


def make_game(transitions: Transitions, question: str | Property) -> ModelGame:
    """Return the game that a property of a model defines."""
    query = parse_property(question)
    count = len(transitions)
    columns = dict(zip(transitions.variables, transitions.columns, strict=True))
    labels = dict(transitions.labels)
    labels.setdefault("init", np.arange(count) == transitions.start)
    labels.setdefault("deadlock", np.zeros(count, dtype=bool))

    def where(formula: str) -> NDArray[np.bool_]:
        try:
            return evaluate(formula, columns, labels, count, transitions.name)
        except ValueError as error:  # a missing file may be the reason
            raise ValueError("; ".join([str(error), *transitions.remarks])) from None

    before = where(query.before) if query.before else np.ones(count, dtype=bool)
    return ModelGame(transitions, query, before, where(query.target))


def _find_surely_reached(
    transitions: Transitions, wants: NDArray[np.bool_], target: NDArray[np.bool_], allowed: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return the states from which a player can reach the target with probability 1, whatever the opponent does.

    They form the largest set in which each state outside the target has a rank: some move of the player, or every move
    of the opponent, has all outcomes in the set and leads with positive probability to the target or to a state of
    lower rank. `wants` marks the states where the player is to move. Play is lost in a state that is neither `allowed`
    nor in the target. Cost: a pass over all outcomes for each set tried.
    """
    graph = Graph(transitions.first_move, transitions.first_outcome, transitions.targets.astype(np.int32))
    counts = np.where(wants, 1, graph.count_moves())
    begins = graph.may_lead(target[graph.targets])
    inside = target | allowed
    while True:
        leaves = graph.may_lead(~inside[graph.targets])
        lost = np.bincount(graph.owners[leaves], minlength=len(wants)) > 0  # unless the player can make another move
        plays = inside & ~target & (wants | ~lost)
        now = target | (attract(graph, begins, plays[graph.owners] & ~leaves, counts) > 0)
        if np.array_equal(now, inside):
            return now
        inside = now


def _choose_gains(transitions: Transitions, question: Property) -> Any:
    """Return the reward of each move if the property is about rewards, otherwise None."""
    if question.reward is None:
        return None
    names = ", ".join(f'"{name}"' if name else '"" (unnamed)' for name in transitions.rewards) or "none"
    if question.reward and question.reward not in transitions.rewards:
        raise ValueError(f'{transitions.name}: no rewards "{question.reward}"; known rewards: {names}')
    if not transitions.rewards:
        raise ValueError(f"{transitions.name}: the model has no rewards")
    name = question.reward or next(iter(transitions.rewards))
    table, numbers = transitions.rewards[name]
    below = [n for n, reward in enumerate(table) if reward < 0]
    for y in np.flatnonzero(np.isin(numbers, below)).tolist():
        x = int(np.searchsorted(transitions.first_move, y, side="right")) - 1
        raise ValueError(
            f"{transitions.name}: the total reward of move {transitions.moves[y]!r} at {transitions.describe(x)} "
            f"must be at least 0, not {table[numbers[y]]}"
        )
    return Numbered(table, numbers)


def _assign_seats(transitions: Transitions, question: Property) -> NDArray[np.int64]:
    """Return the seat of each state: 0 if the player to move maximizes the value, otherwise 1."""
    wants_large = question.optimum == "max" or question.comparison in (">", ">=")
    what = "P" if question.reward is None else "R"
    if transitions.kind != "smg":
        if question.coalition is not None:
            raise ValueError(
                f"property {question.text}: only games (smg) have coalitions, but {_describe_kind(transitions)}"
            )
        if transitions.kind == "dtmc":
            wants_large = True
        elif not (question.optimum or question.comparison):
            raise ValueError(
                f"property {question.text}: {_describe_kind(transitions)}; write {what}max=? or {what}min=?"
            )
        if question.comparison:  # a comparison must hold for all choices
            wants_large = not wants_large
        return np.full(len(transitions), 0 if wants_large else 1)
    if question.coalition is None:
        what = f"for a game, the property needs a coalition such as <<{(*transitions.players, '*')[0]}>>"
        raise ValueError(f"property {question.text}: {what}; {_describe_players(transitions)}")
    if not (question.optimum or question.comparison):
        raise ValueError(f"property {question.text}: {_describe_kind(transitions)}; write {what}max=? or {what}min=?")
    members = [_player(transitions, question, name) for name in question.coalition if name != "*"]
    in_coalition = np.isin(transitions.owners, members) | ("*" in question.coalition)
    return np.where(in_coalition == wants_large, 0, 1)


def _player(transitions: Transitions, question: Property, name: str) -> int:
    numbers = [str(number) for number in range(1, len(transitions.players) + 1)]
    for names in (list(transitions.players), numbers):
        if name in names:
            return names.index(name)
    raise ValueError(f"property {question.text}: no player {name!r}; {_describe_players(transitions)}")


def _describe_players(transitions: Transitions) -> str:
    return f"known players: {', '.join(transitions.players)}" if transitions.players else "the model has no players"


def _describe_kind(transitions: Transitions) -> str:
    kinds = {"smg": "a game (smg)", "mdp": "a Markov decision process (mdp)", "dtmc": "a Markov chain (dtmc)"}
    return f"{transitions.name} is {kinds[transitions.kind]}"
