/* Chebyshev series, and functions given by such series on consecutive intervals. */
#ifndef EMU_MATH_SERIES_H
#define EMU_MATH_SERIES_H

#include <stdbool.h>

/* The sum of c[k] T_k(s) for -1 <= s <= 1, by Clenshaw's recurrence. */
static inline double series_sum(const double *c, int count, double s)
{
    double next = 0, after = 0;
    for (int k = count - 1; k > 0; k--) {
        double here = c[k] + 2 * s * next - after;
        after = next;
        next = here;
    }
    return c[0] + (s * next - after);
}

/* The same for s near -1, given t = 1 + s: Reinsch's form, in which a rounding error of t does not grow. */
static inline double series_sum_left(const double *c, int count, double t)
{
    double next = 0, both = 0; /* both: `next` plus its value before */
    for (int k = count - 1; k > 0; k--) {
        both = c[k] + 2 * t * next - both;
        next = both - next;
    }
    return c[0] + (t * next - both);
}

#define SERIES_LEFT(c, t) series_sum_left(c, sizeof(c) / sizeof *(c), t)
#define SERIES(c, s) series_sum(c, sizeof(c) / sizeof *(c), s)

/* On [begin, end]: the series, times the distance from the zero, zero + zero_rest, if there is one. */
struct piece {
    double begin, end;
    bool has_zero;
    double zero, zero_rest;
    const double *c;
    int count;
};

/* x must be in one of the pieces. */
static inline double piece_value(const struct piece *piece, double x)
{
    while (x > piece->end)
        piece++;
    double value =
        series_sum(piece->c, piece->count, (x - piece->begin - (piece->end - x)) / (piece->end - piece->begin));
    return piece->has_zero ? ((x - piece->zero) - piece->zero_rest) * value : value;
}

#endif
