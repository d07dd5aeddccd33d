/* Loads and stores with cache hints, which the CPU ignores. The types are CUDA's: numbers, and vectors of two or four
 * numbers with 16 bytes at most. A load's result is not assignable. __ldg() is for memory that no thread writes while
 * the kernel runs: here it reads such a write, on a GPU perhaps not. */
#ifndef LW_CPU_LOAD_H
#define LW_CPU_LOAD_H

#include "half_hooks.h"
#include "qualifiers.h"
#include "vector_types.h"

/* C++ cannot copy a volatile structure. */
#ifdef __cplusplus
#define LW_CPU_HINTED(pointer, what) (void)0
#define LW_CPU_UNCACHED
#else
#define LW_CPU_UNCACHED volatile
#define LW_CPU_HINTED(pointer, what)                                                                                   \
    _Static_assert(_Generic(*(pointer),                                                                                \
                       char: 1,                                                                                        \
                       signed char: 1,                                                                                 \
                       unsigned char: 1,                                                                               \
                       short: 1,                                                                                       \
                       unsigned short: 1,                                                                              \
                       int: 1,                                                                                         \
                       unsigned: 1,                                                                                    \
                       long: 1,                                                                                        \
                       unsigned long: 1,                                                                               \
                       long long: 1,                                                                                   \
                       unsigned long long: 1,                                                                          \
                       float: 1,                                                                                       \
                       double: 1,                                                                                      \
                       char2: 1,                                                                                       \
                       char4: 1,                                                                                       \
                       uchar2: 1,                                                                                      \
                       uchar4: 1,                                                                                      \
                       short2: 1,                                                                                      \
                       short4: 1,                                                                                      \
                       ushort2: 1,                                                                                     \
                       ushort4: 1,                                                                                     \
                       int2: 1,                                                                                        \
                       int4: 1,                                                                                        \
                       uint2: 1,                                                                                       \
                       uint4: 1,                                                                                       \
                       longlong2: 1,                                                                                   \
                       ulonglong2: 1,                                                                                  \
                       float2: 1,                                                                                      \
                       float4: 1,                                                                                      \
                       double2: 1 LW_CPU_IF_HALF(, __half : 1, __half2 : 1)                                            \
                           LW_CPU_IF_BFLOAT16(, __nv_bfloat16 : 1, __nv_bfloat162 : 1),                                \
                       default: 0),                                                                                    \
                   what " takes a number, or a vector of two or four numbers and at most 16 bytes")
#endif
#define LW_CPU_LOAD(qualifier, what, pointer)                                                                          \
    __extension__({                                                                                                    \
        LW_CPU_HINTED(pointer, what);                                                                                  \
        *(const qualifier __typeof__(*(pointer)) *)(pointer);                                                          \
    })
#define LW_CPU_STORE(qualifier, what, pointer, value)                                                                  \
    __extension__({                                                                                                    \
        LW_CPU_HINTED(pointer, what);                                                                                  \
        *(qualifier __typeof__(*(pointer)) *)(pointer) = (value);                                                      \
        (void)0;                                                                                                       \
    })

#ifdef LW_CPU_CHECKED
#define __ldg(pointer) (emu_checked_ldg(pointer, sizeof *(pointer)), LW_CPU_LOAD(, "__ldg", pointer))
#else
#define __ldg(pointer) LW_CPU_LOAD(, "__ldg", pointer)
#endif
#define __ldca(pointer) LW_CPU_LOAD(, "__ldca", pointer)
#define __ldcg(pointer) LW_CPU_LOAD(, "__ldcg", pointer)
#define __ldcs(pointer) LW_CPU_LOAD(, "__ldcs", pointer)
#define __ldlu(pointer) LW_CPU_LOAD(, "__ldlu", pointer)
#define __ldcv(pointer) LW_CPU_LOAD(LW_CPU_UNCACHED, "__ldcv", pointer)
#define __stwb(pointer, value) LW_CPU_STORE(, "__stwb", pointer, value)
#define __stcg(pointer, value) LW_CPU_STORE(, "__stcg", pointer, value)
#define __stcs(pointer, value) LW_CPU_STORE(, "__stcs", pointer, value)
#define __stwt(pointer, value) LW_CPU_STORE(LW_CPU_UNCACHED, "__stwt", pointer, value)

#endif
