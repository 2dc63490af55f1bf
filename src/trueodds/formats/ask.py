"""A question to a model whose labels and variables are arrays: where its formulas hold, and the game that it is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .formulas import evaluate
from .model_game import ModelGame
from .properties import Property, parse_property
from .transitions import Transitions


def ask(transitions: Transitions, question: str | Property) -> ModelGame:
    """The game of a property of a model.

    Parameters
    ----------
    transitions : Transitions
        The model, with its labels.
    question : str or Property

    Returns
    -------
    ModelGame

    Raises
    ------
    ValueError
        The property cannot be read, or does not go with the model.
    """
    asked = question if isinstance(question, Property) else parse_property(question)
    count = len(transitions)
    columns = dict(zip(transitions.variables, transitions.columns, strict=True))
    labels = dict(transitions.labels)
    labels.setdefault("init", np.arange(count) == transitions.start)
    labels.setdefault("deadlock", np.zeros(count, dtype=bool))

    def where(formula: str) -> NDArray[np.bool_]:
        return evaluate(formula, columns, labels, count, transitions.name)

    before = where(asked.before) if asked.before else np.ones(count, dtype=bool)
    return ModelGame(transitions, asked, before, where(asked.target))
