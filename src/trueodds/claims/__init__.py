"""Check by computation the statements of the papers on which trueodds is based, with a list of claims for each paper.

>>> import trueodds
>>> next(trueodds.claims.check_claims("risk-or-safety")).verdict
'holds with a correction'
"""

from .papers import check_claims

__all__ = ["check_claims"]
