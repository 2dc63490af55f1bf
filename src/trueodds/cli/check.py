"""`trueodds check FILE`: a certificate, checked by the program that stands alone, its rules held against the game's."""

from __future__ import annotations

from typing import Any

import click

from ..catalog.registry import by_name, names
from ..parameters import declared_parameters
from .common import Refused, json_option, print_json, user_input
from .models import is_model, read_model
from .own import own_game


@click.command(short_help="Check a certificate (.odds).")
@click.argument("file", metavar="FILE")
@click.option(
    "--game",
    "place",
    metavar="FILE.py:NAME",
    help="The game of your own that the certificate is about, or the file of its model, such as dice.prism.",
)
@json_option
def check(file: str, place: str | None, as_json: bool) -> None:
    """Check a certificate, and compare the rules in it with those of the game that it names.

    This is the check that `python -I check_odds.py FILE` makes (check_odds_large.py for large targets,
    check_odds_rewards.py for expected rewards), a single file that uses nothing of this package. Exit status 1 if the
    certificate does not prove what it claims, or is for other rules. `trueodds solve` writes certificates:
    --certificate FILE.

    \b
    Example:
      trueodds check answer.odds
    """  # noqa: D301 - click wants the control character
    from ..certificates.checking import REFUSED, check_file

    try:
        proved = check_file(file)
        rules = _rules(file, place)
    except REFUSED as refused:
        if as_json:
            print_json({"file": file, "proved": False, "reason": str(refused)})
        else:
            click.echo(f"not proved: {refused}")
        raise click.exceptions.Exit(1) from None
    if as_json:
        print_json({"file": file, "proved": True, "statement": proved, "rules": rules})
    else:
        click.echo(f"{proved}; {rules}")


def _rules(file: str, place: str | None) -> str:
    """Hold the rules against the game's; what to say of them."""
    from ..certificates.compare import hold_rules, read_head

    head = read_head(file)
    game: Any
    if place is not None:
        game = _given_game(place, head)
    else:
        if head.name not in names():
            return "the rules are the file's own, for no game of this name is known (--game FILE.py:NAME)"
        kind = by_name(head.name).game
        with user_input():
            game = kind(**_check_names(head.values(), tuple(declared_parameters(kind))))
    hold_rules(file, game)
    return f"the rules are those of {game.name}"


def _given_game(place: str, head: Any) -> Any:
    """The game that the user says it is; what is asked of a model is taken from the file."""
    if not is_model([place]):
        return own_game(place)
    values = head.values()
    constants = [f"{name}={value}" for name, value in values.items() if name != "property"]
    return read_model(place, constants, str(values.get("property", "")))


def _check_names(values: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    for name in values:
        if name not in names:
            raise Refused(f"the certificate has a parameter {name[:40]!r}; allowed are {', '.join(names)}")
    return values
