"""Render a simulation as plain text: simulated and exact odds, and lengths of games."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..exact.decimals import about, in_words
from ..game import headline
from .parts import payoff_names

if TYPE_CHECKING:
    from ..play.simulate import Simulation

_ROWS, _BAR = 16, 44  # rows and longest bar of the histogram


def report(found: Simulation) -> str:
    """Return the simulated results beside the exact odds, for a terminal of 80 columns."""
    game, known, alone = found.game, found.expected, found.one_player
    value = found.expected_value
    lines = [
        headline(game),
        f"player: {found.first}" if alone else f"first player: {found.first}; second player: {found.second}",
        f"{found.games:,} game{'s' if found.games > 1 else ''}, seed {found.seed}",
        "value for the one player:"
        if alone
        else f"value for the player who moves {'first' if game.value_seat == 0 else 'second'}:",
        f"  simulated {in_words(found.value, 6)} ± {found.standard_error:.3g}",
        f"  exact     {_exact(value)}" if known.value is not None else f"  floats    {value:.12g}",
        f"  z         {found.z:.2f}",
        "results:                 games       share    expected",
    ]
    names = payoff_names(found.counts, game.value_seat)
    for payoff, count in found.counts.items():
        lines.append(f"  {names[payoff]:12.12}{count:16,}{count / found.games:12.6f}{known.chances[payoff]:12.6f}")
    exact = f"{known.mean_moves:.6f}"
    lines += [
        "moves in a game:",
        f"  simulated {float(found.mean_moves):.6f} ± {found.moves_standard_error:.3g}",
        f"  {'exact ' if known.moves is not None else 'floats'}    {exact}",
        f"  z         {found.moves_z:.2f}",
        f"  shortest {found.quantile(1 / found.games)}, quartiles {found.quantile(1 / 4)}, {found.quantile(1 / 2)}, "
        f"{found.quantile(3 / 4)}, 99 % up to {found.quantile(0.99)}, longest {len(found.lengths) - 1}",
        *_histogram(found),
        "agrees with the odds"
        if found.agrees
        else "DISAGREES with the odds: more than five standard errors off, by chance once in a million times",
    ]
    return "\n".join(lines)


def _exact(value: Any) -> str:
    """Return a short fraction with its decimal, a long one as a decimal only."""
    text = str(value)
    return f"{text} {about(value)}" if "/" in text and len(text) <= 40 else in_words(value)


def _histogram(found: Simulation) -> list[str]:
    """Return the shares of games by length; one row holds most of the longest per cent."""
    low, high = found.quantile(1 / found.games), found.quantile(0.99)
    step = max(1, math.ceil((high - low + 1) / _ROWS))
    starts = list(range(low, high + 1, step))
    played, odds = (
        [float(weights[at : at + step].sum() / whole) for at in starts]
        for weights, whole in ((found.lengths, found.games), (found.expected.lengths, 1.0))
    )
    names = [f"{at} - {at + step - 1}" if step > 1 else str(at) for at in starts]
    rest = starts[-1] + step
    if len(found.lengths) > rest:
        names.append(f"{rest} on")
        played.append(float(found.lengths[rest:].sum() / found.games))
        odds.append(max(0.0, 1 - float(np.sum(found.expected.lengths[:rest]))))
    width = max(5, *map(len, names))
    scale = _BAR / max(played)
    return [f"  {'moves':>{width}}   share expected"] + [
        f"  {name:>{width}} {share:7.4f}  {chance:7.4f} {'#' * round(share * scale)}".rstrip()
        for name, share, chance in zip(names, played, odds, strict=True)
    ]
