/* The classes of an 8-bit format. cuda_fp8.h includes this file once for each, in a region of __host__ __device__
 * functions. */

struct LW_CUDA_8 {
    __nv_fp8_storage_t __x;

    LW_CUDA_8() = default;
#ifndef __CUDA_NO_FP8_CONVERSIONS__
    explicit LW_CUDA_8(__half value) : __x(__nv_cvt_halfraw_to_fp8(value, __NV_SATFINITE, LW_CUDA_8_KIND)) {}
    explicit LW_CUDA_8(__nv_bfloat16 value) : __x(__nv_cvt_bfloat16raw_to_fp8(value, __NV_SATFINITE, LW_CUDA_8_KIND)) {}
    explicit LW_CUDA_8(float value) : __x(__nv_cvt_float_to_fp8(value, __NV_SATFINITE, LW_CUDA_8_KIND)) {}
    explicit LW_CUDA_8(double value) : __x(__nv_cvt_double_to_fp8(value, __NV_SATFINITE, LW_CUDA_8_KIND)) {}
/* CUDA rounds an integer to float first. */
#define LW_CUDA_8_FROM(type)                                                                                           \
    explicit LW_CUDA_8(type value) : LW_CUDA_8((float)value) {}
    LW_CUDA_8_FROM(short)
    LW_CUDA_8_FROM(unsigned short)
    LW_CUDA_8_FROM(int)
    LW_CUDA_8_FROM(unsigned)
    LW_CUDA_8_FROM(long)
    LW_CUDA_8_FROM(unsigned long)
    LW_CUDA_8_FROM(long long)
    LW_CUDA_8_FROM(unsigned long long)
#undef LW_CUDA_8_FROM
#ifndef __CUDA_NO_FP8_CONVERSION_OPERATORS__
    explicit operator __half() const { return __nv_cvt_fp8_to_halfraw(__x, LW_CUDA_8_KIND); }
    explicit operator float() const { return __half2float((__half) * this); }
    explicit operator double() const { return (float)*this; }
    explicit operator __nv_bfloat16() const { return __float2bfloat16((float)*this); /* exact */ }
#define LW_CUDA_8_TO(type, to)                                                                                         \
    explicit operator type() const { return (type)__half2##to##_rz((__half) * this); }
    LW_CUDA_8_TO(signed char, char)
    LW_CUDA_8_TO(char, char)
    LW_CUDA_8_TO(unsigned char, uchar)
    LW_CUDA_8_TO(short, short)
    LW_CUDA_8_TO(unsigned short, ushort)
    LW_CUDA_8_TO(int, int)
    LW_CUDA_8_TO(unsigned, uint)
    LW_CUDA_8_TO(long, ll)
    LW_CUDA_8_TO(unsigned long, ull)
    LW_CUDA_8_TO(long long, ll)
    LW_CUDA_8_TO(unsigned long long, ull)
#undef LW_CUDA_8_TO
    explicit operator bool() const { return (__x & 0x7f) != 0; }
#endif
#endif
};

struct __attribute__((aligned(2))) LW_CUDA_8_PAIR {
    __nv_fp8x2_storage_t __x; /* the first number is the low byte */

    LW_CUDA_8_PAIR() = default;
#ifndef __CUDA_NO_FP8_CONVERSIONS__
    explicit LW_CUDA_8_PAIR(__half2 value) : __x(__nv_cvt_halfraw2_to_fp8x2(value, __NV_SATFINITE, LW_CUDA_8_KIND)) {}
    explicit LW_CUDA_8_PAIR(__nv_bfloat162 value)
        : __x(__nv_cvt_bfloat16raw2_to_fp8x2(value, __NV_SATFINITE, LW_CUDA_8_KIND))
    {
    }
    explicit LW_CUDA_8_PAIR(float2 value) : __x(__nv_cvt_float2_to_fp8x2(value, __NV_SATFINITE, LW_CUDA_8_KIND)) {}
    explicit LW_CUDA_8_PAIR(double2 value) : __x(__nv_cvt_double2_to_fp8x2(value, __NV_SATFINITE, LW_CUDA_8_KIND)) {}
#ifndef __CUDA_NO_FP8_CONVERSION_OPERATORS__
    explicit operator __half2() const { return __nv_cvt_fp8x2_to_halfraw2(__x, LW_CUDA_8_KIND); }
    explicit operator float2() const { return __half22float2((__half2) * this); }
#endif
#endif
};

struct __attribute__((aligned(4))) LW_CUDA_8_FOUR {
    __nv_fp8x4_storage_t __x;

    LW_CUDA_8_FOUR() = default;
#ifndef __CUDA_NO_FP8_CONVERSIONS__
    explicit LW_CUDA_8_FOUR(__half2 low, __half2 high) : LW_CUDA_8_FOUR(LW_CUDA_8_PAIR(low), LW_CUDA_8_PAIR(high)) {}
    explicit LW_CUDA_8_FOUR(__nv_bfloat162 low, __nv_bfloat162 high)
        : LW_CUDA_8_FOUR(LW_CUDA_8_PAIR(low), LW_CUDA_8_PAIR(high))
    {
    }
    explicit LW_CUDA_8_FOUR(float4 value)
        : LW_CUDA_8_FOUR(LW_CUDA_8_PAIR(make_float2(value.x, value.y)), LW_CUDA_8_PAIR(make_float2(value.z, value.w)))
    {
    }
    explicit LW_CUDA_8_FOUR(double4 value)
        : LW_CUDA_8_FOUR(LW_CUDA_8_PAIR(make_double2(value.x, value.y)), LW_CUDA_8_PAIR(make_double2(value.z, value.w)))
    {
    }
#ifndef __CUDA_NO_FP8_CONVERSION_OPERATORS__
    explicit operator float4() const
    {
        LW_CUDA_8_PAIR low, high;
        low.__x = (__nv_fp8x2_storage_t)__x;
        high.__x = (__nv_fp8x2_storage_t)(__x >> 16);
        float2 first = (float2)low, second = (float2)high;
        return make_float4(first.x, first.y, second.x, second.y);
    }
#endif
  private:
    LW_CUDA_8_FOUR(LW_CUDA_8_PAIR low, LW_CUDA_8_PAIR high) : __x(low.__x | (unsigned)high.__x << 16) {}
#endif
};

#undef LW_CUDA_8
#undef LW_CUDA_8_PAIR
#undef LW_CUDA_8_FOUR
#undef LW_CUDA_8_KIND
