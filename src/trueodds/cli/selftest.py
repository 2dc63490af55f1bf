"""`trueodds selftest`: whether this installation computes what it should, in seconds and without any test tool."""

from __future__ import annotations

import click

from .output import json_option, print_json


@click.command(short_help="Whether this installation computes what it should.")
@json_option
def selftest(as_json: bool) -> None:
    """Check this installation against what is known: published values, several methods, certificates.

    It also shows the versions of the libraries that numbers pass through, and what the processor can do. It takes
    seconds, and reads only the package's own files. If something is wrong, it says what; the exit status is then 1.
    """
    from ..selftest import describe_machine, run_checks

    machine, found = describe_machine(), []
    if not as_json:
        features = " ".join(machine["features"]) or "not told"
        click.echo(
            f"trueodds {machine['trueodds']}, Python {machine['python']}, gmpy2 {machine['gmpy2']} ({machine['gmp']}), "
            f"numpy {machine['numpy']}, scipy {machine['scipy']}"
        )
        click.echo(f"{machine['system']} {machine['machine']}, processor: {features}")
    for check in run_checks():
        found.append(check)
        if not as_json:
            click.echo(f"{'ok    ' if check.ok else 'FAILED'} {check.name}: {check.detail} ({check.seconds:.1f} s)")
    wrong = [check.name for check in found if not check.ok]
    if as_json:
        print_json({"ok": not wrong, **machine, "checks": [check._asdict() for check in found]})
    elif wrong:
        click.echo(f"failed: {', '.join(wrong)}; do not trust this installation's numbers")
    else:
        click.echo("all is well")
    if wrong:
        raise click.exceptions.Exit(1)
