# One step of `refresh` in sweeps.h: U = (1 + Q M - O) / (1 + Q) from bounds of P(1, ., .) of both players, M and O, is on the
# outer side. Q is the exact chance of tails, q its nearest float; all as the kernel has it, 1 / (1 + q) made first.
@rnd = float<ieee_64, ne>;
s = rnd(1 + q);
share = rnd(1 / s);
one = rnd(q * M);
two = rnd(1 + one);
three = rnd(two - O);
four = rnd(three * share);
low = rnd(four - @OUTWARD@);
high = rnd(four + @OUTWARD@);
N = 1 + Q * M - O;
exact = N / (1 + Q);
{ q in [0, 1] /\ q - Q in [-1b-54, 1b-54] /\ M in [-1b-40, 1.0001] /\ O in [-1b-40, 1.0001] /\ N in [-1b-3, 2.001]
  -> low - exact <= 0 /\ high - exact >= 0 }
N -> (1 + q * M - O) - (q - Q) * M;
share - 1 / (1 + Q) -> (share - 1 / s) - ((s - (1 + q)) + (q - Q)) / (s * (1 + Q)) { s <> 0, 1 + Q <> 0 };
three - N -> (three - (two - O)) + (two - (1 + one)) + (one - q * M) + (q - Q) * M;
four - exact -> (four - three * share) + (three - N) * share + N * (share - 1 / (1 + Q)) { 1 + Q <> 0 };
low - exact -> (low - (four - @OUTWARD@)) + (four - exact) - @OUTWARD@;
high - exact -> (high - (four + @OUTWARD@)) + (four - exact) + @OUTWARD@;
$ q in 16;
