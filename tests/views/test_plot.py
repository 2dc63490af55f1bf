"""Pictures by matplotlib: every kind in every format, the same bytes twice, readable in grey."""

import numpy as np
import pytest

import trueodds

pytest.importorskip("matplotlib", reason="no matplotlib: pip install trueodds[plot]")

from matplotlib import colormaps
from matplotlib.colors import to_rgb

from trueodds.drawing import plot
from trueodds.views import plot as module
from trueodds.views.plot import file_format, save

BEGINS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


def grey(colour):
    red, green, blue = to_rgb(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


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
