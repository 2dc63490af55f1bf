"""`trueodds claims`: every statement of the papers that a computer can check, recomputed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..catalog.registry import papers
from ..runtime.files import atomic_write, check_distinct
from .cluster import cluster_options, open_executor
from .common import Refused, json_list_option, offering, output_option, user_input

if TYPE_CHECKING:
    from ..claims.papers import Checked


class _Claims(click.Command):
    """Its help names the papers, which are looked up when they are needed."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Name them, then as usual."""
        for parameter in self.params:
            if isinstance(parameter, click.Option) and parameter.name == "paper":
                parameter.help = f"Only this paper: {', '.join(papers())}."
        super().format_help(ctx, formatter)


@click.command(cls=_Claims, short_help="The papers' statements, recomputed: what holds and what does not.")
@click.option("--paper", metavar="NAME", help="Only this paper.", shell_complete=offering(lambda ctx: papers()))
@click.option("--seed", metavar="NAME", hidden=True, help="What --paper was called before.")
@click.option(
    "--slow", is_flag=True, help="Also the check that takes half an hour: all 5,755,251 systems for 5 points."
)
@click.option("--checkpoint", metavar="FILE", help="Keep what --slow has done here; a killed run goes on.")
@click.option("--markdown", is_flag=True, help="A page of tables, as in the docs.")
@cluster_options
@output_option
@json_list_option
def claims(
    paper: str | None,
    seed: str | None,
    slow: bool,
    checkpoint: str | None,
    markdown: bool,
    workers: int | None,
    scheduler: str | None,
    output: str,
    as_json: bool,
) -> None:
    """Recompute the statements of the papers about these games, and say which hold.

    For each: where it stands, what it says, what is true (exactly), and a verdict: holds, holds with a correction, or
    false, with the smallest counterexample.

    \b
    Examples:
      trueodds claims
      trueodds claims --json --output claims.json
      trueodds claims --markdown --output claims.md
    """  # noqa: D301 - click wants the control character
    from ..claims.papers import check_claims
    from ..runtime.checkpoint import use_checkpoint

    if markdown and as_json:
        raise Refused("--markdown and --json exclude each other")
    if paper is not None and seed is not None:
        raise Refused("--seed is what --paper was called before; give --paper alone")
    paper = seed if paper is None else paper
    if checkpoint is not None and not slow:
        raise Refused("--checkpoint goes with --slow, all other checks are short")
    with user_input():
        check_distinct(output, checkpoint)
    with (
        open_executor(workers, scheduler),
        use_checkpoint(checkpoint),
        atomic_write(output) as file,
        user_input(),
    ):
        _write(file, check_claims(paper, slow), markdown, as_json)
    if checkpoint is not None:  # not before the answer is in its place
        Path(checkpoint).unlink(missing_ok=True)


def _write(file: Any, checked: Iterable[Checked], markdown: bool, as_json: bool) -> None:
    if as_json:
        file.write(json.dumps([one.to_json() for one in checked], ensure_ascii=False) + "\n")
        return
    if markdown:
        from ..views.markdown import claims_page

        file.write(claims_page([one.to_json() for one in checked], {name: one.title for name, one in papers().items()}))
        return
    from ..views.text import claim_lines

    counts: dict[str, int] = {}
    for one in checked:
        file.write("\n".join(claim_lines(one.to_json())) + "\n")
        file.flush()  # some take seconds
        counts[one.finding.verdict] = counts.get(one.finding.verdict, 0) + 1
    file.write("; ".join(f"{verdict}: {count}" for verdict, count in sorted(counts.items())) + "\n")
