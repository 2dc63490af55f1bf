"""Rows of words in a text: whole numbers as such, other words each distinct one once.

Cost: some 7 ns a byte, with a look into a table for each word that is no number. Memory: the arrays given, and the
distinct words. Numbers: to 18 digits.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcmp

import numpy as np

cdef enum:
    DIGITS = 18  # that fit into 64 bits
    NO_NUMBER = 1
    NO_ROW = 2


cdef class Words:
    """Distinct words by number, in the order in which they came; a table with open addresses.

    Attributes
    ----------
    table : list of bytes
        The words.
    """

    cdef readonly list table
    cdef int32_t[::1] slots
    cdef uint64_t[::1] codes

    def __cinit__(self):
        self.table = []
        self._make_room(64)

    cdef int _make_room(self, Py_ssize_t size) except -1:
        cdef uint64_t code
        cdef Py_ssize_t at, number
        cdef bytes word
        self.slots, self.codes = np.full(size, -1, dtype=np.int32), np.zeros(size, dtype=np.uint64)
        for number in range(len(self.table)):
            word = self.table[number]
            code = _hash(<const uint8_t*> <const char*> word, len(word))
            at = code & <uint64_t> (size - 1)
            while self.slots[at] >= 0:
                at = (at + 1) & (size - 1)
            self.slots[at], self.codes[at] = number, code
        return 0

    cdef int32_t number(self, const uint8_t* word, Py_ssize_t size) except -2:
        """The number of a word, the next one if it is new."""
        cdef uint64_t code = _hash(word, size)
        cdef Py_ssize_t mask = self.slots.shape[0] - 1, at = code & <uint64_t> mask
        cdef bytes known
        while self.slots[at] >= 0:
            if self.codes[at] == code:
                known = self.table[self.slots[at]]
                if len(known) == size and memcmp(<const char*> known, word, size) == 0:
                    return self.slots[at]
            at = (at + 1) & mask
        cdef int32_t number = len(self.table)
        self.table.append((<const char*> word)[:size])
        self.slots[at], self.codes[at] = number, code
        if 2 * len(self.table) > mask:
            self._make_room(4 * (mask + 1))
        return number


cdef uint64_t _hash(const uint8_t* word, Py_ssize_t size) noexcept:
    """FNV-1a."""
    cdef uint64_t code = 0xCBF29CE484222325
    cdef Py_ssize_t at
    for at in range(size):
        code = (code ^ word[at]) * <uint64_t> 0x100000001B3
    return code ^ (code >> 29)


def scan(
    const uint8_t[::1] text not None, int numbers, bint colon, int64_t[:, ::1] whole not None,
    int32_t[:, ::1] which not None, int64_t[::1] lines not None, list words not None,
):
    """Read the lines of a text.

    Parameters
    ----------
    text : uint8 array
        Whole lines.
    numbers : int
        How many whole numbers a row begins with.
    colon : bool
        Whether a colon separates words, as all that is no letter does.
    whole : int64 array, shape (numbers, rows)
        Gets the numbers; room for as many rows as the text has lines.
    which : int32 array, shape (words, rows)
        Gets the numbers of the words that follow; -1 where the last is left out.
    lines : int64 array, length rows
        Gets the line of each row, from 0.
    words : list of Words
        The distinct words of each column; gets those that are new.

    Returns
    -------
    tuple of five int
        Rows, lines, and where it stopped: 0, or 1 where the word that begins at the fourth and has so many letters as
        the fifth is no whole number, or 2 where a row has so many words as the fifth; these rows are the last counted.
    """
    cdef Py_ssize_t at = 0, end = text.shape[0], start, digit, row = 0, line = 0
    cdef int count, columns = which.shape[0], most = numbers + columns
    cdef int64_t number
    cdef uint8_t letter
    while at < end:
        count = 0
        while at < end and text[at] != 10:
            if text[at] <= 32 or (colon and text[at] == 58):
                at += 1
                continue
            start = at
            while at < end and text[at] > 32 and not (colon and text[at] == 58):
                at += 1
            if count < numbers:
                number = 0
                for digit in range(start, at):
                    letter = text[digit]
                    if letter < 48 or letter > 57 or at - start > DIGITS:
                        lines[row] = line
                        return row + 1, line, NO_NUMBER, start, at - start
                    number = 10 * number + (letter - 48)
                whole[count, row] = number
            elif count < most:
                which[count - numbers, row] = (<Words> words[count - numbers]).number(&text[start], at - start)
            count += 1
        if count:
            lines[row] = line
            if count < most - 1 or count > most:
                return row + 1, line, NO_ROW, 0, count
            if count < most:
                which[columns - 1, row] = -1
            row += 1
        line += 1
        at += 1
    return row, line, 0, 0, 0
