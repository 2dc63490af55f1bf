"""Check a certificate from Python, and that its rules are those of a game."""

from __future__ import annotations

import os

from ..game import Game
from ..solution import NotProved
from .check_odds import Refused
from .compare import Certificate, check_file, compare_rules


def check_certificate(path: str | os.PathLike[str], game: Game | None = None) -> str:
    """Check a certificate by the standalone program, and if a game is given, compare its rules with the game's.

    Parameters
    ----------
    path : path
        The certificate, a file that `Solution.certificate` or ``trueodds solve --certificate`` has written.
    game : Game, optional
        The game it should be about. Without it, the rules are those in the file.

    Returns
    -------
    str
        What is proved, in one line.

    Raises
    ------
    NotProved
        The certificate does not prove its claim, or is for other rules; the message says where.
    OSError
        The file cannot be read.

    See Also
    --------
    Solution : Its method `certificate` writes one.
    load : Reads and proves a saved answer.

    Examples
    --------
    >>> import pathlib, tempfile, trueodds
    >>> game = trueodds.RiskOrSafety(target=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "answer.odds")
    ...     trueodds.solve(game).certificate(path)
    ...     print(trueodds.check_certificate(path, game))
    risk-or-safety target=1: seat 0 gets exactly 2/3 = 0.666666666666666...; proved at 2 positions, 2 moves
    """
    try:
        proved = check_file(path)
        if game is not None:
            compare_rules(Certificate(path), game)
    except Refused as refused:
        raise NotProved(str(refused)) from None
    return proved
