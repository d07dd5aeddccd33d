/* Collectives and atomics over every type that CUDA overloads them for. */
#ifndef LANGUAGE_TYPES_H
#define LANGUAGE_TYPES_H

#include <lanewise/launch.h>

/* Lane l passes 3 l; out[type * 32 + l] is the sum of what it got from the four shuffles (index 5, up 1, down 1, and
 * xor 1 in segments of 16). One warp. */
enum { LANGUAGE_SHUFFLE_TYPES = 8 };
LW_DECLARE_KERNEL(language_shuffle_types, (double *, out));

/* out[0..4]: match_any of lane % 2 in five types; [5]: of 0.0f and -0.0f; [6], [7]: match_all of one value and of two;
 * [8], [9]: the least of lane - 5 as int and as unsigned; [10], [11]: match_all's predicates. By lane 0 of one warp. */
LW_DECLARE_KERNEL(language_match_types, (unsigned *, out));

/* Operation, type, what it makes of 12, its arguments behind the address. */
/* clang-format off */
#define LANGUAGE_ATOMIC_ROWS(X)                                                                                        \
    X(atomicAdd, int, 17, 5)                                                                                           \
    X(atomicAdd, unsigned, 17, 5)                                                                                      \
    X(atomicAdd, unsigned long long, 17, 5)                                                                            \
    X(atomicAdd, float, 17, 5)                                                                                         \
    X(atomicAdd, double, 17, 5)                                                                                        \
    X(atomicSub, int, 7, 5)                                                                                            \
    X(atomicSub, unsigned, 7, 5)                                                                                       \
    X(atomicExch, int, 5, 5)                                                                                           \
    X(atomicExch, unsigned, 5, 5)                                                                                      \
    X(atomicExch, unsigned long long, 5, 5)                                                                            \
    X(atomicExch, float, 5, 5)                                                                                         \
    X(atomicMin, int, 5, 5)                                                                                            \
    X(atomicMin, unsigned, 5, 5)                                                                                       \
    X(atomicMin, long long, 5, 5)                                                                                      \
    X(atomicMin, unsigned long long, 5, 5)                                                                             \
    X(atomicMax, int, 50, 50)                                                                                          \
    X(atomicMax, unsigned, 50, 50)                                                                                     \
    X(atomicMax, long long, 50, 50)                                                                                    \
    X(atomicMax, unsigned long long, 50, 50)                                                                           \
    X(atomicAnd, int, 4, 6)                                                                                            \
    X(atomicAnd, unsigned, 4, 6)                                                                                       \
    X(atomicAnd, long long, 4, 6)                                                                                      \
    X(atomicAnd, unsigned long long, 4, 6)                                                                             \
    X(atomicOr, int, 15, 3)                                                                                            \
    X(atomicOr, unsigned, 15, 3)                                                                                       \
    X(atomicOr, long long, 15, 3)                                                                                      \
    X(atomicOr, unsigned long long, 15, 3)                                                                             \
    X(atomicXor, int, 10, 6)                                                                                           \
    X(atomicXor, unsigned, 10, 6)                                                                                      \
    X(atomicXor, long long, 10, 6)                                                                                     \
    X(atomicXor, unsigned long long, 10, 6)                                                                            \
    X(atomicCAS, int, 5, 12, 5)                                                                                        \
    X(atomicCAS, unsigned, 5, 12, 5)                                                                                   \
    X(atomicCAS, unsigned long long, 5, 12, 5)                                                                         \
    X(atomicCAS, unsigned short, 5, 12, 5)                                                                             \
    X(atomicInc, unsigned, 13, 20)                                                                                     \
    X(atomicDec, unsigned, 11, 20)                                                                                     \
    X(atomicAdd_block, int, 17, 5)                                                                                     \
    X(atomicAdd_system, float, 17, 5)                                                                                  \
    X(atomicExch_block, unsigned, 5, 5)                                                                                \
    X(atomicMax_system, int, 50, 50)                                                                                   \
    X(atomicCAS_block, int, 5, 12, 5)                                                                                  \
    X(atomicCAS_system, unsigned long long, 12, 11, 5)                                                                 \
    X(atomicInc_block, unsigned, 0, 3)                                                                                 \
    X(atomicDec_system, unsigned, 5, 5)
/* clang-format on */

/* Row r of the list on a word that starts as 12: old[r] is what it returned, now[r] the word behind it. One lane. */
LW_DECLARE_KERNEL(language_atomic_types, (double *, old), (double *, now));

/* The same on a word of shared memory. */
LW_DECLARE_KERNEL(language_shared_atomic_types, (double *, old), (double *, now));

#endif
