"""The commands of each game, created from the registry, and `trueodds games`."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from ..catalog.entry import ANY_GAME, Entry, Method
from ..catalog.registry import find_by_name, list_entries, list_games
from ..catalog.rules import list_names
from ..parameters import list_parameters
from .common import Choices, Command, InputError, make_completion, make_option, user_input
from .models import is_model, make_model_command
from .options import make_declared_options
from .output import json_list_option, show
from .own import is_outside_registry, make_own_command

Options = Sequence[click.Parameter]


def make_parameter_options(entry: Entry) -> list[click.Option]:
    """Return the options for a game's parameters; a required parameter gets its usual value as its default."""
    options = make_declared_options(entry.game)
    for parameter in options:
        if parameter.name in entry.usual:
            parameter.required, parameter.default = False, entry.usual[parameter.name]
    return options


def format_usage(entry: Entry) -> str:
    """Return the options of a game as `trueodds games` lists them."""
    context = click.Context(click.Command(""))
    return " ".join(f"[{option.opts[0]} {option.make_metavar(context)}]" for option in make_parameter_options(entry))


def list_examples(entry: Entry, verb: str) -> tuple[str, ...]:
    """Return what follows the game's name in the examples of a command; see `Entry.examples` for the defaults."""
    if verb == "compare" and verb not in entry.examples:
        return (" ".join([*list_examples(entry, "solve")[:1], *list_names(entry.rules)]),)
    if verb == "sweep":
        name = next(iter(list_parameters(entry.game)))
        small = entry.small.get(name, 1)
        return (f"--over {name.replace('_', '-')}={small}..{small + 4} --output table.csv",)
    if verb in entry.examples or verb == "advise":  # the arguments of other commands do not suit advise
        return entry.examples.get(verb, ())
    if "solve" in entry.examples:
        return entry.examples["solve"]
    small = [
        f"{flag.opts[0]} {entry.small[flag.name]}" for flag in make_parameter_options(entry) if flag.name in entry.small
    ]
    return (" ".join(small),)


def build_game(entry: Entry, values: dict[str, Any], **fixed: Any) -> Any:
    """Remove a game's parameters from `values`, and return the game with these parameters and those in `fixed`."""
    arguments = {name: values.pop(name, None) for name in list_parameters(entry.game)} | fixed
    with user_input():
        return entry.game(**{name: value for name, value in arguments.items() if value is not None})


def make_game_command(
    entry: Entry,
    verb: str,
    run: Callable[..., Any],
    options: Options = (),
    *,
    text: str = "",
    omitted: Sequence[str] = (),
    helps: Mapping[str, str] | None = None,
) -> Command:
    """Return a command for one game.

    `run` takes the values of all options by name, including the game's parameters. `helps` maps parameters to the texts
    that replace their help.
    """
    game_options = [parameter for parameter in make_parameter_options(entry) if parameter.name not in omitted]
    for parameter in game_options:
        parameter.help = (helps or {}).get(parameter.name or "", parameter.help)
    return Command(
        entry.name,
        callback=run,
        params=[*game_options, *options],
        help=text or entry.text or entry.summary,
        short_help=entry.summary,
        examples=lambda: [f"{verb} {entry.name} {example}" for example in list_examples(entry, verb)],
    )


def make_method_option(methods: Mapping[str, Method], usual: str, kind: Any = None) -> click.Option:
    """Return the option ``--method``, which accepts only the names in `methods` unless `kind` gives another type."""
    kinds = "; ".join(f"{name}: {method.help}" for name, method in methods.items())
    return make_option(
        "--method",
        type=kind or click.Choice(list(methods)),
        metavar=f"[{'|'.join(methods)}]",
        shell_complete=make_completion(lambda ctx: methods),
        help=f"{kinds}. All methods that succeed give the same answer.  [default: {usual}]",
    )


#: The options ``--method`` for models and for user-defined games. A user-defined game may add methods, so `solve`
#: checks the name.
model_method_option = make_method_option(ANY_GAME, "general")
own_method_option = make_method_option(ANY_GAME, "general", str)


