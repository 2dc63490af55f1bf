"""Record the outcomes of moves as numbers, without checking known probabilities and payoffs again.

Cost: one call of the game's rules per move and, if its outcomes are known, about one dictionary look-up and two
comparisons per outcome. Memory: the results, the positions found, and at most `MAX_FORMS` forms of the outcomes for
each of at most `MAX_KNOWN` moves.
"""

from cpython.bytearray cimport PyByteArray_AsString, PyByteArray_Resize
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

MAX_KNOWN = 1 << 14  # maximum number of known moves; in some games, every position has new moves
MAX_FORMS = 16  # maximum number of known forms of a move's outcomes; the most recently used is first


cdef extern from "Python.h":  # the limited API: borrowed references, and calls without an argument tuple
    PyObject *PyDict_GetItemWithError(object mapping, object key) except? NULL
    PyObject *PyList_GetItem(object items, Py_ssize_t at) except NULL
    PyObject *PyTuple_GetItem(object items, Py_ssize_t at) except NULL
    object PyObject_CallFunctionObjArgs(object function, ...)


cdef int add(bytearray row, const void *data, Py_ssize_t size) except -1:
    """Append bytes to a row."""
    cdef Py_ssize_t before = len(row)
    PyByteArray_Resize(row, before + size)
    memcpy(PyByteArray_AsString(row) + before, data, size)
    return 0


cdef bint differ(const int32_t *numbers, Py_ssize_t count):
    """Return whether all numbers are different."""
    cdef Py_ssize_t at, before
    if count > MAX_FORMS:
        return len({numbers[at] for at in range(count)}) == count
    for at in range(1, count):
        for before in range(at):
            if numbers[before] == numbers[at]:
                return False
    return True


cdef class Known:
    """The checked facts about the outcomes of a move, except for the positions.

    `chances` and `payoffs` have one entry per outcome if the facts can be reused; the payoff is None if play continues.
    `numbers` (int32, as bytes) holds the index of the probability of each outcome that continues the game. `over` is
    the index of the move's way to end the game, `long_count` the number of additional outcomes that long probabilities
    count as.
    """

    cdef tuple chances, payoffs
    cdef bytes numbers
    cdef int32_t over
    cdef Py_ssize_t long_count

    def __init__(
        self, tuple chances not None, tuple payoffs not None, bytes numbers not None, int32_t over,
        Py_ssize_t long_count,
    ):
        self.chances, self.payoffs, self.numbers = chances, payoffs, numbers
        self.over, self.long_count = over, long_count


