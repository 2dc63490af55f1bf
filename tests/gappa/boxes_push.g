# `boxes`: a roll has n + 2 factors 1 + e; `lower` takes (n+6) 2^-52 of it away, rounded twice (d, e), `upper` adds it.
u = 1b-53;
over = (1 - 2 * (n + @PUSH@) * u) * (1 + d) * (1 + e) - (1 - (n + 2) * u);
under = (1 - (n + 2) * u) * ((1 + 2 * (n + @PUSH@) * u) * (1 + d) * (1 + e)) - 1;
{ n in [0, 1b20] /\ |d| <= 1b-53 /\ |e| <= 1b-53 -> over <= 0 /\ under >= 0 }
over -> ((d + e + d * e) - (n + 2 * @PUSH@ - 2) * u) - 2 * (n + @PUSH@) * u * (d + e + d * e);
under -> ((n + 2 * @PUSH@ - 2) * u - 2 * (n + 2) * (n + @PUSH@) * (u * u)) + (d + e + d * e) * ((1 - (n + 2) * u) * (1 + 2 * (n + @PUSH@) * u));
