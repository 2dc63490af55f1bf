"""One game played at the table: whose turn it is, what chance did, what was decided, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Protocol

from ..catalog.entry import load
from ..catalog.narrator import Decision, Event, Narrator, Score
from ..catalog.registry import find
from ..dispatch import solve_moves
from ..game import Game, Move
from ..runtime.executors import Progress
from ..solution import Solution
from ..solver.general import GeneralSolution
from ..solver.given_strategies import choose_move
from .sampling import draw

#: What an opponent does at a position.
Player = Callable[[Any], Move]


class Awaited(Protocol):
    """A solution that is still looked for."""

    game: Any

    def result(self) -> Solution:
        """The solution, once it is found."""


class Match:
    """A game in play. The player is asked where there is a choice; forced moves and the opponent's are made here.

    Parameters
    ----------
    solution : Solution or Awaited
        Of the game that is played; it knows what moves are worth. One that is still looked for is waited for where it
        is needed first: at the opponent's first move, at the first decision, or where the game ends.
    seat : int
        The player's: 0 moves first, 1 is the other.
    opponent : callable, optional
        From a position to a move; a best move, as `choose_move` says, if left out.
    seed : int, optional
        The same seed, the same chances.
    both : bool
        Whether both players are asked: two people at one board.

    Examples
    --------
    >>> import trueodds
    >>> match = Match(solve_for_play(trueodds.RiskOrSafety(target=2)), seed=4)
    >>> [(event.move, event.number) for event in match.go_on()]  # 0: heads
    [('toss', 0)]
    >>> match.position, match.decide("bank").after
    (Toss(open=1, saved=0, opponent_saved=0, seat=0), Toss(open=0, saved=0, opponent_saved=1, seat=1))
    >>> match.score()
    Score(decisions=1, best=0, given_away=mpq(4,35), worst=mpq(4,35), undone=0)
    """

    def __init__(
        self,
        solution: Solution | Awaited,
        seat: int = 0,
        opponent: Player | None = None,
        seed: int | None = None,
        *,
        both: bool = False,
    ) -> None:
        self._solution, self.game, self.seat, self.both = solution, solution.game, seat, both
        self.narrator = narrator_of(solution) if isinstance(solution, Solution) else narrator_for(solution.game)
        self.position: Any = self.game.start
        self.payoff: Any = None  # seat 0's, once the game is over, or can do nothing but go on for ever
        self.decisions: list[Decision] = []
        self.events: list[Event] = []  # all moves, forced ones and the opponent's too
        self.undone = 0
        self._opponent = opponent or (lambda position: choose_move(self.game, position, self.solution))
        self._random = Random(seed)
        self._random_states: list[tuple[object, int]] = []  # before each decision, and how many moves were made

    @property
    def solution(self) -> Solution:
        """What moves are worth; waited for, if it is still looked for."""
        if not isinstance(self._solution, Solution):
            self._solution = self._solution.result()
            self.narrator = narrator_of(self._solution)
        return self._solution

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.payoff is not None

    def moves(self) -> list[Move]:
        """What is legal now."""
        return list(self.game.moves(self.position))

    def go_on(self) -> Iterator[Event]:
        """Play until the player has a choice, or the game is over."""
        while not self.over:
            if self._never_ends():
                self.payoff = self.game.infinite_play
                return
            legal, seat = self.moves(), self.game.seat(self.position)
            if len(legal) == 1:
                yield self._make(legal[0])
            elif seat != self.seat and not self.both:
                yield self._make(self._opponent(self.position))
            else:
                return

    def _never_ends(self) -> bool:
        """Whether neither an end nor a choice of the player's can ever come."""
        if self.game.infinite_play is None:
            return False
        seen = [self.position]
        known = {self.position}
        for position in seen:  # grows while it is read
            legal = list(self.game.moves(position))
            if len(legal) > 1 and (self.both or self.game.seat(position) == self.seat):
                return False
            move = legal[0] if len(legal) == 1 else self._opponent(position)
            for outcome in self.game.outcomes(position, move):
                if outcome.position is None:
                    return False
                if outcome.position not in known:
                    known.add(outcome.position)
                    seen.append(outcome.position)
        return True

    def decide(self, move: Move) -> Event:
        """Make the player's choice."""
        self._random_states.append((self._random.getstate(), len(self.events)))
        self.decisions.append(Decision(self.position, move, self.solution.best_moves_at(self.position)))
        return self._make(move)

    def undo(self) -> bool:
        """Take the last decision back, and with it all chance since; False if there is none.

        Luck repeats: after the same moves it does the same as before.
        """
        if not self.decisions:
            return False
        self.position, self.payoff = self.decisions.pop().position, None
        state, made = self._random_states.pop()
        self._random.setstate(state)  # type: ignore[arg-type]  # it came from getstate
        del self.events[made:]
        self.undone += 1
        return True

    def cost(self, decision: Decision) -> Any:
        """What a decision gave away, exactly: the best move's value less its own."""
        if decision.move in decision.best:
            return 0
        values = self.solution.move_values(decision.position)
        return max(values.values()) - values[decision.move]

    def score(self, seat: int | None = None) -> Score:
        """How well the player has played; of two people, the one in a seat."""
        made = [one for one in self.decisions if seat is None or self.game.seat(one.position) == seat]
        costs = [self.cost(decision) for decision in made]
        best = sum(decision.move in decision.best for decision in made)
        return Score(len(costs), best, sum(costs), max(costs, default=0), self.undone)

    def won(self) -> Any:
        """What the player got in a game that is over: 1 won, 0 lost, 1/2 a draw."""
        return self.payoff if self.seat == 0 else 1 - self.payoff

    def _make(self, move: Move) -> Event:
        position, outcomes = self.position, self.narrator.faces(self.position, move)
        number = draw(outcomes, self._random)
        chance, self.position, self.payoff = outcomes[number]
        if self.over:
            _ = self.solution  # only now it is known for certain what its payoffs are called
        event = Event(self.game.seat(position), position, move, number, chance, self.position, self.payoff)
        self.events.append(event)
        return event


