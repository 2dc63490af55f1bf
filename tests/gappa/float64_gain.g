# The float64 step of `columns`: p^t (B - Y) from high parts alone, b and y off by r < 2^-60 and by their low parts (u), p^t
# by u and its table's w, one difference, one product, one with MARGIN; pushed by MARGIN p^t max(B, Y) it is a bound.
difference = (B * (1 + eb) - Y * (1 + ey)) * (1 + e1);
off = difference - (B - Y);
{ B in [0, 1] /\ Y in [0, 1] /\ |eb| <= 0x1.02p-53 /\ |ey| <= 0x1.02p-53 /\ |e1| <= 1b-53 -> |off| <= @MARGIN@ }
off -> (B * eb - Y * ey) + e1 * (B * (1 + eb) - Y * (1 + ey));
