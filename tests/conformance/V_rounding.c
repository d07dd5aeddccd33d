/* Arithmetic with the rounding in its name: the exact result rounded once, also for denormals and overflow. The
 * reference is this processor's arithmetic in its four rounding modes; V_rounding_literals.c has some results as
 * literals. */
#include <fenv.h>
#include <math.h>
#include <stdlib.h>

#include "device/V_rounding.h"
#include "numbers.h"
#include <tests/harness/arrays.h>

static const char *const operations[] = {"add", "sub", "mul", "div", "fma", "rcp", "sqrt"};
static const char *const roundings[] = {"rn", "rz", "ru", "rd"};
static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
enum { N = 20000, CANONICAL = 0x7fffffff };

/* Operands and results are volatile, so that the operation stays between the two changes of the mode. */
#define REFERENCE(name, type, root, fused)                                                                             \
    static type name(int operation, int rounding, type x_, type y_, type z_)                                           \
    {                                                                                                                  \
        volatile type x = x_, y = y_, z = z_, result = 0;                                                              \
        fesetround(modes[rounding]);                                                                                   \
        switch (operation) {                                                                                           \
        case V_ADD: result = x + y; break;                                                                             \
        case V_SUB: result = x - y; break;                                                                             \
        case V_MUL: result = x * y; break;                                                                             \
        case V_DIV: result = x / y; break;                                                                             \
        case V_FMA: result = fused(x, y, z); break;                                                                    \
        case V_RCP: result = 1 / x; break;                                                                             \
        default: result = root(x);                                                                                     \
        }                                                                                                              \
        fesetround(FE_TONEAREST);                                                                                      \
        return result;                                                                                                 \
    }
REFERENCE(reference_float, float, sqrtf, fmaf)
REFERENCE(reference_double, double, sqrt, fma)

/* Not in valgrind, which rounds to nearest in every mode. */
static bool processor_rounds(void)
{
    return reference_double(V_ADD, V_UP, 1, 0x1p-60, 0) > 1 && reference_float(V_DIV, V_DOWN, 1, 3, 0) < 0x1.555556p-2f;
}

/* Operands that nearly cancel, and products near the border of the denormals. */
#define OPERANDS(name, type, random, tiny)                                                                             \
    static void name(struct test *t, type *x, type *y, type *z)                                                        \
    {                                                                                                                  \
        for (int i = 0; i < N; i++) {                                                                                  \
            x[i] = random(t), y[i] = random(t), z[i] = random(t);                                                      \
            switch (test_random_below(t, 6)) {                                                                         \
            case 0: z[i] = -x[i] * y[i]; break;                                                                        \
            case 1: y[i] = -x[i] * (1 + (type)test_random_below(t, 3) * tiny); break;                                  \
            case 2: z[i] = (type)test_random_below(t, 9) * tiny * x[i]; break;                                         \
            }                                                                                                          \
        }                                                                                                              \
    }
OPERANDS(float_operands, float, random_float, 0x1p-23f)
OPERANDS(double_operands, double, random_double, 0x1p-52)

static float fx[N], fy[N], fz[N];
static double dx[N], dy[N], dz[N];

