# `tighten`: a sum of k + 2 roundings a term is V (1 + d) with 1 - (k+2) u <= 1 + d <= 1 / (1 - (k+2) u). Times 1 - g or
# fl(1 + g), g = (k+7) u, and rounded (e), it is on the outer side of V; k is a whole number below 2^25.
u = 1b-53;
over = (1 - (k + @SLACK@) * u) * (1 + e) - (1 - (k + 2) * u);
under = (1 - (k + 2) * u) * (1 + (k + @SLACK@ - 1) * u) * (1 + e) - 1;
{ k in [0, 1b25] /\ |e| <= 1b-53 -> over <= 0 /\ under >= 0 }
over -> (e - (@SLACK@ - 2) * u) - (k + @SLACK@) * u * e;
under -> (@SLACK@ - 3) * u - (k + 2) * (k + @SLACK@ - 1) * (u * u) + e * (1 - (k + 2) * u) * (1 + (k + @SLACK@ - 1) * u);
