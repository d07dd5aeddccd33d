/* Functions of a 16-bit format by CUDA's names. cuda_fp16.h and cuda_bf16.h each include this file once, in a region of
 * __host__ __device__ functions. Results: backends/cpu/language/half_convert.h and its kin. */

/* A function whose name has the format's. */
#define LW_CUDA_16_NAMED(result, prefix, suffix, parameters, ...)                                                      \
    LW_CPU_16_INLINE result LW_CUDA_16_NAME(prefix, suffix) parameters                                                 \
    {                                                                                                                  \
        return LW_16_NAME(prefix, suffix)(__VA_ARGS__);                                                                \
    }
/* One whose name several formats share; `suffix`: of the name for pairs. */
#define LW_CUDA_16_UNARY(type, name, operation)                                                                        \
    LW_CPU_16_INLINE type name(type a)                                                                                 \
    {                                                                                                                  \
        return LW_16_OP(operation)(lw_cuda_bits(a));                                                                   \
    }
#define LW_CUDA_16_BINARY(result, type, name, operation)                                                               \
    LW_CPU_16_INLINE result name(type a, type b)                                                                       \
    {                                                                                                                  \
        return LW_16_OP(operation)(lw_cuda_bits(a), lw_cuda_bits(b));                                                  \
    }
#define LW_CUDA_16_TERNARY(type, name, operation)                                                                      \
    LW_CPU_16_INLINE type name(type a, type b, type c)                                                                 \
    {                                                                                                                  \
        return LW_16_OP(operation)(lw_cuda_bits(a), lw_cuda_bits(b), lw_cuda_bits(c));                                 \
    }

/* ---- float and double ---- */
LW_CUDA_16_NAMED(LW_CUDA_16, __double2, , (double x), x)
LW_CUDA_16_NAMED(LW_CUDA_16, __float2, , (float x), x)
LW_CUDA_16_NAMED(LW_CUDA_16, __float2, _rn, (float x), x)
LW_CUDA_16_NAMED(LW_CUDA_16, __float2, _rz, (float x), x)
LW_CUDA_16_NAMED(LW_CUDA_16, __float2, _ru, (float x), x)
LW_CUDA_16_NAMED(LW_CUDA_16, __float2, _rd, (float x), x)
LW_CUDA_16_NAMED(float, __, 2float, (LW_CUDA_16 x), x)

/* ---- pairs ---- */
LW_CUDA_16_NAMED(LW_CUDA_16_PAIR, __float2, 2_rn, (float x), x)
LW_CUDA_16_NAMED(LW_CUDA_16_PAIR, __floats2, 2_rn, (float x, float y), x, y)
LW_CUDA_16_NAMED(LW_CUDA_16_PAIR, __float22, 2_rn, (float2 v), v)
LW_CUDA_16_NAMED(float2, __, 22float2, (LW_CUDA_16_PAIR v), lw_cuda_bits(v))
LW_CUDA_16_NAMED(LW_CUDA_16_PAIR, make_, 2, (LW_CUDA_16 x, LW_CUDA_16 y), x, y)
LW_CUDA_16_NAMED(LW_CUDA_16_PAIR, __halves2, 2, (LW_CUDA_16 low, LW_CUDA_16 high), low, high)
LW_CPU_16_INLINE LW_CUDA_16_PAIR LW_CUDA_16_TWICE(__, 2, 2)(LW_CUDA_16 x)
{
    return LW_16_TWICE(__, 2, 2)(x);
}
LW_CUDA_16_NAMED(LW_CUDA_16, __low2, , (LW_CUDA_16_PAIR v), lw_cuda_bits(v))
LW_CUDA_16_NAMED(LW_CUDA_16, __high2, , (LW_CUDA_16_PAIR v), lw_cuda_bits(v))
LW_CUDA_16_NAMED(LW_CUDA_16_PAIR, __low2, 2, (LW_CUDA_16_PAIR v), lw_cuda_bits(v))
LW_CUDA_16_NAMED(LW_CUDA_16_PAIR, __high2, 2, (LW_CUDA_16_PAIR v), lw_cuda_bits(v))
LW_CUDA_16_NAMED(LW_CUDA_16_PAIR, __lows2, 2, (LW_CUDA_16_PAIR v, LW_CUDA_16_PAIR w), lw_cuda_bits(v), lw_cuda_bits(w))
LW_CUDA_16_NAMED(LW_CUDA_16_PAIR, __highs2, 2, (LW_CUDA_16_PAIR v, LW_CUDA_16_PAIR w), lw_cuda_bits(v), lw_cuda_bits(w))
LW_CUDA_16_UNARY(LW_CUDA_16_PAIR, __lowhigh2highlow, exchange)
LW_CPU_16_INLINE float __low2float(LW_CUDA_16_PAIR v)
{
    return LW_16_OP(low)(lw_cuda_bits(v));
}
LW_CPU_16_INLINE float __high2float(LW_CUDA_16_PAIR v)
{
    return LW_16_OP(high)(lw_cuda_bits(v));
}