cdef class Follower:
    """A recorder of the outcomes of moves, which also numbers the positions to which they lead.

    ``check(position, move, outcomes)`` checks outcomes that are not known. It returns the numbers of the positions
    (int32, as bytes), the other facts as `Known`, and whether these facts can be reused. New positions are added to
    `index` and `positions`. Known outcomes are exactly of type `outcome`, their probabilities and any payoffs exactly
    of type `rational`. `max_outcomes` limits the number of moves and continuing outcomes plus the sum of all
    `long_count`.

    For each outcome that continues the game, `targets` (int32) holds the number of the position, and `numbers` (int32)
    the index of the probability. `ends` (int64) holds 0, then the end of each move's outcomes in `targets`. `over`
    (int32) holds the index of each move's way to end the game.
    """

    cdef readonly bytearray targets, numbers, ends, over
    cdef object _outcomes, _annotate, _check
    cdef type _outcome, _rational
    cdef dict _index, _known
    cdef list _positions
    cdef Py_ssize_t _max_positions, _max_outcomes, _count

    def __init__(
        self, outcomes, annotate, check, dict index not None, list positions not None, type outcome not None,
        type rational not None, Py_ssize_t max_positions, Py_ssize_t max_outcomes,
    ):
        self.targets, self.numbers, self.ends, self.over = bytearray(), bytearray(), bytearray(8), bytearray()
        self._outcomes, self._annotate, self._check = outcomes, annotate, check
        self._index, self._positions = index, positions
        self._outcome, self._rational = outcome, rational
        self._max_positions, self._max_outcomes = max_positions, max_outcomes
        self._known = {}

    def follow(self, position, list moves not None):
        """Record the outcomes of a position's moves, up to the first move that exceeds a limit.

        Return 1 if there are too many positions, 2 if there are too many moves and outcomes together, otherwise 0.
        """
        cdef object move, outcomes
        for move in moves:
            try:
                outcomes = PyObject_CallFunctionObjArgs(self._outcomes, <PyObject*> position, <PyObject*> move, NULL)
            except Exception as error:
                self._annotate(error, position, move)
                raise
            self._add(position, move, outcomes)
            if len(self._positions) > self._max_positions:
                return 1
            if self._count > self._max_outcomes:
                return 2
        return 0

    cdef int _add(self, object position, object move, object outcomes) except -1:
        """Record the outcomes of a move."""
        cdef Known known = None
        cdef Py_ssize_t before = len(self.targets)
        cdef int64_t end
        cdef bytes numbers
        if type(outcomes) is list:
            known = self._find(<list> outcomes, move)
        if known is None or not self._number(<list> outcomes, known):
            PyByteArray_Resize(self.targets, before)
            numbers, known, again = self._check(position, move, outcomes)
            add(self.targets, <const char*> numbers, len(numbers))
            if again:
                self._keep(move, known)
        add(self.numbers, <const char*> known.numbers, len(known.numbers))
        add(self.over, &known.over, sizeof(int32_t))
        end = len(self.targets) // <Py_ssize_t> sizeof(int32_t)
        add(self.ends, &end, sizeof(int64_t))
        self._count += 1 + end - before // <Py_ssize_t> sizeof(int32_t) + known.long_count
        return 0

    cdef Known _find(self, list outcomes, object move):
        """Return the known facts that fit these outcomes, or None."""
        cdef PyObject *entry = PyDict_GetItemWithError(self._known, move)
        cdef list forms
        cdef Py_ssize_t at
        cdef Known known
        if entry is NULL:
            return None
        forms = <list> entry
        for at in range(len(forms)):
            known = forms[at]
            if self._fits(outcomes, known):
                if at:
                    del forms[at]
                    forms.insert(0, known)
                return known
        return None

    cdef bint _fits(self, list outcomes, Known known) except -1:
        """Return whether outcomes have the known probabilities and payoffs, in the same order."""
        cdef Py_ssize_t at, count = len(outcomes)
        cdef object outcome, chance, payoff, stored
        if count != len(known.chances):
            return False
        for at in range(count):
            outcome = <object> PyList_GetItem(outcomes, at)
            if type(outcome) is not self._outcome:
                return False
            chance, stored = <object> PyTuple_GetItem(outcome, 0), <object> PyTuple_GetItem(known.chances, at)
            if chance is not stored and (type(chance) is not self._rational or chance != stored):
                return False
            payoff, stored = <object> PyTuple_GetItem(outcome, 2), <object> PyTuple_GetItem(known.payoffs, at)
            if payoff is not stored and (stored is None or type(payoff) is not self._rational or payoff != stored):
                return False
            if (PyTuple_GetItem(outcome, 1) is <PyObject*> None) is (stored is None):
                return False
        return True

    cdef bint _number(self, list outcomes, Known known) except -1:
        """Number the positions of known outcomes; return whether they are hashable and distinct."""
        cdef Py_ssize_t at, before = len(self.targets)
        cdef int32_t number
        cdef object after
        cdef PyObject *entry
        for at in range(len(outcomes)):
            after = <object> PyTuple_GetItem(<object> PyList_GetItem(outcomes, at), 1)
            if after is None:
                continue
            try:
                entry = PyDict_GetItemWithError(self._index, after)
            except TypeError:
                return False
            if entry is NULL:
                number = len(self._positions)
                self._index[after] = number
                self._positions.append(after)
            else:
                number = <object> entry
            add(self.targets, &number, sizeof(int32_t))
        return differ(
            <int32_t*> (PyByteArray_AsString(self.targets) + before),
            (len(self.targets) - before) // <Py_ssize_t> sizeof(int32_t),
        )

    cdef int _keep(self, object move, Known known) except -1:
        """Remember checked facts about the outcomes of a move."""
        cdef list forms
        if len(self._known) == MAX_KNOWN and move not in self._known:
            self._known.clear()
        forms = self._known.setdefault(move, [])
        forms.insert(0, known)
        del forms[MAX_FORMS:]
        return 0
