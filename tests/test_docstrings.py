"""The docstrings of all public names have numpydoc's form: summary, sections in order, every parameter, an example."""

import dataclasses
import doctest
import inspect
import pkgutil
import re

import pytest

import trueodds
from trueodds.catalog.registry import GAMES

# numpydoc's order; `Attributes` stand where a class that is not called by hand would have its parameters.
SECTIONS = ["Parameters", "Attributes", "Methods", "Returns", "Yields", "Raises", "Warns"]
SECTIONS += ["See Also", "Notes", "References", "Examples"]
ABSTRACT = {"Game", "Solution", "NotProved"}  # classes to derive from, and an exception
PUBLIC = [name for name in trueodds.__all__ if callable(getattr(trueodds, name))]


def read(doc):
    """The summary, and the lines of each section in the order in which they come."""
    lines = inspect.cleandoc(doc).split("\n")
    heads = [at for at, line in enumerate(lines[1:]) if re.fullmatch("-{3,}", line)]
    ends = [*heads[1:], len(lines)]
    return lines[0], {lines[at]: lines[at + 2 : end] for at, end in zip(heads, ends, strict=True)}


def faults(name, thing):
    """What is wrong with a docstring, a line each."""
    if not thing.__doc__:
        return ["no docstring"]
    summary, sections = read(thing.__doc__)
    found = [] if re.fullmatch(r".+\.", summary) else ["the first line is no sentence"]
    found += [f"unknown section {title}" for title in sections if title not in SECTIONS]
    if list(sections) != [title for title in SECTIONS if title in sections]:
        found.append(f"sections are not in order: {', '.join(sections)}")
    told = "\n".join(sections.get("Parameters", []) + sections.get("Attributes", []))
    told = re.findall(r"(?m)^(?=\S)([^:\n]+?)(?: :.*)?$", told)
    named = {one for line in told for one in line.split(", ")}
    if name not in ABSTRACT:
        found += [
            f"parameter {one} is not described" for one in inspect.signature(thing).parameters if one not in named
        ]
    if inspect.isfunction(thing):
        found += [] if "Raises" in sections else ["no section Raises"]
        found += [] if {"Returns", "Yields"} & set(sections) else ["no section Returns"]
    found += [f"empty section {title}" for title, lines in sections.items() if not any(lines)]
    examples = doctest.DocTestParser().get_examples(inspect.cleandoc(thing.__doc__))
    found += [] if any(example.want for example in examples) else ["no example with an answer"]
    for line in sections.get("See Also", []):
        if line and not line.startswith(" ") and not leads_somewhere(line.partition(" : ")[0]):
            found.append(f"See Also {line!r} leads nowhere")
    return found + ([] if "See Also" in sections else ["no section See Also"])


def leads_somewhere(name):
    """Whether a public name, one of its attributes, or a module of the package is called so."""
    name = name.removeprefix("trueodds.")
    first, *parts = name.split(".")
    if first in trueodds.__all__:
        thing = getattr(trueodds, first)
        return all(hasattr(thing, part) for part in parts)
    try:
        return pkgutil.resolve_name(f"trueodds.{name}") is not None
    except (ImportError, AttributeError):
        return False


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name(name):
    assert faults(name, getattr(trueodds, name)) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_game_describes_its_fields_and_refusals(name):
    game = getattr(trueodds, name)
    _, sections = read(game.__doc__)
    assert {"Parameters", "Raises", "See Also", "Examples"} <= set(sections)
    assert all(re.search(rf"\b{field.name}\b", "\n".join(sections["Parameters"])) for field in dataclasses.fields(game))


GOOD = """A sentence.

    Parameters
    ----------
    a, b : int
        Two.

    Returns
    -------
    int

    Raises
    ------
    ValueError
        Never.

    See Also
    --------
    solve : Another.
    Model.from_arrays : And an attribute.
    trueodds.research.counting : And a module.

    Examples
    --------
    >>> 1
    1
    """


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("A sentence.", "A sentence", "first line"),
        ("a, b :", "a :", "parameter b"),
        ("See Also\n    --------\n", "Sea Also\n    --------\n", "unknown section"),
        ("solve :", "solves :", "leads nowhere"),
        ("Model.from_arrays :", "Model.from_array :", "leads nowhere"),
        ("research.counting :", "research.count :", "leads nowhere"),
        ("    >>> 1\n    1\n", "    >>> one = 1\n", "no example"),
        ("Raises\n    ------\n", "Examples\n    --------\n", "not in order"),
        ("Returns\n    -------\n    int\n", "", "no section Returns"),
        ("    ValueError\n        Never.\n", "", "empty section Raises"),
    ],
)
def test_faults_are_found(old, new, fault):
    def function(a, b):
        pass

    function.__doc__ = GOOD
    assert faults("function", function) == []
    assert old in GOOD
    function.__doc__ = GOOD.replace(old, new)
    assert any(fault in one for one in faults("function", function)), faults("function", function)
