"""The output of `--json` fits the schema in the docs."""

import itertools
import json
import re
import shlex
from fractions import Fraction
from pathlib import Path

import pytest

from trueodds import selftest
from trueodds.cli import run, trueodds

SCHEMA = json.loads(Path(__file__).parents[2].joinpath("docs/answers.schema.json").read_text(encoding="utf-8"))["$defs"]
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}
KEYWORDS = {"$ref", "additionalProperties", "anyOf", "description", "enum", "items", "pattern"}
KEYWORDS |= {"properties", "required", "type"}


def is_of(kind, data):
    if kind == "null" or isinstance(data, bool):
        return data is None if kind == "null" else kind == "boolean"
    return isinstance(data, TYPES[kind])


def fits(schema, data):
    """Return whether data fit a schema, for the keywords used by the schema in the docs."""
    assert schema.keys() <= KEYWORDS
    if "$ref" in schema:
        return fits(SCHEMA[schema["$ref"].removeprefix("#/$defs/")], data)
    if "anyOf" in schema:
        return any(fits(one, data) for one in schema["anyOf"])
    if "enum" in schema:
        return any(one is data or (one == data and isinstance(one, str)) for one in schema["enum"])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(is_of(kind, data) for kind in kinds):
        return False
    if isinstance(data, list):
        return all(fits(schema["items"], one) for one in data)
    if isinstance(data, dict):
        known, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        others = [one for name, one in data.items() if name not in known]
        return (
            set(schema.get("required", ())) <= data.keys()
            and all(fits(known[name], one) for name, one in data.items() if name in known)
            and (rest is True or all(rest is not False and fits(rest, one) for one in others))
        )
    return "pattern" not in schema or re.search(schema["pattern"], data) is not None


ASKED = "model.tra --property '<<1>> Pmax=? [ F \"won\" ]'"
LINES = [
    *("solve pig --target 4", "solve pig --target 4 --statistics", "solve own.py:Bare", f"solve {ASKED}"),
    *(f"solve {ASKED} --bounds", "strategy pig --target 4", "strategy the-race --target 2", "strategy own.py:Bare"),
    *("strategy risk-or-safety --target 5 --opponent-target 1 --heads 2/5 --seat first", f"strategy {ASKED}"),
    *("advise the-race --target 2 --me 0 --other 0", "advise own.py:Bare", "compare pig --target 4 optimal hold-at-2"),
    *("compare two-coins --flips 3 optimal 'always A'", "simulate pig --target 4 --games 10"),
    *("simulate own.py:Climb --games 10", "sweep pig --over target=2..3", "sweep own.py:Steps --over steps=2..3"),
    *("review game.json", "check answer.odds", "claims --paper two-coins", "games", "oeis list"),
    *("oeis terms A387261 --terms 3", "oeis verify terms.txt nothing.txt", "selftest"),
]


def test_every_command_with_the_option_is_tried():
    commands = {name: trueodds.get_command(None, name) for name in trueodds.list_commands(None)}
    oeis = commands.pop("oeis")
    commands |= {f"oeis {name}": oeis.get_command(None, name) for name in oeis.list_commands(None)}
    leaves = {name: one.get_command(None, "pig") if hasattr(one, "noun") else one for name, one in commands.items()}
    with_json = {name for name, one in leaves.items() if any("--json" in param.opts for param in one.params)}
    assert with_json == {name for name in SCHEMA if name in commands}
    assert all(any(line.startswith(name) for line in LINES) for name in with_json)


def numbers(data):
    """Yield all exact numbers in the data."""
    if isinstance(data, dict) and "numerator" in data:
        yield data
    elif isinstance(data, (dict, list)):
        for one in data.values() if isinstance(data, dict) else data:
            yield from numbers(one)


def changed(data):
    """Yield the data with one field missing, added or of another type; parameters do not change."""
    if isinstance(data, list):
        yield from ([one, *data[1:]] for one in (changed(data[0]) if data else ()))
    elif isinstance(data, dict) and "target" not in data:
        yield data | {"another": 1}
        for name, one in data.items():
            yield {key: data[key] for key in data if key != name}
            yield data | {name: {"strange": [None]}}
            yield from (data | {name: other} for other in changed(one))


@pytest.mark.parametrize("line", LINES)
def test_what_a_command_prints_fits_its_schema(line, folder, capsys, monkeypatch):
    capsys.readouterr()
    real = selftest.run_checks
    monkeypatch.setattr(selftest, "run_checks", lambda: itertools.islice(real(), 1))
    assert run([*shlex.split(line), "--json"]) == (2 if "nothing.txt" in line else 0)
    data = json.loads(capsys.readouterr().out)
    name = next(name for name in SCHEMA if line.startswith(name))
    assert fits(SCHEMA[name], data)
    for number in numbers(data):
        exact = Fraction(int(number["numerator"]), int(number["denominator"]))
        assert str(exact.denominator) == number["denominator"]
        assert float(number["decimal"]) == pytest.approx(float(exact), rel=1e-13, abs=1e-17)


def test_the_schema_refuses_what_is_missing_unknown_or_of_another_type(say):
    for line in ("solve pig --target 4", "sweep pig --over target=2..3", "games"):
        data, schema = json.loads(say(f"{line} --json")), SCHEMA[line.split()[0]]
        assert fits(schema, data)
        assert not [one for one in changed(data) if fits(schema, one)]