def narrator_for(game: Game) -> Narrator:
    """Who tells a game; the usual one for a game of one's own.

    Examples
    --------
    >>> import trueodds
    >>> narrator_for(trueodds.Pig()).standing((12, 30, 41, 0))
    'You have 30 + 12 in this turn, the opponent 41 (to win: 100).'
    """
    return find(game).narrator(game)


def narrator_of(solution: Solution) -> Narrator:
    """Who tells a game that is solved; of a game of one's own it is known then whether its values are chances.

    Examples
    --------
    >>> import trueodds
    >>> own = trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(1, None, 1)])
    >>> narrator_of(trueodds.solve(own)).chances
    True
    """
    narrator = narrator_for(solution.game)
    if isinstance(solution, GeneralSolution):
        narrator.chances = all(2 * payoff in (0, 1, 2) for payoff in solution.model.payoffs)
        narrator.other_payoffs = not narrator.chances
    return narrator


def rules_at_table(game: Game) -> Game:
    """A game as it is played at a table; most are played by their rules as they are.

    Examples
    --------
    >>> import trueodds
    >>> rules_at_table(trueodds.RiskOrSafety(target=3)).moves((1, 0, 0))
    ('bank', 'toss')
    """
    at_table = find(game).at_table
    if at_table is None:
        return game
    rules: Any = at_table.entry.game
    return rules(game)  # type: ignore[no-any-return]


def solve_for_play(game: Any, progress: Progress | None = None, max_positions: int | None = None) -> Solution:
    """Solve a game as it is played at a table.

    Parameters
    ----------
    game : Game
        The rules.
    progress : callable, optional
        As for `trueodds.solve`.
    max_positions : int, optional
        As for `trueodds.solve`.

    Returns
    -------
    Solution

    Examples
    --------
    >>> import trueodds
    >>> solve_for_play(trueodds.RiskOrSafety(target=3)).move_values((1, 0, 0))
    {'bank': mpq(7,11), 'toss': mpq(61,99)}
    """
    at_table = find(game).at_table
    if at_table is None:
        return solve_moves(game, progress=progress, max_positions=max_positions)  # type: ignore[no-any-return]
    return load(at_table.solution)(game, progress)  # type: ignore[no-any-return]
