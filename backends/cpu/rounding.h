/* Rounding in a direction other than the processor's: from the nearest number and what it leaves of the exact value. */
#ifndef LW_CPU_ROUNDING_H
#define LW_CPU_ROUNDING_H

#include "qualifiers.h"

enum lw_cpu_rounding { LW_CPU_ROUND_ZERO, LW_CPU_ROUND_UP, LW_CPU_ROUND_DOWN };

/* `nearest` is a neighbour of the exact value or the value itself; `rest` has the sign of exact - nearest, and may be a
 * NaN where both are infinite. */
#define LW_CPU_ROUND(type, next)                                                                                       \
    LW_CPU_INLINE type lw_cpu_round_##type(type nearest, long double rest, enum lw_cpu_rounding direction)             \
    {                                                                                                                  \
        if (rest > 0 && (direction == LW_CPU_ROUND_UP || (direction == LW_CPU_ROUND_ZERO && nearest < 0)))             \
            return next(nearest, (type)HUGE_VAL);                                                                      \
        if (rest < 0 && (direction == LW_CPU_ROUND_DOWN || (direction == LW_CPU_ROUND_ZERO && nearest > 0)))           \
            return next(nearest, (type)-HUGE_VAL);                                                                     \
        return nearest;                                                                                                \
    }
LW_CPU_ROUND(float, nextafterf)
LW_CPU_ROUND(double, (nextafter))
#undef LW_CPU_ROUND

#endif
