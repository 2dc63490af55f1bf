"""PRISM's explicit files: names of positions, memory, and the order of rewards."""

from fractions import Fraction

import pytest

import trueodds
from trueodds.formats.explicit import read_transitions
from trueodds.runtime import memory

from .conftest import MODELS
from .small import Small, write_tra


def test_positions_by_number_and_by_name():
    found = trueodds.solve(trueodds.read_model(MODELS / "game.tra", '<<1>> Pmax=? [ F "won" ]'))
    assert found.value_at((2, False)) == found.value_at(2) == 0  # player 2 moves there
    assert found.move_at(0) == "pass"
    assert found.game.moves(3) == ["choice 0", "choice 1"]
    with pytest.raises(ValueError, match="is not a position"):
        found.value_at(5)


@pytest.mark.parametrize(("free", "fits"), [(25999, False), (26000, True)])
def test_memory_is_refused_before_a_model_is_read(tmp_path, monkeypatch, free, fits):
    """60 bytes for each of 100 states, 100 bytes for each of 200 transitions."""
    monkeypatch.setattr(memory, "_SMALL", 0)
    monkeypatch.setattr(memory, "memory_available", lambda: free)
    rows = [f"{x} {to} 1/2\n" for x in range(100) for to in (x, (x + 1) % 100)]
    (tmp_path / "m.tra").write_text(f"100 200\n{''.join(rows)}")
    if fits:
        assert len(read_transitions(tmp_path / "m.tra")) == 100
    else:
        with pytest.raises(MemoryError, match=r"^m.tra, with 100 states in its header: about"):
            read_transitions(tmp_path / "m.tra")


def test_rewards_are_in_the_order_of_their_numbers(tmp_path):
    rewards = {f"r{at}": ({0: at}, {}, {}) for at in range(1, 12)}
    one = Small("dtmc", ("x",), [(0,)], 0, (), [0], [[("go", {0: Fraction(1)})]], {"init": {0}}, rewards)
    write_tra(one, tmp_path / "a.b.tra")
    assert list(read_transitions(tmp_path / "a.b.tra").rewards) == [f"r{at}" for at in range(1, 12)]
    (tmp_path / "a.b2.trew").unlink(missing_ok=True)
    (tmp_path / "a.b2.srew").write_text('# Reward structure "r1"\n1 0\n')
    with pytest.raises(ValueError, match=r'^a\.b2\.srew: there are two reward structures "r1"$'):
        read_transitions(tmp_path / "a.b.tra")
    (tmp_path / "c.tra").write_text("1 1\n0 0 1\n")
    (tmp_path / "c.srew").write_text("1 1\n0 3\n")
    assert list(read_transitions(tmp_path / "c.tra").rewards) == [""]
