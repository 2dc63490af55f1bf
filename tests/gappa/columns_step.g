# `columns`: the relative errors of one step in double words, w = u² = 2^-106, from those of the operations (3w, 7w, 18w)
# and of the tables (w). In hexadecimal: 9, 12, 31, 41, 49 times w, and a little for terms of higher order.
w = 1b-106;
E = (1 + y) * (1 + c) * (1 + m1) - 1;
ratio = (1 + x) * (1 + qt) / (1 + Etotal) - 1;
step = (1 + r) * (1 + b) * (1 + m2) - 1;
other = (1 + s) * (1 + c2) * (1 + m3) - 1;
{ |x| <= 1b-106 /\ |y| <= 1b-106 /\ |c| <= 1b-106 /\ |c2| <= 1b-106
  /\ |m1| <= 0x7.0000001p-106 /\ |m2| <= 0x7.0000001p-106 /\ |m3| <= 0x7.0000001p-106 /\ |qt| <= 18b-106 /\ |b| <= 3b-106
  /\ |Etotal| <= 0xc.04p-106 /\ |r| <= 0x1f.05p-106 /\ |s| <= 0x29.08p-106
  -> |E| <= 0x9.01p-106 /\ |ratio| <= 0x1f.05p-106 /\ |step| <= 0x29.08p-106 /\ |other| <= 0x31.0cp-106 }
