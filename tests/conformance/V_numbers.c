/* Special numbers: NaNs and their bits, signed zeros, denormals, contraction, the floating-point mode. */
#include <fenv.h>
#include <math.h>

#include "device/V_numbers.h"
#include "numbers.h"
#include "tests/fault/fault.h"

enum { CANONICAL = 0x7fffffff };
static const unsigned float_nans[] = {0x7fc00000, 0xffc00000, 0x7fc12345, 0xffffffff, 0x7f800001, 0xff812345};
static const unsigned long long invalid = 0xfff8000000000000, quiet = 0x0008000000000000;

/* Denormals read and written as zeros, if the processor has such a mode; returns whether the thread is in it. */
static bool flush_denormals(bool on)
{
#if defined(__SSE__)
    unsigned both = 0x8040, mode = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(on ? mode | both : mode & ~both);
    return (mode & both) == both;
#else
    (void)on;
    return false;
#endif
}

/* To nearest, with denormals, in any mode of the host thread. It raises no exception there, and restores its mode.
 * On a CPU any thread may run the kernel, also the waiting one: so more than once. */
TEST(row, V1_no_rounding_mode_and_no_flags)
{
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    /* CUDA's library computes in the host's thread, too. */
    const int looked_at = on_cpu(t) ? FE_ALL_EXCEPT : FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW;
    float actual[8], *out = array_of(t, NULL, sizeof actual);
    unsigned bits[8];
    CHECK(out);
    for (int round = 0; round < 40; round++) {
        bool flushes = round / 4 % 2;
        feclearexcept(FE_ALL_EXCEPT);
        fesetround(modes[round % 4]);
        flush_denormals(flushes);
        bool flushed = flush_denormals(flushes);
        lw_status launched = lw_launch(v_mode, line(t, 1, 1, 0), 1, 0x1p-30f, 0, 0x7f800001, out);
        lw_status waited = lw_device_synchronize(t->device);
        int flags = fetestexcept(looked_at), mode = fegetround();
        bool flushes_now = flush_denormals(false);
        fesetround(FE_TONEAREST);
        CHECK_STATUS(launched, LW_SUCCESS);
        CHECK_STATUS(waited, LW_SUCCESS);
        CHECK_EQUAL(mode, modes[round % 4]);
        CHECK_EQUAL(flushes_now, flushed);
        CHECK_EQUAL(flags, 0);
        CHECK_CALL(array_read(t, actual, out, sizeof actual));
        memcpy(bits, actual, sizeof bits);
        CHECK(actual[0] == 1 && actual[5] == 1);
        CHECK(actual[1] == 0x1p-30f);
        CHECK(isinf(actual[2]) && isnan(actual[3]) && isinf(actual[4]));
        CHECK((bits[6] & 0x7fc00000) == 0x7fc00000); /* a quiet NaN */
        CHECK_EQUAL(bits[7], CANONICAL);
    }
}

