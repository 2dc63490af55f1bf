"""Eliminate most positions of a chain before its equations are solved; only *heads* remain.

A chain has one move per position. A region consists of a head and positions that can be reached from outside only
through the head; they are ordered so that no outcome leads back except to a head. An example is a turn of a dice game.
Probabilities are pushed from the head through its region once. The result is the head's equation in terms of heads. A
region ends where its probabilities would become long.

Cost: one product and one sum of small fractions per outcome. Memory: a few words per position and outcome.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from gmpy2 import mpq

from ..exact.elimination import Equation
from ..runtime.interrupts import check_interrupt
from .model import Model

_MAX_BITS = 128  # maximum number of bits of a probability's denominator within a region


class Regions(NamedTuple):
    """A chain cut into regions."""

    head: list[int]  # the head of each position's region; for a head, the position itself
    order: list[int]  # all positions: in each region the head first, then each position after those that lead to it


def find_regions(chain: Model) -> Regions:
    """Cut a chain into regions, beginning at its first position."""
    count = len(chain.positions)
    targets, rows = chain.targets.tolist(), chain.first_outcome.tolist()
    longest = [int(p.denominator).bit_length() for p in chain.probability_table]
    numbers = chain.probability_numbers.tolist()
    waiting = np.bincount(chain.targets, minlength=count).tolist()  # unseen outcomes that lead to each position
    head, bits, order = [-1] * count, [0] * count, []
    done = bytearray(count)
    ready, touched = [0], deque([0])
    head[0] = 0
    while True:
        while ready:
            x = ready.pop()
            if done[x]:
                continue
            done[x] = 1
            order.append(x)
            check_interrupt()
            own_head = head[x]
            for z in range(rows[x], rows[x + 1]):
                y = targets[z]
                waiting[y] -= 1
                if head[y] == y:  # a head; only heads can be done while unseen outcomes still lead to them
                    continue
                if head[y] == -1:
                    head[y] = own_head
                    touched.append(y)
                bits[y] = max(bits[y], bits[x] + longest[numbers[z]])
                if head[y] != own_head or bits[y] > _MAX_BITS:
                    head[y], bits[y] = y, 0
                    ready.append(y)
                elif waiting[y] == 0:
                    ready.append(y)
        while touched and done[touched[0]]:
            touched.popleft()
        if not touched:
            return Regions(head, order)
        x = touched.popleft()  # no position is ready, so the one touched first becomes a head
        head[x], bits[x] = x, 0
        ready.append(x)


def push_through(chain: Model, regions: Regions) -> Iterator[tuple[int, Equation]]:
    """Yield each head with its equation in terms of heads."""
    targets, rows, head = chain.targets.tolist(), chain.first_outcome.tolist(), regions.head
    probabilities = [chain.probability_table[number] for number in chain.probability_numbers.tolist()]
    constants = list(chain.constants)
    members: dict[int, list[int]] = {}
    for x in regions.order:
        members.setdefault(head[x], []).append(x)
    for start, inside in members.items():
        constant: Any = mpq(0)
        chances: dict[int, Any] = {start: mpq(1)}
        terms: dict[int, Any] = {}
        for x in inside:
            chance = chances.pop(x)
            if constants[x]:
                constant += chance * constants[x]
            for z in range(rows[x], rows[x + 1]):
                y = targets[z]
                sums = terms if head[y] == y else chances
                pushed = chance * probabilities[z]
                old = sums.get(y)
                sums[y] = pushed if old is None else old + pushed
        yield start, Equation(constant, terms)
