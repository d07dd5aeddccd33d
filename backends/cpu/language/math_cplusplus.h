/* min and max for a C++ compiler, which checks kernel files as nvcc reads them: exactly CUDA's overloads, so that the
 * same calls are ambiguous. The other overloads are from <math.h> in C++.
 */
#ifndef LW_CPU_MATH_CPLUSPLUS_H
#define LW_CPU_MATH_CPLUSPLUS_H

#include "qualifiers.h"

#define LW_CPU_OVERLOAD(type, first, second)                                                                           \
    LW_CPU_INLINE type min(first a, second b)                                                                          \
    {                                                                                                                  \
        return (type)a < (type)b ? (type)a : (type)b;                                                                  \
    }                                                                                                                  \
    LW_CPU_INLINE type max(first a, second b)                                                                          \
    {                                                                                                                  \
        return (type)a > (type)b ? (type)a : (type)b;                                                                  \
    }
/* clang-format off */
#define LW_CPU_OVERLOAD_SIGNS(type)                                                                                    \
    LW_CPU_OVERLOAD(type, type, type)                                                                                  \
    LW_CPU_OVERLOAD(unsigned type, unsigned type, unsigned type)                                                       \
    LW_CPU_OVERLOAD(unsigned type, unsigned type, type)                                                                \
    LW_CPU_OVERLOAD(unsigned type, type, unsigned type)
/* clang-format on */
LW_CPU_OVERLOAD_SIGNS(int)
LW_CPU_OVERLOAD_SIGNS(long)
LW_CPU_OVERLOAD_SIGNS(long long)
LW_CPU_OVERLOAD(float, float, float)
LW_CPU_OVERLOAD(double, double, double)
LW_CPU_OVERLOAD(double, float, double)
LW_CPU_OVERLOAD(double, double, float)
#undef LW_CPU_OVERLOAD
#undef LW_CPU_OVERLOAD_SIGNS

/* Chooses from two functions the one for the type. */
extern "C++" {
template <typename type> struct lw_cpu_for_type;
template <> struct lw_cpu_for_type<float> {
    template <typename single, typename twice> static single *of(single *function, twice *) { return function; }
};
template <> struct lw_cpu_for_type<double> {
    template <typename single, typename twice> static twice *of(single *, twice *function) { return function; }
};
}

#endif
