"""The option that lets no test be skipped: the job of CI that has every extra and every program relies on it."""

import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")


@pytest.mark.parametrize(
    ("skipped", "told"),
    [
        ("@pytest.mark.skip(reason='no violin')\ndef test_it():\n    pass", "no violin"),
        ("def test_it():\n    pytest.skip('no bow')", "no bow"),
        ("pytest.importorskip('no_such_instrument')", "no_such_instrument"),
    ],
)
def test_what_is_skipped_fails_where_nothing_may_be(tmp_path, skipped, told):
    (tmp_path / "conftest.py").write_text(CONFTEST.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "test_one.py").write_text(f"import pytest\n\n{skipped}\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        str(tmp_path),
    ]
    allowed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert allowed.returncode in (0, 5)  # 5: no test was left
    refused = subprocess.run([*command, "--skip-none"], capture_output=True, text=True, check=False)
    assert refused.returncode in (1, 2)
    assert "which --skip-none does not allow" in refused.stdout
    assert told in refused.stdout
