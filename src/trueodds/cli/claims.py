"""`trueodds claims`: check statements in the papers by computation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from ..catalog.registry import list_papers
from .common import Command, InputError, make_completion, make_option
from .output import (
    TEXT_OR_JSON,
    Formats,
    choose_output,
    make_answer_options,
    open_output,
    show_progress,
    to_json_line,
    workers_option,
)

if TYPE_CHECKING:
    from ..claims.papers import Checked

_FORMATS: Formats = {**TEXT_OR_JSON, "markdown": (".md",)}


def _examples() -> list[str]:
    return ["claims", *(f"claims --paper {name}" for name in list_papers()), "claims --output claims.md"]


_PARAMETERS = [
    make_option(
        "--paper",
        metavar="NAME",
        help="Check only this paper.",
        shell_complete=make_completion(lambda _: list_papers()),
    ),
    make_option(
        "--slow",
        is_flag=True,
        help="Also check the one slow statement, which concerns all 5,755,251 strategies for 5 points (half an hour).",
    ),
    make_option("--checkpoint", metavar="FILE", help="Save the progress of --slow to FILE and resume from it."),
    workers_option,
    *make_answer_options(_FORMATS, text="File to write; a .md file gets a page in Markdown.", several=True),
]


@click.command(
    cls=Command, params=_PARAMETERS, examples=_examples, short_help="Check the statements in the papers by computation."
)
def claims(paper: str | None, slow: bool, checkpoint: str | None, workers: int | str | None) -> None:
    """Check, by computation, statements in papers about the games, and report which hold.

    For each statement, the report gives its place and text, the exact result (if a general statement is false, a
    counterexample), and a verdict: holds; holds with a correction; open, for a conjecture without a known
    counterexample; or false.
    """
    from ..claims.papers import check_claims
    from ..runtime.run import Run

    format_name = choose_output()
    if checkpoint is not None and not slow:
        raise InputError("--checkpoint requires --slow; without --slow, all checks are short")
    with open_output(checkpoint) as file, show_progress() as progress:
        _write(file, check_claims(paper, slow, Run(workers or 1, checkpoint, progress)), format_name)


def _write(file: Any, checked: Iterable[Checked], format_name: str) -> None:
    if format_name == "json":
        file.write(to_json_line([claim._asdict() for claim in checked]) + "\n")
        return
    if format_name == "markdown":
        from ..views.text import format_claims

        titles = {name: paper.title for name, paper in list_papers().items()}
        file.write(format_claims([claim._asdict() for claim in checked], titles))
        return
    from ..views.text import format_claim

    counts: dict[str, int] = {}
    for claim in checked:
        file.write("\n".join(format_claim(claim._asdict())) + "\n")
        file.flush()  # some checks take seconds
        counts[claim.verdict] = counts.get(claim.verdict, 0) + 1
    file.write("; ".join(f"{verdict}: {count}" for verdict, count in sorted(counts.items())) + "\n")
