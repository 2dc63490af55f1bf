"""The statements of the papers that trueodds stands on, each recomputed; one file a paper."""
