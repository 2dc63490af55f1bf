"""A figure that shows itself in notebooks, whatever backend they have."""

from __future__ import annotations

import io

from matplotlib.figure import Figure


class ShownFigure(Figure):
    """A matplotlib figure made without pyplot, which would keep it and look for a display."""

    def _repr_png_(self) -> bytes:
        file = io.BytesIO()
        self.savefig(file, format="png")
        return file.getvalue()
