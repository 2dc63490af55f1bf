"""Calls of the Python interface return, print or raise exactly what is recorded in ``recorded_calls.txt``."""

import contextlib
import io
import json
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import trueodds

from .sessions import read_sessions, replay

SESSIONS = read_sessions(Path(__file__).with_name("recorded_calls.txt"))


def refusal(call, *given, **named):
    """Return what a call raises as text, or None. Sessions call this function."""
    try:
        call(*given, **named)
    except Exception as error:
        return "\n! ".join((f"! {type(error).__name__}: {error}", *getattr(error, "__notes__", ())))
    return None


@pytest.mark.parametrize("session", SESSIONS)
def test_calls_do_what_is_recorded(session, tmp_path_factory, monkeypatch):
    """Each session has names of its own; files are written to an empty folder."""
    monkeypatch.chdir(folder := tmp_path_factory.mktemp("recorded"))
    names = {"trueodds": trueodds, "Fraction": Fraction, "partial": partial, "np": np, "json": json, "Path": Path}
    names |= {"refusal": refusal, "monkeypatch": monkeypatch}

    def show(line):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            if raised := refusal(exec, compile(f"{line}\n", "call", "single"), names):
                print(raised)
        return said.getvalue()

    assert replay(session, SESSIONS[session], show, folder) == SESSIONS[session]
