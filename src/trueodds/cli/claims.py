"""`trueodds claims`: every statement of the papers that a computer can check, recomputed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..catalog.registry import papers
from ..runtime.files import atomic_write, check_distinct
from .common import (
    TEXT_OR_JSON,
    Command,
    Formats,
    Refused,
    choose_format,
    json_list_option,
    offering,
    output_option,
    quiet_option,
    show_progress,
    user_input,
    workers_option,
)

if TYPE_CHECKING:
    from ..claims.papers import Checked


_FORMATS: Formats = {**TEXT_OR_JSON, "markdown": (".md",)}


def _examples() -> list[str]:
    return ["claims", *(f"claims --paper {name}" for name in papers()), "claims --output claims.md"]


@click.command(cls=Command, examples=_examples, short_help="Recompute the statements of the papers.")
@click.option("--paper", metavar="NAME", help="Only this paper.", shell_complete=offering(lambda ctx: papers()))
@click.option(
    "--slow", is_flag=True, help="Also the check that takes half an hour: all 5,755,251 systems for 5 points."
)
@click.option("--checkpoint", metavar="FILE", help="Save the progress of --slow to FILE and resume from it.")
@click.option("--markdown", is_flag=True, help="A page of tables, as in the docs.")
@workers_option
@output_option(_FORMATS)
@json_list_option
@quiet_option
def claims(
    paper: str | None,
    slow: bool,
    checkpoint: str | None,
    markdown: bool,
    workers: int | str | None,
    output: str,
    as_json: bool,
    quiet: bool,
) -> None:
    """Recompute the statements of the papers about these games, and say which hold.

    For each: where it stands, what it says, what is true (exactly), and a verdict: holds, holds with a correction, or
    false, with the smallest counterexample.
    """
    from ..claims.papers import check_claims
    from ..runtime.run import Run

    if markdown and as_json:
        raise Refused("--markdown and --json exclude each other")
    if checkpoint is not None and not slow:
        raise Refused("--checkpoint goes with --slow, all other checks are short")
    asked = {"--markdown": "markdown"} if markdown else {"--json": "json"} if as_json else {}
    written = choose_format("--output", output, _FORMATS, asked)
    with user_input():
        check_distinct(output, checkpoint)
    with atomic_write(output) as file, show_progress(quiet) as progress, user_input():
        _write(file, check_claims(paper, slow, Run(workers or 1, checkpoint, progress)), written)
    if checkpoint is not None:  # not before the answer is in its place
        Path(checkpoint).unlink(missing_ok=True)


def _write(file: Any, checked: Iterable[Checked], written: str) -> None:
    if written == "json":
        file.write(json.dumps([one.to_json() for one in checked], ensure_ascii=False) + "\n")
        return
    if written == "markdown":
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
