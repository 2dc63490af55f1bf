"""The order in which linear equations can be evaluated, each from those before it, but for a few positions that cut it.

Of each component, positions all of whose successors in it are done are taken one after the other. Where there is none,
the position to which most others lead is cut: what depends on it waits no longer, and it comes after all others.

Cost: a few nanoseconds per outcome, and a pass over the component for each cut. Memory: the arrays given.
"""

from libc.stdint cimport int8_t, int32_t, int64_t

cdef enum:
    WAITING
    ORDERED
    CUT


def cut_order(
    const int64_t[::1] first_user not None, const int32_t[::1] users not None, int32_t[::1] left not None,
    const int64_t[::1] members not None, const int64_t[::1] first not None, Py_ssize_t max_cuts,
    int8_t[::1] state not None, int32_t[::1] depth not None, int64_t[::1] order not None,
    int32_t[::1] depths not None, int32_t[::1] cuts not None,
):
    """Order the positions of each component. Releases the GIL.

    Parameters
    ----------
    first_user, users : int64 and int32 array
        The positions of the same component that lead to x are ``users[first_user[x]:first_user[x + 1]]``.
    left : int32 array, length positions
        The number of successors that each has in its component; counted down.
    members, first : int64 arrays
        As in `Components`.
    max_cuts : int
        Components that need more are given up.
    state, depth : int8 and int32 array, length positions
        Zeros, to be written over.
    order : int64 array, length positions
        Filled with the positions of each component where `members` has them: in the order found, then those cut.
    depths : int32 array, length components
        Filled with the length of the longest chain of positions that are not cut.
    cuts : int32 array, length components
        Filled with the number of positions cut; -1 if there would be more than `max_cuts`: then the component's order
        is that of `members`.
    """
    cdef Py_ssize_t c, at, x, done, begin, end, size, most
    with nogil:
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
                    size = release(users, first_user, left, depth, state, x, depth[x] + 1, order, size)
                if size + cuts[c] == end:
                    break
                if cuts[c] == max_cuts:
                    cuts[c] = -1
                    order[begin:end] = members[begin:end]
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
                size = release(users, first_user, left, depth, state, most, 0, order, size)


cdef Py_ssize_t release(
    const int32_t[::1] users, const int64_t[::1] first_user, int32_t[::1] left, int32_t[::1] depth, int8_t[::1] state,
    Py_ssize_t x, int32_t length, int64_t[::1] order, Py_ssize_t size,
) noexcept nogil:
    """Let those that lead to x, the last of a chain of this length, wait for it no more; the order's new size."""
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
