/* Arithmetic with each rounding, of arrays. */
#ifndef V_ROUNDING_H
#define V_ROUNDING_H

#include <lanewise/launch.h>

/* Results lie as out[(operation * V_ROUNDINGS + rounding) * n + i]. */
enum { V_ADD, V_SUB, V_MUL, V_DIV, V_FMA, V_RCP, V_SQRT, V_OPERATIONS };
enum { V_NEAREST, V_TO_ZERO, V_UP, V_DOWN, V_ROUNDINGS };

LW_DECLARE_KERNEL(v_round_float, (int, n), (const float *, x), (const float *, y), (const float *, z),
                  (unsigned *, out));
LW_DECLARE_KERNEL(v_round_double, (int, n), (const double *, x), (const double *, y), (const double *, z),
                  (long long *, out));
/* out[rounding * n + i]; and the fused ones that never flush denormals, __fmaf_ieee. */
LW_DECLARE_KERNEL(v_round_narrow, (int, n), (const double *, x), (unsigned *, out));
LW_DECLARE_KERNEL(v_round_ieee, (int, n), (const float *, x), (const float *, y), (const float *, z),
                  (unsigned *, out));
LW_DECLARE_KERNEL(v_rsqrt, (int, n), (const float *, x), (unsigned *, out));

#endif
