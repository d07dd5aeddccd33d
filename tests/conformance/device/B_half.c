#include <lanewise/kernel.h>
#include <lanewise/bfloat16.h>
#include <lanewise/half.h>

#include "B_half.h"

#define EACH(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += gridDim.x * blockDim.x)
/* `half` or `bfloat16`, as in CUDA's names. */
#define OF(format, X) ((format) == B_HALF ? X(half) : X(bfloat16))

LW_KERNEL(b_widen, (int, format), (int, n), (const unsigned short *, bits), (float *, wide), (unsigned short *, again))
{
    EACH(i, n)
    {
#define WIDE(name) __##name##2float(__ushort_as_##name(bits[i]))
        wide[i] = OF(format, WIDE);
#define AGAIN(name) __##name##_as_ushort(__short_as_##name(__##name##_as_short(__ushort_as_##name(bits[i]))))
        again[i] = OF(format, AGAIN);
    }
}

#define BITS(name, value) __##name##_as_ushort(value)
LW_KERNEL(b_narrow_float, (int, format), (int, n), (const float *, in), (unsigned short *, out))
{
    EACH(i, n)
    {
        float x = in[i];
#define RN(name) BITS(name, __float2##name##_rn(x))
#define PLAIN(name) BITS(name, __float2##name(x))
#define RZ(name) BITS(name, __float2##name##_rz(x))
#define RU(name) BITS(name, __float2##name##_ru(x))
#define RD(name) BITS(name, __float2##name##_rd(x))
        out[4 * i] = OF(format, RN) == OF(format, PLAIN) ? OF(format, RN) : 0x5555;
        out[4 * i + 1] = OF(format, RZ);
        out[4 * i + 2] = OF(format, RU);
        out[4 * i + 3] = OF(format, RD);
#undef RN
#undef RZ
#undef RU
#undef RD
    }
}

LW_KERNEL(b_narrow_double, (int, format), (int, n), (const double *, in), (unsigned short *, out))
{
#define NARROW(name) BITS(name, __double2##name(in[i]))
    EACH(i, n)
    out[i] = OF(format, NARROW);
}

