"""The statements of the papers on which trueodds is based, each recomputed; one file per paper."""
