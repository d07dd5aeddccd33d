/* Conversions of a 16-bit format, with CUDA's names; half.h and bfloat16.h each include this file once.
 *
 * A conversion to the format rounds once, as the name says (rn: to nearest, ties to even; rz: towards zero; ru: up; rd:
 * down). A number that is too large becomes infinity, or the largest number if the rounding is towards it. A conversion
 * to an integer rounds, then clamps.
 */

LW_CPU_16_INLINE LW_16 LW_16_OWN(of_code)(unsigned code)
{
    LW_16 result = {(unsigned short)code};
    return result;
}

/* Rounds to nearest. */
LW_CPU_16_INLINE LW_16 LW_16_OWN(nearest)(float x)
{
    return LW_16_OWN(of_code)(LW_16_OF_FLOAT(x));
}

/* From the code nearest to a number to that of another rounding; `rounded` is the code's value. */
LW_CPU_16_INLINE LW_16 LW_16_OWN(directed)(unsigned code, double rounded, double x, enum lw_cpu_16_rounding rounding)
{
    double magnitude = __builtin_fabs(x), reached = __builtin_fabs(rounded);
    bool outward = rounding == (code & 0x8000 ? LW_CPU_16_RD : LW_CPU_16_RU);
    return LW_16_OWN(of_code)(outward ? code + (reached < magnitude) : code - (reached > magnitude));
}

/* Rounds any number. Callers first reduce a 64-bit integer by lw_cpu_integer_to_odd(). */
LW_CPU_16_INLINE LW_16 LW_16_OWN(round)(double x, enum lw_cpu_16_rounding rounding)
{
    unsigned code = LW_16_OF_DOUBLE(x);
    return rounding == LW_CPU_16_RN ? LW_16_OWN(of_code)(code)
                                    : LW_16_OWN(directed)(code, LW_16_FLOAT((unsigned short)code), x, rounding);
}

/* For arithmetic: any NaN will do. */
LW_CPU_16_INLINE float LW_16_OWN(number)(LW_16 x)
{
    return LW_16_FLOAT(x.__x);
}

LW_CPU_16_INLINE float LW_16_OWN(widen)(LW_16 x)
{
    return LW_16_WIDEN(x.__x);
}

LW_CPU_16_INLINE LW_16_PAIR LW_16_OWN(pair)(LW_16 low, LW_16 high)
{
    LW_16_PAIR result = {low, high};
    return result;
}

/* ---- float and double ---- */
LW_CPU_16_INLINE LW_16 LW_16_NAME(__float2, )(float x)
{
    return LW_16_OWN(nearest)(x);
}

/* A NaN that is a double keeps its sign and the first bits of its payload; one that is a float does not. */
LW_CPU_16_INLINE LW_16 LW_16_NAME(__double2, )(double x)
{
    return LW_16_OWN(of_code)(x == x ? LW_16_OF_DOUBLE(x) : lw_cpu_narrow_nan(x, LW_16_FRACTION));
}

#define LW_CPU_16_CONVERT(suffix, rounding)                                                                            \
    LW_CPU_16_INLINE LW_16 LW_16_NAME(__float2, suffix)(float x)                                                       \
    {                                                                                                                  \
        unsigned code = LW_16_OF_FLOAT(x);                                                                             \
        return LW_16_OWN(directed)(code, LW_16_FLOAT((unsigned short)code), x, rounding);                              \
    }
LW_CPU_16_INLINE LW_16 LW_16_NAME(__float2, _rn)(float x)
{
    return LW_16_OWN(nearest)(x);
}
LW_CPU_16_CONVERT(_rz, LW_CPU_16_RZ)
LW_CPU_16_CONVERT(_ru, LW_CPU_16_RU)
LW_CPU_16_CONVERT(_rd, LW_CPU_16_RD)
#undef LW_CPU_16_CONVERT
LW_CPU_16_INLINE float LW_16_NAME(__, 2float)(LW_16 x)
{
    return LW_16_OWN(widen)(x);
}

