/* Results that must be exact, to the last bit, of floats and doubles; and functions with more than one result. */
#ifndef W_EXACT_H
#define W_EXACT_H

#include <lanewise/launch.h>

/* Each of W46's functions with a floating result; floats are widened, which is exact. */
typedef struct exact_values {
    double frexp, ldexp, scalbn, scalbln, logb, fmod, remainder, remquo, modf, integral, fdim, nextafter, trunc, round,
        rint, nearbyint, ceil, floor;
    long long exponent, ilogb, quotient, lrint, llrint, lround, llround;
} exact_values;

/* count operands each; x and y are numbers, n powers of two. */
LW_DECLARE_KERNEL(exact_of_floats, (unsigned, count), (const float *, x), (const float *, y), (const int *, n),
                  (exact_values *, out));
LW_DECLARE_KERNEL(exact_of_doubles, (unsigned, count), (const double *, x), (const double *, y), (const int *, n),
                  (exact_values *, out));

/* Six numbers each: x + y, x * y, x / y, 1 / x, sqrt(x), fma(x, y, z). */
LW_DECLARE_KERNEL(arithmetic_of_floats, (unsigned, count), (const float *, x), (const float *, y), (const float *, z),
                  (float *, out));
LW_DECLARE_KERNEL(arithmetic_of_doubles, (unsigned, count), (const double *, x), (const double *, y),
                  (const double *, z), (double *, out));

/* Eight numbers each: sine and cosine by sincos, sin and cos; then the same by sincospi, sinpi and cospi. */
LW_DECLARE_KERNEL(sincos_of_floats, (unsigned, count), (const float *, x), (float *, out));
LW_DECLARE_KERNEL(sincos_of_doubles, (unsigned, count), (const double *, x), (double *, out));

/* norm and rnorm of `dim` numbers, in one thread. */
LW_DECLARE_KERNEL(norm_of_floats, (int, dim), (const float *, x), (float *, out));
LW_DECLARE_KERNEL(norm_of_doubles, (int, dim), (const double *, x), (double *, out));

#endif
