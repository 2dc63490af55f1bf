"""Check by computation the statements in the papers on which trueodds is based; each paper has a list of claims.

>>> import trueodds
>>> next(trueodds.claims.check_claims("risk-or-safety")).verdict
'holds with a correction'
"""

from .papers import check_claims

__all__ = ["check_claims"]
