"""Ranks that show that play ends, as a certificate needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..solution import NotProved

#: Of a move: the positions where it may lead, and whether it may end the game.
Leads = tuple[Sequence[int], bool]


def rank_positions(
    moves: Sequence[Sequence[Leads]], every: Sequence[bool], sides: Sequence[int], best: Sequence[Sequence[int]]
) -> list[int]:
    """Ranks such that moves lead with positive probability to an end or to a lower rank on the same side.

    Parameters
    ----------
    moves : sequence
        For each position, where each move may lead.
    every : sequence of bool
        Whether all moves of a position must do so, or one of the best.
    sides : sequence of int
        1 where more than infinite play is worth is promised, -1 where less, 0 where no rank is needed; the same
        number everywhere where the game must end.
    best : sequence
        The best moves of each position.

    Returns
    -------
    list of int
        The number of steps within which the game may end, whatever is done; 0 where no rank is needed.

    Raises
    ------
    NotProved
        There are no such ranks.

    Notes
    -----
    Cost: linear in the number of outcomes.

    Examples
    --------
    Position 0 ends, or leads to 1, which leads back:

    >>> rank_positions([[([1], True)], [([0], False)]], [True, True], [1, 1], [[0], [0]])
    [1, 2]
    """
    users: list[list[tuple[int, int]]] = [[] for _ in moves]
    missing = [len(own) if whole else 1 for own, whole in zip(moves, every, strict=True)]
    falls = [[False] * len(own) for own in moves]
    ranks = [0] * len(moves)
    ready: list[int] = []

    def fall(x: int, y: int, rank: int) -> None:
        if falls[x][y] or missing[x] == 0 or not (every[x] or y in best[x]):
            return
        falls[x][y] = True
        missing[x] -= 1
        if missing[x] == 0:
            ranks[x] = rank
            ready.append(x)

    for x, own in enumerate(moves):
        for y, (targets, _) in enumerate(own):
            for target in set(targets):
                if sides[target] == sides[x] != 0:
                    users[target].append((x, y))
    for x, own in enumerate(moves):
        for y, (_, ends) in enumerate(own):
            if ends and sides[x]:
                fall(x, y, 1)
    for x in ready:  # grows while it is read, by rising ranks
        for user, y in users[x]:
            fall(user, y, ranks[x] + 1)
    for x, side in enumerate(sides):
        if side and missing[x]:
            raise NotProved(f"nothing shows that play from position {x} of the certificate ends")
    return ranks


def promised_sides(low: Sequence[Any], high: Sequence[Any], worth: Any) -> list[int]:
    """On which side of what infinite play is worth each position's value is known to be: 1 above, -1 below, else 0."""
    return [(below > worth) - (above < worth) for below, above in zip(low, high, strict=True)]
