"""Compute reverse graphs, attractors by breadth-first search, levels of components, and an order of equations.

Cost: a few nanoseconds per outcome, and a pass over a component for each of its cuts (`order_with_cuts`).
Memory: the arrays passed in.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t

cdef enum:
    WAITING
    ORDERED
    CUT


def list_users(
    const int64_t[::1] first_outcome not None, const int32_t[::1] targets not None, int64_t[::1] first_user not None,
    int32_t[::1] users not None,
):
    """Sort the moves by the positions that they may lead to.

    `first_user`, zeros of length positions + 1, and `users`, of length outcomes, are filled so that
    ``users[first_user[x]:first_user[x+1]]`` are the moves that may lead to x, in increasing order.
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
    """Rank the positions from which enough moves lead to a set.

    `begin` lists the moves that may lead directly to the set. `pending`, by move, is 1 for the moves that count, and is
    cleared for those found to lead to the set or to a ranked position. `needed`, by position, is the number of cleared
    moves required to rank the position (0: it is never ranked); it is decremented. `first_user` and `users` come from
    `list_users`. `ranks`, zeros by position, is filled; `reached`, of length positions, is a workspace.
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
    """Count a pending move, rank its position if no more are needed, and return the number of ranked positions."""
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
    """Set each component's level: 0 if it leads to no other component, else 1 more than the highest level it leads to.

    ``rows[x]`` is the first outcome of position x; `members`, `first_member` and `label` are the fields `members`,
    `first` and `label` of `Components`.
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


def order_with_cuts(
    const int64_t[::1] first_user not None, const int32_t[::1] users not None, int32_t[::1] left not None,
    const int64_t[::1] members not None, const int64_t[::1] first not None, Py_ssize_t max_cuts,
    int8_t[::1] state not None, int32_t[::1] depth not None, int64_t[::1] order not None,
    int32_t[::1] depths not None, int32_t[::1] cuts not None,
):
    """Order each component's positions so that each equation uses only earlier or cut positions.

    A position is taken once all its successors in the component have been taken or cut. If there is no such position,
    the remaining position with the most users is cut.

    ``users[first_user[x]:first_user[x+1]]`` are the positions of the same component that lead to x. `left`, by
    position, is the number of successors in its component; it is decremented. `members` and `first` are those of
    `Components`. `state` and `depth`, by position, are zeros used as a workspace. `order` is filled with the positions
    of each component at its places in `members`: first the uncut positions as they are taken, then the cut positions.
    `depths` and `cuts` are filled, for each component, with the length of its longest chain of uncut positions and its
    number of cuts. If more than `max_cuts` were needed, the entry of `cuts` is -1, and the order is that of `members`.
    """
    cdef Py_ssize_t c, at, x, done, begin, end, size, widest
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
                widest = -1
                for at in range(begin, end):
                    x = members[at]
                    if state[x] == WAITING and (
                        widest < 0 or first_user[x + 1] - first_user[x] > first_user[widest + 1] - first_user[widest]
                    ):
                        widest = x
                state[widest] = CUT
                cuts[c] += 1
                order[end - cuts[c]] = widest
                size = release(users, first_user, left, depth, state, widest, 0, order, size)


cdef Py_ssize_t release(
    const int32_t[::1] users, const int64_t[::1] first_user, int32_t[::1] left, int32_t[::1] depth, int8_t[::1] state,
    Py_ssize_t x, int32_t length, int64_t[::1] order, Py_ssize_t size,
) noexcept nogil:
    """Unblock the users of x, which ends a chain of `length` positions; take those now free; return the new `size`."""
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
