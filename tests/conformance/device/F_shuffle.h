/* Warp shuffles. One value a lane, written at the lane's rank, unless stated otherwise. */
#ifndef F_SHUFFLE_H
#define F_SHUFFLE_H

#include <lanewise/launch.h>

typedef enum shuffle_kind { SHUFFLE_INDEX, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_XOR } shuffle_kind;

/* The lanes of `mask` contribute 100 + their lane; the others take no part and leave out[] unchanged. */
LW_DECLARE_KERNEL(shuffle_lanes, (int, kind), (unsigned, mask), (int, operand), (int, width), (int *, out));

/* The same, with the value 7 for every lane and each lane its own operand: shfl_sync's source is operands[lane]. */
LW_DECLARE_KERNEL(shuffle_gather, (const int *, operands), (int, width), (int *, out));

/* Lanes from `first` on return; the others read by `delta` downwards, with the full mask. */
LW_DECLARE_KERNEL(shuffle_after_exit, (int, first), (int, delta), (int *, out));

enum { SHUFFLE_TYPES = 8 };

/* From the lane 5 further on (modulo 32), a value of each type: int, unsigned, long, unsigned long, long long, unsigned
 * long long, float, double, built from the lane's number. out[type * 32 + lane]: its bits. */
LW_DECLARE_KERNEL(shuffle_types, (int, kind), (unsigned long long *, out));

enum { SHUFFLE_SMALL_TYPES = 4 };

/* The same of __half, __half2, __nv_bfloat16 and __nv_bfloat162, made of the bits 0x3c00 + lane (and, in the upper half of
 * a pair, 0x4000 + lane). */
LW_DECLARE_KERNEL(shuffle_small_types, (int, kind), (unsigned *, out));

/* Neighbours exchange in place, `rounds` times; then every lane gets the value of the lane before it, 32 times
 * around. */
LW_DECLARE_KERNEL(shuffle_exchange, (int, times), (int *, swapped), (int *, around));

/* CUDA's examples. */
LW_DECLARE_KERNEL(shuffle_broadcast, (int, value), (int *, out));
LW_DECLARE_KERNEL(shuffle_scan_8, (int *, out));
LW_DECLARE_KERNEL(shuffle_sum, (int *, out));

#endif
