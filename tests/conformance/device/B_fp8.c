#include <lanewise/kernel.h>
#include <lanewise/fp8.h>

#include "B_fp8.h"

#define EACH(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += gridDim.x * blockDim.x)
#define KIND(k) ((k) ? __NV_E5M2 : __NV_E4M3)
#define SATURATION(s) ((s) ? __NV_SATFINITE : __NV_NOSAT)
#define ROUNDING(r) ((r) ? cudaRoundPosInf : cudaRoundZero)
/* out[] and pairs[] of element i: `one` and `two` are its conversions with s and k. */
#define STORE(one, two)                                                                                                \
    for (int s = 0; s < 2; s++)                                                                                        \
        for (int k = 0; k < 2; k++) {                                                                                  \
            out[4 * i + 2 * s + k] = one;                                                                              \
            pairs[4 * i + 2 * s + k] = two;                                                                            \
        }

LW_KERNEL(b_fp8_widen, (int, kind), (int, n), (const unsigned char *, codes), (unsigned short *, wide),
          (unsigned *, pairs))
{
    EACH(i, n)
    {
        wide[i] = __nv_cvt_fp8_to_halfraw(codes[i], KIND(kind)).x;
        __nv_fp8x2_storage_t both = (__nv_fp8x2_storage_t)(codes[i] | codes[n - 1 - i] << 8);
        __half2_raw halves = __nv_cvt_fp8x2_to_halfraw2(both, KIND(kind));
        pairs[i] = halves.x | (unsigned)halves.y << 16;
    }
}

LW_KERNEL(b_fp8_of_floats, (int, n), (const float *, in), (unsigned char *, out), (unsigned short *, pairs))
{
    EACH(i, n)
    {
        float2 both = make_float2(in[i], in[n - 1 - i]);
        STORE(__nv_cvt_float_to_fp8(in[i], SATURATION(s), KIND(k)),
              __nv_cvt_float2_to_fp8x2(both, SATURATION(s), KIND(k)))
    }
}

LW_KERNEL(b_fp8_of_doubles, (int, n), (const double *, in), (unsigned char *, out), (unsigned short *, pairs))
{
    EACH(i, n)
    {
        double2 both = make_double2(in[i], in[n - 1 - i]);
        STORE(__nv_cvt_double_to_fp8(in[i], SATURATION(s), KIND(k)),
              __nv_cvt_double2_to_fp8x2(both, SATURATION(s), KIND(k)))
    }
}

LW_KERNEL(b_fp8_of_words, (int, source), (int, n), (const unsigned short *, in), (unsigned char *, out),
          (unsigned short *, pairs))
{
    EACH(i, n)
    {
        __half_raw one = {in[i]};
        __half2_raw halves = {in[i], in[n - 1 - i]};
        __nv_bfloat16_raw bfloat16 = {in[i]};
        __nv_bfloat162_raw bfloat16s = {in[i], in[n - 1 - i]};
        if (source == B_FROM_HALF) {
            STORE(__nv_cvt_halfraw_to_fp8(one, SATURATION(s), KIND(k)),
                  __nv_cvt_halfraw2_to_fp8x2(halves, SATURATION(s), KIND(k)))
        } else {
            STORE(__nv_cvt_bfloat16raw_to_fp8(bfloat16, SATURATION(s), KIND(k)),
                  __nv_cvt_bfloat16raw2_to_fp8x2(bfloat16s, SATURATION(s), KIND(k)))
        }
    }
}

LW_KERNEL(b_scale_of_floats, (int, n), (const float *, in), (unsigned char *, out), (unsigned short *, pairs))
{
    EACH(i, n)
    {
        float2 both = make_float2(in[i], in[n - 1 - i]);
        STORE(__nv_cvt_float_to_e8m0(in[i], SATURATION(s), ROUNDING(k)),
              __nv_cvt_float2_to_e8m0x2(both, SATURATION(s), ROUNDING(k)))
    }
}

LW_KERNEL(b_scale_of_doubles, (int, n), (const double *, in), (unsigned char *, out), (unsigned short *, pairs))
{
    EACH(i, n)
    {
        double2 both = make_double2(in[i], in[n - 1 - i]);
        STORE(__nv_cvt_double_to_e8m0(in[i], SATURATION(s), ROUNDING(k)),
              __nv_cvt_double2_to_e8m0x2(both, SATURATION(s), ROUNDING(k)))
    }
}

LW_KERNEL(b_scale_of_words, (int, n), (const unsigned short *, in), (unsigned char *, out), (unsigned short *, pairs))
{
    EACH(i, n)
    {
        __nv_bfloat16_raw one = {in[i]};
        __nv_bfloat162_raw both = {in[i], in[n - 1 - i]};
        STORE(__nv_cvt_bfloat16raw_to_e8m0(one, SATURATION(s), ROUNDING(k)),
              __nv_cvt_bfloat162raw_to_e8m0x2(both, SATURATION(s), ROUNDING(k)))
    }
}

LW_KERNEL(b_scale_widen, (int, n), (const unsigned char *, codes), (unsigned short *, bfloat16), (unsigned *, pairs))
{
    EACH(i, n)
    {
        bfloat16[i] = __nv_cvt_e8m0_to_bf16raw(codes[i]).x;
        __nv_bfloat162_raw wide = __nv_cvt_e8m0x2_to_bf162raw((__nv_fp8x2_storage_t)(codes[i] | codes[n - 1 - i] << 8));
        pairs[i] = wide.x | (unsigned)wide.y << 16;
    }
}

LW_KERNEL(b_fp8_types, (int *, sizes))
{
    __nv_fp8_e4m3 one;
    __nv_fp8x2_e5m2 two;
    __nv_fp8x4_e8m0 four;
    one.__x = 0x12;
    two.__x = 0x1234;
    four.__x = 0x12345678;
    sizes[0] = sizeof one;
    sizes[1] = sizeof two;
    sizes[2] = sizeof four;
    sizes[3] = one.__x;
    sizes[4] = two.__x;
    sizes[5] = (int)four.__x;
}
