"""`trueodds completion SHELL`: the script that makes a shell complete commands, games, options and files on Tab."""

from __future__ import annotations

import contextlib
import os

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete, ShellComplete, ZshComplete

_ASKED = "_TRUEODDS_COMPLETE"  # the variable by which click's scripts ask


class _OrFiles(ShellComplete):
    """Where no command, option or choice fits, files do, as in a shell that knows nothing of trueodds."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """What may stand for the word that has been begun."""
        found = super().get_completions(args, incomplete)
        return found or [CompletionItem(incomplete, type="file")]


_SHELLS: dict[str, type[ShellComplete]] = {
    kind.name: type(kind.__name__, (_OrFiles, kind), {}) for kind in (BashComplete, ZshComplete, FishComplete)
}
# Its script starts zsh's completion where a person's settings have not.
_SHELLS["zsh"].source_template = ZshComplete.source_template.replace(
    "    compdef ", "    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n    compdef "
)


@click.command(short_help="The script for Tab completion in bash, zsh or fish.")
@click.argument("shell", type=click.Choice(list(_SHELLS)))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that makes a shell complete commands, games, options and files when Tab is pressed.

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
    click.echo(_SHELLS[shell](context.find_root().command, {}, "trueodds", _ASKED).source())


def answer_shell(program: click.Command) -> bool:
    """Whether it was such a script that asked; if so, it has been answered on standard output."""
    shell, _, wanted = os.environ.get(_ASKED, "").partition("_")
    if shell not in _SHELLS or wanted != "complete":
        return False
    with contextlib.suppress(click.ClickException):  # the line so far is wrong: there is nothing to offer
        click.echo(_SHELLS[shell](program, {}, "trueodds", _ASKED).complete())
    return True
