"""What `play` and `advise` share: a command for each game, where usual sizes stand for options left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import click

from .games import GAMES, CommandLineGame, game_command

#: Sizes that people would play, for options that other commands require.
USUAL = {"risk-or-safety": {"target": 20}, "super-six": {"sticks": 4}}


def entry_of(name: str) -> CommandLineGame:
    """A game of the command line by its name."""
    return next(entry for entry in GAMES if entry.name == name)


def table_command(
    name: str, verb: str, examples: tuple[str, ...], run: Callable[..., Any], options: Sequence[Callable[..., Any]]
) -> click.Command:
    """A command for one game; the options that have a usual size are not required."""
    command = game_command(replace(entry_of(name), examples=examples), verb, run, options)
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.name in USUAL.get(name, {}):
            parameter.required, parameter.default = False, USUAL[name][parameter.name]
            parameter.help = f"{(parameter.help or '').rstrip('.')}; {parameter.default} if left out."
    return command
