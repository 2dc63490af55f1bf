"""`trueodds selftest`: check this installation in seconds, without test tools."""

from __future__ import annotations

import click

from .common import Command
from .output import is_json, json_option, show


@click.command(cls=Command, params=[json_option], short_help="Check that this installation computes correctly.")
def selftest() -> None:
    """Check this installation: kernels, floats, published values, agreement of methods, simulation and certificates.

    Also print the versions of the main libraries and, if known, the processor features that affect arithmetic. The
    checks take a few seconds and read only the package's own files. The exit status is 1 if a check fails.
    """
    from ..selftest import describe_machine, run_checks

    machine, checks = describe_machine(), []
    if not is_json():
        features = " ".join(machine["features"]) or "unknown"
        click.echo(
            f"trueodds {machine['trueodds']}, Python {machine['python']}, gmpy2 {machine['gmpy2']} ({machine['gmp']}), "
            f"numpy {machine['numpy']}, scipy {machine['scipy']}"
        )
        click.echo(f"{machine['system']} {machine['machine']}, processor: {features}")
    for check in run_checks():
        checks.append(check)
        if not is_json():
            click.echo(f"{'ok    ' if check.ok else 'FAILED'} {check.name}: {check.detail} ({check.seconds:.1f} s)")
    wrong = [check.name for check in checks if not check.ok]
    text = f"failed: {', '.join(wrong)}; do not trust numbers from this installation" if wrong else "all checks passed"
    show({"ok": not wrong, **machine, "checks": [check._asdict() for check in checks]}, text)
    if wrong:
        raise click.exceptions.Exit(1)
