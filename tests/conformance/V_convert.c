/* Conversions between integers and floating point: rounded as named, clamped to the range, NaNs as on a GPU. */
#include <math.h>

#include "device/V_convert.h"
#include "numbers.h"
#include <tests/harness/arrays.h>

enum { N = 20000, RN, RZ, RU, RD };

#define rn RN
#define rz RZ
#define ru RU
#define rd RD
static const struct to_integer {
    const char *name;
    int bits;
    bool is_signed;
    int rounding;
} to_integer[] = {
#define ROW(to, bits, is_signed, rounding) {#to, bits, is_signed, rounding},
    V_TO_INTEGER(ROW)
#undef ROW
};
static const struct from_integer {
    const char *name;
    int bits;
    bool is_signed;
    int digits, rounding;
} from_integer[] = {
#define ROW(from, type, digits, to, rounding) {#from "2" #to, 8 * sizeof(type), (type) - 1 < (type)1, digits, rounding},
    V_FROM_INTEGER(ROW)
#undef ROW
};
#undef rn
#undef rz
#undef ru
#undef rd
static const char *const roundings[] = {[RN] = "rn", [RZ] = "rz", [RU] = "ru", [RD] = "rd"};

static unsigned long long integer_of(const struct to_integer *to, double x, bool from_float)
{
    if (isnan(x))
        return from_float && to->bits == 32 ? 0 : to->is_signed ? ~0ull << (to->bits - 1) : 1ull << (to->bits - 1);
    double whole = to->rounding == RN   ? rint(x)
                   : to->rounding == RZ ? trunc(x)
                   : to->rounding == RU ? ceil(x)
                                        : floor(x);
    double least = to->is_signed ? -ldexp(1, to->bits - 1) : 0, beyond = ldexp(1, to->bits - to->is_signed);
    if (whole < least)
        return to->is_signed ? ~0ull << (to->bits - 1) : 0;
    if (whole >= beyond)
        return ~0ull >> (64 - to->bits + to->is_signed);
    return to->is_signed ? (unsigned long long)(long long)whole : (unsigned long long)whole;
}

static void check_integers(struct test *t, const char *from, int n, const double *x, const unsigned long long *actual)
{
    for (size_t k = 0; k < COUNT_OF(to_integer); k++)
        for (int i = 0; i < n; i++) {
            unsigned long long expected = integer_of(&to_integer[k], x[i], from[0] == 'f');
            if (actual[k * (size_t)n + (size_t)i] != expected)
                FAIL("__%s2%s_%s(%a) is %#llx, expected %#llx", from, to_integer[k].name,
                     roundings[to_integer[k].rounding], x[i], actual[k * (size_t)n + (size_t)i], expected);
        }
}

static unsigned long long integers[COUNT_OF(to_integer) * N];

TEST(row, V4_float_to_integer_clamps)
{
    static float x[N];
    static double wide[N];
    for (int i = 0; i < N; i++) {
        x[i] = random_float(t);
        if (test_random_below(t, 4) == 0) /* halves and their neighbours */
            x[i] = (float)((int)test_random_below(t, 64) - 32) / 2 *
                   (1 + (float)((int)test_random_below(t, 3) - 1) * 0x1p-23f);
        wide[i] = x[i];
    }
    float *in = array_of(t, x, sizeof x);
    unsigned long long *out = array_of(t, NULL, sizeof integers);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_float_to_integer, line(t, (N + 127) / 128, 128, 0), N, in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, integers, out, sizeof integers));
    CHECK_CALL(check_integers(t, "float", N, wide, integers));
}

TEST(row, V4b_double_to_integer_clamps)
{
    static double x[N];
    for (int i = 0; i < N; i++) {
        x[i] = random_double(t);
        if (test_random_below(t, 4) == 0)
            x[i] = ((int)test_random_below(t, 64) - 32) / 2.0 * (1 + ((int)test_random_below(t, 3) - 1) * 0x1p-52);
        if (test_random_below(t, 4) == 0) /* the borders of 32 bits, and a fraction */
            x[i] = ((int)test_random_below(t, 5) - 2) * 0x1p31 + ((int)test_random_below(t, 9) - 4) / 4.0;
    }
    double *in = array_of(t, x, sizeof x);
    unsigned long long *out = array_of(t, NULL, sizeof integers);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_double_to_integer, line(t, (N + 127) / 128, 128, 0), N, in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, integers, out, sizeof integers));
    CHECK_CALL(check_integers(t, "double", N, x, integers));
}

/* The rule's corner cases, written out. */
TEST(row, V4c_conversion_literals)
{
    static const float x[] = {NAN, INFINITY, -INFINITY, 0x1p31f, -0x1p31f, 2.5f, -2.5f, -0.5f};
    enum { COUNT = COUNT_OF(x), UINT_RN = 4, LL_RN = 8, ULL_RN = 12 };
    unsigned long long actual[COUNT_OF(to_integer) * COUNT];
    float *in = array_of(t, x, sizeof x);
    unsigned long long *out = array_of(t, NULL, sizeof actual);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_float_to_integer, line(t, 1, 32, 0), COUNT, in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    static const long long to_int[] = {0, 2147483647, -2147483648, 2147483647, -2147483648, 2, -2, 0};
    static const long long to_uint[] = {0, 4294967295, 0, 2147483648, 0, 2, 0, 0};
    for (int i = 0; i < COUNT; i++) {
        CHECK_EQUAL(actual[i], to_int[i]);
        CHECK_EQUAL(actual[UINT_RN * COUNT + i], to_uint[i]);
    }
    CHECK_EQUAL(actual[LL_RN * COUNT], INT64_MIN);
    CHECK_EQUAL(actual[ULL_RN * COUNT], INT64_MIN); /* 1 << 63 */
    CHECK_EQUAL(actual[ULL_RN * COUNT + 1], -1);
    CHECK_EQUAL(actual[ULL_RN * COUNT + 2], 0);
}

