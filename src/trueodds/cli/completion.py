"""`trueodds completion SHELL`: the script that makes a shell complete commands, games and options on Tab."""

from __future__ import annotations

import contextlib
import os

import click
from click.shell_completion import get_completion_class, shell_complete

_ASKED = "_TRUEODDS_COMPLETE"  # the variable by which click's scripts ask


@click.command(short_help="The script for Tab completion in bash, zsh or fish.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that makes a shell complete commands, games and options when Tab is pressed.

    \b
    For good, once:
      bash  trueodds completion bash >> ~/.bashrc
      zsh   trueodds completion zsh >> ~/.zshrc
      fish  trueodds completion fish > ~/.config/fish/completions/trueodds.fish

    \b
    For this shell only:
      bash  eval "$(trueodds completion bash)"
      zsh   eval "$(trueodds completion zsh)"
      fish  trueodds completion fish | source
    """  # noqa: D301 - click wants the control character
    script = get_completion_class(shell)
    assert script is not None  # for click has all three
    click.echo(script(context.find_root().command, {}, "trueodds", _ASKED).source())


def completed(program: click.Command) -> bool:
    """Whether it was such a script that asked; if so, it has been answered on standard output."""
    asked = os.environ.get(_ASKED)
    if not asked:
        return False
    with contextlib.suppress(click.ClickException):  # the line so far is wrong: there is nothing to offer
        shell_complete(program, {}, "trueodds", _ASKED, asked)
    return True
