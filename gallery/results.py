"""Parse the arguments, show the progress, and write the results of the programs of the gallery."""

import argparse
import json
import sys
from pathlib import Path

from trueodds.exact.decimals import format_decimal


def parse_arguments(program, text, **options):
    """Return the command-line arguments of a program; each option is a dictionary of arguments for `add_argument`."""
    parser = argparse.ArgumentParser(description=text.partition("\n")[0])
    for name, option in options.items():
        parser.add_argument(f"--{name.replace('_', '-')}", **option)
    default = Path(program).with_suffix(".json")
    parser.add_argument(
        "-o", "--output", type=Path, default=default, metavar="FILE", help="results [default: beside the program]"
    )
    return parser.parse_args()


def report(stage, done=None, total=None):
    """Show progress on one line of standard error."""
    text = stage if done is None else f"{stage}: {done:,}" if total is None else f"{stage}: {done:,} of {total:,}"
    print(f"\r{text:79}", end="", file=sys.stderr, flush=True)


def as_json(value):
    """Return a fraction as a JSON object."""
    return {
        "numerator": str(value.numerator),
        "denominator": str(value.denominator),
        "decimal": format_decimal(value, 30),
    }


def write(path, results):
    """Write results as JSON, and clear the line that shows progress."""
    report("")
    print("\r", end="", file=sys.stderr)
    path.write_text(json.dumps(results, indent=1) + "\n")
