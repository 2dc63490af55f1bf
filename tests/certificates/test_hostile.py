"""What a certificate is not: refused in one line, at once, by both checkers."""

import gzip
import io
import time

import pytest

import trueodds
from trueodds.certificates import check_odds
from trueodds.certificates.write import certificate

HEAD = "odds 1\ngame x\nkind values\ngiven none\ninfinite never\nrewards none\n"
START = "start 0\nclaim 0 1/2\n"
HOSTILE = {
    "nothing": b"",
    "no text": b"\x00\x01\x02\n",
    "another version": b"odds 2\n",
    "NUL": b"odds 1\ngame a\x00b\n",
    "carriage return": b"odds 1\r\n",
    "not UTF-8": b"odds 1\ngame \xff\xfe\n",
    "lone surrogate": b"odds 1\ngame \xed\xa0\x80\n",
    "byte order mark": b"\xef\xbb\xbfodds 1\n",
    "no end": b"odds 1\ngame " + b"x" * 100,
    "long line": b"odds 1\ngame " + b"x" * (1 << 22),
    "many comments": b"odds 1\n" + b"#\n" * 100_000,
    "rewards": HEAD.replace("rewards none", "rewards steps").encode(),
    "kind": b"odds 1\ngame x\nkind guess\n",
    "a billion positions": (HEAD + "numbers 0\npositions 1000000000\n").encode(),
    "a million positions promised": (HEAD + "numbers 0\npositions 1000000\n").encode(),
    "a billion numbers": (HEAD + "numbers 1000000000\n").encode(),
    "digits without end": (HEAD + "numbers 1\nnumber " + "9" * 500_000 + "\n").encode(),
    "division by zero": (HEAD + "numbers 1\nnumber 1/0\n").encode(),
    "a float": (HEAD + "numbers 1\nnumber 0.5\n").encode(),
    "an exponent": (HEAD + "numbers 1\nnumber 1e999999999\n").encode(),
    "other digits": (HEAD + "numbers 1\nnumber ٣\n").encode(),
    "a leading zero": (HEAD + "numbers 1\nnumber 01\n").encode(),
    "underscore": (HEAD + "numbers 1\nnumber 1_0\n").encode(),
    "no table": (HEAD + "numbers 0\npositions 1\np 0 - 0 1/2 a\nm 0=0 a\n" + START).encode(),
    "no move": (HEAD + "numbers 1\nnumber 1\npositions 1\np 0 - 0 1 a\n" + START).encode(),
    "no position": (HEAD + "numbers 0\npositions 0\n" + START).encode(),
    "beyond the last": (HEAD + "numbers 1\nnumber 1\npositions 1\np 0 - 0 1 a\nm 0>1 a\n").encode(),
    "negative probability": (HEAD + "numbers 2\nnumber 2\nnumber -1\npositions 1\np 0 - 0 1 a\nm 0=0,1=0 a\n").encode(),
    "probability 0": (HEAD + "numbers 2\nnumber 1\nnumber 0\npositions 1\np 0 - 0 1 a\nm 1=0,0>0 a\n").encode(),
    "a seal in between": b"odds 1\nsha256 " + b"0" * 64 + b"\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_it_is_refused_in_one_line_at_once(name, both):
    began = time.monotonic()
    good, said = both(HOSTILE[name])
    assert not good
    assert said.startswith("line ")
    assert "\n" not in said
    assert len(said) < 300
    assert time.monotonic() - began < 5


def test_a_broken_or_endless_gzip_is_refused(monkeypatch):
    packed = gzip.compress(b"odds 1\ngame x\n")
    for data in (packed[:-5], packed[:12] + b"\xff" * 10, b"\x1f\x8b"):
        with pytest.raises(check_odds.Refused):
            check_odds.check(gzip.GzipFile(fileobj=io.BytesIO(data)))
    monkeypatch.setattr(check_odds, "MAX_BYTES", 1 << 20)
    bomb = gzip.compress(b"odds 1\n" + b"# nothing\n" * (1 << 18))
    with pytest.raises(check_odds.Refused, match="longer than a certificate may be"):
        check_odds.check(gzip.GzipFile(fileobj=io.BytesIO(bomb)))


def test_elimination_in_a_bad_order_is_bounded(monkeypatch, seal):
    lines = list(certificate(trueodds.solve(trueodds.Pig(6), "start")))
    assert check_odds.check(io.BytesIO(seal(lines)))
    monkeypatch.setattr(check_odds, "MAX_WORK", 10)
    with pytest.raises(check_odds.Refused, match="takes too long"):
        check_odds.check(io.BytesIO(seal(lines)))