class GameCommands(Choices):
    """A group with a command for each game.

    `run` takes a game, or the `Origin` of a user-defined game if `several` is true, and the values of the options by
    name. `text` and `make` return the special help text and the special command of an entry, if any. `own` holds the
    options for user-defined games, and `models` the function and the options for models.
    """

    noun = "game"

    def __init__(
        self,
        run: Callable[..., Any],
        options: Options | Callable[[Entry], Options] = (),
        *,
        text: Callable[[Entry], str] = lambda entry: "",
        make: Callable[[Entry], click.Command | None] = lambda entry: None,
        own: Options = (),
        several: bool = False,
        models: tuple[Callable[..., Any], Options] | None = None,
        **keywords: Any,
    ) -> None:
        keywords = {"help": inspect.getdoc(run), "examples": self._first_examples} | keywords
        super().__init__(run.__name__, **keywords)
        self._run, self._options, self._text, self._several = run, options, text, several
        self.own_options, self._models, self._special = own, models, make
        self.options_metavar, self.subcommand_metavar = None, "GAME [OPTIONS]"

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the games."""
        return list(list_games())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command for a game in the registry."""
        return self.make(find_by_name(cmd_name)) if cmd_name in list_games() else None

    def make(self, entry: Entry) -> click.Command:
        """Return the command for a game."""
        if special := self._special(entry):
            return special

        def run(**values: Any) -> None:
            self._run(build_game(entry, values), **values)

        options = self._options(entry) if callable(self._options) else self._options
        return make_game_command(entry, self.name or "", run, options, text=self._text(entry))

    def _first_examples(self) -> list[str]:
        """Return the first game's examples and, if models are accepted, those for a user-defined game and a model."""
        lines = [
            f"{list_games()[0]} {example}" for example in list_examples(find_by_name(list_games()[0]), self.name or "")
        ]
        if self._models:
            lines += ["dice.py:Dice --sides 6", "race.prism --const N=2 --property 'Pmax=? [ F \"won\" ]'"]
        return [f"{self.name} {line}" for line in lines]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Refer to `trueodds games` instead of repeating the list of games in every help text."""
        own = "your own game, FILE.py:NAME"
        others = f"; {own}; or a model, such as FILE.prism, with --property" if self._models else f", or {own}"
        with formatter.section("Games"):
            formatter.write_text(f"GAME is a name that `trueodds games` lists{others}.")
            formatter.write_text(f"`trueodds {self.name} GAME --help` shows its options.")

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Find the command for a game, ``FILE.py:NAME``, ``openspiel:NAME`` or a model; see `is_model`."""
        if self._models and is_model(args):
            return args[0], make_model_command(args[0], *self._models), args[1:]
        if is_outside_registry(args[0]):
            opened = not ctx.resilient_parsing
            command = make_own_command(
                args[0], self._run, self.own_options, self._several, help=self.help, opened=opened
            )
            return args[0], command, args[1:]
        if args[0] not in list_games() and is_model(args):
            raise InputError(f"{self.name} {args[0]}: only `solve` and `strategy` accept a model as GAME")
        return super().resolve_command(ctx, args)


def on_games(options: Options | Callable[[Entry], Options] = (), **keywords: Any) -> Callable[..., GameCommands]:
    """Return a decorator that turns a function into a group for all games; see `GameCommands`.

    The function's docstring is the group's default help.
    """
    return lambda run: GameCommands(run, options, **keywords)


_OTHER_GAMES = """\
FILE.py:NAME [--infinite-play P] [--max-positions NUMBER]
    Your own game: a trueodds.Game, or a function or class that returns one.
FILE.prism --property TEXT [--const NAME=VALUE]
    A model in the PRISM language (.nm .pm .sm .smg).
FILE.tra, FILE.umb --property TEXT [--nearest D]
    A model in PRISM's explicit format, or in UMB.
openspiel:NAME [--infinite-play P]
    A game of OpenSpiel, such as 'openspiel:tic_tac_toe'."""


@click.command(cls=Command, params=[json_list_option], short_help="List the games and their options.")
def games() -> None:
    """List the games that trueodds knows, with their options."""
    descriptions = {entry.name: (format_usage(entry), entry.summary) for entry in list_entries()}
    lines = []
    for name, (options, summary) in descriptions.items():
        lines += textwrap.wrap(f"{name} {options}", 80, subsequent_indent="  ", break_on_hyphens=False)
        lines.append(f"    {summary}")
    data = [{"name": name, "summary": summary, "options": options} for name, (options, summary) in descriptions.items()]
    show(data, "\n".join([*lines, _OTHER_GAMES]))
