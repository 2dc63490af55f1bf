"""What can follow moves, numbered: where probabilities and payoffs came before with the move, a look and no check.

Cost: the game's own answer; a look into a dictionary and two comparisons an outcome. Memory: what is known of a move's
outcomes, at most `FORMS` forms each of at most `KEPT` moves, and the arrays given.
"""

from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

KEPT = 1 << 14  # moves; positions may have their own, and these come never again
FORMS = 16  # of a move's outcomes, the latest first


cdef extern from "Python.h":  # of the limited API; they hand out borrowed references, and make no tuple for a call
    PyObject *PyDict_GetItemWithError(object found, object key) except? NULL
    PyObject *PyList_GetItem(object found, Py_ssize_t at) except NULL
    PyObject *PyTuple_GetItem(object found, Py_ssize_t at) except NULL
    object PyObject_CallFunctionObjArgs(object called, ...)


cdef struct Row:  # of one position, for an array
    char *data
    Py_ssize_t size
    Py_ssize_t room


cdef int add(Row *row, const void *data, Py_ssize_t size) except -1:
    """Write some bytes behind those that are there."""
    cdef char *larger
    if row.size + size > row.room:
        larger = <char*> realloc(row.data, 2 * (row.size + size))
        if larger is NULL:
            raise MemoryError
        row.data, row.room = larger, 2 * (row.size + size)
    memcpy(row.data + row.size, data, size)
    row.size += size
    return 0


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

    cdef readonly tuple chances, payoffs
    cdef readonly bytes numbers
    cdef readonly int32_t over
    cdef readonly Py_ssize_t long_count

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
        numbers of the positions (int32, as bytes), the rest as `Known`, and whether others can be held against that.
    index : dict
        The number of each position; gets the new ones.
    positions : list
        All positions; gets the new ones.
    arrays : tuple of arrays
        Targets and the numbers of their probabilities (int32), where the outcomes of each move end (int64), the number
        of how each may end the game (int32): all get what is found.
    outcome, rational : type
        What each known outcome, and each probability and payoff, is, and nothing derived from it.
    limits : tuple of two ints
        How many positions there may be, and how many moves and outcomes.

    Attributes
    ----------
    targets, moves : int
        How many outcomes that go on, and how many moves, there are so far.
    """

    cdef readonly Py_ssize_t targets, moves
    cdef object _ask, _note, _look
    cdef tuple _arrays
    cdef Row[4] _rows
    cdef type _outcome, _rational
    cdef dict _index, _known
    cdef list _positions
    cdef Py_ssize_t _max_positions, _max_outcomes, _long

    def __init__(
        self, ask, note, look, dict index not None, list positions not None, tuple arrays not None,
        type outcome not None, type rational not None, tuple limits not None,
    ):
        self._ask, self._note, self._look = ask, note, look
        self._index, self._positions, self._arrays = index, positions, arrays
        self._outcome, self._rational = outcome, rational
        self._max_positions, self._max_outcomes = limits
        self._known = {}

    def __dealloc__(self):
        cdef Py_ssize_t at
        for at in range(4):
            free(self._rows[at].data)

    def follow(self, position, list moves not None):
        """Write down what can follow each of some moves.

        Returns
        -------
        int
            0; 1 if there are more positions than allowed, 2 if there are more moves and outcomes.
        """
        cdef object move, given
        cdef Py_ssize_t at
        cdef int64_t end
        for at in range(4):
            self._rows[at].size = 0
        for move in moves:
            try:
                given = PyObject_CallFunctionObjArgs(self._ask, <PyObject*> position, <PyObject*> move, NULL)
            except Exception as error:
                self._note(error, position, move)
                raise
            self._add(position, move, given)
            self.moves += 1
            end = self.targets
            add(&self._rows[2], &end, sizeof(int64_t))
            if len(self._positions) > self._max_positions:
                return 1
            if self.targets + self.moves + self._long > self._max_outcomes:
                return 2
        for at in range(4):
            self._arrays[at].frombytes(self._rows[at].data[: self._rows[at].size])
        return 0

    cdef int _add(self, object position, object move, object given) except -1:
        """Write down what can follow a move."""
        cdef Known known = None
        cdef Py_ssize_t count = -1, size
        cdef bytes numbers
        if type(given) is list:
            known = self._find(<list> given, move)
            if known is not None:
                count = self._number(<list> given, known)
        if count < 0:
            numbers, known, again = self._look(position, move, given)
            size = len(numbers)
            count = size // <Py_ssize_t> sizeof(int32_t)
            add(&self._rows[0], <const char*> numbers, size)
            if again:
                self._keep(move, known)
        add(&self._rows[1], <const char*> known.numbers, len(known.numbers))
        add(&self._rows[3], &known.over, sizeof(int32_t))
        self.targets += count
        self._long += known.long_count
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

    cdef Py_ssize_t _number(self, list given, Known known) except -2:
        """Number the positions of known outcomes; -1 if two are one, or one cannot be hashed."""
        cdef Py_ssize_t at, before, count = 0, size = self._rows[0].size
        cdef int32_t number
        cdef int32_t *found
        cdef object after
        cdef PyObject *entry
        try:
            for at in range(len(given)):
                after = <object> PyTuple_GetItem(<object> PyList_GetItem(given, at), 1)
                if after is None:
                    continue
                entry = PyDict_GetItemWithError(self._index, after)
                if entry is NULL:
                    number = len(self._positions)
                    self._index[after] = number
                    self._positions.append(after)
                else:
                    number = <object> entry
                add(&self._rows[0], &number, sizeof(int32_t))
                count += 1
        except TypeError:
            self._rows[0].size = size
            return -1
        found = <int32_t*> (self._rows[0].data + size)
        if count > FORMS:
            if len({found[at] for at in range(count)}) == count:
                return count
        else:
            for at in range(1, count):
                for before in range(at):
                    if found[before] == found[at]:
                        break
                else:
                    continue
                break
            else:
                return count
        self._rows[0].size = size
        return -1

    cdef int _keep(self, object move, Known known) except -1:
        cdef list forms = self._known.get(move)
        if forms is None:
            if len(self._known) == KEPT:
                self._known.clear()
            self._known[move] = [known]
            return 0
        forms.insert(0, known)
        if len(forms) > FORMS:
            forms.pop()
        return 0
