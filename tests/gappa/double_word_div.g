# `dw_div_dw`, scaled: off by at most 18 u^2 of the quotient. `two_prod` and `fast_two_sum` are exact; t + q is the result.
@rnd = float<ieee_64, ne>;
t = rnd(ah / bh);
ch = rnd(bh * t);
cl = bh * t - ch;
p = rnd(bl * t);
rl = rnd(cl + p);
rh = rnd(ch + rl);
rr = ch + rl - rh;
d1 = rnd(ah - rh);
d2 = rnd(al - rr);
d = rnd(d1 + d2);
q = rnd(d / bh);
A = ah + al;
B = bh + bl;
rest = A - t * B;
off = (q - d / bh) + (d - rest) / bh + rest * bl / (bh * B);
exact = A / B;
{ ah in [1, 2] /\ bh in [1, 2] /\ |al| <= 1b-53 /\ |bl| <= 1b-53 -> off / exact in [-@DIV@b-106, @DIV@b-106] }
rest -> (0 - bh * (t - ah / bh)) + al - t * bl { bh <> 0 };
ah - rh -> (0 - bh * (t - ah / bh)) - (rh - (ch + rl)) - (rl - (cl + p)) - p { bh <> 0 };
d - rest -> (d - (d1 + d2)) + (d1 - (ah - rh)) + (d2 - (al - rr)) - (rl - (cl + p)) - (p - bl * t);
$ ah in 8, bh in 8;
