"""The statements of the papers that trueodds stands on, each recomputed; one file a paper.

>>> import trueodds
>>> next(trueodds.claims.check_claims("risk-or-safety")).finding.verdict
'holds with a correction'
"""

from .papers import check_claims

__all__ = ["check_claims"]
