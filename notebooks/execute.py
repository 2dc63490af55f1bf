"""Executes the notebooks in this folder and keeps their outputs: `python notebooks/execute.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def executed(path: Path) -> Any:
    """The notebook as it is after all cells have run, one after the other, in a kernel of its own."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3", record_timing=False).execute()
    notebook.metadata.pop("language_info", None)  # differs from one Python to the next
    return notebook


if __name__ == "__main__":
    import nbformat

    for path in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(executed(path), path)
