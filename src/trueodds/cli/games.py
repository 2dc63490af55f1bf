"""The games on the command line: what each is called, its options, how it is built from them; a user's own file."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

import click

from ..games.coinball import Coinball
from ..games.greed import Greed
from ..games.pig import Pig
from ..games.risk_or_safety import RiskOrSafety
from ..games.super_six import SuperSix
from ..games.the_race import TheRace
from ..games.two_coins import TwoCoins
from .common import Choices, Refused, json_option, print_json
from .options import build, game_options


@dataclass(frozen=True)
class CommandLineGame:
    """One game: `solve` and `strategy` take the same options for it.

    Attributes
    ----------
    name : str
        What users type.
    rules : str
        Name of the game's class in `trueodds`; it takes the options' values by name.
    summary : str
        One line.
    text : str
        The rules in a few lines.
    options : tuple
        Click's options.
    examples : tuple of str
        Options to show in the help, without the command.
    methods : tuple of str
        What `solve` takes as method.
    method_help : str
        What they are.
    running : tuple
        More of click's options, for `solve` alone.
    """

    name: str
    rules: str
    summary: str
    text: str
    options: tuple[Callable[..., Any], ...]
    examples: tuple[str, ...]
    methods: tuple[str, ...] = ("general", "start")
    method_help: str = (
        "The first if left out. general: the road of any game, exact everywhere; start: moves by bounds, only the "
        "start's value exactly. All give the same answer."
    )
    running: tuple[Callable[..., Any], ...] = ()

    def build(self, **values: Any) -> Any:
        """The game, or a refusal in one line."""
        import trueodds

        return build(getattr(trueodds, self.rules), values)

    def build_from(self, values: dict[str, Any]) -> Any:
        """The game from the options of a command, which are taken out of `values`."""
        return self.build(**{name: values.pop(name) for name in self.option_names})

    @property
    def option_names(self) -> tuple[str, ...]:
        """What the options are called in Python."""
        return tuple(parameter.name or "" for parameter in self._parameters())

    def usage(self) -> str:
        """The options as `trueodds games` lists them."""
        return " ".join(
            shown if parameter.required else f"[{shown}]"
            for parameter in self._parameters()
            for shown in [f"{parameter.opts[0]} {parameter.make_metavar(click.Context(click.Command(self.name)))}"]
        )

    def _parameters(self) -> list[click.Parameter]:
        command: Any = lambda: None  # noqa: E731 - something to hang the options on
        for option in reversed(self.options):
            command = option(command)
        return list(reversed(command.__click_params__))


GAMES = (
    CommandLineGame(
        "risk-or-safety",
        "RiskOrSafety",
        "Toss a coin as long as you dare; first to the target wins.",
        "Toss a coin: heads is an open point, tails loses them and the turn; bank them or toss again.",
        game_options(RiskOrSafety),
        ("--target 20", "--target 7 --opponent-target 3 --heads 2/5"),
        ("pairs", "sweeps", "twin", "start", "general"),
        "pairs: every move everywhere; sweeps: the paper's iteration; twin: plain fractions; start: for large "
        "targets; general: the road of any game. All give the same answer; pairs up to targets of 127, start beyond "
        "if left out.",
        (
            click.option(
                "--checkpoint", metavar="FILE", help="Keep what is done here; a killed run with --method start goes on."
            ),
            click.option(
                "--executor",
                type=click.Choice(["threads", "serial", "processes"]),
                default="threads",
                show_default=True,
                help="What runs the blocks of --method start.",
            ),
        ),
    ),
    CommandLineGame(
        "coinball",
        "Coinball",
        "Call a fair coin, for a rush's point or a pass's two; the higher score wins.",
        "Players take turns to call a fair coin, for one point or for two: right, the caller gets them, wrong, the "
        "opponent. After all tosses the higher score wins, a draw counts one half.",
        game_options(Coinball),
        ("--tosses 100", "--tosses 100 --opponent always-rush --seat first"),
        ("layers", "general", "start"),
    ),
    CommandLineGame(
        "two-coins",
        "TwoCoins",
        "Flip coin A for one point or coin B for two; a positive score wins.",
        "Before each flip you choose a coin: heads wins its value, tails loses it. The final score decides.",
        game_options(TwoCoins),
        ("--flips 100 --heads 1/2", "--flips 20 --heads 3/5"),
        ("layers", "general", "start"),
    ),
    CommandLineGame(
        "greed",
        "Greed",
        "Roll dice, as many as you dare; the higher score within the limit wins.",
        "Say a number of dice, roll them all, add them up; over the limit you have lost. No dice: the other player has "
        "one last turn, and the higher score wins, equal scores a draw.",
        game_options(Greed),
        ("--limit 20 --sides 3", "--limit 100 --sides 6"),
        ("layers", "general", "start"),
    ),
    CommandLineGame(
        "pig",
        "Pig",
        "Roll a die while you dare; a one loses it all; first to the target wins.",
        "Each roll adds to the turn total, a one loses it and the turn; hold to save it. At least one roll a turn.",
        game_options(Pig),
        ("--target 20", "--target 100"),
        ("turns", "general", "start"),
    ),
    CommandLineGame(
        "the-race",
        "TheRace",
        "One tosses for a point, the other names tosses to risk (Project Euler 232).",
        "The first player tosses once a turn, heads is a point; the second names T and gets 2^(T-1) points if T tosses "
        "are all heads. The odds are the second player's.",
        game_options(TheRace),
        ("--target 100",),
    ),
    CommandLineGame(
        "super-six",
        "SuperSix",
        "Roll a die to get rid of your sticks (OEIS A349697).",
        "A six: a stick is gone. An empty hole takes one; a filled hole gives you one and ends your turn. Stop or "
        "roll again; who has no stick left wins.",
        game_options(SuperSix),
        ("--sticks 4", "--sticks 2 --lid 0"),
    ),
)


def game_command(
    entry: CommandLineGame, verb: str, run: Callable[..., Any], options: Sequence[Callable[..., Any]]
) -> click.Command:
    """A command for one game, its help made of the entry."""
    examples = "\n".join(f"  trueodds {verb} {entry.name} {example}" for example in entry.examples)
    run.__doc__ = f"{entry.text}\n\n\b\nExamples:\n{examples}\n"
    command: Any = run
    for option in reversed(options):
        command = option(command)
    return click.command(entry.name, short_help=entry.summary)(command)


class GameCommands(Choices):
    """A group with a command for each game, and one for each ``FILE.py:NAME``.

    Parameters
    ----------
    own : callable
        Makes the command for a user's own game, from ``FILE.py:NAME``.
    """

    def __init__(self, *arguments: Any, own: Callable[[str], click.Command], **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._own = own

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a name with ``.py:`` is a user's own game."""
        if args and re.search(r"\.py(:|$)", args[0]):
            return args[0], self._own(args[0]), args[1:]
        return super().resolve_command(ctx, args)


