from collections.abc import Callable, Hashable
from typing import Any

MAX_KNOWN: int
MAX_FORMS: int

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
        outcomes: Callable[[Any, Any], Any],
        annotate: Callable[[Exception, Any, Any], None],
        check: Callable[[Any, Any, Any], tuple[bytes, Known, bool]],
        index: dict[Hashable, int],
        positions: list[Hashable],
        outcome: type,
        rational: type,
        max_positions: int,
        max_outcomes: int,
    ) -> None: ...
    def follow(self, position: Hashable, moves: list[Any]) -> int: ...
