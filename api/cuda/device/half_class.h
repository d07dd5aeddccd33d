/* The classes of a 16-bit format: a number and a pair. cuda_fp16.h and cuda_bf16.h each include this file once, in a
 * region of __host__ __device__ functions. */

/* Bits without arithmetic. */
struct __attribute__((aligned(2))) LW_CUDA_16_RAW {
    unsigned short x;
};
struct __attribute__((aligned(4))) LW_CUDA_16_PAIR_RAW {
    unsigned short x, y;
};

struct LW_CUDA_16_OTHER;

#define LW_CUDA_16_FROM(type, from)                                                                                    \
    LW_CUDA_16(type value) : LW_16(LW_16_NAME(__##from##2, _rn)(value)) {}                                             \
    LW_CUDA_16 &operator=(type value)                                                                                  \
    {                                                                                                                  \
        return *this = LW_CUDA_16(value);                                                                              \
    }
#define LW_CUDA_16_TO(type, to)                                                                                        \
    operator type() const                                                                                              \
    {                                                                                                                  \
        return (type)LW_16_NAME(__, 2##to##_rz)(*this);                                                                \
    }
struct __attribute__((aligned(2))) LW_CUDA_16 : LW_16 {
    LW_CUDA_16() = default;
    constexpr LW_CUDA_16(const LW_16 &bits) : LW_16(bits) {}
    constexpr LW_CUDA_16(const LW_CUDA_16_RAW &bits) : LW_16{bits.x} {}
    LW_CUDA_16 &operator=(const LW_CUDA_16_RAW &bits)
    {
        __x = bits.x;
        return *this;
    }
    volatile LW_CUDA_16 &operator=(const LW_CUDA_16_RAW &bits) volatile
    {
        __x = bits.x;
        return *this;
    }
    volatile LW_CUDA_16 &operator=(const volatile LW_CUDA_16_RAW &bits) volatile
    {
        __x = bits.x;
        return *this;
    }
    operator LW_CUDA_16_RAW() const { return LW_CUDA_16_RAW{__x}; }
    operator LW_CUDA_16_RAW() const volatile { return LW_CUDA_16_RAW{__x}; }
#if LW_CUDA_16_CONVERSIONS
    explicit LW_CUDA_16(LW_CUDA_16_OTHER value); /* defined in cuda_bf16.h */
    LW_CUDA_16(float value) : LW_16(LW_16_NAME(__float2, )(value)) {}
    LW_CUDA_16(double value) : LW_16(LW_16_NAME(__double2, )(value)) {}
    LW_CUDA_16 &operator=(float value) { return *this = LW_CUDA_16(value); }
    LW_CUDA_16 &operator=(double value) { return *this = LW_CUDA_16(value); }
    operator float() const { return LW_16_NAME(__, 2float)(*this); }
    LW_CUDA_16_FROM(short, short)
    LW_CUDA_16_FROM(unsigned short, ushort)
    LW_CUDA_16_FROM(int, int)
    LW_CUDA_16_FROM(unsigned, uint)
    LW_CUDA_16_FROM(long, ll)
    LW_CUDA_16_FROM(unsigned long, ull)
    LW_CUDA_16_FROM(long long, ll)
    LW_CUDA_16_FROM(unsigned long long, ull)
    LW_CUDA_16_TO(signed char, char)
    LW_CUDA_16_TO(char, char)
    LW_CUDA_16_TO(unsigned char, uchar)
    LW_CUDA_16_TO(short, short)
    LW_CUDA_16_TO(unsigned short, ushort)
    LW_CUDA_16_TO(int, int)
    LW_CUDA_16_TO(unsigned, uint)
    LW_CUDA_16_TO(long, ll)
    LW_CUDA_16_TO(unsigned long, ull)
    LW_CUDA_16_TO(long long, ll)
    LW_CUDA_16_TO(unsigned long long, ull)
    constexpr operator bool() const { return (__x & 0x7fff) != 0; }
#endif
};
#undef LW_CUDA_16_FROM
#undef LW_CUDA_16_TO

struct __attribute__((aligned(4))) LW_CUDA_16_PAIR {
    LW_CUDA_16 x, y;

    LW_CUDA_16_PAIR() = default;
    constexpr LW_CUDA_16_PAIR(const LW_CUDA_16 &low, const LW_CUDA_16 &high) : x(low), y(high) {}
    LW_CUDA_16_PAIR(const LW_16_PAIR &bits) : x(bits.x), y(bits.y) {}
    LW_CUDA_16_PAIR(const LW_CUDA_16_PAIR_RAW &bits) : x(LW_CUDA_16_RAW{bits.x}), y(LW_CUDA_16_RAW{bits.y}) {}
    LW_CUDA_16_PAIR &operator=(const LW_CUDA_16_PAIR_RAW &bits) { return *this = LW_CUDA_16_PAIR(bits); }
    operator LW_CUDA_16_PAIR_RAW() const { return LW_CUDA_16_PAIR_RAW{x.__x, y.__x}; }
};

/* What the functions of backends/cpu/language take. */
LW_CPU_16_INLINE LW_16 lw_cuda_bits(LW_CUDA_16 value)
{
    return value;
}
LW_CPU_16_INLINE LW_16_PAIR lw_cuda_bits(LW_CUDA_16_PAIR value)
{
    return LW_16_PAIR{value.x, value.y};
}
