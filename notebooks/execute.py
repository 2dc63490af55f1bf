"""Execute the notebooks in this folder and store their outputs: `python notebooks/execute.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def execute(path: Path) -> Any:
    """Return the notebook after running all cells in order in a new kernel."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3", record_timing=False).execute()
    notebook.metadata.pop("language_info", None)  # depends on the version of Python
    return notebook


if __name__ == "__main__":
    import nbformat

    for path in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(execute(path), path)
