# One step of `either` in sweeps.h: going on, from the bounds of U and of one open point more, is on the outer side.
# P, Q are the exact chances of heads and tails, p and q their nearest floats; U and N are the bounds that are read.
@rnd = float<ieee_64, ne>;
one = rnd(q * U);
two = rnd(p * N);
sum = rnd(one + two);
low = rnd(sum - @OUTWARD@);
high = rnd(sum + @OUTWARD@);
exact = Q * U + P * N;
{ q in [0, 1] /\ p in [0, 1] /\ q - Q in [-1b-54, 1b-54] /\ p - P in [-1b-54, 1b-54] /\ U in [0, 1.0001] /\ N in [0, 1]
  -> low - exact <= 0 /\ high - exact >= 0 }
low - exact -> (low - (sum - @OUTWARD@)) + (sum - (one + two)) + (one - q * U) + (two - p * N) + (q - Q) * U + (p - P) * N - @OUTWARD@;
high - exact -> (high - (sum + @OUTWARD@)) + (sum - (one + two)) + (one - q * U) + (two - p * N) + (q - Q) * U + (p - P) * N + @OUTWARD@;