/* Every float function returns one NaN for any NaN, signalling ones and negative ones too. */
TEST(row, V2_float_functions_answer_the_canonical_nan)
{
#define NAME(expression) #expression,
    static const char *const names[] = {V_FLOAT_FUNCTIONS(NAME)};
    enum { COUNT = COUNT_OF(float_nans), NAMES = COUNT_OF(names) };
    unsigned actual[NAMES * COUNT];
    float *x = array_of(t, float_nans, sizeof float_nans);
    unsigned *out = array_of(t, NULL, sizeof actual);
    CHECK(x && out);
    CHECK_STATUS(lw_launch(v_float_functions, line(t, 1, 32, 0), COUNT, x, x, x, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int i = 0; i < NAMES * COUNT; i++)
        if (actual[i] != CANONICAL)
            FAIL("%s of %08x is %08x", names[i / COUNT], float_nans[i % COUNT], actual[i]);
}

/* Operators are the processor's: on a CPU a NaN keeps its payload, and the NaN of an invalid operation has another
 * sign. */
TEST(row, V2b_float_operators_answer_a_nan)
{
    static const char *const names[] = {V_FLOAT_OPERATORS(NAME)};
    enum { COUNT = COUNT_OF(float_nans), NAMES = COUNT_OF(names) };
    unsigned actual[NAMES * COUNT];
    float *x = array_of(t, float_nans, sizeof float_nans);
    unsigned *out = array_of(t, NULL, sizeof actual);
    CHECK(x && out);
    CHECK_STATUS(lw_launch(v_float_operators, line(t, 1, 32, 0), COUNT, x, x, x, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int i = 0; i < NAMES * COUNT; i++)
        if (on_cpu(t) ? !isnan(bits_float(actual[i])) : actual[i] != CANONICAL)
            FAIL("%s of %08x is %08x", names[i / COUNT], float_nans[i % COUNT], actual[i]);
}

/* For doubles the first NaN is returned, made quiet, with sign and payload; a new one is 0xfff8000000000000. */
TEST(row, V2c_double_functions_pass_the_first_nan)
{
    static const char *const names[] = {V_DOUBLE_FUNCTIONS(NAME)};
    static const unsigned long long rows[][3] = {
        /* x, y, and the result of all except fmin and fmax, which ignore a NaN operand */
        {0x7ff8000000000001, 0x3ff0000000000000, 0x7ff8000000000001},
        {0x3ff0000000000000, 0xfff8123456789abc, 0xfff8123456789abc},
        {0xfff0000000000005, 0x7ff8000000000007, 0xfff8000000000005},
        {0x7ff8000000000007, 0xfff0000000000005, 0x7ff8000000000007},
        {0x7ff4000000000000, 0x7ff4000000000000, 0x7ffc000000000000},
    };
    enum { COUNT = COUNT_OF(rows), NAMES = COUNT_OF(names) };
    unsigned long long x[2][COUNT], actual[NAMES * COUNT];
    for (int i = 0; i < COUNT; i++)
        x[0][i] = rows[i][0], x[1][i] = rows[i][1];
    double *in = array_of(t, x, sizeof x);
    unsigned long long *out = array_of(t, NULL, sizeof actual);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_double_functions, line(t, 1, 32, 0), COUNT, in, in + COUNT, in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int k = 0; k < NAMES; k++)
        for (int i = 0; i < COUNT; i++) {
            bool extreme = names[k][0] == 'f' && i < 2;
            unsigned long long expected = extreme ? 0x3ff0000000000000 : rows[i][2];
            if (actual[k * COUNT + i] != expected)
                FAIL("%s of %016llx, %016llx is %016llx, expected %016llx", names[k], x[0][i], x[1][i],
                     actual[k * COUNT + i], expected);
        }
}

TEST(row, V2d_double_fma_passes_the_summand_before_the_second_factor)
{
    const double a = bits_double(quiet | 0x7ff0000000000001), b = bits_double(quiet | 0x7ff0000000000002);
    const double c = bits_double(quiet | 0xfff0000000000003);
    const double rows[][4] = {{a, b, c, a}, {1, b, c, c}, {1, b, 1, b}, {0, INFINITY, c, c}, {a, 1, c, a}};
    enum { COUNT = COUNT_OF(rows), NAMES = 4 };
    double x[3][COUNT + 2];
    unsigned long long actual[NAMES][COUNT + 2];
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < 3; k++)
            x[k][i] = rows[i][k];
    x[0][COUNT] = 0, x[1][COUNT] = INFINITY, x[2][COUNT] = 1;
    x[0][COUNT + 1] = INFINITY, x[1][COUNT + 1] = 1, x[2][COUNT + 1] = -INFINITY;
    double *in = array_of(t, x, sizeof x);
    unsigned long long *out = array_of(t, NULL, sizeof actual);
    CHECK(in && out);
    CHECK_STATUS(
        lw_launch(v_double_of_three, line(t, 1, 32, 0), COUNT + 2, in, in + COUNT + 2, in + 2 * (COUNT + 2), out),
        LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int k = 0; k < NAMES; k++)
        for (int i = 0; i < COUNT + 2; i++)
            CHECK_EQUAL(actual[k][i], i < COUNT ? double_bits(rows[i][3]) : invalid);
}

