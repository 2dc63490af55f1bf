"""A run that is killed outright, at any moment, goes on from its checkpoint and ends with the same bytes."""

import random
import signal
import subprocess
import sys

import pytest


def command(folder, target):
    options = ["--target", str(target), "--json", "--output", str(folder / "out"), "--checkpoint", str(folder / "part")]
    return [sys.executable, "-m", "trueodds", "solve", "risk-or-safety", *options]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)])
def test_killed_at_random_moments(tmp_path, seed):
    (tmp_path / "whole").mkdir()
    subprocess.run(command(tmp_path / "whole", 1000), check=True)
    chance = random.Random(seed)
    kills = 0
    for _ in range(60):
        process = subprocess.Popen(command(tmp_path, 1000))
        try:
            process.wait(timeout=0.3 + chance.random() * 0.5 + 0.15 * kills)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
            if (tmp_path / "out").exists():  # killed when all was done
                break
            continue
        assert process.returncode == 0
        break
    assert kills > 0
    assert (tmp_path / "out").read_bytes() == (tmp_path / "whole" / "out").read_bytes()
    assert not (tmp_path / "part").exists()
