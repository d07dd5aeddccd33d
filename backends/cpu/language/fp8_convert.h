/* Conversions of 8-bit numbers of kind e4m3 and e5m2, with CUDA's names. Each conversion rounds once, to nearest, ties
 * to even. A NaN becomes 0x7f; but a NaN that is a double keeps its sign and, in e5m2, the bits of its payload that
 * fit. */
#ifndef LW_CPU_FP8_CONVERT_H
#define LW_CPU_FP8_CONVERT_H

#include "bfloat16_types.h"
#include "fp8_types.h"
#include "half_float.h"
#include "half_types.h"
#include "vector_types.h"

#define LW_CPU_FP8_NAN 0x7fu
#define LW_CPU_E4M3_LARGEST 0x7eu
#define LW_CPU_E5M2_LARGEST 0x7bu
#define LW_CPU_E5M2_INFINITY 0x7cu

LW_CPU_16_INLINE __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                           __nv_fp8_interpretation_t kind)
{
    const unsigned long long hidden = 1ull << 52, infinite = 0x7ffull << 52, middle = 1ull << 63;
    int fraction = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
    unsigned largest = kind == __NV_E4M3 ? LW_CPU_E4M3_LARGEST : LW_CPU_E5M2_LARGEST, above = largest;
    if (saturate == __NV_NOSAT)
        above = kind == __NV_E4M3 ? LW_CPU_FP8_NAN : LW_CPU_E5M2_INFINITY;
    unsigned long long bits = lw_cpu_bits_of_double(x), magnitude = bits & ~(1ull << 63);
    unsigned sign = (unsigned)(bits >> 63) << 7;
    if (magnitude > infinite)
        return (__nv_fp8_storage_t)(sign | (kind == __NV_E4M3 ? LW_CPU_FP8_NAN : 0x7eu | ((bits >> 50) & 1)));

    /* The leading bit of the significand adds one to the exponent. For a denormal it is shifted into the fraction. */
    int exponent = (int)(magnitude >> 52) - 1023 + bias - 1, shift = 52 - fraction;
    if (exponent < 0) {
        shift = shift - exponent > 63 ? 63 : shift - exponent;
        exponent = 0;
    }
    unsigned long long significand = (magnitude & (hidden - 1)) | hidden, rest = significand << (64 - shift);
    unsigned long long code = ((unsigned long long)exponent << fraction) + (significand >> shift);
    code += rest > middle || (rest == middle && (code & 1));
    return (__nv_fp8_storage_t)(sign | (code > largest ? above : (unsigned)code));
}

LW_CPU_16_INLINE __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                          __nv_fp8_interpretation_t kind)
{
    return x != x ? (__nv_fp8_storage_t)LW_CPU_FP8_NAN : __nv_cvt_double_to_fp8(x, saturate, kind);
}
LW_CPU_16_INLINE __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                            __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_float_to_fp8(lw_cpu_widen_half(x.x), saturate, kind);
}
LW_CPU_16_INLINE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate,
                                                                __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_float_to_fp8(lw_cpu_float_of_bfloat16(x.x), saturate, kind);
}

/* ---- pairs: the first number is the low byte ---- */
LW_CPU_16_INLINE __nv_fp8x2_storage_t lw_cpu_fp8x2(__nv_fp8_storage_t low, __nv_fp8_storage_t high)
{
    return (__nv_fp8x2_storage_t)(low | (unsigned)high << 8);
}
LW_CPU_16_INLINE __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturate,
                                                                __nv_fp8_interpretation_t kind)
{
    return lw_cpu_fp8x2(__nv_cvt_double_to_fp8(x.x, saturate, kind), __nv_cvt_double_to_fp8(x.y, saturate, kind));
}
LW_CPU_16_INLINE __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturate,
                                                               __nv_fp8_interpretation_t kind)
{
    return lw_cpu_fp8x2(__nv_cvt_float_to_fp8(x.x, saturate, kind), __nv_cvt_float_to_fp8(x.y, saturate, kind));
}
LW_CPU_16_INLINE __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t saturate,
                                                                 __nv_fp8_interpretation_t kind)
{
    return lw_cpu_fp8x2(__nv_cvt_float_to_fp8(lw_cpu_widen_half(x.x), saturate, kind),
                        __nv_cvt_float_to_fp8(lw_cpu_widen_half(x.y), saturate, kind));
}
LW_CPU_16_INLINE __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x, __nv_saturation_t saturate,
                                                                     __nv_fp8_interpretation_t kind)
{
    return lw_cpu_fp8x2(__nv_cvt_float_to_fp8(lw_cpu_float_of_bfloat16(x.x), saturate, kind),
                        __nv_cvt_float_to_fp8(lw_cpu_float_of_bfloat16(x.y), saturate, kind));
}

/* ---- to half, exactly; a NaN becomes the half 0x7fff ---- */
LW_CPU_16_INLINE unsigned short lw_cpu_widen_fp8(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind)
{
    unsigned sign = (x & 0x80u) << 8, magnitude = x & 0x7fu;
    if (kind == __NV_E5M2)
        return (unsigned short)(magnitude > LW_CPU_E5M2_INFINITY ? LW_CPU_16_NAN : sign | magnitude << 8);
    if (magnitude == LW_CPU_FP8_NAN)
        return LW_CPU_16_NAN;
    if (magnitude >= 8)
        return (unsigned short)(sign | ((magnitude << 7) + ((15u - 7) << 10)));
    return (unsigned short)(sign | lw_cpu_half_of_float((float)magnitude * 0x1p-9f));
}
LW_CPU_16_INLINE __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind)
{
    __half_raw result = {lw_cpu_widen_fp8(x, kind)};
    return result;
}
LW_CPU_16_INLINE __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind)
{
    __half2_raw result = {lw_cpu_widen_fp8((__nv_fp8_storage_t)(x & 0xff), kind),
                          lw_cpu_widen_fp8((__nv_fp8_storage_t)(x >> 8), kind)};
    return result;
}

#endif
