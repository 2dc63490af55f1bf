"""What can follow moves, numbered: where probabilities and payoffs came before with the move, a look and no check.

Cost: the game's own answer; a look into a dictionary and two comparisons an outcome. Memory: what is known of a move's
outcomes, at most `FORMS` forms each of at most `KEPT` moves, and what is found.
"""

from cpython.bytearray cimport PyByteArray_AsString, PyByteArray_Resize
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

KEPT = 1 << 14  # moves; positions may have their own, and these come never again
FORMS = 16  # of a move's outcomes, the latest first


cdef extern from "Python.h":  # of the limited API; they hand out borrowed references, and make no tuple for a call
    PyObject *PyDict_GetItemWithError(object found, object key) except? NULL
    PyObject *PyList_GetItem(object found, Py_ssize_t at) except NULL
    PyObject *PyTuple_GetItem(object found, Py_ssize_t at) except NULL
    object PyObject_CallFunctionObjArgs(object called, ...)


cdef int add(bytearray row, const void *data, Py_ssize_t size) except -1:
    """Write some bytes behind those that are there."""
    cdef Py_ssize_t before = len(row)
    PyByteArray_Resize(row, before + size)
    memcpy(PyByteArray_AsString(row) + before, data, size)
    return 0


cdef bint differ(const int32_t *found, Py_ssize_t count):
    """Whether no two numbers are equal."""
    cdef Py_ssize_t at, before
    if count > FORMS:
        return len({found[at] for at in range(count)}) == count
    for at in range(1, count):
        for before in range(at):
            if found[before] == found[at]:
                return False
    return True


cdef class Known:
    """What can follow a move, but for the positions: checked once.

    Parameters
    ----------
    chances, payoffs : tuple
        Of each outcome: the probability, a rational; the payoff, a rational, or None where play goes on.
    numbers : bytes
        Of the probabilities of the outcomes that go on, each an int32.
    over : int
        The number of how the move may end the game.
    long_count : int
        How many more outcomes its long probabilities count as.
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
    """Numbers the positions to which moves lead, and writes down what can follow each.

    Parameters
    ----------
    ask : callable
        The rules: what can follow a move at a position; a list, if it can be known.
    note : callable
        Takes an error that the rules raised, position and move, before the error is passed on.
    look : callable
        Takes position, move and what can follow it, where that is not known; checks all of it, and returns the
        numbers of the positions (int32, as bytes), the rest as `Known`, and whether others can be compared with that.
    index : dict
        The number of each position; gets the new ones.
    positions : list
        All positions; gets the new ones.
    outcome, rational : type
        What each known outcome, and each probability and payoff, is, and nothing derived from it.
    max_positions, max_outcomes : int
        How many positions there may be, and how many moves and outcomes.

    Attributes
    ----------
    targets, numbers : bytearray of int32
        Of each outcome that goes on: the position, and the number of its probability.
    ends : bytearray of int64
        0, and where the outcomes of each move end.
    over : bytearray of int32
        The number of how each move may end the game.
    """

    cdef readonly bytearray targets, numbers, ends, over
    cdef object _ask, _note, _look
    cdef type _outcome, _rational
    cdef dict _index, _known
    cdef list _positions
    cdef Py_ssize_t _max_positions, _max_outcomes, _count

    def __init__(
        self, ask, note, look, dict index not None, list positions not None, type outcome not None,
        type rational not None, Py_ssize_t max_positions, Py_ssize_t max_outcomes,
    ):
        self.targets, self.numbers, self.ends, self.over = bytearray(), bytearray(), bytearray(8), bytearray()
        self._ask, self._note, self._look = ask, note, look
        self._index, self._positions = index, positions
        self._outcome, self._rational = outcome, rational
        self._max_positions, self._max_outcomes = max_positions, max_outcomes
        self._known = {}

    def follow(self, position, list moves not None):
        """Write down what can follow each of some moves.

        Returns
        -------
        int
            0; 1 if there are more positions than allowed, 2 if there are more moves and outcomes.
        """
        cdef object move, given
        for move in moves:
            try:
                given = PyObject_CallFunctionObjArgs(self._ask, <PyObject*> position, <PyObject*> move, NULL)
            except Exception as error:
                self._note(error, position, move)
                raise
            self._add(position, move, given)
            if len(self._positions) > self._max_positions:
                return 1
            if self._count > self._max_outcomes:
                return 2
        return 0

    cdef int _add(self, object position, object move, object given) except -1:
        """Write down what can follow a move."""
        cdef Known known = None
        cdef Py_ssize_t before = len(self.targets)
        cdef int64_t end
        cdef bytes numbers
        if type(given) is list:
            known = self._find(<list> given, move)
        if known is None or not self._number(<list> given, known):
            PyByteArray_Resize(self.targets, before)
            numbers, known, again = self._look(position, move, given)
            add(self.targets, <const char*> numbers, len(numbers))
            if again:
                self._keep(move, known)
        add(self.numbers, <const char*> known.numbers, len(known.numbers))
        add(self.over, &known.over, sizeof(int32_t))
        end = len(self.targets) // <Py_ssize_t> sizeof(int32_t)
        add(self.ends, &end, sizeof(int64_t))
        self._count += 1 + end - before // <Py_ssize_t> sizeof(int32_t) + known.long_count
        return 0

    cdef Known _find(self, list given, object move):
        """What is known of these outcomes; it is the latest then."""
        cdef PyObject *entry = PyDict_GetItemWithError(self._known, move)
        cdef list forms
        cdef Py_ssize_t at
        cdef Known known
        if entry is NULL:
            return None
        forms = <list> entry
        for at in range(len(forms)):
            known = forms[at]
            if self._fits(given, known):
                if at:
                    del forms[at]
                    forms.insert(0, known)
                return known
        return None

    cdef bint _fits(self, list given, Known known) except -1:
        """Whether outcomes have these probabilities and payoffs, in this order."""
        cdef Py_ssize_t at, count = len(given)
        cdef object one, chance, payoff, its
        if count != len(known.chances):
            return False
        for at in range(count):
            one = <object> PyList_GetItem(given, at)
            if type(one) is not self._outcome:
                return False
            chance, its = <object> PyTuple_GetItem(one, 0), <object> PyTuple_GetItem(known.chances, at)
            if chance is not its and (type(chance) is not self._rational or chance != its):
                return False
            payoff, its = <object> PyTuple_GetItem(one, 2), <object> PyTuple_GetItem(known.payoffs, at)
            if payoff is not its and (its is None or type(payoff) is not self._rational or payoff != its):
                return False
            if (PyTuple_GetItem(one, 1) is <PyObject*> None) is (its is None):
                return False
        return True

    cdef bint _number(self, list given, Known known) except -1:
        """Number the positions of known outcomes; False if two are one, or one cannot be hashed."""
        cdef Py_ssize_t at, before = len(self.targets)
        cdef int32_t number
        cdef object after
        cdef PyObject *entry
        for at in range(len(given)):
            after = <object> PyTuple_GetItem(<object> PyList_GetItem(given, at), 1)
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
        """Know these outcomes of a move from now on."""
        cdef list forms
        if len(self._known) == KEPT and move not in self._known:
            self._known.clear()
        forms = self._known.setdefault(move, [])
        forms.insert(0, known)
        del forms[FORMS:]
        return 0
