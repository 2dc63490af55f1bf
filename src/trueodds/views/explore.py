"""A page to explore Risk or Safety: one HTML file that holds everything and asks nothing of a network."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.risk_or_safety import RiskOrSafety
from ..risk_or_safety.bounds import CONTINUE
from ..risk_or_safety.exact import TIE
from ..risk_or_safety.solution import RiskOrSafetySolution
from ..solution import decimal

#: The largest target: beyond, the page would be more than 5 MB and the computation minutes.
MOST = 250

_FRACTION_SHOWN = 60  # digits of numerator and denominator together; longer ones are told by their size
_NEAR_ONE = 10_000  # a value nearer to 1 than 1/this is told by its distance from 1, lest its digits be lost
_COLOURS = 10


def check(game: RiskOrSafety) -> None:
    """Refuse what makes no page, before it is solved.

    Raises
    ------
    ValueError
        The target is too large, the targets differ, or Bokeh, which draws the map, is not installed.

    Examples
    --------
    >>> check(RiskOrSafety(target=30))
    """
    if game.target > MOST:
        raise ValueError(f"target must be at most {MOST} for a page, not {game.target}")
    if game.target != game.opponent_target:
        raise ValueError(
            f"a page holds all needs of both players up to one target, not {game.target} and {game.opponent_target}"
        )
    if find_spec("bokeh") is None:
        raise ValueError("a page to explore needs Bokeh: pip install trueodds[plot]")


def page(solution: RiskOrSafetySolution) -> str:
    """The page: a map of the best moves, the exact odds, what to do at any position and why.

    Parameters
    ----------
    solution : RiskOrSafetySolution
        With equal targets, at most `MOST`; it serves every smaller target too.

    Returns
    -------
    str
        HTML with its style, its programs and its data.

    Raises
    ------
    ValueError
        See `check`.

    Examples
    --------
    >>> import trueodds
    >>> text = page(trueodds.solve(trueodds.RiskOrSafety(target=3)))
    >>> text[:15], "6/11" in text
    ('<!DOCTYPE html>', True)
    """
    check(solution.game)
    from bokeh.embed import json_item
    from bokeh.resources import Resources

    coins = solution.coins()
    edges = colour_edges(coins)
    library = "\n".join(Resources(mode="inline", components=["bokeh"], log_level="error").js_raw)
    parts = {
        "style": _template("explore.css"),
        "library": library,
        "data": _for_script(page_data(solution) | {"edges": edges, "most_coins": int(coins.max())}),
        "map": _for_script(json_item(_map(coins, edges))),
        "program": _template("explore.js"),
    }
    text = _template("explore.html")
    for name, part in parts.items():
        text = text.replace(f"/* {name} */", part, 1)
    return text


def page_data(solution: RiskOrSafetySolution) -> dict[str, Any]:
    """What the page knows: values at all needs as text, and for each number of open points whether to bank.

    Returns
    -------
    dict
        For JSON. Lists by needs go by rows: [(i-1)·target + j-1] if I need i and the opponent needs j.

        ``values``: decimals joined by spaces, ``1-…`` for what is nearly 1; ``fractions``: the exact ones where they
        are short, else empty; ``digits``: of the denominators; ``bank``: bits, for a = 1, 2, … open points, for my
        needs from a+1, for the opponent's needs from 1, set where to bank is best; ``ties``: the indices of those
        where tossing is worth exactly the same.

    Examples
    --------
    >>> import trueodds
    >>> data = page_data(trueodds.solve(trueodds.RiskOrSafety(target=3)))
    >>> data["fractions"]
    '2/3 4/5 8/9 2/5 4/7 8/11 2/9 4/11 6/11'
    >>> unpack(data["bank"], 9).tolist()  # with one open point, bank at needs 3 against 3; with two, too
    [0, 0, 0, 0, 0, 1, 0, 0, 1]
    """
    target = solution.game.target
    states = np.concatenate([_block(solution, a).ravel() for a in range(1, target)] or [np.zeros(0, dtype=np.int8)])
    decimals, fractions, digits = [], [], []
    for i in range(1, target + 1):
        for j in range(1, target + 1):
            value = solution.value_at((0, target - i, target - j))
            decimals.append(_decimal(value))
            text = str(value)
            fractions.append(text if len(text) <= _FRACTION_SHOWN + 1 else "")
            digits.append(len(value.denominator.digits()))
    return {
        "target": target,
        "heads": str(solution.game.heads),
        "probability": float(solution.game.heads),
        "proof": solution.proof,
        "values": " ".join(decimals),
        "fractions": " ".join(fractions),
        "digits": _base64(np.array(digits, dtype="<u4")),
        "bank": _base64(np.packbits(states != CONTINUE)),
        "ties": np.flatnonzero(states == TIE).tolist(),
    }


def unpack(text: str, count: int) -> NDArray[np.uint8]:
    """The first bits of what `page_data` has packed, as the page reads them.

    Examples
    --------
    >>> unpack("oA==", 4).tolist()
    [1, 0, 1, 0]
    """
    return np.unpackbits(np.frombuffer(base64.b64decode(text), dtype=np.uint8))[:count]


def colour_edges(coins: NDArray[Any]) -> list[int]:
    """The least number of coins of each colour: a colour a number if there are few, else the frequent ones.

    Examples
    --------
    >>> colour_edges(np.array([[1, 3], [7, 1]]))
    [1, 3, 7]
    """
    numbers, counts = np.unique(coins, return_counts=True)
    frequent = numbers[np.argsort(-counts, kind="stable")[:_COLOURS]]
    return [int(numbers[0]), *sorted(int(number) for number in frequent if number != numbers[0])][:_COLOURS]


def _map(coins: NDArray[Any], edges: list[int]) -> Any:
    """The map as Bokeh's model; the page's program fills in the mark and the numbers."""
    from bokeh.models import BasicTicker, ColumnDataSource, LinearColorMapper, Range1d
    from bokeh.plotting import figure

    target = len(coins)
    classes = np.searchsorted(edges, coins, side="right").astype(np.uint8) - 1
    plot: Any = figure(
        x_range=Range1d(start=0.5, end=target + 0.5),
        y_range=Range1d(start=target + 0.5, end=0.5),
        x_axis_label="the opponent needs",
        y_axis_label="I need",
        x_axis_location="above",
        tools="",
        toolbar_location=None,
        sizing_mode="stretch_both",
        min_border_right=12,
        background_fill_color=None,
        border_fill_color=None,
    )
    plot.grid.visible = False
    plot.axis.ticker = BasicTicker(min_interval=1, num_minor_ticks=0)
    mapper = LinearColorMapper(palette=_palette(len(edges)), low=-0.5, high=len(edges) - 0.5)
    plot.image([classes], x=0.5, y=0.5, dw=target, dh=target, color_mapper=mapper, name="coins")
    numbers = ColumnDataSource({"x": [], "y": [], "text": [], "colour": []})
    plot.text(
        "x", "y", "text", source=numbers, text_color="colour", text_align="center", text_baseline="middle",
        text_font_size="12px", name="numbers",
    )  # fmt: skip
    here = ColumnDataSource({"x": [target], "y": [target], "size": [0]})
    for colour, width in (("black", 5), ("white", 2)):  # seen on every colour
        plot.scatter(
            "x", "y", size="size", source=here, marker="square", fill_color=None, line_color=colour, line_width=width,
            name="here",
        )  # fmt: skip
    return plot


def _palette(count: int) -> list[str]:
    """Viridis, which the colour-blind can read and which stays in order in grey, from light to dark.

    Few coins are best nearly everywhere, so the colours of the first numbers are the farthest apart.
    """
    from bokeh.palettes import viridis

    colours = list(reversed(viridis(256)))
    return [colours[round(255 * (n / max(count - 1, 1)) ** 0.6)] for n in range(count)]


def _block(solution: RiskOrSafetySolution, a: int) -> NDArray[np.int8]:
    """What to do with a open points: [i-a-1, j-1]."""
    target = solution.game.target
    first = solution.layout.index(a, a + 1, 1)
    return solution.states[first : first + (target - a) * target].reshape(target - a, target)


def _decimal(value: Any) -> str:
    rest = 1 - value
    return f"1-{decimal(rest)}" if 0 < rest * _NEAR_ONE < 1 else decimal(value)


def _base64(array: NDArray[Any]) -> str:
    return base64.b64encode(array.tobytes()).decode("ascii")


def _for_script(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _template(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")
