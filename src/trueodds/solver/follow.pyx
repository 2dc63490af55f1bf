"""Where a move leads whose probabilities and payoffs came before, in the same order: the numbers of the positions.

Cost: a look into a dictionary and two comparisons an outcome. Memory: what is returned.
"""


def follow(
    list given not None, tuple chances not None, tuple payoffs not None, dict index not None, list positions not None,
    type outcome not None, type rational not None,
):
    """Number the positions to which outcomes lead, new ones too, if these outcomes are like known ones.

    Parameters
    ----------
    given : list
        What the rules gave.
    chances, payoffs : tuple
        The probabilities and payoffs of known outcomes, which have been checked: rationals; None where play goes on.
    index : dict
        The number of each position; gets the new ones.
    positions : list
        All positions; gets the new ones.
    outcome, rational : type
        What each outcome, and each probability and payoff, must be, and nothing derived from it.

    Returns
    -------
    list of int or None
        A number for each outcome that goes on. None if there is anything new or wrong, or two outcomes lead to one
        position: then each outcome is to be looked at by itself. Positions that were new have got their numbers.
    """
    cdef Py_ssize_t at, count = len(given)
    cdef list numbers = []
    cdef object one, chance, after, payoff, known, number
    if count != len(chances):
        return None
    for at in range(count):
        one = given[at]
        if type(one) is not outcome:
            return None
        chance, after, payoff = (<tuple> one)
        known = chances[at]
        if chance is not known and (type(chance) is not rational or chance != known):
            return None
        known = payoffs[at]
        if payoff is not known and (known is None or type(payoff) is not rational or payoff != known):
            return None
        if (after is None) is (known is None):
            return None
        if after is None:
            continue
        try:
            number = index.get(after)
        except TypeError:  # it cannot be hashed
            return None
        if number is None:
            number = len(positions)
            index[after] = number
            positions.append(after)
        numbers.append(number)
    return numbers if len(numbers) < 2 or len(set(numbers)) == len(numbers) else None
