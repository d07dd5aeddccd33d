/* make_float4() and similar functions: one for each vector type, with one argument for each component. It replaces
 * CUDA's <vector_functions.h>. */
#ifndef LW_CPU_VECTOR_FUNCTIONS_H
#define LW_CPU_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#define LW_CPU_MAKE __attribute__((always_inline, unused)) static inline
#define LW_CPU_MAKE_1(name, type)                                                                                      \
    LW_CPU_MAKE name make_##name(type x)                                                                               \
    {                                                                                                                  \
        name vector = {x};                                                                                             \
        return vector;                                                                                                 \
    }
#define LW_CPU_MAKE_2(name, type)                                                                                      \
    LW_CPU_MAKE name make_##name(type x, type y)                                                                       \
    {                                                                                                                  \
        name vector = {x, y};                                                                                          \
        return vector;                                                                                                 \
    }
#define LW_CPU_MAKE_3(name, type)                                                                                      \
    LW_CPU_MAKE name make_##name(type x, type y, type z)                                                               \
    {                                                                                                                  \
        name vector = {x, y, z};                                                                                       \
        return vector;                                                                                                 \
    }
#define LW_CPU_MAKE_4(name, type)                                                                                      \
    LW_CPU_MAKE name make_##name(type x, type y, type z, type w)                                                       \
    {                                                                                                                  \
        name vector = {x, y, z, w};                                                                                    \
        return vector;                                                                                                 \
    }
#define LW_CPU_MAKE_ALL(name, type)                                                                                    \
    LW_CPU_MAKE_1(name##1, type) LW_CPU_MAKE_2(name##2, type) LW_CPU_MAKE_3(name##3, type) LW_CPU_MAKE_4(name##4, type)

LW_CPU_MAKE_ALL(char, signed char)
LW_CPU_MAKE_ALL(uchar, unsigned char)
LW_CPU_MAKE_ALL(short, short)
LW_CPU_MAKE_ALL(ushort, unsigned short)
LW_CPU_MAKE_ALL(int, int)
LW_CPU_MAKE_ALL(uint, unsigned)
LW_CPU_MAKE_ALL(long, long)
LW_CPU_MAKE_ALL(ulong, unsigned long)
LW_CPU_MAKE_ALL(longlong, long long)
LW_CPU_MAKE_ALL(ulonglong, unsigned long long)
LW_CPU_MAKE_ALL(float, float)
LW_CPU_MAKE_ALL(double, double)
LW_CPU_MAKE_4(long4_16a, long)
LW_CPU_MAKE_4(long4_32a, long)
LW_CPU_MAKE_4(ulong4_16a, unsigned long)
LW_CPU_MAKE_4(ulong4_32a, unsigned long)
LW_CPU_MAKE_4(longlong4_16a, long long)
LW_CPU_MAKE_4(longlong4_32a, long long)
LW_CPU_MAKE_4(ulonglong4_16a, unsigned long long)
LW_CPU_MAKE_4(ulonglong4_32a, unsigned long long)
LW_CPU_MAKE_4(double4_16a, double)
LW_CPU_MAKE_4(double4_32a, double)

#undef LW_CPU_MAKE
#undef LW_CPU_MAKE_1
#undef LW_CPU_MAKE_2
#undef LW_CPU_MAKE_3
#undef LW_CPU_MAKE_4
#undef LW_CPU_MAKE_ALL

#endif

#endif
