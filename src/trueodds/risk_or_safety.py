"""Risk or Safety for one large target or many targets: proved moves, values, and the number of strategies.

>>> import trueodds
>>> trueodds.risk_or_safety.start_values(3)
[mpq(2,3), mpq(4,7), mpq(6,11)]
"""

from .fast.risk_or_safety.large import start_values
from .fast.risk_or_safety.prove import proved_moves
from .research.counting import count_strategies

__all__ = ["count_strategies", "proved_moves", "start_values"]
