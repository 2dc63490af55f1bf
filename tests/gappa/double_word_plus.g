# `dw_plus_dw` of numbers of one sign, |ah| >= |bh|, scaled: off by at most 3 u^2 of the sum of the high parts. `two_sum` and
# `fast_two_sum` are exact. (Signs that differ, where parts cancel: Joldes, Muller, Popescu 2017, Theorem 3.1.)
@rnd = float<ieee_64, ne>;
sh = rnd(ah + bh);
th = rnd(al + bl);
c = rnd((ah + bh - sh) + th);
vh = rnd(sh + c);
w = rnd((al + bl - th) + (sh + c - vh));
off = (c - ((ah + bh - sh) + th)) + (w - ((al + bl - th) + (sh + c - vh)));
most = @PLUS@b-106 * (ah + bh);
{ ah in [1, 2] /\ bh in [0, 2] /\ |al| <= 1b-53 /\ |bl| <= 1b-53 -> off - most <= 0 /\ off + most >= 0 }
$ ah in 8, bh in 16;
