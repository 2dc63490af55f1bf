"""`trueodds --version`: the package and the libraries whose numbers it prints."""

from __future__ import annotations

import platform

import click

from .._version import __version__


def print_version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Print versions and stop, if asked to."""
    if not value or context.resilient_parsing:
        return
    import gmpy2
    import numpy as np

    click.echo(f"trueodds {__version__}")
    click.echo(f"gmpy2 {gmpy2.version()} ({gmpy2.mp_version()}), numpy {np.__version__}")
    click.echo(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    context.exit()
