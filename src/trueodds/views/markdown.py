"""Pages of the docs that the program generates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def claims_page(claims: Sequence[Mapping[str, str]], titles: Mapping[str, str]) -> str:
    """Return all checked claims as tables, one for each paper."""
    lines = [
        "# Claims of the papers",
        "",
        "`trueodds claims --markdown` recomputes every statement of the papers that a computer can check. Each gets",
        "one of three verdicts: *holds*, *holds with a correction*, or *false*, with a counterexample.",
    ]
    for paper in dict.fromkeys(claim["paper"] for claim in claims):
        lines += [
            "",
            f"## {titles.get(paper, paper)}",
            "",
            "| place | statement | verdict | result |",
            "|---|---|---|---|",
        ]
        for claim in claims:
            if claim["paper"] == paper:
                verdict = claim["verdict"] if claim["verdict"] == "holds" else f"**{claim['verdict']}**"
                cells = (claim["place"], claim["says"], verdict, claim["true"])
                lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"