TEST(row, V10_X13_float_arithmetic_rounds_as_named)
{
    if (!processor_rounds())
        SKIP("no rounding modes here to compare with");
    static unsigned actual[V_OPERATIONS * V_ROUNDINGS * N];
    float_operands(t, fx, fy, fz);
    float *x = array_of(t, fx, sizeof fx), *y = array_of(t, fy, sizeof fy), *z = array_of(t, fz, sizeof fz);
    unsigned *out = array_of(t, NULL, sizeof actual);
    CHECK(x && y && z && out);
    CHECK_STATUS(lw_launch(v_round_float, line(t, (N + 127) / 128, 128, 0), N, x, y, z, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int operation = 0; operation < V_OPERATIONS; operation++) {
        for (int rounding = 0; rounding < V_ROUNDINGS; rounding++) {
            for (int i = 0; i < N; i++) {
                unsigned bits = actual[(operation * V_ROUNDINGS + rounding) * N + i];
                float expected = reference_float(operation, rounding, fx[i], fy[i], fz[i]);
                unsigned expected_bits = isnan(expected) ? CANONICAL : float_bits(expected);
                if (bits != expected_bits)
                    FAIL("__f%s_%s of %a, %a, %a is %08x (%a), expected %08x (%a)", operations[operation],
                         roundings[rounding], fx[i], fy[i], fz[i], bits, bits_float(bits), expected_bits, expected);
            }
        }
    }
}

TEST(row, V10b_double_arithmetic_rounds_as_named)
{
    if (!processor_rounds())
        SKIP("no rounding modes here to compare with");
    static long long actual[V_OPERATIONS * V_ROUNDINGS * N];
    double_operands(t, dx, dy, dz);
    double *x = array_of(t, dx, sizeof dx), *y = array_of(t, dy, sizeof dy), *z = array_of(t, dz, sizeof dz);
    long long *out = array_of(t, NULL, sizeof actual);
    CHECK(x && y && z && out);
    CHECK_STATUS(lw_launch(v_round_double, line(t, (N + 127) / 128, 128, 0), N, x, y, z, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int operation = 0; operation < V_OPERATIONS; operation++) {
        for (int rounding = 0; rounding < V_ROUNDINGS; rounding++) {
            for (int i = 0; i < N; i++) {
                double result = bits_double((unsigned long long)actual[(operation * V_ROUNDINGS + rounding) * N + i]);
                double expected = reference_double(operation, rounding, dx[i], dy[i], dz[i]);
                if (isnan(expected) ? !isnan(result) : double_bits(result) != double_bits(expected))
                    FAIL("__d%s_%s of %a, %a, %a is %a, expected %a", operations[operation], roundings[rounding], dx[i],
                         dy[i], dz[i], result, expected);
            }
        }
    }
}

/* 1/sqrt(x) to nearest: y is right if (y - h)^2 x < 1 < (y + h)^2 x, h half of its last digit. For all digits of x
 * in [1, 4), exactly in integers; all others differ only by the exponent. */
TEST(row, V10e_rsqrt_is_to_nearest)
{
    static float x[1 << 16];
    static unsigned bits[1 << 16];
    enum { COUNT = 1 << 16 };
    for (int i = 0; i < COUNT; i++)
        x[i] = bits_float(0x3f800000u + (unsigned)test_random_below(t, 1 << 24));
    float *in = array_of(t, x, sizeof x);
    unsigned *out = array_of(t, NULL, sizeof bits);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_rsqrt, line(t, COUNT / 128, 128, 0), COUNT, in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, bits, out, sizeof bits));
    for (int i = 0; i < COUNT; i++) {
        double y = bits_float(bits[i]), above = bits_float(bits[i] + 1), below = bits_float(bits[i] - 1);
        __extension__ typedef unsigned __int128 wide;
        wide high = (wide)ldexp((y + above) / 2, 26), low = (wide)ldexp((y + below) / 2, 26),
             digits = (wide)ldexp(x[i], 23);
        wide one = (wide)1 << 75;
        if (!(low * low * digits < one && high * high * digits > one))
            FAIL("__frsqrt_rn(%a) is %a", x[i], y);
    }
}

TEST(row, V10f_rsqrt_of_special_values)
{
    static const unsigned rows[][2] = {
        {0x00000000, 0x7f800000}, {0x80000000, 0xff800000}, {0x7f800000, 0x00000000}, {0xff800000, CANONICAL},
        {0xbf800000, CANONICAL},  {0x80000001, CANONICAL},  {0x7fc12345, CANONICAL},  {0x00000001, 0x64b504f3},
        {0x007fffff, 0x5f000001}, {0x7f7fffff, 0x1f800000}, {0x40800000, 0x3f000000},
    };
    enum { COUNT = COUNT_OF(rows) };
    float x[COUNT];
    unsigned bits[COUNT];
    for (int i = 0; i < COUNT; i++)
        x[i] = bits_float(rows[i][0]);
    float *in = array_of(t, x, sizeof x);
    unsigned *out = array_of(t, NULL, sizeof bits);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_rsqrt, line(t, 1, 128, 0), COUNT, in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, bits, out, sizeof bits));
    for (int i = 0; i < COUNT; i++)
        if (bits[i] != rows[i][1])
            FAIL("__frsqrt_rn of %08x is %08x, expected %08x", rows[i][0], bits[i], rows[i][1]);
}