def _exact_number(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Fraction | None:
    """A rational in plain digits; None if it is left out."""
    if value is None:
        return None
    if not re.fullmatch(r"[+-]?[0-9]{1,300}(/0*[1-9][0-9]{0,299}|\.[0-9]{1,300})?", value):
        raise Refused(f"{parameter.opts[0]} must be an exact number such as 1/2, not {value[:40]!r}")
    return Fraction(value)


#: What a user's own game may take besides what its file says.
infinite_play_option = click.option(
    "--infinite-play",
    metavar="P",
    callback=_exact_number,
    help="What seat 0 gets from a play that never ends, such as 1/2; as the file says, or no such play, if left out.",
)


def own_game(place: str, infinite_play: Any = None) -> Any:
    """A user's own game.

    Parameters
    ----------
    place : str
        ``FILE.py:NAME``; NAME is a `Game`, or a class or function that gives one when called without arguments.
    infinite_play : mpq, optional
        What a play that never ends is worth to seat 0; if left out, what the game itself says.

    Raises
    ------
    Refused
        There is no such file or name, or it is no game. What the file itself raises is passed on with a note.
    """
    from ..game import Game

    file, _, name = place.partition(":")
    if not name.isidentifier():
        raise Refused(f"{place}: a game of your own is FILE.py:NAME, such as dice.py:game")
    if not Path(file).is_file():
        raise Refused(f"{file}: no such file")
    spec = importlib.util.spec_from_file_location("trueodds_own_game", file)
    assert spec is not None  # for its name ends in .py
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except SystemExit as stop:
        raise Refused(f"{file} ended Python by SystemExit({stop.code!r}) when it was opened") from stop
    except Exception as error:
        _pass_on(error, f"raised by {file}")
    if not hasattr(module, name):
        games = [key for key, value in vars(module).items() if isinstance(value, Game)]
        raise Refused(f"{file} has no {name!r}" + (f"; games there: {', '.join(games)}" if games else ""))
    game = getattr(module, name)
    if not isinstance(game, Game) and callable(game):
        try:
            game = game()
        except Exception as error:
            _pass_on(error, f"raised by {place} called without arguments")
    if not isinstance(game, Game):
        raise Refused(f"{place} is no trueodds.Game, such as trueodds.Rules makes, but {type(game).__name__}")
    if infinite_play is None:
        return game
    from ..games.rules import WithInfinitePlay

    return WithInfinitePlay(game, infinite_play)


def _pass_on(error: Exception, note: str) -> NoReturn:
    error.add_note(note)
    raise error


@click.command(short_help="The games that trueodds knows, with their options.")
@json_option
def games(as_json: bool) -> None:
    """The games that trueodds knows, with their options; `solve` and `strategy` take them."""
    if as_json:
        print_json([{"name": entry.name, "summary": entry.summary, "options": entry.usage()} for entry in GAMES])
        return
    for entry in GAMES:
        usage = textwrap.wrap(f"{entry.name} {entry.usage()}", 80, subsequent_indent="  ", break_on_hyphens=False)
        click.echo("\n".join(usage) + f"\n    {entry.summary}")
    click.echo("FILE.py:NAME [--infinite-play P] [--max-positions NUMBER]")
    click.echo("    A game of your own, or what gives one when called.")
