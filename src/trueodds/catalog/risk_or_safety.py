"""Risk or Safety: narration, play coin by coin, opponents, pictures and the explore page."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from ..game import Move, describe_game
from ..games.risk_or_safety import BANK, TOSS, CoinByCoin, RiskOrSafety
from ..pictures import Grid
from .entry import AtTable, Drawing, Entry, Field, Method, Paper, Rule, Tables, make_race_page, make_race_place
from .maps import draw_numbers
from .narrator import Event, Narrator, describe_targets, format_count

_SOLVE = "trueodds.fast.risk_or_safety.solution:solve"
_LARGE = "trueodds.fast.risk_or_safety.large"


class CoinByCoinNarrator(Narrator):
    """The narrator of Risk or Safety played coin by coin."""

    chances = True

    def standing(self, position: Any) -> str:
        """Describe the open and the saved points."""
        a, b, c, seat = position
        return f"You have {b} + {a} open, the opponent {c} ({describe_targets(self.game.by_heads, seat)})."

    def say_outcome(self, event: Event) -> str:
        """Describe the toss and its effect, or the points that banking saves."""
        a, b, _, _ = event.position
        if event.move == BANK:
            return f"{format_count(a, 'point')} saved, {a + b} now."
        if event.number == 1:
            return f"Tails, {format_count(a, 'point')} lost." if a else "Tails."
        return f"Heads, {a + 1} open." if event.payoff is None else "Heads, the last point."


class RiskOrSafetyNarrator(Narrator):
    """The narrator of Risk or Safety if a move is the number of heads to go for in a turn."""

    chances = True

    def standing(self, position: Any) -> str:
        """Describe the open and the saved points."""
        a, b, c, seat = position
        bank = f" (to go for {a} is to bank them)" if a else ""
        return f"You have {b} + {a} open{bank}, the opponent {c} ({describe_targets(self.game, seat)})."

    def say(self, move: Move) -> str:
        """Return a move in words, such as "go for 2"."""
        return f"go for {move}"

    def alternatives(self, position: Any, values: Mapping[Any, Any]) -> dict[str, Any]:
        """Return the values of "bank" and "toss again" if points are open; otherwise, those of all numbers of heads."""
        a = position[0]
        if a == 0:
            return super().alternatives(position, values)
        more = {heads: value for heads, value in values.items() if heads > a}
        best = max(more, key=lambda heads: more[heads])
        label = f"toss again, for {best} in all" if best > a + 1 else "toss again, once"
        return {"bank": values[a], label: more[best]}


def _bank_at(game: Any, position: Any, number: int) -> str:
    return BANK if position[0] >= number else TOSS


def _go_for(game: Any, position: Any, number: int) -> int:
    """Return the legal move nearest to `number`."""
    legal = game.moves(position)
    return int(min(max(number, legal[0]), legal[-1]))


def _list_positions(game: Any) -> Iterator[tuple[int, ...]]:
    """Yield all positions, including those with open points, which play skips if a move is a number of heads."""
    for seat, (own, other) in enumerate([(game.target, game.opponent_target), (game.opponent_target, game.target)]):
        for saved, opponent_saved in itertools.product(range(own), range(other)):
            for opened in range(own - saved):
                yield opened, saved, opponent_saved, seat


def _draw_strategy(solution: Any) -> list[Grid]:
    tables, game = solution.tables(), describe_game(solution.game)
    return [draw_numbers(table, f"{game}: {table.title.lower()}", "coins", tables) for table in tables]


def _draw_odds(solution: Any) -> list[Grid]:
    from ..fast.risk_or_safety.large import compute_odds_at_needs  # works for any target

    game = solution.game
    odds, _ = compute_odds_at_needs(solution.coins(0), solution.coins(1), float(game.heads))
    rows, columns = range(1, game.target + 1), range(1, game.opponent_target + 1)
    title = f"{describe_game(game)}: odds of the player to toss"
    return [Grid(title, "the opponent needs", "I need", "chance to win", columns, rows, odds, even=True)]


COIN_BY_COIN = Entry(
    CoinByCoin,
    "Toss or bank, coin by coin.",
    answers={
        "coin by coin": "trueodds.fast.risk_or_safety.coin_by_coin:CoinByCoinSolution",
        "coin by coin, large": "trueodds.fast.risk_or_safety.coin_by_coin:LargeCoinByCoinSolution",
    },
    narrator=CoinByCoinNarrator,
    rules=(Rule("hold at N", _bank_at), Rule("always N", _bank_at)),
)

ENTRY = Entry(
    RiskOrSafety,
    "Toss a coin as long as you dare; first to the target wins.",
    text="Toss a coin. Heads is an open point; tails loses all open points and the turn. Bank them, or toss again.",
    methods={
        "pairs": Method(_SOLVE, "exact at all positions", given={"method": "pairs"}),
        "sweeps": Method(_SOLVE, "the paper's iteration", given={"method": "sweeps"}),
        "reference": Method(_SOLVE, "plain fractions, slow", given={"method": "reference"}),
        "start": Method(f"{_LARGE}:solve", "exact at the start only", chunks=True, moves=f"{_LARGE}:solve_moves"),
    },
    answers={
        "pairs": "trueodds.fast.risk_or_safety.solution:RiskOrSafetySolution",
        "start": f"{_LARGE}:LargeTargetSolution",
    },
    choose="trueodds.fast.risk_or_safety.solution:choose_default",
    choose_help="pairs for games no larger than the one with two targets of 127, otherwise start",
    place=make_race_place(Field("open", "Heads I have tossed in this turn", default=0)),
    rules=(Rule("hold at N", _go_for),),
    narrator=RiskOrSafetyNarrator,
    at_table=AtTable(COIN_BY_COIN, "trueodds.fast.risk_or_safety.coin_by_coin:solve_coin_by_coin"),
    pictures={
        "strategy": Drawing(_draw_strategy),
        "odds": Drawing(_draw_odds),
        "advantage": Drawing("trueodds.research.advantage:draw_advantage", sweep=True),
    },
    tables=Tables(
        by_seat=True,
        matrix="Print only the numbers; in row i and column j, I need i points and the opponent needs j.",
        statements=f"{_LARGE}:make_statements",
    ),
    page=make_race_page("trueodds.fast.risk_or_safety"),
    map=("saved", "opponent_saved"),
    more_positions=_list_positions,
    papers=(
        Paper(
            "risk-or-safety",
            "R. Jehn, Optimal strategy in the game Risk or Safety (2026)",
            "trueodds.claims.risk_or_safety:claims",
        ),
    ),
    usual={"target": 20},
    small={"target": 6},
    examples={
        "solve": ("--target 20", "--target 7 --opponent-target 3 --heads 2/5"),
        "compare": ('--target 20 optimal "always 2" "all in"',),
        "play": ("--target 10", '--target 20 --seat second --opponent "hold at 2"', "--target 20 --no-costs"),
        "advise": ("--me 12 --other 7 --open 1", "--target 10 --me 3 --other 9"),
        "explore": ("--target 20", "--target 200 -o page.html"),
    },
)
