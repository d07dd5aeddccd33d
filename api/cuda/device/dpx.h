/* Greatest and least of two or three numbers or sums, of a word or of its halves: CUDA's DPX functions, also on the host. */
#ifndef LANEWISE_CUDA_DPX_H
#define LANEWISE_CUDA_DPX_H

#define LW_CUDA_DPX static __host__ __device__ __inline__ __attribute__((always_inline))
#define LW_CUDA_GREATER(x, y) ((x) > (y) ? (x) : (y))
#define LW_CUDA_LESS(x, y) ((x) < (y) ? (x) : (y))
/* Sums wrap around; of halves they are narrowed by the cast. */
#define LW_CUDA_SUM(type, x, y) ((type)((unsigned)(x) + (unsigned)(y)))

/* A function of three words, and of their halves: `expression` is of x, y and z. */
#define LW_CUDA_DPX_WORD(name, type, expression)                                                                       \
    LW_CUDA_DPX type name(type x, type y, type z)                                                                      \
    {                                                                                                                  \
        return expression;                                                                                             \
    }
#define LW_CUDA_DPX_HALVES(name, type, expression)                                                                     \
    LW_CUDA_DPX unsigned name(unsigned a, unsigned b, unsigned c)                                                      \
    {                                                                                                                  \
        unsigned all = 0;                                                                                              \
        for (int i = 0; i < 32; i += 16) {                                                                             \
            type x = (type)(a >> i), y = (type)(b >> i), z = (type)(c >> i);                                           \
            all |= (unsigned)(unsigned short)(expression) << i;                                                        \
        }                                                                                                              \
        return all;                                                                                                    \
    }
#define LW_CUDA_DPX_ALL(define, suffix, type)                                                                          \
    define(__vimax3_##suffix, type, LW_CUDA_GREATER(LW_CUDA_GREATER(x, y), z))                                         \
        define(__vimin3_##suffix, type, LW_CUDA_LESS(LW_CUDA_LESS(x, y), z))                                           \
            define(__viaddmax_##suffix, type, LW_CUDA_GREATER(LW_CUDA_SUM(type, x, y), z))                             \
                define(__viaddmin_##suffix, type, LW_CUDA_LESS(LW_CUDA_SUM(type, x, y), z))
LW_CUDA_DPX_ALL(LW_CUDA_DPX_WORD, s32, int)
LW_CUDA_DPX_ALL(LW_CUDA_DPX_WORD, u32, unsigned)
LW_CUDA_DPX_ALL(LW_CUDA_DPX_HALVES, s16x2, short)
LW_CUDA_DPX_ALL(LW_CUDA_DPX_HALVES, u16x2, unsigned short)

/* ..._relu: at least 0. */
#define LW_CUDA_DPX_RELU(type, suffix)                                                                                 \
    LW_CUDA_DPX type __vimax_##suffix##_relu(type a, type b)                                                           \
    {                                                                                                                  \
        return __vimax3_##suffix(a, b, 0);                                                                             \
    }                                                                                                                  \
    LW_CUDA_DPX type __vimin_##suffix##_relu(type a, type b)                                                           \
    {                                                                                                                  \
        return __vimax3_##suffix(__vimin3_##suffix(a, b, b), 0, 0);                                                    \
    }                                                                                                                  \
    LW_CUDA_DPX type __vimax3_##suffix##_relu(type a, type b, type c)                                                  \
    {                                                                                                                  \
        return __vimax_##suffix##_relu(__vimax3_##suffix(a, b, c), 0);                                                 \
    }                                                                                                                  \
    LW_CUDA_DPX type __vimin3_##suffix##_relu(type a, type b, type c)                                                  \
    {                                                                                                                  \
        return __vimax_##suffix##_relu(__vimin3_##suffix(a, b, c), 0);                                                 \
    }                                                                                                                  \
    LW_CUDA_DPX type __viaddmax_##suffix##_relu(type a, type b, type c)                                                \
    {                                                                                                                  \
        return __vimax_##suffix##_relu(__viaddmax_##suffix(a, b, c), 0);                                               \
    }                                                                                                                  \
    LW_CUDA_DPX type __viaddmin_##suffix##_relu(type a, type b, type c)                                                \
    {                                                                                                                  \
        return __vimax_##suffix##_relu(__viaddmin_##suffix(a, b, c), 0);                                               \
    }
LW_CUDA_DPX_RELU(int, s32)
LW_CUDA_DPX_RELU(unsigned, s16x2)

/* With whether the first is the result. */
#define LW_CUDA_DPX_WHICH(name, function, suffix, type, order)                                                         \
    LW_CUDA_DPX type name##_##suffix(type a, type b, bool *first)                                                      \
    {                                                                                                                  \
        *first = a order b;                                                                                            \
        return function##_##suffix(a, b, b);                                                                           \
    }
#define LW_CUDA_DPX_WHICH_HALVES(name, function, suffix, type, order)                                                  \
    LW_CUDA_DPX unsigned name##_##suffix(unsigned a, unsigned b, bool *high, bool *low)                                \
    {                                                                                                                  \
        *high = (type)(a >> 16) order(type)(b >> 16);                                                                  \
        *low = (type)a order(type) b;                                                                                  \
        return function##_##suffix(a, b, b);                                                                           \
    }
LW_CUDA_DPX_WHICH(__vibmax, __vimax3, s32, int, >=)
LW_CUDA_DPX_WHICH(__vibmax, __vimax3, u32, unsigned, >=)
LW_CUDA_DPX_WHICH(__vibmin, __vimin3, s32, int, <=)
LW_CUDA_DPX_WHICH(__vibmin, __vimin3, u32, unsigned, <=)
LW_CUDA_DPX_WHICH_HALVES(__vibmax, __vimax3, s16x2, short, >=)
LW_CUDA_DPX_WHICH_HALVES(__vibmax, __vimax3, u16x2, unsigned short, >=)
LW_CUDA_DPX_WHICH_HALVES(__vibmin, __vimin3, s16x2, short, <=)
LW_CUDA_DPX_WHICH_HALVES(__vibmin, __vimin3, u16x2, unsigned short, <=)

#undef LW_CUDA_DPX
#undef LW_CUDA_GREATER
#undef LW_CUDA_LESS
#undef LW_CUDA_SUM
#undef LW_CUDA_DPX_WORD
#undef LW_CUDA_DPX_HALVES
#undef LW_CUDA_DPX_ALL
#undef LW_CUDA_DPX_RELU
#undef LW_CUDA_DPX_WHICH
#undef LW_CUDA_DPX_WHICH_HALVES

#endif
