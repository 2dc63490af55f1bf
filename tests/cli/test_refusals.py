"""Mistakes get one line and status 2, and leave no file; ``recorded.txt`` has those whose line is always the same."""

import sys

import pytest

LONG = "9" * 3000

#: Messages that depend on the memory, on Python or on click.
LINES = [
    ("solve pig --traget 3", "No such option '--traget'. Did you mean '--target'?"),
    (f"solve risk-or-safety --target {LONG * 2}", f"--target must be a whole number, not '{LONG[:40]}…'"),
    *(
        (line, "would fit")
        for line in (
            "solve risk-or-safety --target 1000000000",
            f"solve risk-or-safety --target {LONG}",
            "oeis terms A387261 --terms 1000000000",
            f"oeis bfile A387262 --terms {LONG}",
            "oeis bfile A394776 --terms 1000000000",
        )
    ),
    ("solve risk-or-safety --method magic", "'magic' is not one of 'pairs', 'sweeps', 'reference', 'start'"),
    ("strategy risk-or-safety --target 3 --seat third", "'third' is not one of"),
    ("advise risk-or-safety --other 7", "Missing option '--me'"),
    ("completion tcsh", "'tcsh' is not one of 'bash'"),
    ("completion", "Missing argument"),
    ("check answer.odds --goal 2", "No such option"),
    ("solve own.py:largest", "raised by own.py:largest called without arguments"),
    ("solve own.py:Steps --size 4", "No such option"),
    ("solve own.py:needs_more", "Missing option '--number'"),
    ("solve own.py:Unfinished", "Can't instantiate abstract class Unfinished"),
    ("oeis verify", "Missing argument 'FILE...'"),
    ("oeis verify 'a\nb'", "a b: "),
    ("oeis terms A394776 --layout spiral", "'spiral' is not one of"),
]

#: Messages if no extra is installed.
EXTRAS = [
    ("strategy pig --target 5 -o t.parquet", 'Parquet files need pyarrow: pip install "trueodds[tables]"'),
    ("sweep pig --over target=2 -o t.parquet", 'Parquet files need pyarrow: pip install "trueodds[tables]"'),
    ("plot pig --target 9 -o map.png", 'pip install "trueodds[plot]"'),
    *(
        (f"{command} --workers tcp://127.0.0.1:9", 'a cluster needs Dask: pip install "trueodds[cluster]"')
        for command in (
            "solve risk-or-safety --target 30",
            "oeis terms A387261",
            "oeis bfile A387261",
            "oeis verify b.txt",
            "simulate pig --target 5",
            "sweep pig --over target=2..3",
            "claims",
        )
    ),
]


@pytest.mark.parametrize(("line", "part"), [*LINES, *EXTRAS])
def test_one_line_and_no_file(line, part, say, own, monkeypatch):
    monkeypatch.delitem(sys.modules, "trueodds.views.plot", raising=False)
    for name in ("pyarrow", "matplotlib.figure", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    assert part in say(line, status=2)
    assert [path.name for path in own.iterdir()] == ["own.py"]
