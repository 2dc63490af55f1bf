"""`trueodds check FILE`: check a certificate with the standalone checker, and compare the rules in it with a game's."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import click

from ..catalog.registry import find_by_name, list_games
from .common import Command, make_option, user_input
from .models import is_model
from .output import json_option, show
from .own import find_object, infinite_play_option, is_outside_registry, load_game, make_signature_options, pop_typed

_OPTIONS = "trueodds.check.options"


class _Check(Command):
    """The command `check`, which also accepts the options of the game that ``--game FILE.py:NAME`` names."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return all parameters, including the options of the game."""
        return [*super().get_params(ctx), *ctx.meta.get(_OPTIONS, ())]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, including the options of the game that ``--game`` names."""
        reference = next((value for option, value in pairwise(args) if option == "--game"), "")
        reference = next((word.partition("=")[2] for word in args if word.startswith("--game=")), reference)
        own = is_outside_registry(reference) and not ctx.resilient_parsing
        options = [*self.params, infinite_play_option]
        ctx.meta[_OPTIONS] = (
            [infinite_play_option, *make_signature_options(find_object(reference), options)] if own else []
        )
        return super().parse_args(ctx, args)


@click.command(
    cls=_Check,
    params=[
        click.Argument(["file"], metavar="FILE"),
        make_option(
            "--game",
            "reference",
            metavar="FILE.py:NAME",
            help="Game to compare with the certificate: your own game with its options, or a model such as dice.prism.",
        ),
        json_option,
    ],
    examples=("check answer.odds", "check answer.odds --game dice.py:Dice --sides 6"),
    short_help="Check a certificate (.odds).",
)
@click.pass_context
def check(ctx: click.Context, /, file: str, reference: str | None, **values: Any) -> None:
    """Check a certificate, and compare its rules with those of the game that it or --game names.

    The exit status is 1 if the certificate does not prove its claim or if its rules differ from the game's. The rules
    of a game that is not built in are compared only if --game is given. To write a certificate, use `trueodds solve
    GAME --certificate FILE`. A standalone program, `python -I check_odds.py FILE`, checks a certificate but compares no
    rules.
    """
    from ..certificates.check import check_file
    from ..certificates.check_odds import Refused as NotProved

    try:
        proved = check_file(file)
        rules = _compare(file, reference, pop_typed(ctx.meta[_OPTIONS], values))
    except NotProved as refused:
        show({"file": file, "proved": False, "reason": str(refused)}, f"not proved: {refused}")
        raise click.exceptions.Exit(1) from None
    show({"file": file, "proved": True, "statement": proved, "rules": rules}, f"{proved}; {rules}")


def _compare(file: str, reference: str | None, arguments: dict[str, Any]) -> str:
    """Compare a certificate's rules with those of the game that it or `reference` names; return the result in words."""
    from ..certificates.check import Certificate, compare_rules
    from ..certificates.check_odds import Refused as NotProved
    from ..certificates.check_odds import quote
    from ..certificates.lines import format_name

    certificate = Certificate(file)
    name, values = certificate.fields["game"], {key: json.loads(text) for key, text in certificate.parameters.items()}
    if reference is None:
        if name not in list_games():
            return "the rules were not compared: no known game has this name; use --game FILE.py:NAME or --game MODEL"
        try:
            game: Any = find_by_name(name).game(**values)
        except (TypeError, ValueError, MemoryError) as error:
            raise NotProved(f"the rules are not those of {name}: {str(error)[:200]}") from None
    elif is_model([reference]):
        from ..formats.answer import MAX_BOUNDED
        from ..formats.prism import parse_constants
        from ..formats.read import read_model

        query = str(values.pop("property", ""))
        with user_input():
            constants = parse_constants([f"{constant}={value}" for constant, value in values.items()])
            game = read_model(reference, query, constants, max_positions=MAX_BOUNDED)
    else:
        game = load_game(reference, arguments.pop("infinite_play", None), **arguments)
    compare_rules(certificate, game)
    return f"the rules are those of {quote(format_name(game.name))}"
