"""Finished rows survive whatever moment a run is killed at; what was changed is named and left out."""

import pytest

from trueodds.runtime.row_file import RowFile

ABOUT = {"game": "dice"}
ROWS = [{"sides": 6, "value": "1/2"}, {"sides": 7, "value": "2/3"}, {"sides": 8, "value": "ü"}]


def written(path):
    with RowFile(path, ABOUT) as file:
        for row in ROWS:
            file.add(row)
    return path.read_bytes()


def test_cut_off_anywhere_whole_rows_remain_and_work_goes_on(tmp_path):
    whole = written(tmp_path / "whole")
    path = tmp_path / "cut"
    lengths = []
    for size in range(0, len(whole) + 1, 3):
        path.write_bytes(whole[:size])
        with RowFile(path, ABOUT) as file:
            assert file.rows == ROWS[: len(file.rows)]
            assert not file.changed
            found = file.rows
            file.add({"more": 1})
        with RowFile(path, ABOUT) as file:
            assert file.rows == [*found, {"more": 1}]
        lengths.append(len(found))
    assert lengths == sorted(lengths)


def test_a_changed_row_is_named(tmp_path):
    whole = written(tmp_path / "rows")
    for before, after in ((b"2/3", b"1/3"), (b'"sides": 7', b'"sides": 9'), (b'"seal": "', b'"seal": "0')):
        at = whole.index(b"\n", whole.index(b"\n") + 1)
        (tmp_path / "rows").write_bytes(whole[:at] + whole[at:].replace(before, after, 1))
        with RowFile(tmp_path / "rows", ABOUT) as file:
            assert file.rows == [ROWS[0], ROWS[2]]
            (line,) = file.changed
            assert "rows, line 3: changed since it was written: {" in line
        with RowFile(tmp_path / "rows", ABOUT) as file:
            assert file.rows == [ROWS[0], ROWS[2]]
            assert not file.changed


def test_a_row_counts_in_its_own_file_only(tmp_path):
    whole = written(tmp_path / "one")
    with RowFile(tmp_path / "two", {"game": "coins"}):
        pass
    with (tmp_path / "two").open("ab") as file:
        file.write(whole[whole.index(b"\n") + 1 :])
    with RowFile(tmp_path / "two", {"game": "coins"}) as file:
        assert file.rows == []
        assert len(file.changed) == 3


@pytest.mark.parametrize("content", [b"target,value\n1,2\n", b"x"])
def test_files_of_others_are_not_touched(tmp_path, content):
    (tmp_path / "other").write_bytes(content)
    with pytest.raises(ValueError, match="has rows of another table, or none: not touched"):
        RowFile(tmp_path / "other", ABOUT)
    assert (tmp_path / "other").read_bytes() == content


def test_a_second_writer_is_told(tmp_path):
    with RowFile(tmp_path / "c", ABOUT), pytest.raises(ValueError, match="another run is writing"):
        RowFile(tmp_path / "c", ABOUT)
