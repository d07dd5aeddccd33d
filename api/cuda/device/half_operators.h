/* Operators of a 16-bit format. cuda_fp16.h and cuda_bf16.h each include this file once, in a region of __host__ __device__
 * functions. */

#define LW_CUDA_16_ARITHMETIC(type, symbol, function)                                                                  \
    LW_CPU_16_INLINE type operator symbol(const type &a, const type &b)                                                \
    {                                                                                                                  \
        return function(a, b);                                                                                         \
    }                                                                                                                  \
    LW_CPU_16_INLINE type &operator symbol##=(type & a, const type & b)                                                \
    {                                                                                                                  \
        a = function(a, b);                                                                                            \
        return a;                                                                                                      \
    }
#define LW_CUDA_16_STEP(type, symbol, function, one)                                                                   \
    LW_CPU_16_INLINE type &operator symbol(type & a)                                                                   \
    {                                                                                                                  \
        a = function(a, one);                                                                                          \
        return a;                                                                                                      \
    }                                                                                                                  \
    LW_CPU_16_INLINE type operator symbol(type &a, int)                                                                \
    {                                                                                                                  \
        type old = a;                                                                                                  \
        a = function(a, one);                                                                                          \
        return old;                                                                                                    \
    }
#define LW_CUDA_16_COMPARISON(type, symbol, function)                                                                  \
    LW_CPU_16_INLINE bool operator symbol(const type &a, const type &b)                                                \
    {                                                                                                                  \
        return function(a, b);                                                                                         \
    }
#define LW_CUDA_16_SIGNS(type, function)                                                                               \
    LW_CPU_16_INLINE type operator+(const type &a)                                                                     \
    {                                                                                                                  \
        return a;                                                                                                      \
    }                                                                                                                  \
    LW_CPU_16_INLINE type operator-(const type &a)                                                                     \
    {                                                                                                                  \
        return function(a);                                                                                            \
    }

#if LW_CUDA_16_OPERATORS
LW_CUDA_16_ARITHMETIC(LW_CUDA_16, +, __hadd)
LW_CUDA_16_ARITHMETIC(LW_CUDA_16, -, __hsub)
LW_CUDA_16_ARITHMETIC(LW_CUDA_16, *, __hmul)
LW_CUDA_16_ARITHMETIC(LW_CUDA_16, /, __hdiv)
LW_CUDA_16_STEP(LW_CUDA_16, ++, __hadd, LW_CUDA_16_NAME(__float2, )(1))
LW_CUDA_16_STEP(LW_CUDA_16, --, __hsub, LW_CUDA_16_NAME(__float2, )(1))
LW_CUDA_16_SIGNS(LW_CUDA_16, __hneg)
LW_CUDA_16_COMPARISON(LW_CUDA_16, ==, __heq)
LW_CUDA_16_COMPARISON(LW_CUDA_16, !=, __hneu)
LW_CUDA_16_COMPARISON(LW_CUDA_16, >, __hgt)
LW_CUDA_16_COMPARISON(LW_CUDA_16, <, __hlt)
LW_CUDA_16_COMPARISON(LW_CUDA_16, >=, __hge)
LW_CUDA_16_COMPARISON(LW_CUDA_16, <=, __hle)
#endif
#if LW_CUDA_16_PAIR_OPERATORS
LW_CUDA_16_ARITHMETIC(LW_CUDA_16_PAIR, +, __hadd2)
LW_CUDA_16_ARITHMETIC(LW_CUDA_16_PAIR, -, __hsub2)
LW_CUDA_16_ARITHMETIC(LW_CUDA_16_PAIR, *, __hmul2)
LW_CUDA_16_ARITHMETIC(LW_CUDA_16_PAIR, /, __h2div)
LW_CUDA_16_STEP(LW_CUDA_16_PAIR, ++, __hadd2, LW_CUDA_16_NAME(__float2, 2_rn)(1))
LW_CUDA_16_STEP(LW_CUDA_16_PAIR, --, __hsub2, LW_CUDA_16_NAME(__float2, 2_rn)(1))
LW_CUDA_16_SIGNS(LW_CUDA_16_PAIR, __hneg2)
LW_CUDA_16_COMPARISON(LW_CUDA_16_PAIR, ==, __hbeq2)
LW_CUDA_16_COMPARISON(LW_CUDA_16_PAIR, !=, __hbneu2)
LW_CUDA_16_COMPARISON(LW_CUDA_16_PAIR, >, __hbgt2)
LW_CUDA_16_COMPARISON(LW_CUDA_16_PAIR, <, __hblt2)
LW_CUDA_16_COMPARISON(LW_CUDA_16_PAIR, >=, __hbge2)
LW_CUDA_16_COMPARISON(LW_CUDA_16_PAIR, <=, __hble2)
#endif
#undef LW_CUDA_16_ARITHMETIC
#undef LW_CUDA_16_STEP
#undef LW_CUDA_16_COMPARISON
#undef LW_CUDA_16_SIGNS
