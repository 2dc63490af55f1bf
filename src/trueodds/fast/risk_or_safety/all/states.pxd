"""What the state array says of a position: which move is better, that bounds overlap, or that both are equally good."""

cdef enum:
    STOP = -1
    UNKNOWN = 0
    CONTINUE = 1
    TIE = 2
