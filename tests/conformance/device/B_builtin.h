/* Built-in variables, types and special registers. */
#ifndef B_BUILTIN_H
#define B_BUILTIN_H

#include <stddef.h>

#include <lanewise/launch.h>
#include <lanewise/types.h>

/* B8: structures whose layout depends on alignments, and facts on which host and device must agree. */
#if !defined(__align__) /* plain C outside of kernel files */
#define __align__(n) __attribute__((aligned(n)))
#endif
typedef struct __align__(16) b_aligned {
    int value;
} b_aligned;
typedef struct b_mixed {
    float f;
    float4 v;
} b_mixed;
typedef struct b_nested {
    char c;
    b_aligned inner[2];
    short3 s;
    double2 d;
    uchar2 last;
} b_nested;
typedef struct __align__(64) b_line {
    char3 c;
    long long wide;
    float3 f;
} b_line;
/* clang-format off */
#define B_LAYOUT(X)                                                                                                    \
    X(sizeof(b_aligned)) X(sizeof(b_mixed)) X(sizeof(b_nested)) X(sizeof(b_line)) X(__alignof__(b_aligned))            \
    X(__alignof__(b_mixed)) X(__alignof__(b_nested)) X(__alignof__(b_line)) X(offsetof(b_mixed, v))                    \
    X(offsetof(b_nested, inner)) X(offsetof(b_nested, inner[1])) X(offsetof(b_nested, s)) X(offsetof(b_nested, d))     \
    X(offsetof(b_nested, last)) X(offsetof(b_line, wide)) X(offsetof(b_line, f))
/* clang-format on */

/* B7: families of vectors: name, type of an element, a fraction that it can hold. They have those of 1 to 3
 * elements, and of four if CUDA 13 does not deprecate them. */
/* clang-format off */
#define B_FAMILIES_TO_4(X)                                                                                             \
    X(char, signed char, 0) X(uchar, unsigned char, 0) X(short, short, 0) X(ushort, unsigned short, 0)                 \
    X(int, int, 0) X(uint, unsigned, 0) X(float, float, 0.5)
#define B_FAMILIES_TO_3(X)                                                                                             \
    X(long, long, 0) X(ulong, unsigned long, 0) X(longlong, long long, 0) X(ulonglong, unsigned long long, 0)          \
    X(double, double, 0.5)
/* clang-format on */
/* The source of element k of a vector of `size`: below zero, so that unsigned types are near their ends. */
#define B_ELEMENT(type, fraction, size, k) ((type)((type)(-1 - 10 * (size) - (k)) - (type)(fraction)))

/* What each thread sees of itself: 14 words. */
LW_DECLARE_KERNEL(b_where, (int *, words));
/* Sizes and alignments: a pair a type. */
LW_DECLARE_KERNEL(b_sizes, (int *, pairs));
/* Twice each element of a vector of each family and size: out[family][size - 1][element]. */
LW_DECLARE_KERNEL(b_vectors, (long long *, out));
/* The facts of B_LAYOUT(). */
LW_DECLARE_KERNEL(b_layout, (int *, out));
LW_DECLARE_KERNEL(b_spaces, (const void *, device), (const void *, pinned), (int *, answers));
LW_DECLARE_KERNEL(b_addresses, (int *, memory), (int *, answers));
LW_DECLARE_KERNEL(b_clocks, (int *, answers));
LW_DECLARE_KERNEL(b_sleep, (unsigned, nanoseconds), (unsigned long long *, slept));
LW_DECLARE_KERNEL(b_back_off, (int *, lock), (int *, count));
LW_DECLARE_KERNEL(b_registers, (unsigned *, words));
LW_DECLARE_KERNEL(b_profiler, (int *, out));

LW_DECLARE_SYMBOL(b_constant);
LW_DECLARE_SYMBOL(b_global);

enum { B_WHERE = 14, B_TYPES = 40, B_SPACES = 11, B_ADDRESSES = 8, B_FAMILIES = 12 };

#endif
