"""Pictures of every kind are drawn in every format, reproducible and readable in grey."""

import numpy as np
import pytest

import trueodds

pytest.importorskip("matplotlib", reason="no matplotlib: pip install trueodds[plot]")

from matplotlib import colormaps
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.colors import to_rgb

from trueodds.drawing import plot
from trueodds.pictures import Curves, Grid
from trueodds.views import plot as module
from trueodds.views.plot import choose_file_format, save

BEGINS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


def grey(colour):
    red, green, blue = to_rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


@pytest.mark.parametrize("wide", [1, pytest.param(7.2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("ending", BEGINS)
def test_formats_give_the_same_bytes_twice(ending, wide, tmp_path):
    grid = Grid("t", "x", "y", "unit", range(2), range(3), np.ones((3, 2)), ("a",))
    files = [tmp_path / f"{name}.{ending}" for name in "ab"]
    for file in files:
        drawn = module.ShownFigure(figsize=(1, 1)) if wide == 1 else module.draw_figure([grid])
        drawn.add_axes((0, 0, 1, 1)).plot([1, 2])
        save(drawn, file)
    one, two = (file.read_bytes() for file in files)
    assert one == two
    assert one.startswith(BEGINS[ending])
    assert b"Date" not in one
    if ending == "png":
        assert int.from_bytes(one[16:20], "big") == round(wide * 150)
        assert drawn._repr_png_().startswith(BEGINS["png"])  # what notebooks show


@pytest.mark.parametrize("seed", range(8))
def test_cells_numbers_edges_and_ties_are_where_they_belong(seed):
    """Colour n of N is at (n / (N - 1)) ^ 0.75 of the palette; numbers in tied cells have it as background."""
    random = np.random.default_rng(seed)
    shape = [(1, 7), (7, 1), (2, 2), (8, 3), (3, 8), (6, 16), (21, 29), (19, 26)][seed]
    step = 1 + seed % 2
    y, x = range(3, 3 + step * shape[0], step if shape[0] > 1 else 1), range(-2, shape[1] - 2)
    classes = ("a", "b", "c") if seed % 3 else ()
    labels = random.integers(0, 4, shape) if seed % 2 else None
    cells = random.integers(1, 4, shape).astype(float)
    cells[random.random(shape) < 0.2] = np.nan
    cells.flat[:2] = 1, 3
    tied = random.random(shape) < (0.2 if seed % 4 else 0)
    grid = Grid("t", "x", "y", "unit", x, y, cells, classes, labels, blank="empty", tied=tied)
    axes = module.draw_figure([grid]).axes[0]
    [image], shades = axes.images, colormaps[module._SHADES]
    assert (image.origin, image.get_interpolation(), axes.get_aspect()) == ("upper", "nearest", "auto")
    for value in (1, 2, 3):
        assert image.cmap(image.norm(value)) == pytest.approx(shades(((value - 1) / 2) ** 0.75), abs=0.02)
    assert np.array_equal(image.get_array().filled(np.nan), cells, equal_nan=True)
    assert all(tick % 1 == 0 for tick in (*axes.get_xticks(), *axes.get_yticks()))
    half = (x.step / 2, y.step / 2)
    assert tuple(image.get_extent()) == (x[0] - half[0], x[-1] + half[0], y[-1] + half[1], y[0] - half[1])
    readable = max(shape) <= 26
    written = {(*text.get_position(), text.get_text()) for text in axes.texts} - {(0, -0.015, "white: empty")}
    assert written == {
        (x[column], y[row], str(labels[row, column]))
        for row, column in np.argwhere(~np.isnan(cells)).tolist()
        if labels is not None and readable
    }
    for text in [text for text in axes.texts if text.get_text().isdigit()]:
        row, column = y.index(text.get_position()[1]), x.index(text.get_position()[0])
        light = grey(shade := image.cmap(image.norm(cells[row, column]))[:3])
        assert text.get_color() == ("black" if light > 0.5 else "white") or 0.4 < light < 0.6
        behind = text.get_bbox_patch()
        assert (behind and behind.get_facecolor()[:3]) == (shade if tied[row, column] else None)
        assert text.get_fontsize() == min(10, 150 / max(shape))
    what, expected = np.nan_to_num(cells) if labels is None else labels, []
    for (row, column), value in np.ndenumerate(what):
        right, below = x[column] + half[0], y[row] + half[1]
        if row + 1 < shape[0] and what[row + 1, column] != value:
            expected.append([[x[column] - half[0], below], [right, below]])
        if column + 1 < shape[1] and what[row, column + 1] != value:
            expected.append([[right, y[row] - half[1]], [right, below]])
    edges = [one for one in axes.collections if isinstance(one, LineCollection)]
    wanted = (labels is not None and not readable) or classes
    assert len(edges) == bool(wanted and len(expected) <= 1000)
    for one in edges:
        assert sorted(path.vertices.tolist() for path in one.get_paths()) == sorted(expected)
    hatched = [one for one in axes.collections if isinstance(one, PatchCollection)]
    for one in hatched:
        boxes = sorted(tuple(path.get_extents().bounds) for path in one.get_paths())
        places = [(x[column] - half[0], y[row] - half[1]) for row, column in np.argwhere(tied).tolist()]
        assert boxes == sorted((*place, x.step, y.step) for place in places)
    looks = [(one.get_hatch(), grey(one.get_edgecolor()[0][:3])) for one in hatched]
    assert looks == ([("//", pytest.approx(1)), ("\\\\", 0)] if tied.any() else [])
    legend = axes.get_legend()
    names = [text.get_text() for text in legend.get_texts()] if legend else []
    assert names == ["several equally good moves"] * int(tied.any())
    assert not legend or legend.get_bbox_to_anchor().y0 < axes.bbox.y0


@pytest.mark.parametrize(("rows", "columns", "changes"), [(60, 60, 20), (10, 101, 100)])
def test_more_edges_than_a_third_of_the_cells_or_1000_are_not_drawn(rows, columns, changes):
    cells = np.tile(np.minimum(np.arange(columns), changes) % 2 + 1.0, (rows, 1))
    for last, count in ((cells[-1, -1], 1), (3, 0)):
        cells[-1, -1] = last
        axes = module.draw_figure([Grid("t", "x", "y", "u", range(columns), range(rows), cells, ("a", "b", "c"))]).axes
        assert len(axes[0].collections) == count


@pytest.mark.parametrize("seed", range(5))
def test_curves_marks_and_scales_are_what_is_asked_for(seed):
    random = np.random.default_rng(seed)
    points = [np.sort(random.random((2, random.integers(2, 9)))) + 0.1 for _ in range(1 + seed % 3)]
    curves = [(f"curve {at}", x.tolist(), y.tolist()) for at, (x, y) in enumerate(points)]
    marks = random.random(seed // 2).tolist()
    panel = Curves("t", "x", "y", curves, logarithmic=seed % 2 == 1, marks=marks, marks_title="marks")
    axes = module.draw_figure([panel]).axes[0]
    assert (axes.get_title(), axes.get_xlabel(), axes.get_ylabel()) == ("t", "x", "y")
    assert (axes.get_xscale(), axes.get_yscale()) == (("log",) * 2 if panel.logarithmic else ("linear",) * 2)
    assert (axes.get_axisbelow(), {line.get_visible() for line in axes.get_xgridlines()}) == (True, {True})
    lines, dotted = axes.lines[: len(curves)], axes.lines[len(curves) :]
    assert [(line.get_label(), *map(list, line.get_data())) for line in lines] == curves
    looks = [("-", module._CURVE), ("--", module._LINE), ("--", module._CURVE)]
    assert [(line.get_linestyle(), line.get_color()) for line in lines] == looks[: len(curves)]
    assert [set(line.get_xdata()) for line in dotted] == [{mark} for mark in marks]
    legend = [text.get_text() for text in axes.get_legend().get_texts()] if axes.get_legend() else []
    named = [name for name, _, _ in curves] + ["marks"] * bool(marks)
    assert legend == (named if len(named) > 1 else [])


def test_even_odds_are_a_line():
    axes = plot(trueodds.solve(trueodds.RiskOrSafety(20)), kind="odds").axes[0]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["even odds"]
    points = np.concatenate([path.vertices for path in axes.collections[0].get_paths()])
    assert len(points) > 20
    # The line runs near equal needs, where the odds of the player to toss are a little above 1/2.
    assert np.all(np.abs(points[:, 1] - points[:, 0]) < 1.5)
    assert np.all(points[:, 1] >= points[:, 0])


def test_colours_differ_in_grey():
    assert all(np.diff([grey(colormaps[module._SHADES](k / 10)[:3]) for k in range(11)]) < -0.02)


def test_other_endings_are_refused_before_the_work_and_an_old_file_stays_if_drawing_fails(tmp_path, monkeypatch):
    monkeypatch.setattr("trueodds.drawing.draw_pictures", lambda *_, **__: pytest.fail("drawn"))
    with pytest.raises(ValueError, match="must end in"):
        plot(trueodds.solve(trueodds.TwoCoins(2)), tmp_path / "map.jpg")
    for name in ("map.jpg", "map", ".png"):
        with pytest.raises(ValueError, match=rf"must end in \.png, \.svg or \.pdf, not '{tmp_path / name}'$"):
            choose_file_format(tmp_path / name)
    assert choose_file_format("A.PNG") == "png"
    path = tmp_path / "map.png"
    path.write_bytes(b"before")
    with pytest.raises(AttributeError, match="savefig"):
        save(None, path)
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_long_titles_stay_inside_the_picture_and_apart(count):
    title = "best move at " + ", ".join(f"field {n} False" for n in range(9))
    drawn = module.draw_figure([Grid(title, "x", "y", "u", range(2), range(3), np.ones((3, 2)), ("a",))] * count)
    drawn.draw_without_rendering()
    places = [axes.title.get_window_extent() for axes in drawn.axes[:count]]
    ends = [0, *(end for place in places for end in (place.x0, place.x1)), drawn.bbox.width]
    assert ends == sorted(ends)


def small(unit="coins", classes=("a", "b"), even=False, cells=((1.0, 2.0), (np.nan, 1.0)), **more):
    return Grid("t", "x", "y", unit, range(2), range(2), np.array(cells), classes, even=even, blank="empty", **more)


@pytest.mark.parametrize(
    ("panels", "bars"),
    [
        *(([small()], 1), ([small(), small()], 1), ([small()] * 5, 1), ([small(classes=())] * 3, 3)),
        ([small(cells=[[np.nan] * 2] * 2), small()], 1),
        *(([small(), small(unit="dice")], 2), ([small(), small(classes=("a", "c"))], 2)),
        *(([small(), small(unit="dice"), small()], 3), ([small(), small(classes=("a", "c")), small()], 3)),
        ([small(classes=()), small(classes=(), cells=[[np.nan] * 2] * 2)], 1),
    ],
)
def test_each_picture_has_its_place_and_the_colours_are_explained(panels, bars):
    drawn = module.draw_figure(panels)
    columns, rows = min(len(panels), 3), (len(panels) + 2) // 3
    scale = 1 if len(panels) < 3 else 0.6
    assert tuple(drawn.get_size_inches()) == pytest.approx((7.2 * scale * columns, 6 * scale * rows))
    places, every = drawn.axes[: rows * columns], drawn.axes[rows * columns :]
    assert [axes.axison for axes in places] == [at < len(panels) for at in range(rows * columns)]
    assert [axes.get_title() for axes in places[: len(panels)]] == ["t"] * len(panels)
    assert [axes.get_ylabel() for axes in every] == [panel.unit for panel in panels[:bars]]
    drawn.draw_without_rendering()
    for axes, panel in zip(every, panels, strict=False):
        assert [text.get_text() for text in axes.get_yticklabels()] == list(panel.classes) or not panel.classes
        assert [*axes.get_yticks()] == [*range(1, len(panel.classes) + 1)] or not panel.classes
        beside = [one.get_window_extent().x1 < axes.get_window_extent().x0 for one in places[: len(panels)]]
        assert all(beside) or bars > 1 or not panel.classes
    for axes, panel in zip(places, panels, strict=False):
        everywhere = "everywhere: empty", "center", "center"
        told = everywhere if np.isnan(panel.cells).all() else ("white: empty", "left", "top")
        assert [(text.get_text(), text.get_ha(), text.get_va()) for text in axes.texts] == [told]
        assert axes.xaxis.get_ticks_position() == axes.xaxis.get_label_position() == "top"


def test_odds_have_one_scale():
    low, high, both = [[0.2, 0.3]] * 2, [[0.6, 0.9]] * 2, [[0.2, 0.4], [0.6, 0.9]]
    for even, cells in (*((True, cells) for cells in ([[0.2], [0.9]], [[0.2, 0.9]], low, high)), (False, both)):
        axes = module.draw_figure([small(classes=(), even=even, cells=cells)]).axes[0]
        assert axes.images[0].get_clim() == ((0, 1) if even else (0.2, 0.9))
        assert (list(axes.texts), axes.get_legend()) == ([], None)  # no cell is white, and no line at 1/2
