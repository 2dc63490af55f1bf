"""The stated error of Greed's floats, injected against the best moves, leaves answers unchanged."""

import numpy as np
import pytest

from trueodds.fast.greed import tables as module
from trueodds.fast.greed.tables import make_tables


class Unkind:
    """numpy with matrix products in which a best value of each column is too small and all others are too large."""

    def __init__(self, error):
        self.error = error

    def __getattr__(self, name):
        return getattr(np, name)

    def matmul(self, chances, losses, out):
        np.matmul(chances, losses, out=out)
        if out.size:
            factors = np.full(out.shape, 1 + self.error)
            factors[out.argmax(axis=0), np.arange(out.shape[1])] = 1 - self.error
            out *= factors


def answers(most, sides):
    found = make_tables(most, sides)
    return found.dice_to_roll.tolist(), found.ties, found.exactly


def test_the_stated_error_changes_nothing_in_the_last_turn(monkeypatch):
    """F and H are off by 2^-53 each, so their difference by 2^-52; the margin is 2^-50."""
    clean, real = make_tables(24, 4), module.Dice.compute_cumulative_probabilities

    def unkind(dice, n):
        return real(dice, n) * (1 + 2.0**-52 * (-1.0) ** np.arange(n + 1))[:, None]

    monkeypatch.setattr(module.Dice, "compute_cumulative_probabilities", unkind)
    found = make_tables(24, 4)
    assert (found.last_ties, found.last_dice.tolist()) == (clean.last_ties, clean.last_dice.tolist())


class Tiny(Unkind):
    """numpy with matrix products so small that they underflow, each off to the wrong side."""

    def matmul(self, chances, losses, out):
        np.matmul(chances, losses, out=out)
        out.base[...] *= 2.0**-1062
        if out.size:
            off = np.full(out.shape, chances.shape[1] * 2.0**-1074)
            off[out.argmax(axis=0), np.arange(out.shape[1])] *= -1
            out += off


@pytest.mark.parametrize("numpy", [Unkind, Tiny])
@pytest.mark.parametrize(("most", "sides"), [(20, 6), (16, 2)])
def test_the_stated_error_changes_nothing(numpy, most, sides, monkeypatch):
    """Errors within the bound change no answer; floats below 2^-1000 (limits above 1,000) leave more undecided."""
    *same, exactly = answers(most, sides)
    monkeypatch.setattr(module, "np", numpy((most + 2) * 2.0**-53 / (1 - (most + 2) * 2.0**-53)))
    *found, more = answers(most, sides)
    assert found == same
    assert same[1]  # exact ties, which such an error would separate if it were not covered
    assert more > exactly if numpy is Tiny else exactly
