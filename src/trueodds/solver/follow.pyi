from collections.abc import Callable, Hashable
from typing import Any

KEPT: int
FORMS: int

class Known:
    chances: tuple[Any, ...]
    payoffs: tuple[Any, ...]
    numbers: bytes
    over: int
    long_count: int
    def __init__(
        self, chances: tuple[Any, ...], payoffs: tuple[Any, ...], numbers: bytes, over: int, long_count: int
    ) -> None: ...

class Follower:
    targets: int
    moves: int
    def __init__(
        self,
        ask: Callable[[Any, Any], Any],
        note: Callable[[Exception, Any, Any], None],
        look: Callable[[Any, Any, Any], tuple[bytes, Known, bool]],
        index: dict[Hashable, int],
        positions: list[Hashable],
        arrays: tuple[Any, ...],
        outcome: type,
        rational: type,
        limits: tuple[int, int],
    ) -> None: ...
    def follow(self, position: Hashable, moves: list[Any]) -> int: ...
