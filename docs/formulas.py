"""Convert formulas between dollar signs to MathML, which browsers display without a script or a network."""

from __future__ import annotations

import html
import re

from latex2mathml.converter import convert

# What the extension `pymdownx.arithmatex` makes of `$…$` and of a paragraph `$$…$$`.
_INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.DOTALL)
_BLOCK = re.compile(r'<div class="arithmatex">\s*\\\[(.*?)\\\]\s*</div>', re.DOTALL)
# The index set of a maximum goes below it.
_LIMITS, _BELOW = re.compile(r"\\(max|min)_"), r"\\\1\\limits_"


def to_mathml(page: str) -> str:
    r"""Return an HTML page with its formulas in MathML.

    Examples
    --------
    >>> print(to_mathml(r'<p>So <span class="arithmatex">\(p^k\)</span></p>').partition("<mrow>")[2])
    <msup><mi>p</mi><mi>k</mi></msup></mrow></math></p>
    """
    page = _INLINE.sub(lambda found: convert(html.unescape(found[1])), page)
    # A formula wider than the screen scrolls by itself, with the keyboard as well.
    return _BLOCK.sub(
        lambda found: (
            '<div class="formula" tabindex="0" role="group" aria-label="formula">'
            f"{convert(_LIMITS.sub(_BELOW, html.unescape(found[1]).strip()), display='block')}</div>"
        ),
        page,
    )
