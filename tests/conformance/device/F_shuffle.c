#include <lanewise/kernel.h>
#include <lanewise/bfloat16.h>
#include <lanewise/half.h>

#include "F_shuffle.h"

__device__ static int lane_id(void)
{
    return (int)threadIdx.x % 32;
}

LW_KERNEL(shuffle_lanes, (int, kind), (unsigned, mask), (int, operand), (int, width), (int *, out))
{
    int value = 100 + lane_id();
    if (!(mask >> lane_id() & 1))
        return;
    if (kind == SHUFFLE_INDEX)
        value = __shfl_sync(mask, value, operand, width);
    else if (kind == SHUFFLE_UP)
        value = __shfl_up_sync(mask, value, (unsigned)operand, width);
    else if (kind == SHUFFLE_DOWN)
        value = __shfl_down_sync(mask, value, (unsigned)operand, width);
    else
        value = __shfl_xor_sync(mask, value, operand, width);
    out[threadIdx.x] = value;
}

LW_KERNEL(shuffle_gather, (const int *, operands), (int, width), (int *, out))
{
    out[threadIdx.x] = __shfl_sync(LW_FULL_MASK, 100 + lane_id(), operands[lane_id()], width);
}

LW_KERNEL(shuffle_after_exit, (int, first), (int, delta), (int *, out))
{
    int value = 100 + lane_id();
    if (lane_id() >= first)
        return;
    out[threadIdx.x] = __shfl_down_sync(LW_FULL_MASK, value, (unsigned)delta);
}

/* A value exchanged in each of the four ways so that lane i gets that of lane (i + 5) % 32 or, with up, down and
 * xor, of i - 5, i + 5 and i ^ 5, if they exist. */
#define EXCHANGE(index, type, expression, bits_type)                                                                   \
    do {                                                                                                               \
        type value = expression;                                                                                       \
        if (kind == SHUFFLE_INDEX)                                                                                     \
            value = __shfl_sync(LW_FULL_MASK, value, lane + 5);                                                        \
        else if (kind == SHUFFLE_UP)                                                                                   \
            value = __shfl_up_sync(LW_FULL_MASK, value, 5);                                                            \
        else if (kind == SHUFFLE_DOWN)                                                                                 \
            value = __shfl_down_sync(LW_FULL_MASK, value, 5);                                                          \
        else                                                                                                           \
            value = __shfl_xor_sync(LW_FULL_MASK, value, 5);                                                           \
        bits_type bits = 0;                                                                                            \
        memcpy(&bits, &value, sizeof value);                                                                           \
        out[(index) * 32 + lane] = bits;                                                                               \
    } while (0)

LW_KERNEL(shuffle_types, (int, kind), (unsigned long long *, out))
{
    int lane = lane_id();
    EXCHANGE(0, int, (int)(-1000 - lane), unsigned long long);
    EXCHANGE(1, unsigned, (unsigned)(0x80000000u + (unsigned)lane), unsigned long long);
    EXCHANGE(2, long, (long)(-1000 - (long)lane * 4294967296), unsigned long long);
    EXCHANGE(3, unsigned long, (unsigned long)(0x8000000000000001u + ((unsigned long)lane << 40)), unsigned long long);
    EXCHANGE(4, long long, (long long)(-2000 - (long long)lane * 4294967296), unsigned long long);
    EXCHANGE(5, unsigned long long, (unsigned long long)(0x8000000000000002u + ((unsigned long long)lane << 40)),
             unsigned long long);
    EXCHANGE(6, float, (float)(0.5f + (float)lane), unsigned long long);
    EXCHANGE(7, double, (double)(1.0 / 3.0 + (double)lane), unsigned long long);
}

LW_KERNEL(shuffle_small_types, (int, kind), (unsigned *, out))
{
    int lane = lane_id();
    unsigned short low = (unsigned short)(0x3c00 + lane), high = (unsigned short)(0x4000 + lane);
    EXCHANGE(0, __half, __ushort_as_half(low), unsigned);
    EXCHANGE(1, __half2, __halves2half2(__ushort_as_half(low), __ushort_as_half(high)), unsigned);
    EXCHANGE(2, __nv_bfloat16, __ushort_as_bfloat16(low), unsigned);
    EXCHANGE(3, __nv_bfloat162, __halves2bfloat162(__ushort_as_bfloat16(low), __ushort_as_bfloat16(high)), unsigned);
}

LW_KERNEL(shuffle_exchange, (int, times), (int *, swapped), (int *, around))
{
    int lane = lane_id(), pair = lane, ring = lane;
    for (int i = 0; i < times; i++)
        pair = __shfl_xor_sync(LW_FULL_MASK, pair, 1);
    for (int i = 0; i < 32; i++) {
        ring = __shfl_sync(LW_FULL_MASK, ring, lane + 31);
        if (i == 0)
            around[lane] = ring;
    }
    around[32 + lane] = ring;
    swapped[lane] = pair;
}

LW_KERNEL(shuffle_broadcast, (int, value), (int *, out))
{
    int mine = lane_id() == 0 ? value : -1;
    out[threadIdx.x] = __shfl_sync(LW_FULL_MASK, mine, 0);
}

LW_KERNEL(shuffle_scan_8, (int *, out))
{
    int lane = lane_id(), value = 31 - lane;
    for (int i = 1; i <= 4; i *= 2) {
        int below = __shfl_up_sync(LW_FULL_MASK, value, (unsigned)i, 8);
        if (lane % 8 >= i)
            value += below;
    }
    out[threadIdx.x] = value;
}

LW_KERNEL(shuffle_sum, (int *, out))
{
    int value = 31 - lane_id();
    for (int i = 16; i >= 1; i /= 2)
        value += __shfl_xor_sync(LW_FULL_MASK, value, i, 32);
    out[threadIdx.x] = value;
}
