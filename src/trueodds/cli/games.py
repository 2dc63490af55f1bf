"""The games on the command line: a command for each, made from the registry, and `trueodds games`."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from typing import Any

import click

from ..catalog.entry import Entry
from ..catalog.registry import by_name, entries, names
from .common import Choices, json_list_option, print_json
from .models import is_model, model_command
from .openspiel import PREFIX, openspiel_command
from .options import build, game_options
from .own import own_command


def parameters(entry: Entry) -> list[click.Option]:
    """The options for the parameters of a game; its usual size stands for one that has no default.

    Examples
    --------
    >>> [option.opts[0] for option in parameters(by_name("the-race"))]
    ['--target']
    """
    command: Any = lambda: None  # noqa: E731 - something to hang the options on
    for option in reversed(game_options(entry.game)):
        command = option(command)
    found: list[click.Option] = list(reversed(getattr(command, "__click_params__", [])))
    for one in found:
        if one.name in entry.usual:
            one.required, one.default = False, entry.usual[one.name]
            one.help = _with_usual(entry, one)
    return found


def _with_usual(entry: Entry, one: click.Option) -> str:
    """The help of an option, with its usual value."""
    return f"{(one.help or '').rstrip('.')}; {entry.usual[one.name or '']} if left out."


def usage(entry: Entry) -> str:
    """The options of a game as `trueodds games` lists them.

    Examples
    --------
    >>> usage(by_name("super-six"))
    '[--sticks NUMBER] [--lid NUMBER]'
    """
    shown = [(f"{one.opts[0]} {one.make_metavar(click.Context(click.Command('')))}", one) for one in parameters(entry)]
    return " ".join(text if one.required else f"[{text}]" for text, one in shown)


def examples(entry: Entry, verb: str) -> tuple[str, ...]:
    """Options to show in the help of a command; where the entry has none, those of a small game.

    Examples
    --------
    >>> examples(by_name("the-race"), "strategy")
    ('--target 100',)
    """
    if verb in entry.examples or (entry.examples and verb == "advise"):
        return entry.examples.get(verb, ())
    if "solve" in entry.examples:
        return entry.examples["solve"]
    small = [f"{one.opts[0]} {entry.small[one.name]}" for one in parameters(entry) if one.name in entry.small]
    return (" ".join(small),) if verb != "advise" else ()


def take_game(entry: Entry, values: dict[str, Any], **known: Any) -> Any:
    """The game from the options of a command, which are taken out of `values`, and what else is known of it."""
    given = {one.name or "": values.pop(one.name or "", None) for one in parameters(entry)}
    return build(entry.game, given | known)


def game_command(
    entry: Entry,
    verb: str,
    run: Callable[..., Any],
    options: Sequence[Callable[..., Any]] = (),
    *,
    text: str = "",
    left_out: Sequence[str] = (),
    helps: Sequence[tuple[str, str]] = (),
) -> click.Command:
    """A command for one game.

    Parameters
    ----------
    entry : Entry
        Of the game.
    verb : str
        What the command is called.
    run : callable
        Takes the values of all options by name, the game's parameters too.
    options : sequence of callable
        Click's options besides the parameters.
    text : str
        What its help says; the rules if left out.
    left_out : sequence of str
        Parameters that it does not take.
    helps : sequence of (str, str)
        Parameters with another help than usual.
    """
    command = click.Command(entry.name, callback=run, short_help=entry.summary)
    own: Any = lambda: None  # noqa: E731 - something to hang the options on
    for option in reversed(options):
        own = option(own)
    taken = [one for one in parameters(entry) if one.name not in left_out]
    command.params = [*taken, *reversed(getattr(own, "__click_params__", []))]
    for one in taken:
        if one.name in dict(helps):
            one.help = dict(helps)[one.name]
            one.help = _with_usual(entry, one) if one.name in entry.usual else one.help
    lines = "".join(f"  {f'trueodds {verb} {entry.name} {one}'.rstrip()}\n" for one in examples(entry, verb))
    command.help = (text or entry.text or entry.summary) + (f"\n\n\b\nExamples:\n{lines}" if lines else "")
    return command


class _Commands(MutableMapping[str, click.Command]):
    """A command for each game, made when it is asked for: a command line opens the games that it names."""

    def __init__(self, make: Callable[[Entry], click.Command], only: Callable[[Entry], bool] | None) -> None:
        self._make, self._only = make, only
        self._made: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._made:
            if name not in list(self):
                raise KeyError(name)
            self._made[name] = self._make(by_name(name))
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return (name for name in names() if self._only is None or self._only(by_name(name)))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._made[name] = command

    def __delitem__(self, name: str) -> None:
        del self._made[name]


class GameCommands(Choices):
    """A group with a command for each game, one for each ``FILE.py:NAME``, and one for each model of another tool.

    Parameters
    ----------
    make : callable
        Makes the command for a game, from its entry.
    only : callable, optional
        Whether a game has this command, from its entry.
    own : tuple of (callable, sequence) or (callable, sequence, bool), optional
        For users' own games: what runs, the options, and whether it takes several games; see `own_command`.
    models : tuple of (callable, sequence), optional
        The same for models; see `model_command`.
    shown : sequence of str
        What the help shows as examples: options, after the first game and its first example.
    """

    noun = "game"

    def __init__(
        self,
        *arguments: Any,
        make: Callable[[Entry], click.Command],
        only: Callable[[Entry], bool] | None = None,
        own: tuple[Callable[..., Any], Sequence[Callable[..., Any]]]
        | tuple[Callable[..., Any], Sequence[Callable[..., Any]], bool]
        | None = None,
        models: tuple[Callable[..., Any], Sequence[Callable[..., Any]]] | None = None,
        shown: Sequence[str] = (),
        **keywords: Any,
    ) -> None:
        self._own, self._models, self._shown = own, models, shown
        super().__init__(*arguments, **keywords)
        self.options_metavar, self.subcommand_metavar = None, "GAME [OPTIONS]"
        self.commands = _Commands(make, only)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the games, under that head."""
        with formatter.section("Games"):
            formatter.write_dl([(name, command.short_help or "") for name, command in self.commands.items()])

    @property
    def own_options(self) -> Sequence[Callable[..., Any]]:
        """The options that the command has for users' own games; none if there is no such command."""
        return self._own[1] if self._own else ()

    @property
    def help(self) -> str | None:
        """What the help says, with the examples."""
        if not self._shown:
            return self._help
        first = by_name(names()[0])
        line = f"trueodds {self.name} {first.name} {examples(first, self.name or '')[0]}"
        lines = "".join(f"  {f'{line} {one}'.rstrip()}\n" for one in self._shown)
        return f"{self._help}\n\n\b\nExamples:\n{lines}"

    @help.setter
    def help(self, text: str | None) -> None:
        self._help = inspect.cleandoc(text or "")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a name with ``.py:`` is a user's own game, one that ends as models do is a model."""
        if self._models and is_model(args):
            return args[0], model_command(args[0], *self._models), args[1:]
        if self._own and args and re.search(r"\.py(:|$)", args[0]):
            return args[0], own_command(args[0], *self._own, opened=not ctx.resilient_parsing), args[1:]
        if self._own and not self._own[2:] and args and args[0].startswith(PREFIX):
            return args[0], openspiel_command(args[0], *self._own[:2]), args[1:]
        return super().resolve_command(ctx, args)


@click.command(short_help="The games that trueodds knows, with their options.")
@json_list_option
def games(as_json: bool) -> None:
    """The games that trueodds knows, with their options; `solve` and `strategy` take them."""
    if as_json:
        print_json([{"name": entry.name, "summary": entry.summary, "options": usage(entry)} for entry in entries()])
        return
    for entry in entries():
        lines = textwrap.wrap(f"{entry.name} {usage(entry)}", 80, subsequent_indent="  ", break_on_hyphens=False)
        click.echo("\n".join(lines) + f"\n    {entry.summary}")
    click.echo("FILE.py:NAME [--infinite-play P] [--max-positions NUMBER]")
    click.echo("    A game of your own, or what gives one when called.")
    click.echo("FILE.prism --property TEXT [--const NAME=VALUE]\n    A model in the PRISM language (.nm .pm .sm .smg).")
    click.echo("FILE.tra, FILE.umb --property TEXT [--nearest D]\n    A model in PRISM's explicit files, or in UMB.")
    click.echo("openspiel:NAME [--infinite-play P]\n    A game of OpenSpiel, such as 'openspiel:tic_tac_toe'.")
