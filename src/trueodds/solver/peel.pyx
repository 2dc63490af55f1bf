"""Where play can be kept for ever: positions all whose moves may leave are thrown out until none is left to throw.

Cost: a few ns an outcome. Memory: the arrays given.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t


def peel(
    uint8_t[::1] kept not None, uint8_t[::1] stays not None, int32_t[::1] left not None,
    const int32_t[::1] owner not None, const int64_t[::1] first_user not None, const int32_t[::1] users not None,
    int32_t[::1] thrown not None, Py_ssize_t waiting,
):
    """Throw out positions. Releases the GIL.

    Parameters
    ----------
    kept : uint8 array, length positions
        1 where play may stay; cleared where it cannot.
    stays : uint8 array, length moves
        1 for moves that lead to kept positions only; cleared as these go.
    left : int32 array, length positions
        How many such moves each has.
    owner : int32 array, length moves
        Whose move it is.
    first_user : int64 array, length positions + 1
        The moves that may lead to position x are ``users[first_user[x]:first_user[x+1]]``.
    users : int32 array
        Those moves.
    thrown : int32 array, length positions
        Begins with the positions that are thrown out first, no longer kept; room for the others.
    waiting : int
        How many these are.
    """
    cdef Py_ssize_t at
    cdef int32_t move, position, gone
    with nogil:
        while waiting:
            waiting -= 1
            gone = thrown[waiting]
            for at in range(first_user[gone], first_user[gone + 1]):
                move = users[at]
                if stays[move]:
                    stays[move] = 0
                    position = owner[move]
                    left[position] -= 1
                    if left[position] == 0 and kept[position]:
                        kept[position] = 0
                        thrown[waiting] = position
                        waiting += 1
