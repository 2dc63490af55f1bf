"""The reverse of a graph, attractors by breadth-first search, and levels of components.

Cost: a few nanoseconds per outcome. Memory: the arrays given.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t


def list_users(
    const int64_t[::1] first_outcome not None, const int32_t[::1] targets not None, int64_t[::1] first_user not None,
    int32_t[::1] users not None,
):
    """Sort the moves by the positions that they may lead to. Releases the GIL.

    Parameters
    ----------
    first_outcome : int64 array, length moves + 1
        The outcomes of move y are ``first_outcome[y]:first_outcome[y+1]``.
    targets : int32 array, length outcomes
        The position of each outcome.
    first_user : int64 array, length positions + 1
        Zeros; filled so that the moves that may lead to x are ``users[first_user[x]:first_user[x+1]]``, rising.
    users : int32 array, length outcomes
        To be filled.
    """
    cdef Py_ssize_t x, y, z, count = first_user.shape[0] - 1, end
    with nogil:
        for z in range(targets.shape[0]):
            first_user[targets[z]] += 1
        for x in range(1, count + 1):
            first_user[x] += first_user[x - 1]
        for y in range(first_outcome.shape[0] - 2, -1, -1):
            for z in range(first_outcome[y], first_outcome[y + 1]):
                first_user[targets[z]] -= 1
                end = first_user[targets[z]]
                users[end] = <int32_t> y


def attract(
    const int32_t[::1] begin not None, uint8_t[::1] pending not None, int32_t[::1] needed not None,
    const int32_t[::1] owners not None, const int64_t[::1] first_user not None, const int32_t[::1] users not None,
    int32_t[::1] ranks not None, int32_t[::1] reached not None,
):
    """Rank the positions from which enough moves lead to a set. Releases the GIL.

    Parameters
    ----------
    begin : int32 array
        The moves that lead to the set at once.
    pending : uint8 array, length moves
        1 for the moves that count; cleared for those that may lead to the set or to a ranked position.
    needed : int32 array, length positions
        The number of such moves that ranks a position, at least 1; counted down.
    owners : int32 array, length moves
        The position of each move.
    first_user, users : int64 and int32 array
        The reverse graph, from `list_users`.
    ranks : int32 array, length positions
        Zeros; filled.
    reached : int32 array, length positions
        Room for the ranked positions.
    """
    cdef Py_ssize_t at, done = 0, size = 0
    cdef int32_t x
    with nogil:
        for at in range(begin.shape[0]):
            size = hit(begin[at], 1, &pending[0], &needed[0], &owners[0], &ranks[0], &reached[0], size)
        while done < size:
            x = reached[done]
            done += 1
            for at in range(first_user[x], first_user[x + 1]):
                size = hit(users[at], ranks[x] + 1, &pending[0], &needed[0], &owners[0], &ranks[0], &reached[0], size)


cdef inline Py_ssize_t hit(
    int32_t move, int32_t rank, uint8_t *pending, int32_t *needed, const int32_t *owners, int32_t *ranks,
    int32_t *reached, Py_ssize_t size,
) noexcept nogil:
    """Count a move, and rank its position if that was the last one needed; the number of ranked positions."""
    cdef int32_t x
    if pending[move]:
        pending[move] = 0
        x = owners[move]
        needed[x] -= 1
        if needed[x] == 0:
            ranks[x] = rank
            reached[size] = x
            size += 1
    return size


def find_levels(
    const int64_t[::1] rows not None, const int32_t[::1] targets not None, const int64_t[::1] members not None,
    const int64_t[::1] first_member not None, const int64_t[::1] label not None, int32_t[::1] levels not None,
):
    """Of each component one more than the highest level that it leads to, 0 if to none. Releases the GIL.

    Parameters
    ----------
    rows : int64 array, length positions + 1
        The first outcome of each position.
    targets
        As in `Model`.
    members, first_member, label
        `Components`: those that a component leads to before it.
    levels : int32 array, length components
        To be filled.
    """
    cdef int64_t c, at, x, z, other
    cdef int32_t level
    with nogil:
        for c in range(first_member.shape[0] - 1):
            level = 0
            for at in range(first_member[c], first_member[c + 1]):
                x = members[at]
                for z in range(rows[x], rows[x + 1]):
                    other = label[targets[z]]
                    if other != c and levels[other] >= level:
                        level = levels[other] + 1
            levels[c] = level
