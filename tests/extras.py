"""Optional libraries: which extra installs each, and which examples need one."""

import pytest

#: The extra of each library, by the name under which it is imported.
EXTRAS = {
    "distributed": "cluster",
    "flint": "curves",
    "latex2mathml": "docs",
    "matplotlib": "plot",
    "pandas": "tables",
    "pyarrow": "tables",
    "pyspiel": "openspiel",
    "stormpy": "prism",
    "umbi": "umb",
}

#: What the examples of a module, a page or a script need, and some results.
NEEDS = {
    "trueodds.drawing": ("matplotlib",),
    "trueodds.exact.algebraic": ("flint",),
    "trueodds.research.moves_in_p": ("flint",),
    "trueodds.research.two_coins_curve": ("flint",),
    "trueodds.views.plot": ("matplotlib",),
    "curve": ("flint",),
    "explore.md": ("matplotlib",),
    "findings.md": ("flint",),
    "other-tools.md": ("stormpy",),
    "docs/formulas.py": ("latex2mathml",),
    "docs/hooks.py": ("latex2mathml",),
}


def need(library):
    """Import a library, or skip the test or the whole file."""
    extra = EXTRAS[library.partition(".")[0]]
    return pytest.importorskip(library, reason=f"no {library}: pip install 'trueodds[{extra}]'")


def need_for(name):
    """Skip a test of examples if a library that they need is missing."""
    for library in NEEDS.get(name, ()):
        need(library)
