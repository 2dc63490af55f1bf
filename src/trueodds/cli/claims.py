"""`trueodds claims`: every statement of the papers that a computer can check, recomputed."""

from __future__ import annotations

import json

import click

from ..runtime.files import atomic_write
from .common import Refused, json_option, output_option, user_input


@click.command(short_help="The papers' statements, recomputed: what holds and what does not.")
@click.option("--seed", metavar="NAME", help="Only this paper: risk-or-safety, coinball, two-coins or greed.")
@click.option("--slow", is_flag=True, help="Also what takes half an hour: all 5,755,251 systems for 5 points.")
@click.option("--markdown", is_flag=True, help="A page of tables, as in the docs.")
@output_option
@json_option
def claims(seed: str | None, slow: bool, markdown: bool, output: str, as_json: bool) -> None:
    """Recompute the statements of the papers about these games, and say which hold.

    For each: where it stands, what it says, what is true (exactly), and a verdict: holds, holds with a correction, or
    false, with the smallest counterexample.

    \b
    Examples:
      trueodds claims
      trueodds claims --seed risk-or-safety
      trueodds claims --json --output claims.json
      trueodds claims --markdown --output claims.md
    """  # noqa: D301 - click wants the control character
    from ..claims.papers import check_claims

    if markdown and as_json:
        raise Refused("--markdown and --json exclude each other")
    with atomic_write(output) as file, user_input():
        if as_json:
            file.write(json.dumps([one.to_json() for one in check_claims(seed, slow)], ensure_ascii=False) + "\n")
            return
        if markdown:
            from ..views.markdown import claims_page

            file.write(claims_page([one.to_json() for one in check_claims(seed, slow)]))
            return
        from ..views.text import claim_lines

        counts: dict[str, int] = {}
        for one in check_claims(seed, slow):
            file.write("\n".join(claim_lines(one.to_json())) + "\n")
            file.flush()  # some take seconds
            counts[one.finding.verdict] = counts.get(one.finding.verdict, 0) + 1
        file.write("; ".join(f"{verdict}: {count}" for verdict, count in sorted(counts.items())) + "\n")
