/* CUDA's integer intrinsics. */
#ifndef LW_CPU_BITS_H
#define LW_CPU_BITS_H

#include "qualifiers.h"

LW_CPU_INLINE int __popc(unsigned x)
{
    return __builtin_popcount(x);
}

LW_CPU_INLINE int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}

/* Leading zeros; 32 (64) for 0. */
LW_CPU_INLINE int __clz(int x)
{
    return x ? __builtin_clz((unsigned)x) : 32;
}

LW_CPU_INLINE int __clzll(long long x)
{
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}

/* The lowest set bit, counted from 1; 0 for 0. */
LW_CPU_INLINE int __ffs(int x)
{
    return __builtin_ffs(x);
}

LW_CPU_INLINE int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}

LW_CPU_INLINE unsigned __brev(unsigned x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}

LW_CPU_INLINE unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}

/* Reverses the order of the bytes. */
LW_CPU_INLINE unsigned short __nv_bswap16(unsigned short x)
{
    return __builtin_bswap16(x);
}

LW_CPU_INLINE unsigned __nv_bswap32(unsigned x)
{
    return __builtin_bswap32(x);
}

LW_CPU_INLINE unsigned long long __nv_bswap64(unsigned long long x)
{
    return __builtin_bswap64(x);
}

/* Byte i of the result is the byte of y:x with the number in bits 4i to 4i+2 of the selector; bit 4i+3 is ignored. */
LW_CPU_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    uint64_t bytes = (uint64_t)y << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        unsigned pick = selector >> 4 * i & 7;
        result |= (unsigned)(bytes >> 8 * pick & 0xff) << 8 * i;
    }
    return result;
}

/* Shifts the 64 bits high:low. _l and _r take the shift modulo 32; _lc and _rc clamp it to 32. */
LW_CPU_INLINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((uint64_t)high << 32 | low) << (shift & 31) >> 32);
}

LW_CPU_INLINE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}

LW_CPU_INLINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return (unsigned)(((uint64_t)high << 32 | low) >> (shift & 31));
}

LW_CPU_INLINE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

/* Products: of the low 24 bits; the high half of a product. */
LW_CPU_INLINE int __mul24(int x, int y)
{
    return (int)((unsigned)((int)((unsigned)x << 8) >> 8) * (unsigned)((int)((unsigned)y << 8) >> 8));
}

LW_CPU_INLINE unsigned __umul24(unsigned x, unsigned y)
{
    return (x & 0xffffff) * (y & 0xffffff);
}

LW_CPU_INLINE int __mulhi(int x, int y)
{
    return (int)((int64_t)x * y >> 32);
}

LW_CPU_INLINE unsigned __umulhi(unsigned x, unsigned y)
{
    return (unsigned)((uint64_t)x * y >> 32);
}

LW_CPU_INLINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    uint64_t low = (x & 0xffffffff) * (y & 0xffffffff);
    uint64_t middle = (x >> 32) * (y & 0xffffffff) + (low >> 32);
    uint64_t other = (x & 0xffffffff) * (y >> 32) + (middle & 0xffffffff);
    return (x >> 32) * (y >> 32) + (middle >> 32) + (other >> 32);
}

LW_CPU_INLINE long long __mul64hi(long long x, long long y)
{
    unsigned long long high = __umul64hi((unsigned long long)x, (unsigned long long)y);
    if (x < 0)
        high -= (unsigned long long)y;
    if (y < 0)
        high -= (unsigned long long)x;
    return (long long)high;
}

/* |x - y| + z */
LW_CPU_INLINE unsigned __sad(int x, int y, unsigned z)
{
    return (x > y ? (unsigned)x - (unsigned)y : (unsigned)y - (unsigned)x) + z;
}

LW_CPU_INLINE unsigned __usad(unsigned x, unsigned y, unsigned z)
{
    return (x > y ? x - y : y - x) + z;
}

/* Averages without overflow; the r forms round up. */
LW_CPU_INLINE int __hadd(int x, int y)
{
    return (int)(((int64_t)x + y) >> 1);
}

LW_CPU_INLINE int __rhadd(int x, int y)
{
    return (int)(((int64_t)x + y + 1) >> 1);
}

LW_CPU_INLINE unsigned __uhadd(unsigned x, unsigned y)
{
    return (unsigned)(((uint64_t)x + y) >> 1);
}

LW_CPU_INLINE unsigned __urhadd(unsigned x, unsigned y)
{
    return (unsigned)(((uint64_t)x + y + 1) >> 1);
}

/* The position of the |offset|-th set bit from `base`, upwards for offset > 0, downwards for offset < 0. For offset 0:
 * `base`, if its bit is set. 0xffffffff: none. 0 for the smallest offset, as on a GPU. */
LW_CPU_INLINE unsigned __fns(unsigned mask, unsigned base, int offset)
{
    if (offset == INT_MIN)
        return 0;
    if (offset == 1) {
        unsigned left = base < 32 ? mask & ~0u << base : 0;
        return left ? (unsigned)__builtin_ctz(left) : 0xffffffffu;
    }
    int step = offset < 0 ? -1 : 1;
    int wanted = offset == 0 ? 1 : offset < 0 ? -offset : offset;
    for (int bit = (int)base; bit >= 0 && bit < 32; bit += step) {
        if (mask >> bit & 1 && --wanted == 0)
            return (unsigned)bit;
        if (offset == 0)
            break;
    }
    return 0xffffffffu;
}

#endif
