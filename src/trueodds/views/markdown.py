"""Pages of the docs that are made by the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_TITLES = {
    "risk-or-safety": "R. Jehn, Optimal strategy in the game Risk or Safety (2026)",
    "coinball": "Coinball, a Riddler puzzle and its solution",
    "two-coins": "Two coins, a Riddler puzzle and its solution",
    "greed": "C. Addis, A Guide to Optimal Play in Greed (2023)",
}


def claims_page(claims: Sequence[Mapping[str, str]]) -> str:
    """All checked claims as tables, one a paper.

    Parameters
    ----------
    claims : sequence of mappings
        With seed, place, says, true and verdict each.

    Returns
    -------
    str
        Markdown.

    Examples
    --------
    >>> claim = {"seed": "greed", "place": "section 1", "says": "2 + 2 = 5", "true": "4", "verdict": "false"}
    >>> print(claims_page([claim]))  # doctest: +ELLIPSIS
    # What the papers say
    ...
    | section 1 | 2 + 2 = 5 | **false** | 4 |
    <BLANKLINE>
    """
    lines = [
        "# What the papers say",
        "",
        "Every statement of the papers that a computer can check, recomputed by `trueodds claims --markdown`. A "
        "verdict is computed from both sides: *holds*, *holds with a correction*, or *false*, with a counterexample.",
    ]
    for seed in dict.fromkeys(claim["seed"] for claim in claims):
        lines += [
            "",
            f"## {_TITLES.get(seed, seed)}",
            "",
            "| where | what it says | verdict | what is true |",
            "|---|---|---|---|",
        ]
        for claim in claims:
            if claim["seed"] == seed:
                verdict = claim["verdict"] if claim["verdict"] == "holds" else f"**{claim['verdict']}**"
                cells = (claim["place"], claim["says"], verdict, claim["true"])
                lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"
