# `dw_times_dw`, scaled: off by 7 u^2 and a little of the product. `two_prod` and `fast_two_sum` are exact.
@rnd = float<ieee_64, ne>;
ch = rnd(ah * bh);
t1 = rnd(ah * bl);
t2 = rnd(al * bh);
t3 = rnd(t1 + t2);
t4 = rnd((ah * bh - ch) + t3);
result = ch + t4;
exact = (ah + al) * (bh + bl);
off = (t1 - ah * bl) + (t2 - al * bh) + (t3 - (t1 + t2)) + (t4 - ((ah * bh - ch) + t3)) - al * bl;
{ ah in [1, 2] /\ bh in [1, 2] /\ al / ah in [-1b-53, 1b-53] /\ bl / bh in [-1b-53, 1b-53] /\ |al| <= 1b-53 /\ |bl| <= 1b-53
  -> (result - exact) / exact in [-0x@TIMES@.0000001p-106, 0x@TIMES@.0000001p-106] }
result - exact -> off;
(result - exact) / exact -> (result - exact) / (ah * bh) / ((1 + al / ah) * (1 + bl / bh)) { ah <> 0, bh <> 0 };
$ ah in 4, bh in 4;
