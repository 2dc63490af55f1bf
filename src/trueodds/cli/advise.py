"""`trueodds advise GAME`: what to do at a position, and by how much, in one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from ..game import json_parameters
from .common import WholeNumber, json_option, print_json, quiet_option, shown_progress, user_input
from .games import GAMES, CommandLineGame, GameCommands, infinite_play_option, own_game
from .table import table_command


def _points(option: str, text: str) -> Callable[..., Any]:
    return click.option(option, type=WholeNumber(0), required=True, help=text)


def _so_far(option: str, text: str) -> Callable[..., Any]:
    return click.option(option, type=WholeNumber(0), default=0, help=f"{text}; 0 if left out.")


# Of the game, but whose it is, is told from the asking player's side.
_OPPONENT_TARGET = click.option(
    "--opponent-target", type=WholeNumber(), help="Points the opponent needs in all, if not as many as I."
)

#: How a position is told, examples, and options of the game itself that are left out or told otherwise here.
_PLACES: dict[str, tuple[tuple[Callable[..., Any], ...], tuple[str, ...], frozenset[str]]] = {
    "risk-or-safety": (
        (
            _points("--me", "Points I have saved."),
            _points("--opponent", "Points the opponent has saved."),
            _so_far("--open", "Heads I have tossed in this turn"),
            _OPPONENT_TARGET,
        ),
        ("--me 12 --opponent 7 --open 1", "--target 10 --me 3 --opponent 9"),
        frozenset({"opponent_target"}),
    ),
    "coinball": (
        (
            _points("--tosses-done", "Tosses done by both players together; it is my turn."),
            click.option(
                "--lead", type=WholeNumber(None), required=True, help="My points less the opponent's; may be negative."
            ),
        ),
        ("--tosses 100 --tosses-done 90 --lead -3",),
        frozenset({"value_seat"}),  # whose turn it is, the tosses tell
    ),
    "two-coins": (
        (
            _points("--flips-done", "Flips done."),
            click.option("--score", type=WholeNumber(None), required=True, help="My score so far; may be negative."),
        ),
        ("--flips 100 --flips-done 90 --score -2",),
        frozenset(),
    ),
    "greed": (
        (
            _points("--me", "My score."),
            _points("--opponent", "The opponent's score."),
            click.option("--last", is_flag=True, help="It is the last turn: the opponent has rolled no dice."),
        ),
        ("--me 80 --opponent 95", "--me 80 --opponent 95 --last"),
        frozenset(),
    ),
    "pig": (
        (
            _points("--me", "Points I have saved."),
            _points("--opponent", "Points the opponent has saved."),
            _so_far("--turn-total", "Points I have rolled in this turn"),
            _OPPONENT_TARGET,
        ),
        ("--me 30 --opponent 41 --turn-total 20",),
        frozenset({"opponent_target"}),
    ),
    "the-race": (
        (
            _points("--me", "Points of the second player, who names a number: me."),
            _points("--opponent", "Points of the first player."),
        ),
        ("--me 30 --opponent 41",),
        frozenset(),
    ),
    "super-six": (
        (
            click.option("--me", type=WholeNumber(1), required=True, help="My sticks; I have rolled and may stop."),
            click.option("--opponent", type=WholeNumber(1), required=True, help="The opponent's sticks."),
            _points("--filled", "Shallow holes that hold a stick, 0 to 5."),
        ),
        ("--me 2 --opponent 3 --filled 4",),
        frozenset({"sticks", "lid"}),  # sizes at the start
    ),
}


def _print(advice: Any, asked: Mapping[str, Any], as_json: bool) -> None:
    if as_json:
        print_json({**asked, **advice.to_json()})
    else:
        click.echo(advice.line())


def _command(entry: CommandLineGame) -> click.Command:
    """`advise` for one game."""
    place_options, examples, left_out = _PLACES[entry.name]
    game_options = tuple(
        option for option, name in zip(entry.options, entry.option_names, strict=True) if name not in left_out
    )

    def run(as_json: bool, quiet: bool, **values: Any) -> None:
        from ..match.advice import advise as advise_at

        at = {name: value for name, value in values.items() if name not in entry.option_names}
        game = entry.build(
            **{name: value for name, value in values.items() if name in entry.option_names and value is not None},
            **_implied(entry.name, at),
        )
        with shown_progress(quiet) as progress, user_input():
            advice = advise_at(game, at, progress)
        asked = {"game": game.name, "parameters": json_parameters(game), "position": at}
        _print(advice, asked, as_json)

    options = (*place_options, *game_options, json_option, quiet_option)
    return table_command(entry.name, "advise", examples, run, options)


def _implied(name: str, at: Mapping[str, Any]) -> dict[str, Any]:
    """The game's options that the position tells."""
    if name == "super-six":
        return {"sticks": max(at["me"], at["opponent"])}
    if name == "coinball":
        return {"value_seat": at["tosses_done"] % 2}
    return {}


def _own(place: str) -> click.Command:
    """`advise FILE.py:NAME`."""

    @click.command(place)
    @click.option("--position", metavar="TEXT", help="As `trueodds strategy` prints it; the start if left out.")
    @infinite_play_option
    @click.option("--max-positions", type=WholeNumber(), help="Refuse games of more positions; a million if left out.")
    @json_option
    @quiet_option
    def run(position: str | None, infinite_play: Any, max_positions: int | None, as_json: bool, quiet: bool) -> None:
        """A game of your own: NAME in FILE.py is a trueodds.Game, or gives one when called."""
        from ..match.advice import advise_own

        game = own_game(place, infinite_play)
        with shown_progress(quiet) as progress, user_input():
            advice = advise_own(game, position, progress, max_positions)
        _print(advice, {"game": game.name, "parameters": json_parameters(game), "position": position}, as_json)

    return run


@click.group(
    cls=GameCommands,
    own=_own,
    commands={entry.name: _command(entry) for entry in GAMES},
    short_help="What to do at a position, and by how much.",
)
def advise() -> None:
    """What to do at a position of a game, and by how much it is better than the rest, in one line.

    FILE.py:NAME instead of a game's name advises on a game of your own.
    """
