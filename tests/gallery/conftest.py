"""Makes the programs of the gallery importable: they stand outside the package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "gallery"))
