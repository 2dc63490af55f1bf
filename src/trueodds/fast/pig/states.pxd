"""What the state array says of a position: which move is better, that bounds overlap, or that both are equally good."""

cdef enum:
    HOLD = 0
    ROLL = 1
    UNKNOWN = 2
    TIE = 3
