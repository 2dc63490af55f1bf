"""Mistakes get one line and status 2, and leave no file; ``recorded.txt`` has those whose line is always the same."""

import sys

import pytest

LONG = "9" * 4000

#: Messages that depend on the memory, on Python or on click.
LINES = [
    ("solve pig --traget 3", "No such option '--traget'. Did you mean '--target'?"),
    (f"solve risk-or-safety --target {LONG}9", f"be a whole number of at most 4,000 digits, not '{LONG[:40]}…'"),
    ("solve risk-or-safety --target 1000000000", "would fit"),
    (f"solve risk-or-safety --target {LONG}", "would fit"),
    ("oeis terms A387261 --terms 1000000000", "would fit"),
    (f"oeis bfile A387262 --terms {LONG}", "would fit"),
    ("oeis bfile A394776 --terms 1000000000", "would fit"),
    ("solve risk-or-safety --method magic", "'magic' is not one of 'pairs', 'sweeps', 'reference', 'start'"),
    ("strategy risk-or-safety --target 3 --seat third", "'third' is not one of"),
    ("advise risk-or-safety --other 7", "Missing option '--me'"),
    ("simulate pig --format x", "No such option '--format'"),
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

CLUSTER = (
    *(
        "solve risk-or-safety --target 30 --workers tcp",
        "simulate pig --target 5 --workers tls",
        "claims --workers ucx",
    ),
    *("sweep pig --over target=2..3 --workers ws", "oeis terms A387261 --workers wss"),
    *("oeis bfile A387261 --workers tcp", "oeis verify b.txt --workers tcp"),
)
TABLES = 'Parquet files need pyarrow: pip install "trueodds[tables]"'

#: Messages if no extra is installed.
EXTRAS = [
    ("strategy pig --target 5 -o t.parquet", TABLES),
    ("sweep pig --over target=2 -o t.parquet", TABLES),
    ("solve m.tra --property 'P=? [ F true ]' --strategy t.parquet", TABLES),
    ("plot pig --target 9 -o map.png", 'pip install "trueodds[plot]"'),
    ("solve openspiel:pig", 'pip install "trueodds[openspiel]"'),
    ("solve own.py --format umb --property 'P=? [ F true ]'", 'pip install "trueodds[umb]"'),
    *((f"{line}://127.0.0.1:9/", 'Dask: pip install "trueodds[cluster]"') for line in CLUSTER),
]


@pytest.mark.parametrize(("line", "part"), [*LINES, *EXTRAS])
def test_one_line_and_no_file(line, part, say, own, monkeypatch):
    monkeypatch.delitem(sys.modules, "trueodds.views.plot", raising=False)
    for name in ("pyarrow", "matplotlib.figure", "distributed", "pyspiel", "umbi"):
        monkeypatch.setitem(sys.modules, name, None)
    assert part in say(line, status=2)
    assert [path.name for path in own.iterdir()] == ["own.py"]
