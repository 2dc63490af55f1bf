"""`trueodds completion SHELL`: print a script for Tab completion of commands, games, options and files."""

from __future__ import annotations

import contextlib
import os

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete, ShellComplete, ZshComplete

from .common import Command

_VARIABLE = "_TRUEODDS_COMPLETE"  # the variable that click's scripts set


class _OrFiles(ShellComplete):
    """A shell completion that offers files if no command, option or choice matches."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """Return the completions of a word."""
        completions = super().get_completions(args, incomplete)
        return completions or [CompletionItem(incomplete, type="file")]


_SHELLS: dict[str, type[ShellComplete]] = {
    kind.name: type(kind.__name__, (_OrFiles, kind), {}) for kind in (BashComplete, ZshComplete, FishComplete)
}
# The script starts zsh's completion if the user's settings have not done so.
_SHELLS["zsh"].source_template = ZshComplete.source_template.replace(
    "    compdef ", "    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n    compdef "
)


@click.command(cls=Command, short_help="Print the script for Tab completion in bash, zsh or fish.")
@click.argument("shell", type=click.Choice(list(_SHELLS)))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a script that makes a shell complete commands, games, options and files on Tab.

    \b
    To enable completion permanently, run once:
      bash:  trueodds completion bash >> ~/.bashrc
      zsh:   trueodds completion zsh >> ~/.zshrc
      fish:  trueodds completion fish > ~/.config/fish/completions/trueodds.fish

    \b
    To enable it in this shell only:
      bash:  eval "$(trueodds completion bash)"
      zsh:   eval "$(trueodds completion zsh)"
      fish:  trueodds completion fish | source
    """  # noqa: D301 - click needs the control character
    click.echo(_SHELLS[shell](context.find_root().command, {}, "trueodds", _VARIABLE).source())


def answer_shell(program: click.Command) -> bool:
    """If a completion script made a request, answer it on standard output; return whether there was a request."""
    shell, _, request = os.environ.get(_VARIABLE, "").partition("_")
    if shell not in _SHELLS or request != "complete":
        return False
    with contextlib.suppress(click.ClickException):  # an invalid line has no completions
        click.echo(_SHELLS[shell](program, {}, "trueodds", _VARIABLE).complete())
    return True
