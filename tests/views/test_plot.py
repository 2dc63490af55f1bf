"""Pictures by matplotlib: every kind in every format, the same bytes twice, readable in grey."""

import sys

import numpy as np
import pytest

import trueodds

pytest.importorskip("matplotlib")

from matplotlib import colormaps
from matplotlib.colors import to_rgb

from trueodds.drawing import kinds, pictures, plot
from trueodds.views import plot as module
from trueodds.views.plot import figure, file_format, save

BEGINS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
GAMES = [
    trueodds.RiskOrSafety(6),
    trueodds.RiskOrSafety(3, 2),
    trueodds.Coinball(5),
    trueodds.TwoCoins(6),
    trueodds.Greed(6, 3),
    trueodds.Pig(12),
    trueodds.TheRace(4),
    trueodds.SuperSix(1),
]


def grey(colour):
    red, green, blue = to_rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_kind(game, tmp_path):
    solution = trueodds.solve(game)
    for kind in kinds(game):
        if kind == "advantage" and game.parameters.keys() != {"target"}:
            continue
        path = tmp_path / f"{kind}.svg"
        drawn = plot(solution, path, kind)
        assert path.read_bytes().startswith(b"<?xml")
        titles = [axes.get_title() for axes in drawn.axes]
        assert sum(game.name in title for title in titles) == len(pictures(game, kind, solution))


@pytest.mark.parametrize("ending", BEGINS)
def test_formats_give_the_same_bytes_twice(ending, tmp_path):
    solution = trueodds.solve(trueodds.RiskOrSafety(5))
    files = [tmp_path / f"{name}.{ending}" for name in "ab"]
    for file in files:
        assert solution.plot(file) is not None
    one, two = (file.read_bytes() for file in files)
    assert one == two
    assert one.startswith(BEGINS[ending])
    assert b"Date" not in one


def test_numbers_can_be_read():
    drawn = plot(trueodds.solve(trueodds.RiskOrSafety(6)))
    axes = drawn.axes[0]
    assert [text.get_text() for text in axes.texts[:6]] == ["1"] * 6
    assert len(axes.texts) == 36
    image = axes.images[0]
    for text in axes.texts:
        x, y = map(int, text.get_position())
        behind = grey(image.cmap(image.norm(image.get_array()[y - 1, x - 1]))[:3])
        assert abs(grey(text.get_color()) - behind) > 0.35


def test_thresholds_are_lines_between_different_numbers():
    table = trueodds.solve(trueodds.RiskOrSafety(6)).tables()[0].cells
    drawn = plot(trueodds.solve(trueodds.RiskOrSafety(6)))
    [lines] = drawn.axes[0].collections
    assert len(lines.get_segments()) == (table[1:] != table[:-1]).sum() + (table[:, 1:] != table[:, :-1]).sum()


def test_even_odds_are_a_line():
    drawn = plot(trueodds.solve(trueodds.RiskOrSafety(20)), kind="odds")
    axes = drawn.axes[0]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["even odds"]
    points = np.concatenate([path.vertices for path in axes.collections[0].get_paths()])
    assert len(points) > 20
    # It runs near equal needs, where the player to toss has a little more than a half.
    assert np.all(np.abs(points[:, 1] - points[:, 0]) < 1.5)
    assert np.all(points[:, 1] >= points[:, 0])


def test_colours_differ_in_grey():
    ramp = [grey(colormaps[module._SHADES](k / 10)[:3]) for k in range(11)]
    assert all(np.diff(ramp) < -0.02)


def test_colours_and_orientation_are_those_of_the_page():
    pytest.importorskip("bokeh")
    from trueodds.views.explore import _palette

    axes = trueodds.solve(trueodds.RiskOrSafety(9)).plot().axes[0]
    [image] = axes.images
    drawn, page = ([to_rgb(colour) for colour in colours] for colours in (image.cmap.colors, _palette(4)))
    assert np.abs(np.subtract(drawn, page)).max() < 0.01  # the two libraries round differently
    bottom, top = axes.get_ylim()
    assert bottom > top  # rows go down
    assert axes.xaxis.get_label_position() == "top"


def test_a_notebook_gets_a_png():
    assert trueodds.solve(trueodds.RiskOrSafety(2)).plot()._repr_png_().startswith(BEGINS["png"])


def test_large_maps_have_no_numbers():
    axes = figure(pictures(trueodds.Greed(40, 3), "normal")).axes[0]
    assert list(axes.texts) == []


def test_other_endings_are_refused_before_the_work(tmp_path):
    for name in ("map.jpg", "map", ".png"):
        with pytest.raises(ValueError, match=r"must end in \.png, \.svg, \.pdf, not"):
            file_format(tmp_path / name)
    assert file_format("A.PNG") == "png"


def test_what_was_there_stays_if_drawing_fails(tmp_path):
    path = tmp_path / "map.png"
    path.write_bytes(b"before")

    class Broken:
        def savefig(self, *_, **__):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save(Broken(), path)
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_without_matplotlib(monkeypatch):
    monkeypatch.delitem(sys.modules, "trueodds.views.plot_figure", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r'pictures need matplotlib: pip install "trueodds\[plot\]"'):
        figure(pictures(trueodds.RiskOrSafety(2)))