/* ---- bits ---- */
LW_CUDA_16_NAMED(short, __, _as_short, (LW_CUDA_16 x), x)
LW_CUDA_16_NAMED(unsigned short, __, _as_ushort, (LW_CUDA_16 x), x)
LW_CUDA_16_NAMED(LW_CUDA_16, __short_as_, , (short bits), bits)
LW_CUDA_16_NAMED(LW_CUDA_16, __ushort_as_, , (unsigned short bits), bits)

/* ---- integers ---- */
/* clang-format off */
#define LW_CUDA_16_INTEGER(name, type, suffix)                                                                         \
    LW_CUDA_16_NAMED(LW_CUDA_16, __##name##2, suffix, (type x), x)                                                     \
    LW_CUDA_16_NAMED(type, __, 2##name##suffix, (LW_CUDA_16 x), x)
#define LW_CUDA_16_INTEGERS(name, type)                                                                                \
    LW_CUDA_16_INTEGER(name, type, _rn)                                                                                \
    LW_CUDA_16_INTEGER(name, type, _rz)                                                                                \
    LW_CUDA_16_INTEGER(name, type, _ru)                                                                                \
    LW_CUDA_16_INTEGER(name, type, _rd)
/* clang-format on */
LW_CUDA_16_INTEGERS(short, short)
LW_CUDA_16_INTEGERS(ushort, unsigned short)
LW_CUDA_16_INTEGERS(int, int)
LW_CUDA_16_INTEGERS(uint, unsigned)
LW_CUDA_16_INTEGERS(ll, long long)
LW_CUDA_16_INTEGERS(ull, unsigned long long)
#undef LW_CUDA_16_INTEGER
#undef LW_CUDA_16_INTEGERS
LW_CUDA_16_NAMED(signed char, __, 2char_rz, (LW_CUDA_16 x), x)
LW_CUDA_16_NAMED(unsigned char, __, 2uchar_rz, (LW_CUDA_16 x), x)

/* ---- arithmetic ---- */
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hadd, add)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __hadd2, add_pair)
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hadd_rn, add)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __hadd2_rn, add_pair)
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hadd_sat, add_sat)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __hadd2_sat, add_sat_pair)
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hsub, sub)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __hsub2, sub_pair)
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hsub_rn, sub)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __hsub2_rn, sub_pair)
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hsub_sat, sub_sat)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __hsub2_sat, sub_sat_pair)
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hmul, mul)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __hmul2, mul_pair)
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hmul_rn, mul)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __hmul2_rn, mul_pair)
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hmul_sat, mul_sat)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __hmul2_sat, mul_sat_pair)
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hdiv, div)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __h2div, div_pair)
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hmax, max)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __hmax2, max_pair)
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hmax_nan, max_nan)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __hmax2_nan, max_nan_pair)
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hmin, min)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __hmin2, min_pair)
LW_CUDA_16_BINARY(LW_CUDA_16, LW_CUDA_16, __hmin_nan, min_nan)
LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __hmin2_nan, min_nan_pair)
LW_CUDA_16_TERNARY(LW_CUDA_16, __hfma, fma)
LW_CUDA_16_TERNARY(LW_CUDA_16_PAIR, __hfma2, fma_pair)
LW_CUDA_16_TERNARY(LW_CUDA_16, __hfma_sat, fma_sat)
LW_CUDA_16_TERNARY(LW_CUDA_16_PAIR, __hfma2_sat, fma_sat_pair)
LW_CUDA_16_TERNARY(LW_CUDA_16, __hfma_relu, fma_relu)
LW_CUDA_16_TERNARY(LW_CUDA_16_PAIR, __hfma2_relu, fma_relu_pair)
LW_CUDA_16_TERNARY(LW_CUDA_16_PAIR, __hcmadd, complex_fma)
LW_CUDA_16_UNARY(LW_CUDA_16, __hneg, neg)
LW_CUDA_16_UNARY(LW_CUDA_16_PAIR, __hneg2, neg_pair)
LW_CUDA_16_UNARY(LW_CUDA_16, __habs, abs)
LW_CUDA_16_UNARY(LW_CUDA_16_PAIR, __habs2, abs_pair)

