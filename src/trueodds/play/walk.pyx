"""Walk games through a chain of positions (`chain.Chain`).

A step takes one word of 64 random bits. The first b bits choose one of the 2^b columns of the position; a comparison of
the other bits with the column's limit chooses one of two successors. Several games are walked in turn, so that the
processor need not wait for the memory accesses of one game.

Cost: one word and one random access to the table per step. Memory: the arrays passed in. Limits: the number of moves of
a game is stored modulo 2^32.
"""

from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport uint16_t, uint32_t, uint64_t

cdef extern from "bit_generator.h":
    ctypedef struct words_t:
        void *state
        uint64_t (*next_uint64)(void *) noexcept nogil

cdef enum:
    LANES = 8  # games walked in turn
    COLUMN_BITS = 26  # bits of a descriptor for the first column; five for b and one for the end of the game follow

cdef struct Game:
    uint32_t at
    uint32_t moves
    Py_ssize_t number


def walk(
    const uint64_t[:, ::1] table not None, unsigned int start, generator not None,
    uint16_t[::1] results not None, uint32_t[::1] moves not None,
):
    """Walk one game for each element of `results`.

    `table` has shape (columns, 2). A row holds the limit of a column and a word with the descriptors of its two
    successors; the word's lower half is for random bits below the limit. `start` is the descriptor of the start.
    `generator` is a `numpy.random.BitGenerator` that nothing else uses meanwhile. `results[g]` receives the number of
    the payoff of game g, and `moves[g]` the number of moves of game g.
    """
    cdef object capsule = generator.capsule
    cdef words_t *words = <words_t *> PyCapsule_GetPointer(capsule, "BitGenerator")
    cdef Py_ssize_t games = results.shape[0], begun = 0, active = 0, lane
    cdef Game lanes[LANES]
    cdef Game *game
    cdef uint64_t word, successors
    cdef const uint64_t *column
    cdef const uint64_t *first
    cdef int bits
    if moves.shape[0] != games or table.shape[1] != 2:
        raise ValueError("results and moves must have the same length, and the table must have two columns")
    if games == 0:
        return
    first = &table[0, 0]
    with nogil:
        while active < LANES and begun < games:
            lanes[active].at, lanes[active].moves, lanes[active].number = start, 0, begun
            active += 1
            begun += 1
        while active:
            lane = 0
            while lane < active:
                game = &lanes[lane]
                word = words.next_uint64(words.state)
                bits = (game.at >> COLUMN_BITS) & 31
                # Two shifts, because a shift by 64 is undefined.
                column = first + 2 * ((game.at & ((1 << COLUMN_BITS) - 1)) + ((word >> 1) >> (63 - bits)))
                successors = column[1]
                game.at = <uint32_t> (successors if (word << bits) < column[0] else successors >> 32)
                game.moves += 1
                if game.at >> 31:
                    results[game.number] = <uint16_t> game.at
                    moves[game.number] = game.moves
                    if begun < games:
                        game.at, game.moves, game.number = start, 0, begun
                        begun += 1
                    else:
                        active -= 1
                        lanes[lane] = lanes[active]
                        continue
                lane += 1
