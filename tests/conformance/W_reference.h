/* The reference for W's mathematics: the same functions in long double, by the C library and by definitions that
 * keep their digits, and distances in units in the last place.
 *
 * A long double has 64 bits on x86-64 and 113 on aarch64; under valgrind it is a double, and nothing can be
 * measured. */
#ifndef W_REFERENCE_H
#define W_REFERENCE_H

#include <stdbool.h>

#include "device/W_math.h"

typedef struct math_rule {
    const char *name;
    int arguments;                          /* 1 to 4; -2: an int and a number */
    double float_bound, double_bound;       /* as CUDA documents them: ULP from the correctly rounded result */
    double low, high;                       /* the range of random arguments, besides those of every size */
    double inside_low, inside_high;         /* where the bound does not hold (lgamma); if `absolute`, where it does */
    double float_absolute, double_absolute; /* the bound elsewhere, as a distance; 0: there is none */
} math_rule;

extern const math_rule math_rules[MATH_FUNCTIONS];

/* The function's value at x[0], x[1], ... */
long double math_reference(math_function function, const long double *x);

/* The reference's own error, as a distance: near the zeros of Bessel functions the C library's exceeds an ULP of a
 * double. 0 elsewhere. */
double math_reference_slack(math_function function);

/* The distance of `value` from `exact`, in units in the last place of a float (single) or double near `exact`.
 * Infinite if one is a NaN and the other is not; an infinity counts as the first power of two beyond the range. */
double math_distance(double value, long double exact, bool single);

/* Whether a long double is wider than a double. */
bool math_reference_is_wide(void);

#endif
