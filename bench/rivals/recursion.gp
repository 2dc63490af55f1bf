\\ Risk or Safety by the rational recursion on pairs of needs, for PARI/GP: prints "n a(n)" of A387261, n = 1 ... N.
\\ Call:  gp -q -s 256M recursion.gp  with N set in the first line that is read.
\\ i >= j; the player who needs i trails. X: they are to toss, Y: the other is. Both values are the trailing player's.
bank(i, j, k) = my(m = i - k); if(m == 0, 1, if(m >= j, Y[m, j], 1 - X[j, m]));
lead(i, j, l) = if(l == j, 0, X[i, j - l]);
pair(i, j) =
{
  my(k = 1, l = 1, old, x, y, d, t, best, banks, leads);
  banks = vector(i, m, bank(i, j, m));
  leads = vector(j, m, lead(i, j, m));
  old = [0, 0];
  while(old != [k, l],
    old = [k, l];
    d = 2^k + 2^l - 1;
    x = ((2^k - 1) * leads[l] + 2^l * banks[k]) / d;
    y = (2^k * leads[l] + (2^l - 1) * banks[k]) / d;
    best = banks[k] - y; best >>= k;
    for(m = 1, i, t = (banks[m] - y) >> m; if(t > best, best = t; k = m));
    best = leads[l] - x; best >>= l;
    for(m = 1, j, t = (leads[m] - x) >> m; if(t < best, best = t; l = m)));
  X[i, j] = x; Y[i, j] = y;
};
X = matrix(N, N); Y = matrix(N, N);
for(total = 2, 2 * N, for(i = (total + 1) \ 2, min(N, total - 1), pair(i, total - i)));
for(n = 1, N, print(n, " ", numerator(X[n, n])));
quit;