static void narrow(struct test *t, int count, const double *x, unsigned *bits)
{
    double *in = array_of(t, x, sizeof *x * (size_t)count);
    unsigned *out = array_of(t, NULL, sizeof *bits * V_ROUNDINGS * (size_t)count);
    CHECK(in && out);
    CHECK_STATUS(lw_launch(v_round_narrow, line(t, (unsigned)(count + 127) / 128, 128, 0), count, in, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, bits, out, sizeof *bits * V_ROUNDINGS * (size_t)count));
}

TEST(row, V10g_double_to_float_rounds_as_named)
{
    static const struct {
        double x;
        unsigned expected[V_ROUNDINGS];
    } rows[] = {
        {0.1, {0x3dcccccd, 0x3dcccccc, 0x3dcccccd, 0x3dcccccc}},
        {-0.1, {0xbdcccccd, 0xbdcccccc, 0xbdcccccc, 0xbdcccccd}},
        {1e300, {0x7f800000, 0x7f7fffff, 0x7f800000, 0x7f7fffff}},
        {-0x1.fffffe8p127, {0xff7fffff, 0xff7fffff, 0xff7fffff, 0xff800000}},
        {-0x1.ffffffp127, {0xff800000, 0xff7fffff, 0xff7fffff, 0xff800000}},
        {0x1p-150, {0x00000000, 0x00000000, 0x00000001, 0x00000000}},
        {0x1.0000000000001p-150, {0x00000001, 0x00000000, 0x00000001, 0x00000000}},
        {-0x1p-1074, {0x80000000, 0x80000000, 0x80000000, 0x80000001}},
        {0x1.fffffffffffffp-127, {0x00800000, 0x007fffff, 0x00800000, 0x007fffff}},
        {-0.0, {0x80000000, 0x80000000, 0x80000000, 0x80000000}},
        {-INFINITY, {0xff800000, 0xff800000, 0xff800000, 0xff800000}},
    };
    enum { COUNT = COUNT_OF(rows) };
    double x[COUNT];
    unsigned bits[V_ROUNDINGS * COUNT];
    for (int i = 0; i < COUNT; i++)
        x[i] = rows[i].x;
    CHECK_CALL(narrow(t, COUNT, x, bits));
    for (int i = 0; i < COUNT; i++)
        for (int rounding = 0; rounding < V_ROUNDINGS; rounding++)
            if (bits[rounding * COUNT + i] != rows[i].expected[rounding])
                FAIL("__double2float_%s(%a) is %08x, expected %08x", roundings[rounding], x[i],
                     bits[rounding * COUNT + i], rows[i].expected[rounding]);
}

TEST(row, V10h_ieee_fma_keeps_denormals)
{
    static const float x[] = {0x1p-100f, 0x1p-149f, 1}, y[] = {0x1p-40f, 1, 0x1p-149f},
                       z[] = {0, 0x1p-149f, -0x1p-140f};
    static const unsigned expected[] = {0x00000200, 0x00000002, 0x800001ff};
    unsigned bits[V_ROUNDINGS * 3];
    float *a = array_of(t, x, sizeof x), *b = array_of(t, y, sizeof y), *c = array_of(t, z, sizeof z);
    unsigned *out = array_of(t, NULL, sizeof bits);
    CHECK(a && b && c && out);
    CHECK_STATUS(lw_launch(v_round_ieee, line(t, 1, 32, 0), 3, a, b, c, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, bits, out, sizeof bits));
    for (int i = 0; i < V_ROUNDINGS * 3; i++)
        CHECK_EQUAL(bits[i], expected[i % 3]);
}
