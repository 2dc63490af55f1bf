"""Play a game move by move: make automatic moves, draw outcomes, record decisions, and take decisions back."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

from ..catalog.entry import load
from ..catalog.narrator import Decision, Event, Narrator, Score
from ..catalog.registry import find
from ..dispatch import solve_moves
from ..game import Game, Move, Outcome
from ..runtime.executors import Progress
from ..runtime.run import Run
from ..solution import Solution
from ..solver.general import GeneralSolution
from ..solver.given_strategies import choose_move

#: A function that chooses the opponent's move at a position.
Player = Callable[[Any], Move]


class Match:
    """A game in progress, in which forced moves and the opponent's moves are made automatically.

    `solution` is a `Solution`, or a `trueodds.play.solving.Solving`, which is awaited when it is first needed. The
    player sits in `seat`. If `both` is true, two people play at one screen. Equal seeds and moves give equal outcomes.
    """

    def __init__(
        self,
        solution: Any,
        seat: int = 0,
        opponent: Player | None = None,
        seed: int | None = None,
        *,
        both: bool = False,
    ) -> None:
        self._solution, self.game, self.seat, self.both = solution, solution.game, seat, both
        self.narrator = (
            make_narrator_of_solution(solution) if isinstance(solution, Solution) else make_narrator(solution.game)
        )
        self.position: Any = self.game.start
        self.payoff: Any = None  # the payoff of seat 0, once the game is over or can no longer end
        self.decisions: list[Decision] = []
        self.events: list[Event] = []  # all moves, including forced moves and the opponent's moves
        self.undone = 0
        self._opponent = opponent or (lambda position: choose_move(self.game, position, self.solution))
        self._random = Random(seed)
        self._random_states: list[tuple[object, int]] = []  # before each decision, with the number of events so far

    @property
    def solution(self) -> Solution:
        """The solution, after a wait if it is still being computed."""
        if not isinstance(self._solution, Solution):
            self._solution = self._solution.result()
            self.narrator = make_narrator_of_solution(self._solution)
        solution: Solution = self._solution
        return solution

    @property
    def over(self) -> bool:
        """Whether the game has ended or can no longer end."""
        return self.payoff is not None

    def moves(self) -> list[Move]:
        """Return the legal moves."""
        return list(self.game.moves(self.position))

    def advance(self) -> Iterator[Event]:
        """Play until the player has a choice or the game is over, and yield each move."""
        while not self.over:
            if self._never_ends():
                self.payoff = self.game.infinite_play
                return
            if self._asks(self.position):
                return
            yield self._make(self._choose_move(self.position))

    def _asks(self, position: Any) -> bool:
        """Return whether the player has a choice at a position."""
        return len(self.game.moves(position)) > 1 and (self.both or self.game.seat(position) == self.seat)

    def _choose_move(self, position: Any) -> Move:
        """Return the only move, or the opponent's choice."""
        legal = self.game.moves(position)
        return legal[0] if len(legal) == 1 else self._opponent(position)

    def _never_ends(self) -> bool:
        """Return whether the player will never have a choice again and the game will never end."""
        if self.game.infinite_play is None:
            return False
        reached = find_reachable(self.game, self.position, lambda position: [self._choose_move(position)])
        return not any(position is None or self._asks(position) for position in reached)

    def decide(self, move: Move) -> Event:
        """Record the player's decision, make the move, and return it with its outcome."""
        self._random_states.append((self._random.getstate(), len(self.events)))
        self.decisions.append(Decision(self.position, move, self.solution.best_moves_at(self.position)))
        return self._make(move)

    def undo(self) -> bool:
        """Take back the last decision and everything after it; return whether there was one.

        If the player then makes the same moves again, the outcomes are the same.
        """
        if not self.decisions:
            return False
        self.position, self.payoff = self.decisions.pop().position, None
        state, event_count = self._random_states.pop()
        self._random.setstate(state)  # type: ignore[arg-type]  # it came from getstate
        del self.events[event_count:]
        self.undone += 1
        return True

    def cost(self, decision: Decision) -> Any:
        """Return the exact cost of a decision."""
        if decision.move in decision.best:
            return 0
        values = self.solution.move_values(decision.position)
        return max(values.values()) - values[decision.move]

    def score(self, seat: int | None = None) -> Score:
        """Return the score of all decisions, or of those made in one seat."""
        made = [decision for decision in self.decisions if seat is None or self.game.seat(decision.position) == seat]
        costs = [self.cost(decision) for decision in made]
        best = sum(decision.move in decision.best for decision in made)
        return Score(len(costs), best, sum(costs), max(costs, default=0), self.undone)

    def player_payoff(self) -> Any:
        """Return the player's payoff after the game."""
        return self.payoff if self.seat == 0 else 1 - self.payoff

    def _make(self, move: Move) -> Event:
        position, outcomes = self.position, self.narrator.faces(self.position, move)
        number = draw(outcomes, self._random)
        chance, self.position, self.payoff = outcomes[number]
        if self.over:
            _ = self.solution  # wait for the solution, from which the narrator takes the names of the payoffs
        event = Event(int(self.game.seat(position)), position, move, number, chance, self.position, self.payoff)
        self.events.append(event)
        return event


def draw(outcomes: Sequence[Outcome], random: Random) -> int:
    """Draw an outcome with exactly its probability, and return its index; the probabilities must add up to 1."""
    bottom = math.lcm(*(int(outcome.probability.denominator) for outcome in outcomes))
    remainder = random.randrange(bottom)
    for number, outcome in enumerate(outcomes):
        remainder -= int(outcome.probability * bottom)
        if remainder < 0:
            return number
    raise ValueError(f"the probabilities of {list(outcomes)!r} do not add up to 1")


def find_reachable(game: Game, start: Any, moves: Callable[[Any], Iterable[Move]]) -> Iterator[Any]:
    """Yield each position that play from `start` can reach by the given moves, and None if the game can end."""
    seen, visited = [start], {start}
    for position in seen:  # grows while it is read
        yield position
        for move in () if position is None else moves(position):
            for outcome in game.outcomes(position, move):
                if outcome[1] not in visited:
                    visited.add(outcome[1])
                    seen.append(outcome[1])


def make_narrator(game: Game) -> Narrator:
    """Return the narrator that a game's entry specifies, by default a plain `Narrator`."""
    return find(game).narrator(game)


def make_narrator_of_solution(solution: Solution) -> Narrator:
    """Return a solved game's narrator, which knows whether the values of a user-defined game are probabilities."""
    narrator = make_narrator(solution.game)
    if isinstance(solution, GeneralSolution):
        payoffs = [*solution.model.payoffs, solution.game.infinite_play or 0]
        narrator.chances = all(2 * payoff in (0, 1, 2) for payoff in payoffs)
        narrator.other_payoffs = not narrator.chances
    return narrator


def find_rules_at_table(game: Game) -> Game:
    """Return the rules by which people play a game; for most games, these are the game itself."""
    at_table = find(game).at_table
    if at_table is None:
        return game
    rules: Any = at_table.entry.game
    return rules(game)  # type: ignore[no-any-return]


def solve_for_play(game: Any, progress: Progress | None = None, max_positions: int | None = None) -> Solution:
    """Solve a game as people play it."""
    at_table = find(game).at_table
    if at_table is None:
        return solve_moves(game, progress=progress, max_positions=max_positions)  # type: ignore[no-any-return]
    return load(at_table.solution)(game, Run(progress=progress))  # type: ignore[no-any-return]
