from collections.abc import Callable, Hashable
from typing import Any

KEPT: int
FORMS: int

class Known:
    def __init__(
        self, chances: tuple[Any, ...], payoffs: tuple[Any, ...], numbers: bytes, over: int, long_count: int
    ) -> None: ...

class Follower:
    targets: bytearray
    numbers: bytearray
    ends: bytearray
    over: bytearray
    def __init__(
        self,
        ask: Callable[[Any, Any], Any],
        note: Callable[[Exception, Any, Any], None],
        look: Callable[[Any, Any, Any], tuple[bytes, Known, bool]],
        index: dict[Hashable, int],
        positions: list[Hashable],
        outcome: type,
        rational: type,
        max_positions: int,
        max_outcomes: int,
    ) -> None: ...
    def follow(self, position: Hashable, moves: list[Any]) -> int: ...