/* ---- pairs ---- */
LW_CPU_16_INLINE LW_16_PAIR LW_16_NAME(__float2, 2_rn)(float x)
{
    return LW_16_OWN(pair)(LW_16_OWN(nearest)(x), LW_16_OWN(nearest)(x));
}
LW_CPU_16_INLINE LW_16_PAIR LW_16_NAME(__floats2, 2_rn)(float x, float y)
{
    return LW_16_OWN(pair)(LW_16_OWN(nearest)(x), LW_16_OWN(nearest)(y));
}
LW_CPU_16_INLINE LW_16_PAIR LW_16_NAME(__float22, 2_rn)(float2 v)
{
    return LW_16_OWN(pair)(LW_16_OWN(nearest)(v.x), LW_16_OWN(nearest)(v.y));
}
LW_CPU_16_INLINE float2 LW_16_NAME(__, 22float2)(LW_16_PAIR v)
{
    float2 result = {LW_16_OWN(widen)(v.x), LW_16_OWN(widen)(v.y)};
    return result;
}
LW_CPU_16_INLINE LW_16_PAIR LW_16_NAME(make_, 2)(LW_16 x, LW_16 y)
{
    return LW_16_OWN(pair)(x, y);
}
LW_CPU_16_INLINE LW_16_PAIR LW_16_NAME(__halves2, 2)(LW_16 low, LW_16 high)
{
    return LW_16_OWN(pair)(low, high);
}
LW_CPU_16_INLINE LW_16_PAIR LW_16_TWICE(__, 2, 2)(LW_16 x)
{
    return LW_16_OWN(pair)(x, x);
}
LW_CPU_16_INLINE LW_16 LW_16_NAME(__low2, )(LW_16_PAIR v)
{
    return v.x;
}
LW_CPU_16_INLINE LW_16 LW_16_NAME(__high2, )(LW_16_PAIR v)
{
    return v.y;
}
LW_CPU_16_INLINE LW_16_PAIR LW_16_NAME(__low2, 2)(LW_16_PAIR v)
{
    return LW_16_OWN(pair)(v.x, v.x);
}
LW_CPU_16_INLINE LW_16_PAIR LW_16_NAME(__high2, 2)(LW_16_PAIR v)
{
    return LW_16_OWN(pair)(v.y, v.y);
}
LW_CPU_16_INLINE LW_16_PAIR LW_16_NAME(__lows2, 2)(LW_16_PAIR v, LW_16_PAIR w)
{
    return LW_16_OWN(pair)(v.x, w.x);
}
LW_CPU_16_INLINE LW_16_PAIR LW_16_NAME(__highs2, 2)(LW_16_PAIR v, LW_16_PAIR w)
{
    return LW_16_OWN(pair)(v.y, w.y);
}
LW_CPU_16_INLINE LW_16_PAIR LW_16_OP(exchange)(LW_16_PAIR v)
{
    return LW_16_OWN(pair)(v.y, v.x);
}
LW_CPU_16_INLINE float LW_16_OP(low)(LW_16_PAIR v)
{
    return LW_16_OWN(widen)(v.x);
}
LW_CPU_16_INLINE float LW_16_OP(high)(LW_16_PAIR v)
{
    return LW_16_OWN(widen)(v.y);
}

/* ---- bits ---- */
LW_CPU_16_INLINE short LW_16_NAME(__, _as_short)(LW_16 x)
{
    return (short)x.__x;
}
LW_CPU_16_INLINE unsigned short LW_16_NAME(__, _as_ushort)(LW_16 x)
{
    return x.__x;
}
LW_CPU_16_INLINE LW_16 LW_16_NAME(__short_as_, )(short bits)
{
    LW_16 result = {(unsigned short)bits};
    return result;
}
LW_CPU_16_INLINE LW_16 LW_16_NAME(__ushort_as_, )(unsigned short bits)
{
    LW_16 result = {bits};
    return result;
}

