/* Loads and stores with cache hints, of every type that has them. */
#ifndef B_LOAD_H
#define B_LOAD_H

#include <lanewise/bfloat16.h>
#include <lanewise/half.h>
#include <lanewise/launch.h>
#include <lanewise/types.h>

/* The types, by a macro of (field, type). */
/* clang-format off */
#define B_LOAD_TYPES(X)                                                                                                \
    X(c, char) X(sc, signed char) X(uc, unsigned char) X(s, short) X(us, unsigned short) X(i, int) X(u, unsigned)      \
    X(l, long) X(ul, unsigned long) X(ll, long long) X(ull, unsigned long long) X(f, float) X(d, double)               \
    X(c2, char2) X(c4, char4) X(uc2, uchar2) X(uc4, uchar4) X(s2, short2) X(s4, short4) X(us2, ushort2)                \
    X(us4, ushort4) X(i2, int2) X(i4, int4) X(u2, uint2) X(u4, uint4) X(ll2, longlong2) X(ull2, ulonglong2)            \
    X(f2, float2) X(f4, float4) X(d2, double2)                                                                         \
    X(h, __half) X(h2, __half2) X(b, __nv_bfloat16) X(b2, __nv_bfloat162)
/* clang-format on */

/* One of each. */
#define B_LOAD_FIELD(field, type) type field;
typedef struct b_numbers {
    B_LOAD_TYPES(B_LOAD_FIELD)
} b_numbers;

/* Copies each field: with the load, or to it with the store, of the name. */
enum { B_LDG, B_LDCG, B_LDCA, B_LDCS, B_LDLU, B_LDCV, B_STWB, B_STCG, B_STCS, B_STWT, B_HINTS };
LW_DECLARE_KERNEL(b_load, (int, hint), (const b_numbers *, from), (b_numbers *, to));

#endif
