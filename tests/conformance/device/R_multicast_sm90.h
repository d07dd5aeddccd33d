/* Kernels that access multicast addresses, by type. */
#ifndef R_MULTICAST_H
#define R_MULTICAST_H

#include <lanewise/bfloat16.h>
#include <lanewise/half.h>
#include <lanewise/launch.h>

/* clang-format off */
/* result[0 ...] = and, or, xor, min, max of the copies of *at. */
#define R_MC_INTEGERS(X)                                                                                               \
    X(int, int)                                                                                                        \
    X(unsigned, unsigned)                                                                                              \
    X(long, long)                                                                                                      \
    X(long_long, long long)                                                                                            \
    X(unsigned_long, unsigned long)                                                                                    \
    X(unsigned_long_long, unsigned long long)
/* result[0] = the sum of the copies of *at. */
#define R_MC_SUMS(X)                                                                                                   \
    X(int, int)                                                                                                        \
    X(unsigned, unsigned)                                                                                              \
    X(unsigned_long, unsigned long)                                                                                    \
    X(unsigned_long_long, unsigned long long)                                                                          \
    X(float, float)                                                                                                    \
    X(double, double)
/* clang-format on */

#define R_MC_DECLARE_INTEGER(suffix, type)                                                                             \
    LW_DECLARE_KERNEL(r_mc_bits_##suffix, (const type *, at), (type *, result));                                       \
    LW_DECLARE_KERNEL(r_mc_red_bits_##suffix, (type *, at), (type, value));
#define R_MC_DECLARE_SUM(suffix, type)                                                                                 \
    LW_DECLARE_KERNEL(r_mc_sum_##suffix, (const type *, at), (type *, result));                                        \
    LW_DECLARE_KERNEL(r_mc_red_sum_##suffix, (type *, at), (type, value));
/* at[0 ... 4]: and, or, xor, min, max with the value, at[5] = value. */
R_MC_INTEGERS(R_MC_DECLARE_INTEGER)
/* at[0] += value, at[1] = value. */
R_MC_SUMS(R_MC_DECLARE_SUM)

/* result[6 * i ...] = the sum, the sum as floats, the smallest and the largest of at[i], and a result of each vector of two and
 * four: an element of v2, of v4. n is a multiple of 4. */
LW_DECLARE_KERNEL(r_mc_halves, (int, n), (const __half2 *, at), (__half2 *, result));
LW_DECLARE_KERNEL(r_mc_bfloats, (int, n), (const __nv_bfloat162 *, at), (__nv_bfloat162 *, result));
/* at[i] += value[i], by one, by two, by four; others[i] = value[i]. n is a multiple of 8. */
LW_DECLARE_KERNEL(r_mc_add_halves, (int, n), (__half2 *, at), (__half2 *, others), (const __half2 *, value));
LW_DECLARE_KERNEL(r_mc_add_bfloats, (int, n), (__nv_bfloat162 *, at), (__nv_bfloat162 *, others),
                  (const __nv_bfloat162 *, value));
LW_DECLARE_KERNEL(r_mc_add_floats, (int, n), (float *, at), (float *, others), (const float *, value));
/* result[i] = the sum of the copies of at[i], by one, by two, by four. n is a multiple of 8. */
LW_DECLARE_KERNEL(r_mc_sum_floats, (int, n), (const float *, at), (float *, result));

/* Every thread adds 1 to *at in all copies, `rounds` times. */
LW_DECLARE_KERNEL(r_mc_count, (int *, at), (int, rounds));
/* The block's last thread adds 1 to the copies of *flag; the others wait until the sum is `sum`, and count themselves. */
LW_DECLARE_KERNEL(r_mc_meet, (int *, flag), (int, sum), (int *, passed));
/* at[i] = value[i], of ordinary memory; then a sum of all copies. */
LW_DECLARE_KERNEL(r_mc_fill, (int, n), (int *, at), (int, first));
LW_DECLARE_KERNEL(r_mc_sum_all, (int, n), (const int *, at), (int *, result));

/* Wrong uses. */
LW_DECLARE_KERNEL(r_mc_plain_load, (const int *, at), (int *, result));
LW_DECLARE_KERNEL(r_mc_plain_store, (int *, at));
LW_DECLARE_KERNEL(r_mc_plain_atomic, (int *, at));
LW_DECLARE_KERNEL(r_mc_store, (int *, at), (int, order), (int, scope));
LW_DECLARE_KERNEL(r_mc_store_vector, (float *, at));

#endif
