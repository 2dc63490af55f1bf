"""Read tables and models in text form into arrays; each distinct word is stored once.

Cost: a pass over the text, with one hash lookup for each word that is not read as a number. Memory: the arrays passed
in, and the distinct words. Numbers have up to 18 digits.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

cdef enum:
    DIGITS = 18  # any number of this length fits into 64 bits
    NO_NUMBER = 1
    NO_ROW = 2


cdef inline int32_t _number(dict words, const uint8_t* word, Py_ssize_t size) except -2:
    """Return the number of a word; a new word gets the next free number."""
    return words.setdefault((<const char*> word)[:size], len(words))


cdef inline Py_ssize_t _end(const uint8_t* text, Py_ssize_t at) noexcept:
    """Return the index of the end of the line."""
    while text[at] != 10:
        at += 1
    return at


cdef inline int64_t _whole(const uint8_t* text, Py_ssize_t start, Py_ssize_t end) noexcept:
    """Return a whole number, or -1 if the text is not one or has too many digits."""
    cdef int64_t number = 0
    cdef Py_ssize_t at
    if end == start or end - start > DIGITS:
        return -1
    for at in range(start, end):
        if text[at] < 48 or text[at] > 57:
            return -1
        number = 10 * number + (text[at] - 48)
    return number


def scan(
    const uint8_t[::1] text not None, const uint8_t[::1] gaps not None, int64_t[:, ::1] whole not None,
    int32_t[:, ::1] which not None, int64_t[::1] lines not None, list words not None,
):
    """Read rows from complete lines; each row has whole numbers and then words of any kind.

    `gaps` marks the characters that separate words. `whole` receives the whole numbers, `which` the index of each word
    (or -1 for a missing last word), and `lines` the line of each row, counted from 0. These arrays need room for as
    many rows as the text has lines. New words are added to `words`, one dict for each column of words.

    Return the number of rows, the number of lines, a status, an offset and a size. The status is 0 if all rows are
    valid. It is 1 if a word should be a whole number but is not; offset and size are those of the word. It is 2 if a
    row has the wrong number of values; the size is that number. The number of rows includes the invalid row; the number
    of lines does not include its line.
    """
    cdef Py_ssize_t at = 0, end = text.shape[0], start, row = 0, line = 0
    cdef int count, numbers = whole.shape[0], columns = which.shape[0], most = numbers + columns
    cdef const uint8_t* letters = &text[0]
    cdef const uint8_t* is_gap = &gaps[0]
    while at < end:
        count = 0
        while at < end and letters[at] != 10:
            if is_gap[letters[at]]:
                at += 1
                continue
            start = at
            while at < end and not is_gap[letters[at]]:
                at += 1
            if count < numbers:
                whole[count, row] = _whole(letters, start, at)
                if whole[count, row] < 0:
                    lines[row] = line
                    return row + 1, line, NO_NUMBER, start, at - start
            elif count < most:
                which[count - numbers, row] = _number(words[count - numbers], &letters[start], at - start)
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


def scan_drn(
    const uint8_t[::1] text not None, int64_t[::1] first_move not None, int64_t[::1] first_outcome not None,
    int64_t[::1] targets not None, int32_t[::1] states not None, int32_t[::1] moves not None,
    int32_t[::1] which not None, list words not None, int64_t[::1] counts not None,
):
    """Read the states, moves and outcomes of a model in Storm's text form (DRN).

    A state has the line ``state 3 [rewards] labels``, a move ``<tab>action name [rewards]``, and an outcome
    ``<tab><tab>target : probability``; comments begin with ``//``. The text after ``state 3``, ``action`` or the colon
    is stored as one word. `words` has three dicts: for the words of states, of moves and of outcomes.

    `first_move` receives the number of moves before each state, `first_outcome` the number of outcomes before each
    move, `targets` the target of each outcome, and `states`, `moves` and `which` the indices of the words. `counts`
    holds the numbers of states, moves and outcomes read so far. Return the number of the first wrong line, counted
    from 0, or -1 if there is none.
    """
    cdef Py_ssize_t at = 0, stop, start, line = 0, s = counts[0], m = counts[1], o = counts[2]
    cdef dict of_states = words[0], of_moves = words[1], of_outcomes = words[2]
    while at < text.shape[0]:
        stop = _end(&text[0], at)
        if stop - at > 4 and text[at] == 9 and text[at + 1] == 9:
            start = at + 2
            at = start
            while text[at] > 32:
                at += 1
            if o == targets.shape[0] or stop - at < 4:
                return line
            targets[o] = _whole(&text[0], start, at)
            if targets[o] < 0:
                return line
            which[o] = _number(of_outcomes, &text[at + 3], stop - at - 3)
            o += 1
        elif stop - at > 8 and text[at] == 9:
            if m == moves.shape[0]:
                return line
            first_outcome[m] = o
            moves[m] = _number(of_moves, &text[at + 8], stop - at - 8)
            m += 1
        elif stop - at > 6 and text[at] == 115:  # s
            start = at + 6
            at = start
            while text[at] > 32:
                at += 1
            if s == states.shape[0] or _whole(&text[0], start, at) != s:
                return line
            first_move[s] = m
            states[s] = _number(of_states, &text[at], stop - at)
            s += 1
        elif stop > at and text[at] != 47:  # /
            return line
        at = stop + 1
        line += 1
    counts[0], counts[1], counts[2] = s, m, o
    return -1
