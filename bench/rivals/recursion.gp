/* The recursion on pairs of needs in rationals, for PARI/GP: prints the numerators of V(n, n), n = 1 .. N.
   echo 'N = 80;' | cat - recursion.gp | gp -q */
{
x = matrix(N, N); y = matrix(N, N);
for(t = 2, 2*N, for(i = (t+1)\2, min(N, t-1), j = t - i;
  b = vector(i, k, if(k == i, 1, if(i-k >= j, y[i-k, j], 1 - x[j, i-k])));
  a = vector(j, k, if(k == j, 0, x[i, j-k]));
  k = 1; l = 1; ok = 0;
  while(!ok,
    d = 2^k + 2^l - 1;
    hx = ((2^k - 1)*a[l] + 2^l*b[k])/d; hy = (2^k*a[l] + (2^l - 1)*b[k])/d;
    bk = 1; bg = -1; for(m = 1, i, g = (b[m] - hy)/2^m; if(g > bg, bg = g; bk = m));
    bl = 1; bg = 1; for(m = 1, j, g = (a[m] - hx)/2^m; if(g < bg, bg = g; bl = m));
    ok = (bk == k && bl == l); k = bk; l = bl);
  x[i, j] = hx; y[i, j] = hy));
for(n = 1, N, print(numerator(x[n, n])));
}