/* ---- comparisons ---- */
#define LW_CUDA_16_COMPARE(name)                                                                                       \
    LW_CUDA_16_BINARY(bool, LW_CUDA_16, __h##name, name)                                                               \
    LW_CUDA_16_BINARY(LW_CUDA_16_PAIR, LW_CUDA_16_PAIR, __h##name##2, name##_pair)                                     \
    LW_CUDA_16_BINARY(unsigned, LW_CUDA_16_PAIR, __h##name##2_mask, name##_mask)                                       \
    LW_CUDA_16_BINARY(bool, LW_CUDA_16_PAIR, __hb##name##2, both_##name)
LW_CUDA_16_COMPARE(eq)
LW_CUDA_16_COMPARE(ne)
LW_CUDA_16_COMPARE(le)
LW_CUDA_16_COMPARE(ge)
LW_CUDA_16_COMPARE(lt)
LW_CUDA_16_COMPARE(gt)
LW_CUDA_16_COMPARE(equ)
LW_CUDA_16_COMPARE(neu)
LW_CUDA_16_COMPARE(leu)
LW_CUDA_16_COMPARE(geu)
LW_CUDA_16_COMPARE(ltu)
LW_CUDA_16_COMPARE(gtu)
#undef LW_CUDA_16_COMPARE
LW_CPU_16_INLINE bool __hisnan(LW_CUDA_16 a)
{
    return LW_16_OP(isnan)(a);
}
LW_CPU_16_INLINE int __hisinf(LW_CUDA_16 a)
{
    return LW_16_OP(isinf)(a);
}
LW_CUDA_16_UNARY(LW_CUDA_16_PAIR, __hisnan2, isnan_pair)

/* ---- functions ---- */
#define LW_CUDA_16_FUNCTION(name)                                                                                      \
    LW_CUDA_16_UNARY(LW_CUDA_16, h##name, name)                                                                        \
    LW_CUDA_16_UNARY(LW_CUDA_16_PAIR, h2##name, name##_pair)
LW_CUDA_16_FUNCTION(rint)
LW_CUDA_16_FUNCTION(trunc)
LW_CUDA_16_FUNCTION(ceil)
LW_CUDA_16_FUNCTION(floor)
LW_CUDA_16_FUNCTION(sin)
LW_CUDA_16_FUNCTION(cos)
LW_CUDA_16_FUNCTION(exp)
LW_CUDA_16_FUNCTION(exp2)
LW_CUDA_16_FUNCTION(exp10)
LW_CUDA_16_FUNCTION(log)
LW_CUDA_16_FUNCTION(log2)
LW_CUDA_16_FUNCTION(log10)
LW_CUDA_16_FUNCTION(tanh)
LW_CUDA_16_FUNCTION(sqrt)
LW_CUDA_16_FUNCTION(rsqrt)
LW_CUDA_16_FUNCTION(rcp)
#undef LW_CUDA_16_FUNCTION
#undef LW_CUDA_16_NAMED
#undef LW_CUDA_16_UNARY
#undef LW_CUDA_16_BINARY
#undef LW_CUDA_16_TERNARY
