"""The page on paper: light, without controls, the map whole, the legend in its colours."""

import pytest

pytest.importorskip("bokeh", reason="no Bokeh: pip install trueodds[plot]")

import trueodds
from trueodds.drawing import explorable
from trueodds.views.explore import page


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    place = tmp_path_factory.mktemp("print") / "page.html"
    place.write_text(page(explorable(trueodds.RiskOrSafety(15))), encoding="utf-8")
    return place


@pytest.fixture(params=["light", "dark"])
def printed(request, open_page, file):
    explorer = open_page(file, color_scheme=request.param)
    explorer.page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    explorer.page.emulate_media(media="print")
    return explorer


def test_light_whatever_the_screen_was(printed):
    assert printed.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert printed.page.evaluate("Bokeh.documents[0].roots()[0].left[0].major_label_text_color") == "#1b1b1f"


def test_without_controls(printed):
    for place in ("#theme", "#target", "#help", "#map"):
        assert not printed.page.locator(place).is_visible()
    for place in ("#start", "#move", "#odds", "#legend", "#cell", "#print canvas"):
        assert printed.page.locator(place).is_visible()


def test_the_map_is_whole_and_fits(printed):
    canvas = printed.page.locator("#print canvas")
    assert canvas.evaluate("canvas => Math.abs(canvas.width / canvas.height - 1)") < 0.02
    assert 200 < canvas.bounding_box()["width"] <= 10 / 2.54 * 96 + 1
    colours = canvas.evaluate(
        """canvas => {
          const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height), seen = new Set();
          for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) seen.add(data.slice(i, i + 3).join(", "));
          return [...seen];
        }"""
    )
    legend = printed.page.evaluate(
        """() => [...document.querySelectorAll("#legend span")].map((one) => getComputedStyle(one).backgroundColor)"""
    )
    assert {colour[4:-1] for colour in legend} <= set(colours)


def test_the_legend_keeps_its_colours(printed):
    style = "getComputedStyle(document.querySelector('#legend span'))"
    assert printed.page.evaluate(f"{style}.printColorAdjust || {style}.webkitPrintColorAdjust") == "exact"


def test_one_sheet(printed):
    data = printed.page.pdf(format="A4", prefer_css_page_size=True)
    assert data.count(b"/Type /Page\n") + data.count(b"/Type /Page ") + data.count(b"/Type/Page ") <= 1


def test_the_screen_comes_back(printed):
    printed.page.emulate_media(media="screen")
    printed.page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    assert printed.page.locator("#map").is_visible()
    assert printed.page.locator("#print canvas").count() == 0
    assert printed.page.evaluate("document.documentElement.dataset.theme") == ""


def test_the_style_sheet_says_so(file):
    """What can be seen without a browser."""
    text = file.read_text(encoding="utf-8")
    sheet = text[text.index("@media print {") : text.index("</style>")]
    for rule in (".control { display: none; }", "break-inside: avoid", "print-color-adjust: exact", "--paper: #ffffff"):
        assert rule in sheet
