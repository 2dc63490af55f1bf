"""A model and what is asked of it, as a game: who maximises, where play is decided, what infinite play is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..game import Game, Outcome
from .properties import Property

_ON = -1  # not decided

#: The states of a model, or what a game makes of them: the values of the variables, in their order.
State = tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Transitions:
    """The states and moves of a model, as a tool has built it.

    State x has the moves ``first_move[x]:first_move[x+1]``, move y the outcomes
    ``first_outcome[y]:first_outcome[y+1]``.

    Attributes
    ----------
    name : str
        What the model is called: its file's name.
    kind : str
        ``"smg"``, ``"mdp"`` or ``"dtmc"``.
    start : int
        The state in which play begins.
    states : list of tuples
        The values of the variables in each state.
    variables : tuple of str
        Their names.
    players : tuple of str
        Of a game; empty otherwise.
    owners : int64 array, length states
        The number of the player who moves, -1 if nobody.
    first_move, first_outcome, targets : int64 arrays
    moves : list of str
        The name of each move, no two alike in a state.
    probabilities : list of mpq, length outcomes
    deadlocks : int
        States without a move of their own, in which the model stays for ever.
    constants : mapping of str to str
        As they were given.
    """

    name: str
    kind: str
    start: int
    states: list[State]
    variables: tuple[str, ...]
    players: tuple[str, ...]
    owners: NDArray[np.int64]
    first_move: NDArray[np.int64]
    first_outcome: NDArray[np.int64]
    targets: NDArray[np.int64]
    moves: list[str]
    probabilities: list[Any]
    deadlocks: int = 0
    constants: Mapping[str, str] = field(default_factory=dict)

    def describe(self, state: int) -> str:
        """A state as PRISM's users write it.

        Examples
        --------
        >>> empty = np.zeros(0, dtype=np.int64)
        >>> rest = (empty, empty, empty, empty, [], [])
        >>> Transitions("m", "mdp", 0, [(3, True)], ("x", "done"), (), *rest).describe(0)
        'x=3, done=true'
        """
        values = (str(value).lower() if isinstance(value, bool) else str(value) for value in self.states[state])
        return ", ".join(f"{name}={value}" for name, value in zip(self.variables, values, strict=True))


class ModelGame(Game):
    """A property of a model as a game: its value is the probability that is asked for.

    Seat 0 are those who want it large, seat 1 those who want it small. A position is the values of the variables;
    where steps are bounded, and the steps that are left.

    Parameters
    ----------
    transitions : Transitions
        The model.
    question : Property
        What is asked.
    before, target : bool arrays, length states
        Where the formulas on the left (of U) and on the right hold.

    Raises
    ------
    ValueError
        The property does not go with the model.
    """

    def __init__(
        self,
        transitions: Transitions,
        question: Property,
        before: NDArray[np.bool_],
        target: NDArray[np.bool_],
    ) -> None:
        self.transitions, self.question = transitions, question
        self.name = transitions.name  # type: ignore[misc]  # each has its own
        self._seats = _seats(transitions, question).tolist()
        if question.operator == "G":  # it ends where the formula fails, and lasts where it never does
            decided, self._lasting = np.where(target, _ON, 0), mpq(1)
        else:
            decided, self._lasting = np.where(target, 1, np.where(before, _ON, 0)), mpq(0)
        decided = np.where((decided == _ON) & _sinks(transitions), int(self._lasting), decided)
        self._decided: list[int] = decided.tolist()
        self._first_move = transitions.first_move.tolist()
        self._first_outcome = transitions.first_outcome.tolist()
        self._targets = transitions.targets.tolist()

    def __repr__(self) -> str:
        return f"ModelGame({self.name!r}, {self.question.text!r})"

    @property
    def parameters(self) -> Mapping[str, object]:
        """The constants, and the property."""
        return {**self.transitions.constants, "property": self.question.text}

    @property
    def infinite_play(self) -> Any:
        """What a play is worth that is never decided: 0 for F and U, 1 for G; None where steps are bounded."""
        return self._lasting if self.question.steps is None else None

    @property
    def start(self) -> State:
        """The model's initial state."""
        return self._position(self.transitions.start, self.question.steps)

    @property
    def columns(self) -> tuple[str, ...]:
        """What `rows` gives: the variables, the steps left where they are bounded, and what is known of the state."""
        steps = () if self.question.steps is None else ("steps left",)
        return (*self.transitions.variables, *steps, "player", "move", "best moves", "probability")

    def rows(self, solution: Any) -> Iterator[tuple[Any, ...]]:
        """The states where play is not decided, one after the other, as `columns` says.

        Parameters
        ----------
        solution : Solution
            Of this game, with `model` and `move_at` as `GeneralSolution` has them.

        Returns
        -------
        iterator of tuples
            The player's name ("" if nobody moves), the move that gets the value, all that are exactly as good, and the
            probability that is asked for as a fraction in text.
        """
        for position in solution.model.positions:
            owner = self.transitions.owners[self._state(position)[0]]
            player = self.transitions.players[owner] if self.transitions.players and owner >= 0 else ""
            value, best = solution.value_at(position), solution.best_moves_at(position)
            value = 1 - value if self.seat(position) else value
            ordered = [move for move in self.moves(position) if move in best]
            yield (*position, player, solution.move_at(position), ordered, str(value))

    def seat(self, position: Any) -> int:
        """Who moves: 0 if they want the probability large."""
        return int(self._seats[self._state(position)[0]])

    def moves(self, position: Any) -> Sequence[str]:
        """The model's actions; one that only says how it ends, if the start is decided already."""
        x, left = self._state(position)
        if self._decided[x] != _ON or left == 0:
            return ["end"]
        return self.transitions.moves[self._first_move[x] : self._first_move[x + 1]]

    def outcomes(self, position: Any, move: Any) -> Sequence[Outcome]:
        """What can follow an action."""
        x, left = self._state(position)
        if self._decided[x] != _ON or left == 0:
            return [Outcome(mpq(1), None, self._payoff(x))]
        first = self._first_move[x]
        y = first + self.transitions.moves[first : self._first_move[x + 1]].index(move)
        found = []
        for z in range(self._first_outcome[y], self._first_outcome[y + 1]):
            after, chance = self._targets[z], self.transitions.probabilities[z]
            if self._decided[after] != _ON or left == 1:
                found.append(Outcome(chance, None, self._payoff(after)))
            else:
                found.append(Outcome(chance, self._position(after, None if left is None else left - 1), None))
        return found

    def _payoff(self, x: int) -> Any:
        return self._lasting if self._decided[x] == _ON else mpq(self._decided[x])

    def _position(self, x: int, left: int | None) -> State:
        state = self.transitions.states[x]
        return state if left is None else (*state, left)

    def _state(self, position: Any) -> tuple[int, int | None]:
        if self.question.steps is None:
            return self._numbers[position], None
        return self._numbers[position[:-1]], position[-1]

    @cached_property
    def _numbers(self) -> dict[State, int]:
        return {state: x for x, state in enumerate(self.transitions.states)}


