from collections.abc import Hashable
from typing import Any

def follow(
    given: list[Any],
    chances: tuple[Any, ...],
    payoffs: tuple[Any, ...],
    index: dict[Hashable, int],
    positions: list[Hashable],
    outcome: type,
    rational: type,
) -> list[int] | None: ...
