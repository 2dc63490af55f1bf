"""The order in which linear equations can be evaluated, each from those before it, but for a few positions that cut it.

Of each component, positions all of whose successors in it are done are taken one after the other. Where there is none,
the position to which most others lead is cut: what depends on it waits no longer, and it stands behind all others.

Cost: a few ns an outcome, and a pass over the component for each cut. Memory: 4 bytes an outcome, 25 a position.
"""

from libc.stdint cimport int8_t, int32_t, int64_t
from libc.stdlib cimport calloc, free, malloc

cdef enum:
    WAITING
    ORDERED
    CUT


def unwind(
    const int32_t[::1] targets not None, const int64_t[::1] rows not None, const int64_t[::1] members not None,
    const int64_t[::1] first not None, const int64_t[::1] label not None, Py_ssize_t max_cuts,
    int64_t[::1] order not None, int32_t[::1] depths not None, int32_t[::1] cuts not None,
):
    """Order the positions of each component. Releases the GIL.

    Parameters
    ----------
    targets, rows : int32 and int64 array
        Position x leads to ``targets[rows[x]:rows[x + 1]]``.
    members, first, label : int64 arrays
        As in `Components`.
    max_cuts : int
        Components that need more are left out.
    order : int64 array, length positions
        Gets the positions of each component where `members` has them, in the order found, those that are cut behind.
    depths : int32 array, length components
        Gets the length of the longest chain of positions that are not cut.
    cuts : int32 array, length components
        Gets how many are cut; -1 if there would be more than allowed: then the component's order is that of `members`.

    Raises
    ------
    MemoryError
        There is not enough memory.
    """
    cdef Py_ssize_t count = rows.shape[0] - 1, c, at, x, done, begin, end, size, most, edges = 0
    cdef int32_t *users = NULL
    cdef int64_t *first_user = <int64_t*> calloc(count + 2, sizeof(int64_t))  # of those in the same component
    cdef int32_t *left = <int32_t*> calloc(count + 1, sizeof(int32_t))  # successors in the component that are not done
    cdef int32_t *depth = <int32_t*> calloc(count + 1, sizeof(int32_t))  # the longest chain behind it, of those done
    cdef int8_t *state = <int8_t*> calloc(count + 1, 1)
    try:
        if first_user is NULL or left is NULL or depth is NULL or state is NULL:
            raise MemoryError
        with nogil:
            for x in range(count):
                for at in range(rows[x], rows[x + 1]):
                    if label[targets[at]] == label[x]:
                        first_user[targets[at] + 2] += 1
                        left[x] += 1
                        edges += 1
            for x in range(count):
                first_user[x + 2] += first_user[x + 1]
            users = <int32_t*> malloc((edges + 1) * sizeof(int32_t))
        if users is NULL:
            raise MemoryError
        with nogil:
            for x in range(count):
                for at in range(rows[x], rows[x + 1]):
                    if label[targets[at]] == label[x]:
                        users[first_user[targets[at] + 1]] = x
                        first_user[targets[at] + 1] += 1
            for c in range(first.shape[0] - 1):
                begin, end = first[c], first[c + 1]
                size, cuts[c], depths[c] = begin, 0, 0
                for at in range(begin, end):
                    if left[members[at]] == 0:
                        order[size], state[members[at]] = members[at], ORDERED
                        size += 1
                done = begin
                while True:
                    while done < size:
                        x = order[done]
                        done += 1
                        depths[c] = max(depths[c], depth[x] + 1)
                        size = take(users, first_user, left, depth, state, x, depth[x] + 1, &order[0], size)
                    if size + cuts[c] == end:
                        break
                    if cuts[c] == max_cuts:
                        cuts[c] = -1
                        break
                    most = -1
                    for at in range(begin, end):
                        x = members[at]
                        if state[x] == WAITING and (
                            most < 0 or first_user[x + 1] - first_user[x] > first_user[most + 1] - first_user[most]
                        ):
                            most = x
                    state[most] = CUT
                    cuts[c] += 1
                    order[end - cuts[c]] = most
                    size = take(users, first_user, left, depth, state, most, 0, &order[0], size)
                if cuts[c] < 0:
                    for at in range(begin, end):
                        order[at] = members[at]
    finally:
        free(users)
        free(first_user)
        free(left)
        free(depth)
        free(state)


cdef Py_ssize_t take(
    const int32_t *users, const int64_t *first_user, int32_t *left, int32_t *depth, int8_t *state, Py_ssize_t x,
    int32_t length, int64_t *order, Py_ssize_t size,
) noexcept nogil:
    """Let those that lead to a position, the first of a chain so long, wait for it no more; the order's new size."""
    cdef Py_ssize_t at
    cdef int32_t user
    for at in range(first_user[x], first_user[x + 1]):
        user = users[at]
        left[user] -= 1
        depth[user] = max(depth[user], length)
        if left[user] == 0 and state[user] == WAITING:
            state[user] = ORDERED
            order[size] = user
            size += 1
    return size
