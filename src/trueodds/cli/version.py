"""`trueodds --version`: the package, its kernels, and the libraries whose numbers it prints."""

from __future__ import annotations

import platform
from importlib.metadata import version

import click

from .._version import __version__


def print_version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Print versions and stop, if asked to."""
    if not value or context.resilient_parsing:
        return
    import gmpy2

    from ..simulation import walk

    click.echo(f"trueodds {__version__}")
    click.echo(f"gmpy2 {gmpy2.version()} ({gmpy2.mp_version()}), numpy {version('numpy')}, scipy {version('scipy')}")
    click.echo(f"Python {platform.python_version()} ({platform.python_compiler()})")
    click.echo(" ".join((platform.system(), platform.machine(), *platform.libc_ver())).rstrip())
    click.echo(f"kernels {walk.__file__}")
    context.exit()
