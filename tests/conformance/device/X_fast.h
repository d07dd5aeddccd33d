/* The fast intrinsics, of arrays. */
#ifndef X_FAST_H
#define X_FAST_H

#include <lanewise/launch.h>

#define X_OF_1(X) X(__expf) X(__exp10f) X(__logf) X(__log2f) X(__log10f) X(__sinf) X(__cosf) X(__tanf) X(__tanhf)
#define X_OF_2(X) X(__fdividef) X(__powf)
enum { X_EXP, X_EXP10, X_LOG, X_LOG2, X_LOG10, X_SIN, X_COS, X_TAN, X_TANH, X_FUNCTIONS };

/* out[function * n + i]. */
LW_DECLARE_KERNEL(x_of_1, (int, n), (const float *, x), (float *, out));
LW_DECLARE_KERNEL(x_of_2, (int, n), (const float *, x), (const float *, y), (float *, quotient), (float *, power));
/* Pairs that must be the same: out[6 * i]: __sincosf and the two alone, __tanf and its quotient. */
LW_DECLARE_KERNEL(x_same, (int, n), (const float *, x), (float *, out));
/* out[i]: __powf(x, y) by its definition. */
LW_DECLARE_KERNEL(x_power_by_definition, (int, n), (const float *, x), (const float *, y), (float *, out));

#endif
