/* Operators of C whose result is undefined: even elements have defined operands, odd ones do not. */
#ifndef V_UNDEFINED_H
#define V_UNDEFINED_H

#include <lanewise/launch.h>

enum { V_CASTS = 10, V_SHIFTS = 6 };

/* out[V_CASTS * i ...]: x[i] as a float and as a double, cast to int, unsigned, long long, unsigned long long; the float
 * to signed char, the double to unsigned short. */
LW_DECLARE_KERNEL(v_casts, (int, n), (const double *, x), (long long *, out));

/* out[V_SHIFTS * i ...]: x[i] by counts[i], to the left, to the right, to the right with its sign; of 32 and of 64 bits. */
LW_DECLARE_KERNEL(v_any_shifts, (int, n), (const unsigned long long *, x), (const int *, counts),
                  (unsigned long long *, out));

#endif
