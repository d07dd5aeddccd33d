/* Products of bytes with bytes or halves, added to a word: CUDA's __dp4a() and __dp2a_...(). */
#ifndef LANEWISE_CUDA_DOT_PRODUCT_H
#define LANEWISE_CUDA_DOT_PRODUCT_H

LW_CUDA_WORD int lw_cuda_dp4a_i32(int a, int b, int c);
LW_CUDA_WORD unsigned lw_cuda_dp4a_u32(unsigned a, unsigned b, unsigned c);
LW_CUDA_DEVICE int __dp4a(int a, int b, int c)
{
    return lw_cuda_dp4a_i32(a, b, c);
}
LW_CUDA_DEVICE unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
    return lw_cuda_dp4a_u32(a, b, c);
}

/* The two halves of `a` with two bytes of `b`, from byte `first` on. */
#define LW_CUDA_DP2A(name, first)                                                                                      \
    LW_CUDA_DEVICE int name(int a, int b, int c)                                                                       \
    {                                                                                                                  \
        int low = (short)a * (signed char)(b >> (8 * (first))),                                                        \
            high = (a >> 16) * (signed char)(b >> (8 * (first) + 8));                                                  \
        return (int)((unsigned)c + (unsigned)low + (unsigned)high);                                                    \
    }                                                                                                                  \
    LW_CUDA_DEVICE unsigned name(unsigned a, unsigned b, unsigned c)                                                   \
    {                                                                                                                  \
        return c + (a & 0xffff) * (b >> (8 * (first)) & 0xff) + (a >> 16) * (b >> (8 * (first) + 8) & 0xff);           \
    }                                                                                                                  \
    LW_CUDA_DEVICE int name(short2 a, char4 b, int c)                                                                  \
    {                                                                                                                  \
        return name(lw_cuda_word<int>(a), lw_cuda_word<int>(b), c);                                                    \
    }                                                                                                                  \
    LW_CUDA_DEVICE unsigned name(ushort2 a, uchar4 b, unsigned c)                                                      \
    {                                                                                                                  \
        return name(lw_cuda_word<unsigned>(a), lw_cuda_word<unsigned>(b), c);                                          \
    }
template <class W, class V> LW_CUDA_DEVICE W lw_cuda_word(V vector)
{
    static_assert(sizeof(W) == sizeof vector, "a vector is a word");
    W word;
    __builtin_memcpy(&word, &vector, sizeof word);
    return word;
}
LW_CUDA_DP2A(__dp2a_lo, 0)
LW_CUDA_DP2A(__dp2a_hi, 2)
#undef LW_CUDA_DP2A

LW_CUDA_DEVICE int __dp4a(char4 a, char4 b, int c)
{
    return __dp4a(lw_cuda_word<int>(a), lw_cuda_word<int>(b), c);
}
LW_CUDA_DEVICE unsigned __dp4a(uchar4 a, uchar4 b, unsigned c)
{
    return __dp4a(lw_cuda_word<unsigned>(a), lw_cuda_word<unsigned>(b), c);
}

#endif
