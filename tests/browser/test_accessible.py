"""Pages of every kind are legible and accessible, as axe-core judges, in light and dark, wide and narrow.

Axe cannot judge the numbers on maps; `test_exact.py` computes their contrast.
"""

import pytest

from .conftest import KINDS, LOOK

RUN = "() => axe.run().then((found) => found.violations.map((one) => `${one.id}: ${one.nodes[0].html}`))"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("kind", KINDS)
def test_no_violations(open_page, kind, scheme, width):
    axe = pytest.importorskip("axe_playwright_python.base", reason="no axe-core: pip install trueodds[browser]")
    # The page's policy blocks all scripts, so axe-core is injected in spite of it.
    how = {"color_scheme": scheme, "viewport": {"width": width, "height": 900}, "bypass_csp": True}
    page = open_page(KINDS[kind](), **how).page
    page.add_script_tag(content=axe.AXE_SCRIPT)
    page.add_script_tag(path=LOOK)
    assert page.evaluate(RUN) == []
    assert page.evaluate("[look(), broken()]") == [{"faint": {}, "wide": 0}, []]


def test_violations_are_found(open_page):
    page = open_page(KINDS["small"](), viewport={"width": 390, "height": 800}, bypass_csp=True).page
    page.add_script_tag(path=LOOK)
    style = "td { word-break: break-all; display: block; width: 2rem; } h1 { color: #999; background: #fff; }"
    page.add_style_tag(content=style + " footer { width: 1500px; }")
    assert all(page.evaluate("[...Object.values(look()), broken().length]"))