/* ---- from integers ---- */
#define LW_CPU_16_ROUNDED(from, type, value, suffix, rounding)                                                         \
    LW_CPU_16_INLINE LW_16 LW_16_NAME(__##from##2, suffix)(type x)                                                     \
    {                                                                                                                  \
        return LW_16_OWN(round)(value, rounding);                                                                      \
    }
/* clang-format off */
#define LW_CPU_16_FROM(from, type, value)                                                                              \
    LW_CPU_16_ROUNDED(from, type, value, _rn, LW_CPU_16_RN)                                                            \
    LW_CPU_16_ROUNDED(from, type, value, _rz, LW_CPU_16_RZ)                                                            \
    LW_CPU_16_ROUNDED(from, type, value, _ru, LW_CPU_16_RU)                                                            \
    LW_CPU_16_ROUNDED(from, type, value, _rd, LW_CPU_16_RD)
/* clang-format on */
LW_CPU_16_FROM(short, short, x)
LW_CPU_16_FROM(ushort, unsigned short, x)
LW_CPU_16_FROM(int, int, x)
LW_CPU_16_FROM(uint, unsigned, x)
LW_CPU_16_FROM(ll, long long,
               x < 0 ? -lw_cpu_integer_to_odd(0ull - (unsigned long long)x)
                     : lw_cpu_integer_to_odd((unsigned long long)x))
LW_CPU_16_FROM(ull, unsigned long long, lw_cpu_integer_to_odd(x))
#undef LW_CPU_16_ROUNDED
#undef LW_CPU_16_FROM

/* ---- to integers, from `least` to `most`; `above` is the first number outside, or the last inside ---- */
#define LW_CPU_16_CLAMPED(to, type, least, above, most, nan, suffix, integral)                                         \
    LW_CPU_16_INLINE type LW_16_NAME(__, 2##to##suffix)(LW_16 h)                                                       \
    {                                                                                                                  \
        float x = integral(LW_16_OWN(number)(h));                                                                      \
        return x != x ? (nan) : x <= (float)(least) ? (least) : x >= (above) ? (most) : (type)x;                       \
    }
/* clang-format off */
#define LW_CPU_16_TO(to, type, least, above, most, nan)                                                                \
    LW_CPU_16_CLAMPED(to, type, least, above, most, nan, _rn, __builtin_rintf)                                         \
    LW_CPU_16_CLAMPED(to, type, least, above, most, nan, _rz, )                                                        \
    LW_CPU_16_CLAMPED(to, type, least, above, most, nan, _ru, __builtin_ceilf)                                         \
    LW_CPU_16_CLAMPED(to, type, least, above, most, nan, _rd, __builtin_floorf)
/* clang-format on */
LW_CPU_16_CLAMPED(char, signed char, SCHAR_MIN, 128.0f, SCHAR_MAX, 0, _rz, )
LW_CPU_16_CLAMPED(uchar, unsigned char, 0, 256.0f, UCHAR_MAX, 0, _rz, )
LW_CPU_16_TO(short, short, SHRT_MIN, 32768.0f, SHRT_MAX, 0)
LW_CPU_16_TO(ushort, unsigned short, 0, 65536.0f, USHRT_MAX, 0)
LW_CPU_16_TO(int, int, INT_MIN, 0x1p31f, INT_MAX, 0)
LW_CPU_16_TO(uint, unsigned, 0u, 0x1p32f, UINT_MAX, 0u)
LW_CPU_16_TO(ll, long long, LLONG_MIN, 0x1p63f, LLONG_MAX, LLONG_MIN)
LW_CPU_16_TO(ull, unsigned long long, 0ull, 0x1p64f, ULLONG_MAX, 1ull << 63)
#undef LW_CPU_16_CLAMPED
#undef LW_CPU_16_TO