#define FROM(type, word, c_type)                                                                                       \
    case type: {                                                                                                       \
        c_type x = (c_type)in[i];                                                                                      \
        out[4 * i] = is_half ? BITS(half, __##word##2half_rn(x)) : BITS(bfloat16, __##word##2bfloat16_rn(x));          \
        out[4 * i + 1] = is_half ? BITS(half, __##word##2half_rz(x)) : BITS(bfloat16, __##word##2bfloat16_rz(x));      \
        out[4 * i + 2] = is_half ? BITS(half, __##word##2half_ru(x)) : BITS(bfloat16, __##word##2bfloat16_ru(x));      \
        out[4 * i + 3] = is_half ? BITS(half, __##word##2half_rd(x)) : BITS(bfloat16, __##word##2bfloat16_rd(x));      \
        break;                                                                                                         \
    }
LW_KERNEL(b_from_integer, (int, format), (int, type), (int, n), (const long long *, in), (unsigned short *, out))
{
    bool is_half = format == B_HALF;
    EACH(i, n)
    switch (type) {
        FROM(B_SHORT, short, short)
        FROM(B_USHORT, ushort, unsigned short)
        FROM(B_INT, int, int)
        FROM(B_UINT, uint, unsigned)
        FROM(B_LL, ll, long long)
        FROM(B_ULL, ull, unsigned long long)
    }
}

#define TO(type, word)                                                                                                 \
    case type:                                                                                                         \
        out[4 * i] = (long long)(is_half ? __half2##word##_rn(h) : __bfloat162##word##_rn(b));                         \
        out[4 * i + 1] = (long long)(is_half ? __half2##word##_rz(h) : __bfloat162##word##_rz(b));                     \
        out[4 * i + 2] = (long long)(is_half ? __half2##word##_ru(h) : __bfloat162##word##_ru(b));                     \
        out[4 * i + 3] = (long long)(is_half ? __half2##word##_rd(h) : __bfloat162##word##_rd(b));                     \
        break;
LW_KERNEL(b_to_integer, (int, format), (int, type), (int, n), (const unsigned short *, bits), (long long *, out))
{
    bool is_half = format == B_HALF;
    EACH(i, n)
    {
        __half h = __ushort_as_half(bits[i]);
        __nv_bfloat16 b = __ushort_as_bfloat16(bits[i]);
        switch (type) {
            TO(B_SHORT, short)
            TO(B_USHORT, ushort)
            TO(B_INT, int)
            TO(B_UINT, uint)
            TO(B_LL, ll)
            TO(B_ULL, ull)
        case B_CHAR: out[4 * i + 1] = is_half ? __half2char_rz(h) : __bfloat162char_rz(b); break;
        case B_UCHAR: out[4 * i + 1] = is_half ? __half2uchar_rz(h) : __bfloat162uchar_rz(b); break;
        }
    }
}

/* The same steps in either format; `name` as in CUDA's names. */
#define WORD(name, v) ((unsigned)__##name##_as_ushort((v).x) | (unsigned)__##name##_as_ushort((v).y) << 16)
#define FILL(name, scalar, pair)                                                                                       \
    scalar a = __ushort_as_##name(bits[4 * i]), b = __ushort_as_##name(bits[4 * i + 1]);                               \
    scalar c = __ushort_as_##name(bits[4 * i + 2]), d = __ushort_as_##name(bits[4 * i + 3]);                           \
    pair v = __halves2##name##2(a, b), w = make_##name##2(c, d);                                                       \
    unsigned *o = out + B_PAIRS * i;                                                                                   \
    o[0] = WORD(name, v);                                                                                              \
    o[1] = WORD(name, w);                                                                                              \
    o[2] = __##name##_as_ushort(__low2##name(v));                                                                      \
    o[3] = __##name##_as_ushort(__high2##name(v));                                                                     \
    o[4] = WORD(name, __low2##name##2(v));                                                                             \
    o[5] = WORD(name, __high2##name##2(v));                                                                            \
    o[6] = WORD(name, __lows2##name##2(v, w));                                                                         \
    o[7] = WORD(name, __highs2##name##2(v, w));                                                                        \
    o[8] = WORD(name, __lowhigh2highlow(v));                                                                           \
    o[9] = WORD(name, __##name##2##name##2(a));                                                                        \
    wide[3 * i] = __##name##22float2(v);                                                                               \
    wide[3 * i + 1] = make_float2(__low2float(w), __high2float(w));                                                    \
    float2 sums = make_float2(wide[3 * i].x + 1, wide[3 * i].y + 1);                                                   \
    wide[3 * i + 2] = __##name##22float2(__floats2##name##2_rn(sums.x, sums.y));                                       \
    o[10] = WORD(name, __float22##name##2_rn(sums)) ^ WORD(name, __floats2##name##2_rn(sums.x, sums.y)) ^              \
            WORD(name, __float2##name##2_rn(sums.x))

LW_KERNEL(b_pairs, (int, format), (int, n), (const unsigned short *, bits), (unsigned *, out), (float2 *, wide))
{
    EACH(i, n)
    {
        if (format == B_HALF) {
            FILL(half, __half, __half2);
        } else {
            FILL(bfloat16, __nv_bfloat16, __nv_bfloat162);
        }
    }
}

LW_KERNEL(b_types, (int *, sizes))
{
    sizes[0] = sizeof(__half);
    sizes[1] = sizeof(half2);
    sizes[2] = sizeof(nv_bfloat16);
    sizes[3] = sizeof(__nv_bfloat162);
    sizes[4] = sizeof(__half_raw) + sizeof(__half2_raw) + sizeof(__nv_bfloat16_raw) + sizeof(__nv_bfloat162_raw);
    sizes[5] = __alignof__(__half);
    sizes[6] = __alignof__(__half2);
    sizes[7] = __alignof__(__nv_bfloat16);
    sizes[8] = __alignof__(__nv_bfloat162);
}
