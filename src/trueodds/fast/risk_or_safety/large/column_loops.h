/* The loops of `column_rows.h`, included once for each kind of processor.

   So without a guard, and it undefines its macros. The operations on double words are those of `double_word.pxd`, bit
   for bit. */

TARGET static inline double_word NAME(fast_two_sum)(double a, double b) {
    double_word z;
    z.hi = a + b;
    z.lo = b - (z.hi - a);
    return z;
}
TARGET static inline double_word NAME(plus)(double_word a, double_word b) {
    double s = a.hi + b.hi, t = s - a.hi, s_low = (a.hi - (s - t)) + (b.hi - t);
    double v = a.lo + b.lo, w = v - a.lo, v_low = (a.lo - (v - w)) + (b.lo - w);
    double_word z = NAME(fast_two_sum)(s, s_low + v);
    return NAME(fast_two_sum)(z.hi, v_low + z.lo);
}
TARGET static inline double_word NAME(times)(double_word a, double_word b) {
    double product = a.hi * b.hi;
    return NAME(fast_two_sum)(product, PRODUCT_REST(a.hi, b.hi, product) + (a.hi * b.lo + a.lo * b.hi));
}

TARGET static void NAME(compute_rows)(long rows, long k, double_word weight, double_word rest, int half, double share,
                                      double fall, const double *a, const double *a_low, double *y, double *y_low,
                                      double *r, double *part, double *part_low, double *x, double *x_low, double *g,
                                      int64_t *fits) {
    const double twice = half ? 2.0 : 1.0;
    for (long q = 0; q < rows; q++) {
        double_word lead = {a[q], a_low[q]}, against = {-a[q], -a_low[q]}, bank = {y[q - k], y_low[q - k]};
        double_word d = NAME(times)(weight, NAME(plus)(bank, against));
        double before = r[q - 1] * fall, now;
        part[q] = d.hi;
        part_low[q] = d.lo;
        if (!half) d = NAME(times)(rest, d);
        d = NAME(plus)(lead, d);
        y[q] = d.hi;
        y_low[q] = d.lo;
        now = d.hi * UP;
        r[q] = now > before ? now : before;
    }
    for (long q = 0; q < rows; q++) {
        double_word lead = {a[q], a_low[q]}, d = {twice * part[q], twice * part_low[q]};
        d = NAME(plus)(lead, d);
        x[q] = d.hi;
        x_low[q] = d.lo;
        g[q] = (share * part[q]) * UP + MARGIN * d.hi;
        fits[q] = -(int64_t)(d.hi <= 0x1p300);
    }
}

TARGET static void NAME(compare_rows)(long rows, long best, long last, const double *power, double gap,
                                      const double *value, const double *const *larger, const double *const *smaller,
                                      const double *most, const double *bound, double *floor, int64_t *proved) {
    const double *u = larger[best], *v = smaller[best];
    double weight = power[best], p = power[1], next = power[last + 1];
    for (long q = 0; q < rows; q++) {
        double gain = weight * ((u[q] - v[q]) - MARGIN * u[q]);
        floor[q] = gain - gap * value[q];
        proved[q] &= -(int64_t)(gain > 0.0);
    }
    for (long t = 1; t <= last; t++) {
        if (t == best) continue;
        u = larger[t], v = smaller[t], weight = power[t];
        for (long q = 0; q < rows; q++) {
            double gain = weight * ((u[q] - v[q]) + MARGIN * u[q]);
            proved[q] &= -(int64_t)(floor[q] > gain);
        }
    }
    u = larger[last], v = smaller[last], weight = power[last];
    for (long q = 0; q < rows; q++) {
        double by_power = next * bound[q];
        double gain = weight * (most[q] + p * ((u[q] - v[q]) + MARGIN * u[q]));
        gain = gain < by_power ? gain : by_power;
        proved[q] &= -(int64_t)(floor[q] > gain * UP);
    }
}

#undef NAME
#undef TARGET
#undef PRODUCT_REST
