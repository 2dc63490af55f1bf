"""Print the licences of the installed libraries that trueodds uses.

python tools/list_licences.py
"""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, metadata, requires


def licence(name: str) -> str:
    """Return the licence in a library's metadata."""
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return "not installed"
    old = " ".join((about.get("License") or "").split())
    classified = [line.split(" :: ")[-1] for line in about.get_all("Classifier") or [] if line.startswith("License ::")]
    given = about.get("License-Expression") or (old if len(old) < 80 else "") or "; ".join(classified) or old[:80]
    return given or "unknown"


def main() -> None:
    """Print the name and the licence of each library."""
    for requirement in requires("trueodds") or []:
        name = re.match(r"[\w-]+", requirement)
        if (name and "extra" not in requirement) or re.search(
            r"extra == ['\"](curves|plot|prism|tables)['\"]", requirement
        ):
            print(f"{name[0]:15} {licence(name[0])}")


if __name__ == "__main__":
    main()
