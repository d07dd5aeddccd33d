/* min and max for a C++ compiler, which checks kernel files as nvcc will read them: exactly CUDA's overloads, so that a
 * call it finds ambiguous is ambiguous here. The other overloads are those of <math.h> in C++.
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

/* Of a pair of functions, the one for a type. */
extern "C++" {
template <typename type> struct lw_cpu_by;
template <> struct lw_cpu_by<float> {
    template <typename single, typename twice> static single *of(single *function, twice *) { return function; }
};
template <> struct lw_cpu_by<double> {
    template <typename single, typename twice> static twice *of(single *, twice *function) { return function; }
};
}

#endif
