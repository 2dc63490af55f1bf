"""Free memory is read from simulated kernel files, and computations that would not fit are refused."""

from fractions import Fraction
from unittest.mock import Mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.runtime import memory
from trueodds.runtime.memory import find_available_memory, format_bytes, require_memory

MEMINFO = "MemTotal:       16384 kB\nMemFree:         1024 kB\nMemAvailable:    8192 kB\nSwapTotal:       99999 kB\n"
FREE = 8192 * 1024
UNLIMITED_V1 = 9223372036854771712


def tree(root, files):
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(str(text) + "\n")
    return root


def v2(group, limit, used, stat="anon 5\ninactive_file 0"):
    return {f"{group}/memory.max": limit, f"{group}/memory.current": used, f"{group}/memory.stat": stat}


def v1(group, limit, used, stat="cache 5\ninactive_file 7\ntotal_inactive_file 0"):
    names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "memory.stat")
    return {f"{group}/{name}": text for name, text in zip(names, (limit, used, stat), strict=True)}


V2, V1 = "sys/fs/cgroup", "sys/fs/cgroup/memory"


@pytest.mark.parametrize(
    ("case", "groups", "files", "expected"),
    [
        ("no group has a limit", "0::/", {}, FREE),
        ("v2", "0::/a/b", v2(f"{V2}/a/b", 5000, 1000), 4000),
        ("v2, the outer leaves less", "0::/a/b", v2(f"{V2}/a/b", 5000, 1000) | v2(f"{V2}/a", 9000, 6000), 3000),
        ("v2, in a container", "0::/", v2(V2, 5000, 1000), 4000),
        ("v2 without a limit", "0::/a", v2(f"{V2}/a", "max", 1000), FREE),
        ("v2, caches can be dropped", "0::/a", v2(f"{V2}/a", 5000, 4000, "inactive_file 2500"), 3500),
        ("v2, nothing is known of its use", "0::/a", {f"{V2}/a/memory.max": 5000}, FREE),
        ("v2, nothing is known of its limit", "0::/a", {f"{V2}/a/memory.current": 5000}, FREE),
        ("v2, over its limit", "0::/a", v2(f"{V2}/a", 5000, 6000), 0),
        ("v2, a limit above what is free", "0::/a", v2(f"{V2}/a", 2 * FREE, 0), FREE),
        ("v2, not in the group", "0::/other", v2(f"{V2}/a", 5000, 1000), FREE),
        ("v1", "9:cpu,memory:/a\n0::/", v1(f"{V1}/a", 5000, 1000), 4000),
        ("v1, the host's path in a container", "4:memory:/docker/cri:f00\n0::/", v1(V1, 5000, 1000), 4000),
        ("v1 without a limit", "4:memory:/a", v1(f"{V1}/a", UNLIMITED_V1, 1000), FREE),
        ("v1, caches can be dropped", "4:memory:/a", v1(f"{V1}/a", 5000, 4000, "total_inactive_file 2500"), 3500),
        ("v1, a group for other things", "4:cpu,name=memory:/a", v1(f"{V1}/a", 5000, 1000), FREE),
    ],
)
def test_available_memory_is_the_least_of_free_memory_and_group_limits(tmp_path, case, groups, files, expected):
    root = tree(tmp_path, {"proc/meminfo": MEMINFO, "proc/self/cgroup": groups, **files})
    assert find_available_memory(root) == expected, case
    if case == "v2":
        (root / "proc/self/cgroup").write_bytes(b"1:name=\xff:/\n0::/a/b\n")  # not in UTF-8
        (root / "proc/meminfo").write_text("MemTotal: 16384 kB")  # an old kernel
        assert find_available_memory(root) == expected


def test_memory_without_these_files_and_a_default_where_unknown(tmp_path, monkeypatch):
    sizes = {"SC_PHYS_PAGES": 1000, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr(memory.os, "sysconf", sizes.__getitem__, raising=False)
    assert find_available_memory(tmp_path) == 4096000
    (tmp_path / "proc/meminfo").mkdir(parents=True)  # cannot be read
    assert find_available_memory(tmp_path) == 4096000
    for error in (OSError, ValueError):
        monkeypatch.setattr(memory.os, "sysconf", Mock(side_effect=error))
        assert find_available_memory(tmp_path) == 4 << 30
    monkeypatch.delattr(memory.os, "sysconf")
    assert find_available_memory(tmp_path) == 4 << 30
    assert 0 < find_available_memory() < 1 << 60  # this machine


def test_memory_refusals_name_needed_and_available_memory(monkeypatch):
    monkeypatch.setattr(memory, "find_available_memory", lambda: 4 << 30)
    require_memory(4 << 30, "4 terms")
    with pytest.raises(MemoryError, match=r"\A5 terms: about 5\.0 GiB of memory is needed, and 4\.0 GiB is free\Z"):
        require_memory(5 << 30, "5 terms")
    with pytest.raises(MemoryError, match=r"\A5 terms: about 4\.0 GiB of memory .* free; 4294967296 bytes would fit\Z"):
        require_memory((4 << 30) + 1, "5 terms", lambda available: f"{available} bytes")
    monkeypatch.setattr(memory, "find_available_memory", lambda: 0)
    require_memory(16 << 20, "little")
    with pytest.raises(MemoryError):
        require_memory((16 << 20) + 1, "more")


@given(st.integers(0, (1 << 90) - 1))
@example(1)
@example(1023)
@example(1024)
@example((1 << 80) - 1)
@example(1 << 80)
def test_bytes_in_a_unit_that_suits(count):
    number, unit = format_bytes(count).split()
    power = ("byte" if count == 1 else "bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB").index(unit)
    assert 1024**power <= max(count, 1)
    assert count < 1024 ** (power + 1)
    error = Fraction(1, 20) + Fraction(1, 1024)
    assert abs(Fraction(number) - Fraction(count, 1024**power)) <= (error if power else 0)
