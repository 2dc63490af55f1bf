"""Read a model from another tool as a game, whatever its format."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..parameters import check_whole_number

if TYPE_CHECKING:
    from .model_game import ModelGame
    from .properties import Property

#: The formats and the suffixes of their files.
FORMATS = {"prism": (".prism", ".nm", ".pm", ".sm", ".smg"), "tra": (".tra",), "umb": (".umb",)}


def read_model(
    path: str | os.PathLike[str],
    question: str | Property,
    constants: Mapping[str, object] | None = None,
    *,
    format: str | None = None,
    nearest: int | None = None,
    max_positions: int | None = None,
) -> ModelGame:
    r"""Read a model from another tool, and return a property of the model as a game.

    Parameters
    ----------
    path : path
        The file of a stochastic game, Markov decision process or Markov chain: a model in the PRISM language (requires
        Storm), explicit files (``.tra`` and the files beside it), or a UMB file (requires umbi).
    question : str or Property
        The property, such as ``<<P1>> Pmax=? [ F "won" ]``.
    constants : mapping, optional
        Values of the undefined constants (PRISM language only): numbers, bools, or text such as ``"1/3"``.
    format : {"prism", "tra", "umb"}, optional
        The format of the file. By default, the suffix decides.
    nearest : int, optional
        Replace each probability in a ``.tra`` or UMB file with the nearest fraction whose denominator is at most
        `nearest`. This changes the model unless all probabilities are such fractions.
    max_positions : int, optional
        Limit on positions, by default 1,000,000; also pass it to `solve`. A model may have up to twice as many states.

    Returns
    -------
    ModelGame
        A game whose value answers the question.

    Raises
    ------
    ValueError
        The format is unknown, the model or the property cannot be read, or an argument does not suit the format.
    ImportError
        The library that reads the format is not installed.
    OSError
        A file cannot be read.
    MemoryError
        The model does not fit in memory, or has too many states or positions.

    See Also
    --------
    solve : Answer the question.
    Model : A model built from arrays.

    Examples
    --------
    The following model tosses a coin until it shows heads, but at most twice:

    >>> import pathlib, tempfile, trueodds
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "coin.tra")
    ...     _ = path.write_text("4 6\n0 1 0.5\n0 3 0.5\n1 2 0.5\n1 3 0.5\n2 2 1\n3 3 1\n")
    ...     game = trueodds.read_model(path, "P=? [ F state=3 ]")
    >>> trueodds.solve(game).value
    mpq(3,4)
    """
    from ..solver.model import MAX_POSITIONS
    from .model_game import make_game
    from .properties import parse_property

    name = os.fspath(path)
    format_name = (
        next((kind for kind, ends in FORMATS.items() if name.lower().endswith(ends)), None)
        if format is None
        else format
    )
    if format_name not in FORMATS:
        if format is None:
            raise ValueError(f"the suffix of {name} is unknown; format must be one of {', '.join(FORMATS)}")
        raise ValueError(f"the format of {name} must be one of {', '.join(FORMATS)}, not {format!r}")
    if nearest is not None:
        check_whole_number("nearest", nearest)
    max_positions = MAX_POSITIONS if max_positions is None else max_positions
    query = parse_property(question)
    if format_name == "prism":
        from .prism import read_prism

        if nearest is not None:
            raise ValueError(
                "nearest applies only to .tra and .umb files; probabilities in the PRISM language are exact as written"
            )
        return read_prism(path, query, constants, max_positions)
    if constants:
        raise ValueError("only models in the PRISM language have constants")
    if format_name == "tra":
        from .explicit import read_transitions
    else:
        from .umb import read_transitions
    return make_game(read_transitions(path, nearest, max_positions), query)
