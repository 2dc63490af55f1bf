"""`trueodds plot`."""

import sys

import pytest

from trueodds.cli import run

from ..command_line import output
from ..extras import need


def out(capsys, *arguments):
    return output(capsys, "plot", *arguments)


def test_characters_without_a_file(capsys):
    text = out(capsys, "risk-or-safety", "--target", "3")
    assert text.splitlines()[0] == "risk-or-safety, target 3: coins to toss"
    assert text.endswith("I need\n    1   3  the opponent needs\n  +-------\n1 | 1 1 1\n2 | 2 2 2\n3 | 3 3 1\n")
    assert out(capsys, "risk-or-safety", "--target", "3", "--kind", "strategy") == text


def test_characters_fit_the_terminal_a_file_has_80(capsys, tmp_path, monkeypatch):
    path = tmp_path / "map.txt"
    for columns in (30, 100):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert 0.6 * columns < max(map(len, out(capsys, "greed", "--limit", "90").splitlines())) <= columns
        out(capsys, "greed", "--limit", "90", "--text", "-o", str(path))
        assert 60 < max(map(len, path.read_text(encoding="utf-8").splitlines())) <= 80


def test_characters_into_a_file(capsys, tmp_path):
    path = tmp_path / "map.txt"
    assert out(capsys, "pig", "--target", "9", "--text", "-o", str(path)) == ""
    assert path.read_text(encoding="utf-8") == out(capsys, "pig", "--target", "9")


def test_files(capsys, tmp_path):
    need("matplotlib")
    path = tmp_path / "map.PNG"
    assert out(capsys, "two-coins", "--flips", "9", "--kind", "odds", "-o", str(path)) == ""
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pig", "--kind", "curve"), "kind must be one of strategy, odds for pig, not 'curve'"),
        (("pig", "-o", "map.jpg"), "must end in .txt, .png, .svg or .pdf, not 'map.jpg'"),
        (("pig", "--text", "-o", "map.png"), "must end in .txt with --text, not 'map.png'"),
        (("pig", "--target", "9", "-o", "/no/such/place/map.png"), "/no/such/place/map.png: No such file or directory"),
        (("risk-or-safety", "--target", "5", "--heads", "1/3", "--kind", "advantage"), "a fair coin"),
        (("chess",), "plot chess: no such game; there are risk-or-safety, "),
    ],
)
def test_refused_in_one_line(arguments, message, capsys):
    need("matplotlib")
    assert run(["plot", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err


def test_positions_without_two_numbers_have_no_picture(capsys, tmp_path):
    path = tmp_path / "own.py"
    path.write_text(
        "import trueodds\ngame = trueodds.Rules(0, lambda p: ['go'], lambda p, m: [(1, None, 1)], name='mine')\n",
        encoding="utf-8",
    )
    assert run(["plot", f"{path}:game"]) == 2
    assert "mine: there is no picture of it, for its positions have no two fields" in capsys.readouterr().err


def test_own_games_are_drawn_over_their_widest_fields(capsys, tmp_path):
    path = tmp_path / "own.py"
    path.write_text(
        "import trueodds\ngame = trueodds.Rules((0, 0, 0), lambda p: range(1, 3),\n"
        "lambda p, m: [(1, (p[0] + m, p[1] + 1, 1 - p[2]))] if p[0] < 5 else [(1, None, p[2])],\n"
        "seat=lambda p: p[2], name='mine')\n",
        encoding="utf-8",
    )
    assert run(["plot", f"{path}:game"]) == 0
    plain = capsys.readouterr().out
    assert plain.startswith("mine: best move at part 3 0\npart 1\n")
    assert run(["plot", f"{path}:game", "--fields", "part_1,part_2"]) == 0
    assert capsys.readouterr().out == plain
    assert run(["plot", f"{path}:game", "--kind", "odds"]) == 0
    assert capsys.readouterr().out.startswith("mine: value at part 3 0\n")


def test_without_matplotlib(capsys, monkeypatch, tmp_path):
    monkeypatch.delitem(sys.modules, "trueodds.views.plot_figure", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    path = tmp_path / "map.png"
    assert run(["plot", "pig", "--target", "9", "-o", str(path)]) == 2
    assert 'pip install "trueodds[plot]"; or --text for plain characters' in capsys.readouterr().err
    assert not path.exists()
    assert out(capsys, "pig", "--target", "9")


def test_a_game_of_ones_own_over_two_fields(tmp_path, capsys):
    (tmp_path / "own.py").write_text(
        "import trueodds\n"
        "game = trueodds.Rules((0, 0), lambda at: ['go', 'stop'],\n"
        "    lambda at, m: [(1, None, at[0] % 2)] if m == 'stop' or at == (2, 2) else\n"
        "    [(1, ((at[0] + 1) % 3, at[1] + (at[0] == 2)))])\n"
    )
    assert run(["plot", f"{tmp_path}/own.py:game", "--fields", "part_1,part_2"]) == 0
    assert "own game: best move\npart 1\n" in capsys.readouterr().out
    assert run(["plot", f"{tmp_path}/own.py:game", "--at", "part_1=2"]) == 2
    assert "--at goes with --fields" in capsys.readouterr().err
