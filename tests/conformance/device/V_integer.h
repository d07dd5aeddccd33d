/* Integer arithmetic beyond C's definitions: overflow, division, shifts beyond the width. */
#ifndef V_INTEGER_H
#define V_INTEGER_H

#include <lanewise/launch.h>

/* Thread i divides a[i] by b[i]: quotients and remainders. */
LW_DECLARE_KERNEL(v_divide_int, (int, n), (const int *, a), (const int *, b), (int *, quotient), (int *, rest));
LW_DECLARE_KERNEL(v_divide_long, (int, n), (const long long *, a), (const long long *, b), (long long *, quotient),
                  (long long *, rest));
LW_DECLARE_KERNEL(v_divide_unsigned, (int, n), (const unsigned *, a), (const unsigned *, b), (unsigned *, quotient),
                  (unsigned *, rest));

/* The smallest integers by divisors that a compiler keeps in different places. One thread; out has 12 entries. */
typedef struct v_divisors {
    int in_structure;
    long long wide_in_structure;
    int table[4];
} v_divisors;
LW_DECLARE_KERNEL(v_divide_places, (int, smallest), (long long, wide_smallest), (int, minus), (v_divisors, by_value),
                  (const v_divisors *, in_memory), (long long *, out));

/* Lane 3 of each warp divides by `divisor`; every lane counts its divisions in out[lane]. */
LW_DECLARE_KERNEL(v_divide_by, (int, divisor), (int *, quotient), (int *, survived));
int v_divide_by_line(void);

/* Sums, products and negatives of a and b that wrap: out[4]. */
LW_DECLARE_KERNEL(v_wrap, (int, a), (int, b), (long long, x), (long long, y), (long long *, out));

/* x shifted by n with the operators: left, right, right signed; and the clamped forms: left, right. */
LW_DECLARE_KERNEL(v_shift, (int, count), (const unsigned *, x), (const unsigned *, n), (unsigned *, operators),
                  (unsigned *, clamped));

#endif
