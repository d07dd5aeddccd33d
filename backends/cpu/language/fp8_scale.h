/* Scales of kind e8m0, powers of two from 2^-127 to 2^127: byte b is 2^(b - 127), 0xff is NaN. */
#ifndef LW_CPU_FP8_SCALE_H
#define LW_CPU_FP8_SCALE_H

#include <assert.h>

#include "bfloat16_types.h"
#include "fp8_types.h"
#include "half_float.h"
#include "vector_types.h"

#define LW_CPU_E8M0_NAN 0xff
#define LW_CPU_E8M0_LARGEST 0xfe

/* Rounds the magnitude of x to a power of two: down for cudaRoundZero, up for cudaRoundPosInf; as in CUDA, other
 * roundings fail an assertion. A finite number that is too large becomes the largest scale when rounded down. */
LW_CPU_16_INLINE __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturate,
                                                            enum cudaRoundMode rounding)
{
    const unsigned long long infinite = 0x7ffull << 52, fraction_bits = (1ull << 52) - 1;
    assert(rounding == cudaRoundZero || rounding == cudaRoundPosInf);
    unsigned long long bits = lw_cpu_bits_of_double(x);
    unsigned long long magnitude = bits & ~(1ull << 63), fraction = magnitude & fraction_bits;
    if (magnitude > infinite)
        return LW_CPU_E8M0_NAN;
    int exponent = (int)(magnitude >> 52) - 1023 + 127;
    exponent += rounding == cudaRoundPosInf && fraction != 0;
    if (exponent < 0)
        return 0;
    if (exponent > LW_CPU_E8M0_LARGEST)
        return saturate == __NV_SATFINITE || (rounding == cudaRoundZero && magnitude < infinite) ? LW_CPU_E8M0_LARGEST
                                                                                                 : LW_CPU_E8M0_NAN;
    return (__nv_fp8_storage_t)exponent;
}
LW_CPU_16_INLINE __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturate,
                                                           enum cudaRoundMode rounding)
{
    return __nv_cvt_double_to_e8m0(x, saturate, rounding);
}
LW_CPU_16_INLINE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x, __nv_saturation_t saturate,
                                                                 enum cudaRoundMode rounding)
{
    return __nv_cvt_double_to_e8m0(lw_cpu_float_of_bfloat16(x.x), saturate, rounding);
}

LW_CPU_16_INLINE __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 x, __nv_saturation_t saturate,
                                                                 enum cudaRoundMode rounding)
{
    return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_e8m0(x.x, saturate, rounding) |
                                  __nv_cvt_double_to_e8m0(x.y, saturate, rounding) << 8);
}
LW_CPU_16_INLINE __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 x, __nv_saturation_t saturate,
                                                                enum cudaRoundMode rounding)
{
    double2 wide = {x.x, x.y};
    return __nv_cvt_double2_to_e8m0x2(wide, saturate, rounding);
}
LW_CPU_16_INLINE __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw x, __nv_saturation_t saturate,
                                                                      enum cudaRoundMode rounding)
{
    double2 wide = {lw_cpu_float_of_bfloat16(x.x), lw_cpu_float_of_bfloat16(x.y)};
    return __nv_cvt_double2_to_e8m0x2(wide, saturate, rounding);
}

/* 2^-127 is a denormal bfloat16; a NaN becomes 0x7fff. */
LW_CPU_16_INLINE unsigned short lw_cpu_widen_e8m0(unsigned x)
{
    return (unsigned short)(x == LW_CPU_E8M0_NAN ? LW_CPU_16_NAN : x == 0 ? 0x40u : x << 7);
}
LW_CPU_16_INLINE __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x)
{
    __nv_bfloat16_raw result = {lw_cpu_widen_e8m0(x)};
    return result;
}
LW_CPU_16_INLINE __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x)
{
    __nv_bfloat162_raw result = {lw_cpu_widen_e8m0(x & 0xffu), lw_cpu_widen_e8m0(x >> 8)};
    return result;
}

#endif