static double floating_of(const struct from_integer *from, unsigned long long x)
{
    bool negative = from->is_signed && (from->bits == 32 ? (int)x < 0 : (long long)x < 0);
    unsigned long long size = from->bits == 32 ? (negative ? -(unsigned)x : (unsigned)x) : negative ? -x : x;
    int length = size ? 64 - __builtin_clzll(size) : 0, dropped = length > from->digits ? length - from->digits : 0;
    unsigned long long kept = size >> dropped, rest = size - (kept << dropped),
                       half = dropped ? 1ull << (dropped - 1) : 1;
    switch (from->rounding) {
    case RN: kept += rest > half || (rest == half && kept % 2); break;
    case RZ: break;
    case RU: kept += rest && !negative; break;
    default: kept += rest && negative;
    }
    double result = ldexp((double)kept, dropped);
    return negative ? -result : result;
}

TEST(row, V13_integer_to_floating_rounds_as_named)
{
    enum { KINDS = COUNT_OF(from_integer) };
    static unsigned long long x[N];
    static double actual[KINDS * N];
    for (int i = 0; i < N; i++) {
        x[i] = test_random_below(t, 2) ? random_long(t) : random_word(t);
        if (test_random_below(t, 3) == 0) /* a tie of 24 or of 53 digits, or beside one */
            x[i] = ((1ull << 24 | test_random_below(t, 1 << 24)) << (39 - test_random_below(t, 40))) +
                   test_random_below(t, 3) - 1;
        if (test_random_below(t, 3) == 0)
            x[i] = -x[i];
    }
    unsigned long long *in = array_of(t, x, sizeof x);
    double *out = array_of(t, NULL, sizeof actual);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_integer_to_floating, line(t, (N + 127) / 128, 128, 0), N, in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < N; i++) {
            double expected = floating_of(&from_integer[k], x[i]);
            if (double_bits(actual[k * N + i]) != double_bits(expected))
                FAIL("__%s_%s(%#llx) is %a, expected %a", from_integer[k].name, roundings[from_integer[k].rounding],
                     x[i], actual[k * N + i], expected);
        }
}

TEST(row, V14_reinterpretation_keeps_every_bit)
{
    static const unsigned floats[] = {0x00000000, 0x80000001, 0xbf812345, 0x7f800000, 0xff812345, 0x7fc54321};
    static const unsigned long long doubles[] = {0x8000000000000000, 0x123456789abcdef0, 0xfff0000080000001,
                                                 0x7ff8000000000001, 0x000fffffffffffff, 0xffffffffffffffff};
    unsigned long long actual[10], *out = array_of(t, NULL, sizeof actual);
    CHECK(out);
    for (size_t i = 0; i < COUNT_OF(floats); i++) {
        unsigned f = floats[i];
        unsigned long long d = doubles[i];
        CHECK_STATUS(lw_launch(v_reinterpret, line(t, 1, 1, 0), bits_float(f), bits_double(d), out), LW_SUCCESS);
        CHECK_CALL(array_read(t, actual, out, sizeof actual));
        CHECK_EQUAL(actual[0], (int)f);
        CHECK_EQUAL(actual[1], f);
        CHECK_EQUAL(actual[2], f);
        CHECK_EQUAL(actual[3], f);
        CHECK_EQUAL(actual[4], d);
        CHECK_EQUAL(actual[5], d);
        CHECK_EQUAL(actual[6], (int)(d >> 32));
        CHECK_EQUAL(actual[7], (int)d);
        CHECK_EQUAL(actual[8], d);
        /* A NaN becomes quiet when it is converted to double, and keeps its payload. */
        unsigned long long wide = double_bits(bits_float(f));
        CHECK_EQUAL(actual[9], isnan(bits_float(f)) ? (long long)(wide | 1ull << 51) : (long long)wide);
    }
}

/* Bytes and halves are the low bits of the 32-bit result: 300 becomes 44. */
TEST(row, V15_bytes_and_halves_go_through_32_bits)
{
    static const float x[] = {300, -300, 70000, -1, 65535.5f, 127.9f, -128.9f, 3e9f, NAN};
    static const int expected[][4] = {
        {44, 44, 300, 300},   {-44, 0, -300, 0},  {112, 112, 4464, 4464}, {-1, 0, -1, 0}, {-1, 255, -1, 65535},
        {127, 127, 127, 127}, {-128, 0, -128, 0}, {-1, 0, -1, 24064},     {0, 0, 0, 0},
    };
    enum { COUNT = COUNT_OF(x) };
    int actual[COUNT][4];
    float *in = array_of(t, x, sizeof x);
    int *out = array_of(t, NULL, sizeof actual);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_narrow_casts, line(t, 1, 32, 0), COUNT, in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < 4; k++)
            if (actual[i][k] != expected[i][k])
                FAIL("%g as narrow type %d is %d, expected %d", x[i], k, actual[i][k], expected[i][k]);
}