/* fminf and fmaxf: one NaN operand is ignored, and -0 is less than 0. */
TEST(row, V3_extremes_leave_out_nans)
{
    static const char *const names[] = {V_FLOAT_FUNCTIONS(NAME)};
    static const unsigned rows[][4] = {
        /* x, y, least, most */
        {0x7fc12345, 0x3f800000, 0x3f800000, 0x3f800000}, {0xbf800000, 0xffffffff, 0xbf800000, 0xbf800000},
        {0x7f800001, 0xff800000, 0xff800000, 0xff800000}, {0x00000000, 0x80000000, 0x80000000, 0x00000000},
        {0x80000000, 0x00000000, 0x80000000, 0x00000000}, {0x00000001, 0x80000001, 0x80000001, 0x00000001},
        {0x7f800000, 0x7f7fffff, 0x7f7fffff, 0x7f800000}, {0x7fc00000, 0xffc00000, CANONICAL, CANONICAL},
    };
    enum { COUNT = COUNT_OF(rows), NAMES = COUNT_OF(names) };
    unsigned x[2][COUNT], actual[NAMES][COUNT];
    for (int i = 0; i < COUNT; i++)
        x[0][i] = rows[i][0], x[1][i] = rows[i][1];
    float *in = array_of(t, x, sizeof x);
    unsigned *out = array_of(t, NULL, sizeof actual);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_float_functions, line(t, 1, 32, 0), COUNT, in, in + COUNT, in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    int checked = 0;
    for (int k = 0; k < NAMES; k++) {
        bool least = strncmp(names[k], "fminf", 5) == 0 || strncmp(names[k], "min", 3) == 0;
        bool most = strncmp(names[k], "fmaxf", 5) == 0 || strncmp(names[k], "max", 3) == 0;
        for (int i = 0; i < COUNT && (least || most); i++, checked++)
            if (actual[k][i] != rows[i][least ? 2 : 3])
                FAIL("%s of %08x, %08x is %08x", names[k], x[0][i], x[1][i], actual[k][i]);
    }
    CHECK_EQUAL(checked, 4 * COUNT);
}

