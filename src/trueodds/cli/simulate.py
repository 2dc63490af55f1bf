"""`trueodds simulate GAME`: simulate games, and compare the results with the exact odds."""

from __future__ import annotations

from typing import Any

import click

from .common import RULES, WholeNumber, find_rules, make_completion, make_option
from .games import on_games
from .output import compute_and_write, make_answer_options, seed_option, workers_option
from .own import max_positions_option

_RULE: dict[str, Any] = {
    "metavar": "RULE",
    "default": "optimal",
    "show_default": True,
    "shell_complete": make_completion(find_rules),
}
_OPTIONS = (
    make_option("--games", type=WholeNumber(), default=1_000_000, show_default=True, help="Number of games."),
    make_option("--first", **_RULE, help=f"Strategy of the first player (seat 0): {RULES}"),
    make_option("--second", **_RULE, help="Strategy of the second player (seat 1)."),
    seed_option,
    workers_option,
    *make_answer_options(),
)


@on_games(
    _OPTIONS,
    own=(max_positions_option, *_OPTIONS),
    short_help="Simulate millions of games, and compare the results with the exact odds.",
)
def simulate(game: Any, **settings: Any) -> None:
    """Simulate a game many times, and compare the results with the exact odds.

    The exit status is 1 if the mean result or the mean length differs from its expectation by more than five standard
    errors, unless five games alone could cause the difference.
    """
    from ..play.simulate import simulate as play
    from ..views.text import format_simulation

    simulation = compute_and_write(
        lambda progress: play(game, progress=progress, **settings), {"text": format_simulation}
    )
    if not simulation.agrees:
        raise click.exceptions.Exit(1)
