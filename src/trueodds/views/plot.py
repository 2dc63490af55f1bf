"""Draw pictures that are legible in greyscale and to colour-blind readers, in reproducible PNG, SVG or PDF files."""

from __future__ import annotations

import io
import math
import os
import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np

try:
    import matplotlib as mpl
    from matplotlib.collections import LineCollection, PatchCollection
    from matplotlib.colors import BoundaryNorm, ListedColormap, Normalize
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch, Rectangle
except ImportError as error:
    raise ImportError('pictures need Matplotlib: pip install "trueodds[plot]"') from error

from ..pictures import Curves, Grid, Picture
from ..runtime.files import atomic_write
from .parts import choose_text_colour

FORMATS = ("png", "svg", "pdf")

_SHADES = "viridis_r"  # from light to dark, legible to colour-blind readers and in greyscale
_FIRST_APART = 0.75  # exponent that spreads the first colours, because the best moves are mostly small numbers
_CURVE = "#0072b2"
_LINE = "#d55e00"
_MANY = 256  # shades
_MAX_LABELS = 26  # maximum number of rows or columns with legible numbers in the cells
_FEW_EDGES = 1000  # maximum number of lines between cells, or a third of the cells if larger; more would hide colours
_PANELS = 3  # maximum number of pictures side by side
_TITLE = 70  # maximum number of characters in a line of a title
_DPI = 150
_NO_DATES: dict[str, dict[str, None]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


class ShownFigure(Figure):
    """A figure that notebooks show, created without pyplot, which would keep all figures in memory."""

    def _repr_png_(self) -> bytes:
        file = io.BytesIO()
        self.savefig(file, format="png")
        return file.getvalue()


def choose_file_format(path: str | os.PathLike[str]) -> str:
    """Return the format for the suffix of a file."""
    ending = os.path.splitext(os.fspath(path))[1].lower().removeprefix(".")
    if ending not in FORMATS:
        raise ValueError(
            f"the name of a picture must end in .{', .'.join(FORMATS[:-1])} or .{FORMATS[-1]}, not {os.fspath(path)!r}"
        )
    return ending


def draw_figure(panels: Sequence[Picture]) -> Any:
    """Return a Matplotlib figure with the pictures in rows of up to three; notebooks display it."""
    columns = min(len(panels), _PANELS)
    rows = -(-len(panels) // columns)
    scale = 1 if len(panels) <= 2 else 0.6
    drawn = ShownFigure(figsize=(7.2 * scale * columns, 6 * scale * rows), layout="constrained")
    all_axes = drawn.subplots(rows, columns, squeeze=False)
    images = []
    for panel, axes in zip(panels, all_axes.flat, strict=False):
        if isinstance(panel, Grid):
            images.append(_draw_grid(axes, panel))
        else:
            _draw_curves(axes, panel)
        axes.set_title(textwrap.fill(panel.title, int(_TITLE * scale)), fontsize=11)
        axes.set_xlabel(panel.x_title)
        axes.set_ylabel(panel.y_title)
    for axes in all_axes.flat[len(panels) :]:
        axes.set_axis_off()
    _draw_bars(drawn, all_axes, panels, images)
    return drawn


def save(drawn: Any, path: str | os.PathLike[str]) -> None:
    """Write a figure to a file, completely or not at all; equal figures give equal bytes."""
    ending = choose_file_format(path)
    # Matplotlib derives the names in an SVG file from this salt; by default, they are random.
    with atomic_write(path) as file, mpl.rc_context({"svg.hashsalt": "trueodds"}):
        drawn.savefig(file.buffer, format=ending, dpi=_DPI, metadata=_NO_DATES[ending])


def _draw_bars(drawn: Any, all_axes: Any, panels: Sequence[Picture], images: Sequence[Any]) -> None:
    """Draw a colour bar beside each map that is not blank, or one for all maps if they share their classes and unit."""
    grids = [panel for panel in panels if isinstance(panel, Grid)]
    shared = len(grids) > 1 and bool(grids[0].classes) and len({(grid.classes, grid.unit) for grid in grids}) == 1
    visible = [pair for pair in zip(grids, images, strict=True) if not np.isnan(pair[0].cells).all()]
    for grid, image in visible[:1] if shared else visible:
        count = len(grid.classes)
        beside = all_axes if shared else image.axes
        bar = drawn.colorbar(image, ax=beside, label=grid.unit, ticks=range(1, count + 1) if count else None)
        if count:
            bar.ax.set_yticklabels(grid.classes)
            bar.ax.tick_params(length=0)


def _draw_grid(axes: Any, grid: Grid) -> Any:
    """Draw a map, and return its image for the colour bar."""
    rows, columns = grid.cells.shape
    count = len(grid.classes)
    if count:
        palette: Any = ListedColormap([mpl.colormaps[_SHADES](_share(at, count)) for at in range(count)])
        norm: Any = BoundaryNorm(np.arange(0.5, count + 1), count)
    else:
        palette = ListedColormap([mpl.colormaps[_SHADES](_share(at, _MANY)) for at in range(_MANY)])
        values = grid.cells[~np.isnan(grid.cells)]
        norm = Normalize(*((0, 1) if grid.even else (values.min(), values.max())) if len(values) else (0, 1))
    x, y = grid.x, grid.y
    step_x, step_y = (x[1] - x[0] if columns > 1 else 1), (y[1] - y[0] if rows > 1 else 1)
    extent = (x[0] - step_x / 2, x[-1] + step_x / 2, y[-1] + step_y / 2, y[0] - step_y / 2)
    image = axes.imshow(
        np.ma.masked_invalid(grid.cells),  # these cells stay white
        cmap=palette,
        norm=norm,
        origin="upper",  # as in tables and pages
        extent=extent,
        aspect="auto",
        interpolation="nearest",
    )
    axes.xaxis.get_major_locator().set_params(integer=True, min_n_ticks=1)
    axes.yaxis.get_major_locator().set_params(integer=True, min_n_ticks=1)
    axes.xaxis.set_label_position("top")
    axes.xaxis.tick_top()
    readable = max(rows, columns) <= _MAX_LABELS
    if grid.labels is not None and readable:
        _write_labels(axes, grid, palette, norm)
    if (grid.labels is not None and not readable) or grid.classes:
        _draw_edges(axes, grid, step_x, step_y)
    if grid.even and min(rows, columns) > 1 and np.nanmin(grid.cells) < 0.5 < np.nanmax(grid.cells):
        axes.contour(x, y, np.ma.masked_invalid(grid.cells), levels=[0.5], colors=_LINE, linewidths=2)
        axes.plot([], [], color=_LINE, linewidth=2, label="even odds")
        axes.legend(loc="upper right")
    if grid.tied is not None and grid.tied.any():
        _mark_ties(axes, grid, np.argwhere(grid.tied).tolist(), step_x, step_y)
    if grid.blank and np.isnan(grid.cells).all():
        axes.text(0.5, 0.5, f"everywhere: {grid.blank}", transform=axes.transAxes, ha="center", va="center")
    elif grid.blank and np.isnan(grid.cells).any():
        # Below the map, where the text covers no cell.
        axes.text(0, -0.015, f"white: {grid.blank}", transform=axes.transAxes, ha="left", va="top", fontsize=8)
    return image


def _share(at: int, count: int) -> float:
    """Return the position of a colour in the palette, from 0 to 1; HTML pages use the same rule."""
    return float((at / max(1, count - 1)) ** _FIRST_APART)


def _write_labels(axes: Any, grid: Grid, palette: Any, norm: Any) -> None:
    assert grid.labels is not None
    size = min(10, 150 / max(grid.cells.shape))
    for (row, column), value in np.ndenumerate(grid.cells):
        if math.isnan(value):
            continue
        red, green, blue, _ = palette(norm(value))
        tied = grid.tied is not None and grid.tied[row, column]
        axes.text(
            grid.x[column],
            grid.y[row],
            str(grid.labels[row, column]),
            ha="center",
            va="center",
            fontsize=size,
            color=choose_text_colour(red, green, blue),
            # A plain box keeps the number legible on hatching.
            bbox={"facecolor": (red, green, blue), "edgecolor": "none", "pad": 1} if tied else None,
        )


def _mark_ties(axes: Any, grid: Grid, tied: list[list[int]], wide: float, high: float) -> None:
    """Hatch the cells that hide exact ties, and add a legend."""
    cells = [Rectangle((grid.x[column] - wide / 2, grid.y[row] - high / 2), wide, high) for row, column in tied]
    # Dark lines beside light ones are visible on every colour.
    axes.add_collection(PatchCollection(cells, facecolor="none", edgecolor="white", hatch="//", linewidth=0))
    axes.add_collection(PatchCollection(cells, facecolor="none", edgecolor="black", hatch="\\\\", linewidth=0))
    legend = Patch(facecolor="0.6", edgecolor="black", hatch="\\\\", label="several equally good moves")
    axes.legend(handles=[legend], loc="upper right", bbox_to_anchor=(1, -0.01), fontsize=8)  # where it covers no cell


def _draw_edges(axes: Any, grid: Grid, wide: float, high: float) -> None:
    """Draw lines between neighbouring cells with different numbers or classes, unless there are too many."""
    what = np.nan_to_num(grid.cells) if grid.labels is None else grid.labels
    segments = []
    for row, column in zip(*np.nonzero(what[:, 1:] != what[:, :-1]), strict=True):
        x, y = grid.x[column] + wide / 2, grid.y[row]
        segments.append([(x, y - high / 2), (x, y + high / 2)])
    for row, column in zip(*np.nonzero(what[1:] != what[:-1]), strict=True):
        x, y = grid.x[column], grid.y[row] + high / 2
        segments.append([(x - wide / 2, y), (x + wide / 2, y)])
    if len(segments) <= max(_FEW_EDGES, what.size // 3):
        axes.add_collection(LineCollection(segments, colors="black", linewidths=0.5))


def _draw_curves(axes: Any, panel: Curves) -> None:
    for at, (name, x, y) in enumerate(panel.curves):
        axes.plot(x, y, color=(_CURVE, _LINE)[at % 2], linestyle="--" if at else "-", label=name)
    for at, mark in enumerate(panel.marks):
        axes.axvline(mark, color="0.6", linewidth=0.8, linestyle=":", label=None if at else panel.marks_title)
    if panel.logarithmic:
        axes.set_xscale("log")
        axes.set_yscale("log")
    axes.grid(color="0.9")
    axes.set_axisbelow(True)
    if len(panel.curves) > 1 or panel.marks:
        axes.legend()