def _sinks(transitions: Transitions) -> NDArray[np.bool_]:
    """The states that no move leaves: play that comes there stays for ever."""
    first = transitions.first_outcome[transitions.first_move]
    owner = np.repeat(np.arange(len(transitions.states)), np.diff(first))
    leaves = np.bincount(owner[transitions.targets != owner], minlength=len(transitions.states))
    return np.asarray(leaves == 0)


def _seats(transitions: Transitions, question: Property) -> NDArray[np.int64]:
    """At each state 0 if who moves there wants the probability large; where nobody moves it does not matter."""
    wants_large = question.optimum == "max" or question.comparison in (">", ">=")
    if transitions.kind != "smg":
        if question.coalition is not None:
            raise ValueError(f"property {question.text}: a coalition is for games (smg), and {_what(transitions)}")
        if transitions.kind == "dtmc":
            wants_large = True
        elif not (question.optimum or question.comparison):
            raise ValueError(f"property {question.text}: {_what(transitions)}: write Pmax=? or Pmin=?")
        if question.comparison:  # it has to hold whatever is chosen
            wants_large = not wants_large
        return np.full(len(transitions.states), 0 if wants_large else 1)
    if question.coalition is None:
        raise ValueError(f"property {question.text}: a game needs a coalition; {_known(transitions)}")
    if not (question.optimum or question.comparison):
        raise ValueError(f"property {question.text}: {_what(transitions)}: write Pmax=? or Pmin=?")
    together = [_player(transitions, question, name) for name in question.coalition if name != "*"]
    mine = np.isin(transitions.owners, together) | ("*" in question.coalition)
    return np.where(mine == wants_large, 0, 1)


def _player(transitions: Transitions, question: Property, name: str) -> int:
    if name in transitions.players:
        return transitions.players.index(name)
    if name.isdecimal() and 1 <= int(name[:9]) <= len(transitions.players):
        return int(name) - 1
    raise ValueError(f"property {question.text}: no player {name!r}; {_known(transitions)}")


def _known(transitions: Transitions) -> str:
    return f"the players are {', '.join(transitions.players)}, such as <<{transitions.players[0]}>>"


def _what(transitions: Transitions) -> str:
    known = {"smg": "a game (smg)", "mdp": "one player's (mdp)", "dtmc": "a chain (dtmc)"}
    return f"{transitions.name} is {known[transitions.kind]}"
