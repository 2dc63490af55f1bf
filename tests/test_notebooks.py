"""The notebooks run and reproduce their committed output."""

import importlib.util
import json
from pathlib import Path

import pytest

# These warnings come from the notebook software, not from the notebooks.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def shown(cell):
    """Return the output of a cell without the bytes of pictures, which depend on matplotlib and fonts."""
    outputs = json.loads(json.dumps(cell["outputs"]))
    for output in outputs:
        if "text" in output:
            output["text"] = "".join(output["text"])
        for kind, data in output.get("data", {}).items():
            output["data"][kind] = "picture" if kind.startswith("image/") else "".join(data)
    return outputs


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_executed(path, tmp_path, monkeypatch):
    for tool in ("nbclient", "ipykernel", "matplotlib"):
        pytest.importorskip(tool)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    specification = importlib.util.spec_from_file_location("execute", FOLDER / "execute.py")
    program = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(program)
    before = json.loads(path.read_text(encoding="utf-8"))
    after = program.execute(path)
    for old, new in zip(code_cells(before), code_cells(after), strict=True):
        assert shown(new) == shown(old), "".join(old["source"])
