"""Handle the output of commands: options, file formats, answers and progress."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

import click

from ..runtime.files import atomic_write, find_descriptor, is_regular
from .common import InputError, WholeNumber, Workers, make_option, user_input
from .encoding import shows_all

#: The formats of a command's output by name, each with the suffixes of its files; the first format is the default.
Formats = Mapping[str, Sequence[str]]

#: The formats of commands that print an answer: text for people or, with --json, JSON for programs.
TEXT_OR_JSON: Formats = {"text": (".txt",), "json": (".json",)}

#: Tables with a row for each position and move, for each state of a model, or for each game of a sweep.
ROWS: Formats = {".csv": (".csv",), ".jsonl": (".jsonl",), ".parquet": (".parquet",)}

#: Tables or JSON, for the moves and values of all states of a model, and for sweeps.
STATES: Formats = {**ROWS, "json": (".json",)}

#: Certificates; a file whose name ends in ``.gz`` is compressed.
CERTIFICATE: Formats = {"certificate": (".odds", ".odds.gz")}


def choose_format(option: str, path: str, formats: Formats, requested: Mapping[str, str] | None = None) -> str:
    """Return the name of a file's format, or raise `InputError` if its suffix is not allowed.

    `requested` maps at most one option, such as ``--json``, to the format that it requests.
    """
    flag, requested_format = next(iter((requested or {}).items()), (None, None))
    suffix = _suffix(path) if path != "-" and is_regular(path) else ""
    possible = [requested_format] if requested_format else list(formats)
    if suffix in ("", "."):
        return possible[0]
    kind = next((name for name in possible if suffix in formats[name]), None)
    if kind is None:
        because = f" with {flag}" if flag else ""
        raise InputError(f"{option} must end in {_suffixes(formats[name] for name in possible)}{because}, not {path!r}")
    if kind == ".parquet":
        from ..answers.rows import check_installed

        with user_input():
            check_installed(kind)
    return kind


def _suffix(path: str) -> str:
    """Return the suffix in lower case; for a compressed file, the last two suffixes."""
    stem, last = os.path.splitext(path.lower())
    return os.path.splitext(stem)[1] + last if last == ".gz" else last


def _suffixes(formats: Iterable[Sequence[str]]) -> str:
    """Return the suffixes of formats as text, such as ``.txt or .json``, each suffix only once."""
    suffixes = list(dict.fromkeys(suffix for group in formats for suffix in group))
    return " or ".join(filter(None, [", ".join(suffixes[:-1]), suffixes[-1]]))


class OutputFile(click.ParamType):  # type: ignore[type-arg]  # not generic in old versions of click
    """A file to write; an empty name or an unknown suffix is rejected before any work begins."""

    name = "file"

    def __init__(self, formats: Formats) -> None:
        self.formats = formats

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the path, or raise `InputError`."""
        path = "-" if find_descriptor(value) == 1 else str(value)
        option = max(param.opts, key=len) if param else "the file"
        if not path:
            raise InputError(f"{option} must be the name of a file, not ''")
        choose_format(option, path, self.formats)
        return path


