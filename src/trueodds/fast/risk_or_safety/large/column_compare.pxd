"""The double-word step: compares all numbers of coins at a pair, with error bounds, and proves the best."""


from .column_state cimport MAX_CANDIDATES, UP, Sweep, banked, is_kept, power
from .double_word cimport (Extended, ext_div, ext_less, ext_max, ext_min, ext_minus, ext_plus, ext_times,
                           ext_times_double, extend_double)
from .scaling cimport times_power


cdef struct Verdict:  # on one player's choices at a pair
    Py_ssize_t best
    Py_ssize_t last  # the last t tried
    Extended gain
    Extended floor  # the gain, less its error
    Extended second  # the next best gain
    Extended rest  # of all others tried, gain plus error at most
    Extended tail  # of all not tried
    bint sure  # the tail is less than the floor


cdef inline Extended tail_bound(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t t, bint leads,
                                Extended base) noexcept nogil:
    """More than anyone gains by going for more than t; `base` is Y, or X if the leading player is to toss."""
    cdef Py_ssize_t row = i - t, at
    cdef Extended by_power = power(g, t + 1), by_gain, bank = banked(g, i, j, t, leads), gain
    if leads:
        at = g.column_at[t] + i
        by_power = ext_times(by_power, base)
        by_gain = ext_minus(base, bank)
        gain = extend_double(g.g[at], -512 * g.scale[at])
    else:
        by_power = ext_times(by_power, extend_double(g.r[row - 1], -512 * g.y_scale[row - 1]))
        by_gain = ext_minus(bank, base)
        gain = extend_double(g.g[g.column_at[0] + row], -512 * g.y_scale[row])
    by_gain = ext_plus(by_gain, ext_times_double(ext_max(bank, base), 4.0 * g.error * (i + j)))
    by_gain = ext_times(power(g, t), ext_plus(gain, ext_times(power(g, 1), by_gain)))
    return ext_times_double(ext_min(by_power, by_gain), UP)


cdef inline Extended gain_of(const Sweep* g, Py_ssize_t i, Py_ssize_t j, Py_ssize_t t, bint leads, Extended base,
                             Extended* doubt) noexcept nogil:
    """What the one to toss gains by going for t, and how far that may be off."""
    cdef Extended bank = banked(g, i, j, t, leads), weight = power(g, t)
    doubt[0] = ext_times_double(ext_times(weight, ext_max(bank, base)), 4.0 * g.error * (i + j))
    return ext_times(weight, ext_minus(base, bank) if leads else ext_minus(bank, base))


cdef inline Verdict compare(Sweep* g, Py_ssize_t i, Py_ssize_t j, bint leads, Extended base,
                            Extended value) noexcept nogil:
    """Try t = 1, 2, … until all others are proved to gain less; `value` is X, or Y for the leading player."""
    cdef Verdict v
    cdef Py_ssize_t t, limit = j if leads else i
    cdef Extended gain, doubt, nothing = extend_double(-1.0, 1000), least = extend_double(1.0, 1000)
    if g.gap[leads] < 1.0:
        least = ext_times_double(value, g.gap[leads])
    v.best = v.last = 0
    v.sure = False
    v.gain = v.floor = v.second = v.rest = v.tail = nothing
    for t in range(1, limit + 1):
        if not is_kept(g, i, j, t, leads):
            break
        gain = gain_of(g, i, j, t, leads, base, &doubt)
        if v.best == 0 or ext_less(v.gain, gain):
            if v.best:
                v.second = v.gain
                v.rest = ext_max(v.rest, ext_plus(v.gain, ext_minus(v.gain, v.floor)))
            v.best = t
            v.gain = gain
            v.floor = ext_minus(gain, doubt)
        else:
            v.second = ext_max(v.second, gain)
            v.rest = ext_max(v.rest, ext_plus(gain, doubt))
        v.last = t
        if t == limit:
            v.sure = True
            v.tail = nothing
            break
        v.tail = tail_bound(g, i, j, t, leads, base)
        v.sure = ext_less(v.tail, v.floor)
        if v.sure and (ext_less(v.tail, v.second) or ext_less(least, ext_minus(v.floor, v.tail))):
            break
    g.work += v.last
    return v


cdef inline bint surely_gains_more(const Sweep* g, Py_ssize_t i, Py_ssize_t j, bint leads, Extended base,
                                   const Verdict* v, Py_ssize_t present) noexcept nogil:
    """Whether the best that was found surely gains more than the present choice."""
    cdef Extended gain, doubt
    if v.best == present:
        return False
    gain = gain_of(g, i, j, present, leads, base, &doubt)
    return ext_less(ext_plus(gain, doubt), v.floor)


cdef inline bint prove_best(Sweep* g, Py_ssize_t i, Py_ssize_t j, bint leads, Extended base, Extended value,
                            const Verdict* v, Py_ssize_t present) noexcept nogil:
    """Whether the present choice is proved best; if so its gap is noted, else all that could be best."""
    cdef Extended gain, doubt, gap
    cdef Py_ssize_t t
    cdef long long count = 0
    if v.best == present and v.sure and ext_less(v.rest, v.floor):
        gap = ext_div(ext_minus(v.gain, ext_max(v.second, v.tail)), value)
        if gap.e < 10 and times_power(gap.hi, gap.e) < g.gap[leads]:
            g.gap[leads] = times_power(gap.hi, gap.e)
            g.gap_at[2 * leads] = i
            g.gap_at[2 * leads + 1] = j
        return True
    g.candidate_count[leads] = -1
    if not v.sure:
        return False
    for t in range(1, v.last + 1):
        gain = gain_of(g, i, j, t, leads, base, &doubt)
        if not ext_less(ext_plus(gain, doubt), v.floor):
            if count == MAX_CANDIDATES:
                return False
            g.candidates[MAX_CANDIDATES * leads + count] = t
            count += 1
    g.candidate_count[leads] = count
    return False
