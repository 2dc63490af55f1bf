"""`trueodds oeis …`: list sequences, write b-files, verify files, and draft entries."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..catalog.registry import list_games
from ..runtime.run import Run
from .common import Choices, InputError, WholeNumber, make_completion, make_option, user_input
from .output import (
    CERTIFICATE,
    OutputFile,
    is_json,
    json_list_option,
    json_option,
    make_output_option,
    open_output,
    quiet_option,
    show,
    show_progress,
    workers_option,
)
from .own import find_object

if TYPE_CHECKING:
    from ..oeis.layouts import TableLayout
    from ..oeis.sequence import Sequence

#: The largest need in Table 1 of R. Jehn's paper (2026). By default, `--layout rows` ends at this column.
_PAPER_NEEDS = 20


@click.group(
    cls=Choices,
    examples=(
        "oeis bfile A387261 --terms 80 --output b387261.txt",
        "oeis verify b387261.txt",
    ),
    short_help="Compute terms, write b-files and verify files for the OEIS.",
)
def oeis() -> None:
    """Compute terms of OEIS sequences, write b-files, verify files and draft entries.

    Every game with a whole-number parameter has sequences indexed by the first such parameter (all other parameters
    keep their defaults): GAME-numerators and GAME-denominators for its values and, if its moves are whole numbers,
    GAME-moves for its best first moves (the smallest, if several are best). GAME is a name that
    `trueodds games` lists, or your own game, FILE.py:NAME.
    """


def _numbers(ctx: click.Context) -> list[str]:
    from ..oeis.registry import SEQUENCES

    return list(SEQUENCES)


#: The options that choose the terms of a sequence.
_CHOOSING = (
    click.Argument(["number"], metavar="SEQUENCE", shell_complete=make_completion(_numbers)),
    make_option(
        "--terms", "count", type=WholeNumber(), metavar="N", help="Number of terms; a b-file or draft may end sooner."
    ),
    make_option(
        "--layout",
        type=click.Choice(["antidiagonals-down", "antidiagonals-up", "triangle", "rows"]),
        help="Order in which a table is read.  [default: rows with --width, else antidiagonals-down]",
    ),
    make_option("--corner", type=WholeNumber(), help="First cell of a table: 1 for (1,1), 2 for (2,2).  [default: 1]"),
    make_option(
        "--width", type=WholeNumber(), help="Number of rows and columns, for --layout rows.  [default: up to column 20]"
    ),
)


@oeis.command("list", params=[json_list_option], short_help="List the known sequences.")
def list_sequences() -> None:
    """List the known sequences: number, name, offset, number of published terms if known, and source."""
    from ..oeis.registry import SEQUENCES

    data, lines = [], []
    for sequence in SEQUENCES.values():
        data.append(
            {
                "sequence": sequence.number,
                "name": sequence.name,
                "offset": sequence.offset,
                "published": [str(term) for term in sequence.published],
                "source": sequence.source,
                "unknown": sequence.unknown or None,
            }
        )
        remark = f"{sequence.unknown or f'{len(sequence.published)} published terms'}; " if sequence.numbered else ""
        lines.append(f"{sequence.number}  {sequence.name}")
        lines.append(f"         offset {sequence.offset}; {remark}{sequence.source}")
    lines.append("GAME-numerators, GAME-denominators, GAME-moves")
    lines.append("         GAME is a name that `trueodds games` lists, or FILE.py:NAME")
    show(data, "\n".join(lines))


@oeis.command(
    params=[*_CHOOSING, workers_option, json_option, quiet_option],
    examples=(
        "oeis terms A387261 --terms 20",
        "oeis terms A394776 --layout rows --corner 2 --width 19",
    ),
    short_help="Print the first terms on one line.",
)
def terms(number: str, count: int | None, workers: int | str | None, **layout: Any) -> None:
    """Compute the first terms of a sequence and print them, separated by commas."""
    sequence = find_sequence(number)
    order = choose_layout(sequence, count, **layout)
    with show_progress() as progress:
        texts = [term.digits() for term in sequence.terms(count, order, Run(workers, None, progress))]
    about = {"sequence": sequence.number, "offset": sequence.offset, "layout": str(order) if order else None}
    show(about | {"terms": texts}, ", ".join(texts))
    _report_layout(sequence, order, layout)


@oeis.command(
    params=[
        *_CHOOSING,
        make_option(
            "--max-digits",
            type=WholeNumber(0),
            metavar="D",
            help="Stop before the first term with more than D digits; 0 means no limit.  "
            "[default: 999, as the OEIS recommends]",
        ),
        make_output_option({"text": (".txt",)}),
        make_option(
            "--certificate",
            metavar="FILE",
            type=OutputFile(CERTIFICATE),
            help="Also write a file (.odds or .odds.gz) that proves all terms; only for A387261 and A387262.",
        ),
        make_option(
            "--checkpoint",
            metavar="FILE",
            help="Save progress to FILE and resume from it; only for A387261 and A387262, with --terms.",
        ),
        workers_option,
        quiet_option,
    ],
    examples=(
        "oeis bfile A387261 --terms 80 --output b387261.txt",
        "oeis bfile A387262 --terms 100 --max-digits 0",
        "oeis bfile A387261 --terms 80 --output b.txt --certificate b.odds",
    ),
    short_help="Write a b-file, ready to upload.",
)
def bfile(
    number: str,
    count: int | None,
    max_digits: int | None,
    certificate: str | None,
    checkpoint: str | None,
    workers: int | str | None,
    **layout: Any,
) -> None:
    """Write a b-file, which has a line `n a(n)` for each term.

    By default, the file ends before the first term with 1,000 or more digits. Without --terms, a table's file has at
    most 5,050 terms.
    """
    from ..oeis.bfile import MAX_DIGITS, fit_terms, format_bfile

    sequence = find_sequence(number)
    order = choose_layout(sequence, count, **layout)
    if certificate is not None:
        from ..oeis.certificate import certify, check_certifiable

        with user_input():
            check_certifiable(sequence)
    if checkpoint is not None:
        from ..oeis.fingerprints import HALVES

        if sequence.number not in HALVES or count is None:
            raise InputError(f"--checkpoint requires --terms N and the sequence {' or '.join(HALVES)}")
    if count is None and sequence.length(order) is None and not sequence.table:
        if max_digits == 0:
            raise InputError(f"--max-digits 0 requires --terms N because {sequence.number} is infinite")
        if "frac" not in sequence.keywords:
            raise InputError(
                f"{sequence.number} requires --terms N because its terms might never exceed the limit of --max-digits"
            )
    with open_output(checkpoint, certificate=certificate) as file:
        with show_progress() as progress:
            limit = MAX_DIGITS if max_digits is None else max_digits
            run = Run(workers, checkpoint, progress)
            written_terms, why = fit_terms(sequence, count, limit, order, run)
            if certificate is not None:
                certify(sequence, len(written_terms), certificate, Run(workers, None, progress))
        file.writelines(format_bfile(written_terms, sequence.offset))
    if why:
        _warn(f"{sequence.number}: {len(written_terms):,} term{'s' * (len(written_terms) != 1)} written; {why}")
    _report_layout(sequence, order, layout)


@oeis.command(
    params=[
        click.Argument(["files"], metavar="FILE...", nargs=-1, required=True),
        make_option(
            "--sequence",
            "number",
            metavar="SEQUENCE",
            shell_complete=make_completion(_numbers),
            help="Sequence of the files.  [default: the one a file names, or else any listed sequence that fits it]",
        ),
        make_option(
            "--certificate",
            metavar="FILE",
            help="Check this certificate, and compare the terms with it instead of computing them.",
        ),
        workers_option,
        json_list_option,
        quiet_option,
    ],
    examples=(
        "oeis verify b387261.txt b387262.txt",
        "oeis verify terms.txt --sequence A387261",
        "oeis verify b387261.txt --certificate b387261.odds",
    ),
    short_help="Verify files of terms.",
)
def verify(
    files: tuple[str, ...],
    number: str | None,
    certificate: str | None,
    workers: int | str | None,
) -> None:
    """Compare the terms in b-files, lists or entries from the OEIS with computed terms.

    If a command names well-formed files of A387261 and A387262 (numerators and denominators of the same fractions) with
    equally many terms, it checks them together and computes few terms. The longer the files, the more time this saves.

    For each file, the report gives the number of correct terms or the first wrong line, and any format errors, such as
    wrong line endings. For a correct file of A387261 or A387262, it states how the terms were checked and, if the check
    was random, bounds the probability that a wrong file passes. Use - for standard input. The exit status is 0 if all
    files are correct; 1 if a certificate or file is wrong, a file fits no listed sequence, or a computed value fails
    its check; 2 if a file cannot be read or names an unknown sequence.
    """
    from ..oeis.certificate import read_certificate
    from ..oeis.pair import find_pair, verify_pair
    from ..oeis.verification import Verdict
    from ..oeis.verification import verify as verify_file
    from ..solution import NotProved

    with user_input():
        sequence = None if number is None else find_sequence(number)
        certified_values = None if certificate is None else read_certificate(certificate)
    status, verdicts = 0, []
    halves = find_pair(files) if sequence is None and certified_values is None else None
    both: dict[str, Verdict] = {}
    for name in files:
        try:
            with show_progress() as progress:
                run = Run(workers, None, progress)
                if halves and name in halves and not both:
                    both = verify_pair(*halves, run)
                verdict = both[name] if name in both else verify_file(name, sequence, run, certified_values)
        except (OSError, InputError, NotProved) as error:
            title = "standard input" if name == "-" else name
            what = (error.strerror if isinstance(error, OSError) else None) or str(error)
            verdict = Verdict.failed(title, what)
            status = max(status, 1 if isinstance(error, NotProved) else 2)
            _warn(verdict.message)
        else:
            status = max(status, 0 if verdict.ok else 1)
            if not is_json():
                click.echo(" ".join(verdict.message.split()))
        verdicts.append(verdict)
    if is_json():
        show([dataclasses.asdict(verdict) for verdict in verdicts], "")
    click.get_current_context().exit(status)


@oeis.command(
    params=[
        *_CHOOSING,
        make_option(
            "--author", metavar="NAME", help="Author's name, for signatures with today's date.  [default: placeholders]"
        ),
        make_option(
            "--number",
            "numbers",
            metavar="A39XXXX",
            multiple=True,
            help="A-number assigned by the OEIS. For a game, give the option twice, first for the numerators.",
        ),
        make_option("--edit", is_flag=True, help="Print only the changes to an existing OEIS entry."),
        make_option(
            "--fields",
            is_flag=True,
            help="Print the text for each field of the OEIS's web form, instead of the internal format.",
        ),
        make_output_option({"text": (".txt",)}),
        quiet_option,
    ],
    examples=lambda: [
        f"oeis draft {list_games()[1]} --number A390001 --number A390002",
        f"oeis draft {list_games()[1]}-numerators --fields",
        'oeis draft A387261 --edit --author "Ada Lovelace"',
    ],
    short_help="Draft an OEIS entry, or changes to one.",
)
def draft(
    number: str,
    count: int | None,
    author: str | None,
    numbers: tuple[str, ...],
    edit: bool,
    fields: bool,
    **layout: Any,
) -> None:
    """Draft the text of an entry, with comments, formulas if known, an example and a program.

    Entries are submitted through a form on the OEIS's site, which assigns numbers; --fields prints the text of each
    field. If SEQUENCE names a game, its numerators and denominators are drafted as two entries that cite each other.
    """
    from ..oeis.draft import (
        check_numbers,
        draft_edit,
        draft_entry,
        format_entry,
        format_fields,
        get_number,
        make_signer,
    )

    with user_input():
        by = make_signer(author)
        halves = find_sequences(number)
        if len(numbers) == 1 < len(halves):
            raise ValueError(f"{number} stands for two sequences; give --number twice or not at all")
        numbers = check_numbers(halves[0], numbers)
    texts = []
    for sequence in halves:
        order = choose_layout(sequence, count, **layout)
        entry_numbers = numbers if sequence is halves[0] else numbers[::-1]
        with show_progress() as progress:
            run = Run(progress=progress)
            if edit:
                entry_order = order if any(layout.values()) else None
                lines = draft_edit(sequence, count, entry_order, by, run)
            else:
                lines = draft_entry(sequence, count, order, by, entry_numbers, run)
        texts.append(format_fields(lines) if fields else format_entry(get_number(sequence, entry_numbers), lines))
        _report_layout(sequence, order, layout)
    with open_output() as file:
        file.write("\n".join(texts))


def find_sequences(name: str) -> tuple[Sequence, ...]:
    """Return the sequence with this number or name or, for a game, the numerators and denominators of its values."""
    from ..oeis.games import Family, make_sequence
    from ..oeis.registry import find_halves

    match = re.fullmatch(r"(.+\.py:\w+)(?:-(\w+))?", name)
    if match is None:
        return find_halves(name)
    games = Family(find_object(match[1]), match[1], Path(match[1].rpartition(":")[0]).stem)
    return tuple(make_sequence(games, quantity) for quantity in ([match[2]] if match[2] else games.quantities[:2]))


def find_sequence(name: str) -> Sequence:
    """Return the sequence with the given number or name, or raise `InputError`."""
    from ..oeis.registry import find

    with user_input():
        if not re.search(r"\.py:", name):
            return find(name)
        first, *others = find_sequences(name)
        if others:
            raise ValueError(f"{name} has several sequences, such as {first.number}; name one of them")
        return first


def choose_layout(
    sequence: Sequence, count: int | None, layout: str | None, corner: int | None, width: int | None
) -> TableLayout | None:
    """Return the layout that the options choose, or the default."""
    from ..oeis.layouts import TableLayout

    with user_input():
        requested = None
        if layout or corner or width:
            layout = layout or ("rows" if width else "antidiagonals-down")
            corner = corner or 1
            if layout == "rows" and width is None:
                width = _PAPER_NEEDS + 1 - corner
            requested = TableLayout(layout, corner, width)
        used = sequence.layout(requested)
        if count is not None:
            sequence.check(count, used)
    return used


def _report_layout(sequence: Sequence, used: TableLayout | None, options: dict[str, Any]) -> None:
    """Report the order in which a table was read, if no option chose it."""
    if used and not any(options.values()):
        unknown = f"; {sequence.unknown}" if sequence.unknown else ""
        _warn(f"{sequence.number}: read by {used}{unknown}; for another order, use --layout, --corner or --width")


def _warn(message: str) -> None:
    click.echo("trueodds: " + " ".join(message.split()), err=True)