def _store_value(ctx: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Store an option's value, which is not passed to the command; functions such as `output_path` read it."""
    ctx.meta[f"trueodds.{parameter.name}"] = value, parameter


def _stored_value(name: str) -> Any:
    return click.get_current_context().meta.get(f"trueodds.{name}", (None, None))


def _stored_option(*names: str, **settings: Any) -> click.Option:
    return make_option(*names, expose_value=False, callback=_store_value, **settings)


def make_output_option(
    formats: Formats = TEXT_OR_JSON,
    *,
    text: str = "File to write.",
    usual: str = "standard output",
    default: str | None = "-",
) -> click.Option:
    """Return the option ``-o`` of a command that writes these formats; the help shows `usual` as the default."""
    if len(formats) > 1:
        text = f"{text} The suffix decides the format: {_suffixes(formats.values())}."
    kind, help = OutputFile(formats), f"{text}  [default: {usual}]"
    return _stored_option("-o", "--output", type=kind, metavar="FILE", default=default, help=help)


def make_quiet_option(text: str = "Hide the progress display.") -> click.Option:
    """Return the option ``-q``."""
    return _stored_option("-q", "--quiet", is_flag=True, help=text)


json_option = _stored_option("--json", is_flag=True, help="Print one JSON object.")
json_list_option = _stored_option("--json", is_flag=True, help="Print a JSON list of objects.")
quiet_option = make_quiet_option()
seed_option = make_option(
    "--seed", metavar="N", type=WholeNumber(0), help="Seed of the random numbers.  [default: a new seed each time]"
)
workers_option = make_option(
    "--workers",
    type=Workers(),
    metavar="N|tcp://…",
    help="Compute in N processes, or on the workers of the Dask scheduler at this address.",
)


def make_answer_options(
    formats: Formats = TEXT_OR_JSON, *, text: str = "File to write.", several: bool = False
) -> tuple[click.Option, ...]:
    """Return the options ``-o``, ``--json`` (which prints a list if `several` is true) and ``-q``."""
    return make_output_option(formats, text=text), json_list_option if several else json_option, quiet_option


def output_path() -> Any:
    """Return the path that ``-o`` names, or its default; None if there is neither."""
    return _stored_value("output")[0]


def is_quiet() -> bool:
    """Return whether ``-q`` is given."""
    return bool(_stored_value("quiet")[0])


def is_json() -> bool:
    """Return whether ``--json`` is given."""
    return bool(_stored_value("json")[0])


def choose_output(**requested: bool) -> str:
    """Return the name of the format that ``-o``, ``--json`` and the options in `requested` choose."""
    path, option = _stored_value("output")
    flags = [name for name, is_set in (requested | {"json": is_json()}).items() if is_set]
    if len(flags) > 1:
        raise InputError(f"{' and '.join(f'--{name}' for name in flags)} cannot be used together")
    return choose_format("--output", path, option.type.formats, {f"--{name}": name for name in flags})


@contextlib.contextmanager
def open_output(checkpoint: str | None = None, **others: str | None) -> Iterator[TextIO]:
    """Open the file that ``-o`` names, and delete the checkpoint once the file is complete.

    These two files and those in `others` must all be different.
    """
    files: dict[str, str] = {}
    for what, path in {"output": output_path(), **others, "checkpoint": checkpoint}.items():
        resolved = path if path in (None, "-") else os.path.realpath(path)
        if resolved in files:
            raise InputError(f"the {files[resolved]} and the {what} must be different files; both are {path!r}")
        if resolved is not None:
            files[resolved] = what
    with atomic_write(output_path()) as file:
        yield file
    if checkpoint is not None:
        Path(checkpoint).unlink(missing_ok=True)


#: For each format, a function that returns the text of an answer, or its lines with line feeds. The function for
#: ``rows`` serves all formats of `ROWS`: it returns a table's rows. The default for ``json`` is the answer's `to_json`.
Writers = Mapping[str, Callable[[Any], Any]]


def compute_and_write(
    compute: Callable[[Any], Any],
    writers: Writers,
    *,
    checkpoint: str | None = None,
    certificate: str | None = None,
    strategy: str | None = None,
    **requested: bool,
) -> Any:
    """Compute an answer, write it to the file that ``-o`` names, and return it.

    `compute` takes a progress function or None; for `writers`, see `Writers`. For the other arguments, see
    `open_output` and `choose_output`.
    """
    kind = choose_output(**requested)
    with open_output(checkpoint, certificate=certificate, strategy=strategy) as file:
        with show_progress() as progress:
            result = compute(progress)
        write_answer(result, kind, writers, file)
    return result


def write_answer(result: Any, kind: str, writers: Writers, file: TextIO) -> None:
    """Write an answer in the format `kind` to an open file."""
    if kind in ROWS:
        from ..answers.rows import write_table

        write_table(writers["rows"](result), kind, file)
        return
    text = writers[kind](result) if kind in writers else to_json_line(result.to_json())
    if isinstance(text, str):
        text = _fit_terminal(text) if kind == "text" and file is sys.stdout else text
        text = [text.removesuffix("\n") + "\n"]
    file.writelines(text)


def _fit_terminal(text: str) -> str:
    """Wrap lines to the width of the terminal, which would otherwise break them inside numbers and words."""
    if not sys.stdout.isatty():
        return text
    wrapper = textwrap.TextWrapper(
        shutil.get_terminal_size().columns, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
    return "\n".join("\n".join(wrapper.wrap(line)) if len(line.split()) > 1 else line for line in text.split("\n"))


def to_json_line(data: object) -> str:
    """Return plain data as JSON, in ASCII if standard output needs it."""
    return json.dumps(data, ensure_ascii=output_path() in (None, "-") and not shows_all())


def show(data: object, text: str) -> None:
    """Print plain data as one JSON object or list if ``--json`` is given, and otherwise the text."""
    click.echo(to_json_line(data) if is_json() else text)


@contextlib.contextmanager
def show_progress(what: str = "") -> Iterator[Callable[[str, int, int | None], object] | None]:
    """Report errors in the user's input, and show the progress of work that takes longer than one second.

    `what`, the purpose of the work, precedes the name of each stage.
    """
    began = time.monotonic()
    display: Any = None
    tasks: dict[str, Any] = {}

    def progress(stage: str, done: int, total: int | None) -> None:
        nonlocal display
        if display is None:
            if time.monotonic() - began < 1:
                return
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

            display = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TaskProgressColumn(text_format_no_percentage="{task.completed:,.0f}"),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            display.start()
        if stage not in tasks:
            tasks[stage] = display.add_task(f"{what}: {stage}" if what else stage, total=total)
        display.update(tasks[stage], completed=done)

    try:
        with user_input():
            yield progress if sys.stderr.isatty() and not is_quiet() else None
    finally:
        if display is not None:
            display.stop()
