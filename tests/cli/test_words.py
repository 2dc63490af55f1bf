"""Words on a command line: names that are nearly right, quotes for a shell, plain values, and models."""

import os
from fractions import Fraction

import pytest

from trueodds.cli.common import nearest, quoted
from trueodds.cli.literals import read_literal, write_literal
from trueodds.cli.models import is_model


@pytest.mark.parametrize(
    ("typed", "known", "found"),
    [
        ("Risk_or_safety", ["pig", "risk-or-safety"], "risk-or-safety"),
        ("slove", ["solve", "play"], "solve"),
        ("x", ["pig"], None),
    ],
)
def test_the_nearest_name(typed, known, found):
    assert nearest(typed, known) == found


def test_quotes():
    assert quoted("game.json") == "game.json"
    assert quoted("my game.json") == '"my game.json"'
    assert quoted("$5.json") == ("'$5.json'" if os.name == "posix" else '"$5.json"')


@pytest.mark.parametrize(
    ("text", "value"),
    [("-2/5", Fraction(-2, 5)), ("0.4", Fraction(2, 5)), ("(1, 'a', True)", (1, "a", True)), ("[None]", [None])],
)
def test_values_are_read_and_written(text, value):
    assert read_literal(text) == value
    assert read_literal(write_literal(value)) == value


@pytest.mark.parametrize(
    ("arguments", "model"),
    [(["dice.prism"], True), (["dice.txt", "--format", "prism"], True), (["dice.py:game"], False), ([], False)],
)
def test_models(arguments, model):
    assert is_model(arguments) is model
