"""A page to explore a game: one HTML file that holds everything and asks nothing of a network."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np

from ..pages import Explorable
from .one_file import as_script, put_together, read_file


def check_installed() -> None:
    """Refuse to make a page, before the work, if what draws its map is not installed.

    Raises
    ------
    ValueError
        Bokeh is not installed.
    """
    if find_spec("bokeh") is None:
        raise ValueError('a page to explore needs Bokeh: pip install "trueodds[plot]"')


def page(known: Explorable) -> str:
    """The page: a map of the best moves, the odds, what to do at any position and why.

    Parameters
    ----------
    known : Explorable
        What it knows, up to a target; the page serves every smaller target too.

    Returns
    -------
    str
        HTML with its style, its programs and its data.

    Raises
    ------
    ValueError
        See `check_installed`.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.drawing import explorable
    >>> text = page(explorable(trueodds.RiskOrSafety(target=3)))
    >>> text[:15], "6/11" in text
    ('<!DOCTYPE html>', True)
    """
    check_installed()
    from bokeh.embed import json_item
    from bokeh.resources import Resources

    last = {"edges": known.edges, "most_coloured": int(known.numbers.max())}
    scripts = (
        ("", "\n".join(Resources(mode="inline", components=["bokeh"], log_level="error").js_raw)),
        ('type="application/json" id="data"', as_script(known.data | last)),
        ('type="application/json" id="map-item"', as_script(json_item(_map(known)))),
        ("", known.program + read_file("explore.js")),
    )
    return put_together("explore.html", ("explore.css",), known.words, scripts)


def _map(known: Explorable) -> Any:
    """The map as Bokeh's model; the page's program fills in the mark and the numbers."""
    from bokeh.models import BasicTicker, ColumnDataSource, LinearColorMapper, Range1d
    from bokeh.plotting import figure

    target = len(known.numbers)
    classes = np.searchsorted(known.edges, known.numbers, side="right").astype(np.uint8) - 1
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
    mapper = LinearColorMapper(palette=_palette(len(known.edges)), low=-0.5, high=len(known.edges) - 0.5)
    plot.image([classes], x=0.5, y=0.5, dw=target, dh=target, color_mapper=mapper, name="colours")
    numbers = ColumnDataSource({"x": [], "y": [], "text": [], "colour": []})
    style = {"text_align": "center", "text_baseline": "middle", "text_font_size": "12px"}
    plot.text("x", "y", "text", source=numbers, text_color="colour", name="numbers", **style)
    here = ColumnDataSource({"x": [target], "y": [target], "size": [0]})
    for colour, width in (("black", 5), ("white", 2)):  # seen on every colour
        line = {"line_color": colour, "line_width": width}
        plot.scatter("x", "y", size="size", source=here, marker="square", fill_color=None, name="here", **line)
    return plot


def _palette(count: int) -> list[str]:
    """Viridis, which the colour-blind can read and which stays in order in grey, from light to dark.

    Small numbers are best nearly everywhere, so the colours of the first ones are the farthest apart.
    """
    from bokeh.palettes import viridis

    colours = list(reversed(viridis(256)))
    return [colours[round(255 * (n / max(count - 1, 1)) ** 0.75)] for n in range(count)]
