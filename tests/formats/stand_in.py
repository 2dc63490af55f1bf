"""A stand-in for Storm: a module with the part of its interface that is used, for models of `small`."""

import itertools
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import numpy as np

from trueodds.formats import prism, storm_child
from trueodds.formats.formulas import evaluate

from .small import write_drn


class InThisProcess:
    """Run the program that calls Storm in this process."""

    def __init__(self, words, **pipes):
        storm_child.main(Path(words[-1]))

    def __enter__(self):
        return self

    def __exit__(self, *error):
        """Do nothing; there is no process."""

    def kill(self):
        """Do nothing."""

    def wait(self):
        return 0


def use(patch, small):
    """Let this module stand for Storm, which builds a certain model whatever the file says."""
    for name in ("_end_with_parent", "_limit_memory"):
        patch.setattr(storm_child, name, lambda _: None)
    patch.setattr(storm_child.signal, "signal", lambda *_: None)
    patch.setattr(prism.subprocess, "Popen", InThisProcess)
    patch.setitem(sys.modules, "stormpy", storm(small))


def program_of(**constants):
    """Return a program with constants: the kind of each, and whether it has a value."""
    listed = {name: SimpleNamespace(name=name, defined=defined) for name, (_, defined) in constants.items()}
    kinds = {
        name: SimpleNamespace(is_boolean=kind is bool, is_integer=kind is int) for name, (kind, _) in constants.items()
    }
    return SimpleNamespace(
        constants=list(listed.values()),
        get_constant=lambda name: SimpleNamespace(type=kinds[name]),
        has_undefined_constants=False,
        modules=[],
        text="",
    )


def storm(small):
    """Return a module that builds this model."""
    actions = [small.action(x, name) for x, own in enumerate(small.moves) for name, _ in own]
    columns = dict(zip(small.variables, zip(*small.states, strict=True), strict=True))
    variables = [
        SimpleNamespace(name=name, index=at, has_boolean_type=lambda own=own: isinstance(own[0], bool), own=own)
        for at, (name, own) in enumerate(columns.items())
    ]
    valuations = SimpleNamespace(
        get_all_variables=lambda: variables[::-1],
        get_boolean_values=lambda one: [x for x, value in enumerate(one.own) if value],
        get_int64_values=lambda one: one.own,
    )
    starts = [0, *itertools.accumulate(map(len, small.moves))]
    rows = [[SimpleNamespace(column=to) for to in out] for own in small.moves for _, out in own]
    matrix = SimpleNamespace(
        get_row_group_start=starts.__getitem__,
        nr_rows=len(rows),
        row_iter=lambda first, last: itertools.chain(*rows[first : last + 1]),
    )

    def stays(x):
        return all(set(out) == {x} for _, out in small.moves[x])

    def parse(path, prism_compatibility):
        text = Path(path).read_text()
        assert prism_compatibility
        assert not re.search(r"\b(smg|player)\b", text)
        return SimpleNamespace(**vars(program_of()) | {"text": text})

    def build(program, options):
        return SimpleNamespace(
            initial_states=[small.start],
            state_valuations=valuations,
            nr_states=len(small.states),
            nr_choices=len(actions),
            nr_transitions=len(small.rows()),
            reward_models=list(small.rewards) if options.set_build_all_reward_models.called else [],
            choice_labeling=SimpleNamespace(
                get_labels=lambda: set(actions),
                get_choices=lambda name: [at for at, one in enumerate(actions) if one == name],
            ),
            choice_origins=SimpleNamespace(get_command_set=lambda choice: set()),
            nondeterministic_choice_indices=starts,
            text=program.text,
        )

    def export(model, path, options):
        arrays = {name: np.array(own) for name, own in columns.items()}
        added = re.findall(r'label "(trueodds_\d)" = (.*);', model.text)
        labels = {
            name: set(np.flatnonzero(evaluate(formula, arrays, {}, len(small.states), "m"))) for name, formula in added
        }
        moves = [[(small.action(x, name), out) for name, out in own] for x, own in enumerate(small.moves)]
        rewards = {name: small.rewards[name] for name in model.reward_models}
        written = replace(small, moves=moves, rewards=rewards, labels=small.labels | labels | {"deadlock": set()})
        variables = np.load(Path(path).with_name("model.npz"))
        kept = {name: variables[name] for name in variables.files}
        write_drn(written, Path(path).parent)
        np.savez(Path(path).with_name("model.npz"), **kept)

    floats = SimpleNamespace(
        nr_states=len(small.states), is_sink_state=lambda x: x % 2 and stays(x), transition_matrix=matrix
    )
    builder = lambda *_, **__: SimpleNamespace(build=lambda: floats)  # noqa: E731
    return SimpleNamespace(
        parse_prism_program=parse,
        parse_properties=lambda text, program: [MagicMock()],
        instantiate_constants=lambda program, given: (program, None),
        BuilderOptions=MagicMock,
        Rational="exact",
        build_model={"exact": build},
        developer=SimpleNamespace(
            DirectEncodingExporterOptions=MagicMock,
            export_sparse_model_as_drn=export,
            ExplicitModelBuilderOptions={float: MagicMock},
            SymbolicModelDescription=MagicMock,
            BuilderOptions=MagicMock,
            make_explicit_model_builder={float: builder},
        ),
    )
