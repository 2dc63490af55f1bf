"""Pages of every kind are legible and accessible, as axe-core judges, in light and dark, wide and narrow.

Axe cannot judge the numbers on maps; `views/test_page_programs.py` computes their contrast.
"""

from itertools import product

import pytest

from .conftest import KINDS, LOOK

RUN = "() => axe.run().then((found) => found.violations.map((one) => `${one.id}: ${one.nodes[0].html}`))"


@pytest.mark.parametrize("kind", KINDS)
def test_no_violations(open_page, kind):
    axe = pytest.importorskip("axe_playwright_python.base", reason="no axe-core: pip install trueodds[browser]")
    # The page's policy blocks all scripts, so axe-core is injected in spite of it.
    page = open_page(KINDS[kind](), bypass_csp=True).page
    page.add_script_tag(content=axe.AXE_SCRIPT)
    page.add_script_tag(path=LOOK)
    for scheme, width in product(("light", "dark"), (1280, 390)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(RUN) == []
        assert page.evaluate("[look(), broken()]") == [{"faint": {}, "wide": 0}, []]
    if kind == "small":  # these checks can fail
        style = "td { word-break: break-all; display: block; width: 2rem; } h1 { color: #999; background: #fff; }"
        page.add_style_tag(content=style + " footer { width: 1500px; }")
        assert all(page.evaluate("[...Object.values(look()), broken().length]"))
