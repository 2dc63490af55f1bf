"""The options --workers and --scheduler of commands whose work goes in chunks, and what they open."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import click

from ..runtime.executors import use_executor
from .common import Refused, WholeNumber

_SCHEMES = ("tcp", "tls", "ucx", "ws", "wss")
_OPTIONS = (
    click.option(
        "--workers",
        type=WholeNumber(),
        metavar="N",
        help="Start N worker processes of a cluster on this machine.",
    ),
    click.option("--scheduler", metavar="tcp://…", help="Use the cluster with this Dask scheduler."),
)


def cluster_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say which cluster computes."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@contextlib.contextmanager
def open_executor(workers: int | None, scheduler: str | None, executor: str | None = None) -> Iterator[Any]:
    """What runs the chunks of a command; None if nothing is said. Inside, it is the usual one.

    Raises
    ------
    Refused
        Two of the three are given, the address is none, or what is needed is not installed or set.
    """
    given = {"--workers": workers, "--scheduler": scheduler, "--executor": executor}
    named = [name for name, value in given.items() if value is not None]
    if len(named) > 1:
        raise Refused(f"{' and '.join(named)} exclude each other")
    if scheduler is not None and not _is_address(scheduler):
        raise Refused(f"--scheduler must be an address such as tcp://10.0.0.1:8786, not {scheduler[:40]!r}")
    if workers is None and scheduler is None:
        with use_executor(executor):
            yield executor
        return
    from ..runtime.cluster import open_cluster

    try:
        opened = contextlib.ExitStack()
        client = opened.enter_context(open_cluster(workers, scheduler))
    except (ImportError, ValueError) as error:
        raise Refused(str(error)) from None
    with opened, use_executor(client):
        yield client


def _is_address(text: str) -> bool:
    """Of a kind that schedulers have, with a machine and a port: Dask takes long to stumble over what is none."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text)
        return parts.scheme in _SCHEMES and bool(parts.hostname and parts.port) and not parts.path.strip("/")
    except ValueError:  # the port is none
        return False
