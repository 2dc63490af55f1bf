"""Make the programs of the gallery, which are outside the package, importable, and read their results."""

import json
import sys
from pathlib import Path

GALLERY = Path(__file__).parents[2] / "gallery"
sys.path.insert(0, str(GALLERY))
collect_ignore_glob = [] if GALLERY.exists() else ["test_*.py"]  # tests of an installed package, without its sources


def read_results(program):
    return json.loads((GALLERY / f"{program.__name__}.json").read_text(encoding="utf-8"))