/* These kernels are compiled with -fmad=false: a product is rounded before it is added, except in fmaf. */
TEST(row, V8_only_fma_is_fused)
{
    double actual[6], *out = array_of(t, NULL, sizeof actual);
    CHECK(out);
    CHECK_STATUS(
        lw_launch(v_contraction, line(t, 1, 1, 0), 1 + 0x1p-12f, -(1 + 0x1p-11f), 1 + 0x1p-27, -(1 + 0x1p-26), out),
        LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    CHECK(actual[0] == 0);
    CHECK(actual[1] == 0);
    CHECK(actual[2] == 0x1p-24);
    CHECK(actual[3] == 0);
    CHECK(actual[4] == 0);
    CHECK(actual[5] == 0x1p-54);
}

TEST(row, V9_denormals_are_kept)
{
    static const double expected[] = {0x1p-148,  0x1p-127,  0x1p-49,  0x1p-147,  0x1p-127,
                                      0x1p-1073, 0x1p-1023, 0x1p-974, 0x1p-1072, 0x1p-1023};
    double actual[10], *out = array_of(t, NULL, sizeof actual);
    CHECK(out);
    CHECK_STATUS(lw_launch(v_denormals, line(t, 1, 1, 0), 0x1p-149f, 0x1p-126f, 0x1p-1074, 0x1p-1022, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int i = 0; i < 10; i++)
        if (actual[i] != expected[i])
            FAIL("value %d is %a, expected %a", i, actual[i], expected[i]);
}

/* The error of `actual` in units of the last of `digits` binary digits of the exact value. */
static double units(long double actual, long double exact, int digits)
{
    int exponent;
    (void)frexpl(exact, &exponent);
    return (double)fabsl(ldexpl(actual - exact, digits - exponent));
}

TEST(row, V11_sine_and_cosine_of_large_angles)
{
    enum { N = 4000 };
    static float x[N], actual[2 * N];
    static double d[N], wide[2 * N];
    for (int i = 0; i < N; i++) { /* from 2^16 and 2^30 on, up to the largest */
        x[i] = (float)ldexp(1 + (double)test_random_below(t, 1 << 23) * 0x1p-23, 16 + (int)test_random_below(t, 112));
        d[i] = ldexp(1 + (double)test_random_below(t, 1ull << 52) * 0x1p-52, 30 + (int)test_random_below(t, 994));
    }
    x[0] = 105615, x[1] = 105616, d[0] = 0x1p31, d[1] = 0x1.fffffffffffffp1023;
    x[2] = 0x1.47d0fep34f; /* close to a multiple of pi / 2 */
    float *in = array_of(t, x, sizeof x), *out = array_of(t, NULL, sizeof actual);
    double *din = array_of(t, d, sizeof d), *dout = array_of(t, NULL, sizeof wide);
    CHECK(in && out && din && dout);
    CHECK_STATUS(lw_launch(v_large_angles, line(t, (N + 127) / 128, 128, 0), N, in, din, out, dout), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    CHECK_CALL(array_read(t, wide, dout, sizeof wide));
    for (int i = 0; i < N; i++) {
        double errors[] = {units(actual[2 * i], sinl(x[i]), 24), units(actual[2 * i + 1], cosl(x[i]), 24),
                           units(wide[2 * i], sinl(d[i]), 53), units(wide[2 * i + 1], cosl(d[i]), 53)};
        for (int k = 0; k < 4; k++)
            if (!(errors[k] <= 2))
                FAIL("%s of %a is wrong by %g units", k % 2 ? "cos" : "sin", k < 2 ? (double)x[i] : d[i], errors[k]);
    }
}

TEST(row, V12_rint_to_even_and_round_away)
{
    static const float x[] = {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, -2.5f, 0.49999997f, -0.49999997f, 8388609.0f, 4194304.5f};
    static const double to_even[] = {0, 2, 2, -0.0, -2, -2, 0, -0.0, 8388609, 4194304};
    static const double away[] = {1, 2, 3, -1, -2, -3, 0, -0.0, 8388609, 4194305};
    static const double toward_zero[] = {0, 1, 2, -0.0, -1, -2, 0, -0.0, 8388609, 4194304};
    enum { COUNT = COUNT_OF(x) };
    double actual[8 * COUNT], *out = array_of(t, NULL, sizeof actual);
    float *in = array_of(t, x, sizeof x);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_halves, line(t, 1, 32, 0), COUNT, in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int i = 0; i < 8 * COUNT; i++) {
        const double *expected = i % 4 == 1 ? away : i % 4 == 3 ? toward_zero : to_even;
        if (double_bits(actual[i]) != double_bits(expected[i / 8]))
            FAIL("function %d of %a is %a, expected %a", i % 8, x[i / 8], actual[i], expected[i / 8]);
    }
}

TEST(row, V16_saturate_into_0_to_1)
{
    static const unsigned rows[][2] = {
        {0x3f000000, 0x3f000000}, {0x3f800000, 0x3f800000}, {0x3f800001, 0x3f800000}, {0x7f800000, 0x3f800000},
        {0xbf000000, 0x00000000}, {0xff800000, 0x00000000}, {0x80000000, 0x00000000}, {0x00000001, 0x00000001},
        {0x7fc00000, 0x00000000}, {0xffc12345, 0x00000000}, {0x3f7fffff, 0x3f7fffff},
    };
    enum { COUNT = COUNT_OF(rows) };
    unsigned x[COUNT], actual[COUNT];
    for (int i = 0; i < COUNT; i++)
        x[i] = rows[i][0];
    float *in = array_of(t, x, sizeof x);
    unsigned *out = array_of(t, NULL, sizeof actual);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_saturate, line(t, 1, 32, 0), COUNT, in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int i = 0; i < COUNT; i++)
        if (actual[i] != rows[i][1])
            FAIL("__saturatef of %08x is %08x, expected %08x", x[i], actual[i], rows[i][1]);
}
