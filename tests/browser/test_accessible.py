"""No violations of accessibility that axe-core finds, on pages of every kind, in light and dark, wide and narrow.

The numbers on maps are what axe cannot judge: `test_labels.py` computes their contrast.
"""

import pytest

axe = pytest.importorskip("axe_playwright_python.base", reason="no axe-core: pip install trueodds[browser]")

RUN = "() => axe.run().then((found) => found.violations.map((one) => `${one.id}: ${one.nodes[0].html}`))"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_no_violations(browser, kind, scheme, width):
    _, file = kind
    # The policy in the page lets nothing in; what looks at it is let in past it.
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True)
    page = context.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-ready=true]")
    page.add_script_tag(content=axe.AXE_SCRIPT)
    found = page.evaluate(RUN)
    context.close()
    assert found == []
