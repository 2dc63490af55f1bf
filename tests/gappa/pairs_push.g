# `pairs`: a result is a product of at most 11 factors 1 + e of the exact one, e at most 2^-53; times DOWN or UP, rounded.
all = (1 + e1) * (1 + e2) * (1 + e3) * (1 + e4) * (1 + e5) * (1 + e6) * (1 + e7) * (1 + e8) * (1 + e9) * (1 + e10) * (1 + e11) * (1 + e12);
{ |e1| <= 1b-53 /\ |e2| <= 1b-53 /\ |e3| <= 1b-53 /\ |e4| <= 1b-53 /\ |e5| <= 1b-53 /\ |e6| <= 1b-53 /\ |e7| <= 1b-53
  /\ |e8| <= 1b-53 /\ |e9| <= 1b-53 /\ |e10| <= 1b-53 /\ |e11| <= 1b-53 /\ |e12| <= 1b-53
  -> all * @DOWN@ <= 1 /\ all * @UP@ >= 1 }
