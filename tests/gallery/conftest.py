"""Make the programs of the gallery, which are outside the package, importable."""

import sys
from pathlib import Path

GALLERY = Path(__file__).parents[2] / "gallery"
sys.path.insert(0, str(GALLERY))
collect_ignore_glob = [] if GALLERY.exists() else ["test_*.py"]  # tests of an installed package, without its sources
