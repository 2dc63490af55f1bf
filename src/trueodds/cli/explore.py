"""`trueodds explore GAME`: a page to explore the best moves and the odds in a browser."""

from __future__ import annotations

from typing import Any

import click

from ..runtime.files import atomic_write
from .common import Choices, WholeNumber, quiet_option, shown_progress, user_input
from .encoding import output_utf8
from .games import GAMES

_TARGET_HELP = "Points to win; the page serves smaller ones too."
_page_option = click.option(
    "-o", "--output", metavar="FILE", help="The page; GAME-TARGET.html here if left out, - for standard output."
)


@click.group(cls=Choices, short_help="A page to explore in a browser, offline.")
def explore() -> None:
    """Write a page that shows the best moves, the exact odds, and what to do at any position, and why.

    It is one HTML file for any browser, on a phone too, and needs no network.
    """


@explore.command("risk-or-safety", short_help="Toss a coin as long as you dare; first to the target wins.")
@click.option("--target", type=WholeNumber(), required=True, help=_TARGET_HELP)
@click.option("--heads", metavar="P", help="Probability of heads, e.g. 2/5; 1/2 if left out.")
@_page_option
@quiet_option
def risk_or_safety(target: int, heads: str | None, output: str | None, quiet: bool) -> None:
    """Risk or Safety: how many coins to toss at all needs, and whether to toss or to bank with points open.

    \b
    Examples:
      trueodds explore risk-or-safety --target 30
      trueodds explore risk-or-safety --target 200 -o page.html
    """  # noqa: D301 - click wants the control character
    _write("risk-or-safety", output, quiet, method="pairs", target=target, heads=heads)


@explore.command("pig", short_help="Roll a die while you dare; a one loses it all; first to the target wins.")
@click.option("--target", type=WholeNumber(), default=100, show_default=True, help=_TARGET_HELP)
@click.option("--sides", type=WholeNumber(2), default=6, show_default=True, help="Sides of the die.")
@_page_option
@quiet_option
def pig(target: int, sides: int, output: str | None, quiet: bool) -> None:
    """Pig: at which turn total to hold at all needs, and whether to roll or to hold anywhere.

    \b
    Examples:
      trueodds explore pig
      trueodds explore pig --target 50 -o page.html
    """  # noqa: D301 - click wants the control character
    _write("pig", output, quiet, target=target, sides=sides)


def _write(name: str, output: str | None, quiet: bool, method: str | None = None, **values: Any) -> None:
    from ..dispatch import solve_moves
    from ..views.explore import check, page

    game = next(entry for entry in GAMES if entry.name == name).build(**values)
    with user_input():
        check(game)
    output = f"{name}-{game.target}.html" if output is None else output
    if output == "-":
        output_utf8()
    with atomic_write(output) as file:
        with shown_progress(quiet) as progress:
            text = page(solve_moves(game, method, progress))
        file.write(text)
    if output != "-":
        click.echo(f"{output}: {len(text.encode()) / 1e6:.1f} MB; open it in a browser, it needs no network")
