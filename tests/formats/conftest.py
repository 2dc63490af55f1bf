"""Models written for these tests, and a way to read them that is skipped without Storm."""

from pathlib import Path

import pytest

import trueodds

MODELS = Path(__file__).parent / "models"


@pytest.fixture
def read():
    """A property of a model of this folder as a game."""
    pytest.importorskip("stormpy", reason="stormpy, which builds models of the PRISM language, is not installed")

    return lambda name, question, **constants: trueodds.read_model(MODELS / name, question, constants)
