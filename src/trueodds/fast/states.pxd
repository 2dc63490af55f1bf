"""Codes for the state of a position: decided for one of its moves, undecided, or tied."""

cdef enum:  # states of Risk or Safety
    STOP = -1
    UNKNOWN = 0
    CONTINUE = 1
    TIE = 2

cdef enum:  # states of Pig
    PIG_HOLD = 0
    PIG_ROLL = 1
    PIG_UNKNOWN = 2
    PIG_TIE = 3
