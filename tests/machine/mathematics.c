/* Mathematics of all threads at once, compared with a single thread's; of some threads, which others do not wait
 * for; and by pointers. */
#include <limits.h>
#include <math.h>

#include <emu/device/device_math.h>
#include <tests/conformance/numbers.h>
#include "device/mathematics.h"
#include <tests/harness/arrays.h>

enum { COUNT = 4099, LANES = 100 };

static lw_launch_config points(struct test *t)
{
    return lw_linear(lw_default_stream(t->device), COUNT, LANES);
}

static unsigned long long of_float(float x, float y)
{
    unsigned long long sum = 0;
#define X(name) sum = MATHEMATICS_MIX(sum, float_bits(emu_math_##name##f(x)));
    EMU_MATH_OF_1(X)
#undef X
#define X(name) sum = MATHEMATICS_MIX(sum, float_bits(emu_math_##name##f(x, y)));
    EMU_MATH_OF_2(X)
#undef X
#define X(name) sum = MATHEMATICS_MIX(sum, float_bits(emu_math_##name##f(x, y, 3)));
    EMU_MATH_OF_3(X)
#undef X
#define X(name) sum = MATHEMATICS_MIX(sum, float_bits(emu_math_##name##f(x, y, 3, x)));
    EMU_MATH_OF_4(X)
#undef X
    return sum;
}

static unsigned long long of_double(double x, double y)
{
    unsigned long long sum = 0;
#define X(name) sum = MATHEMATICS_MIX(sum, double_bits(emu_math_##name(x)));
    EMU_MATH_OF_1(X)
#undef X
#define X(name) sum = MATHEMATICS_MIX(sum, double_bits(emu_math_##name(x, y)));
    EMU_MATH_OF_2(X)
#undef X
#define X(name) sum = MATHEMATICS_MIX(sum, double_bits(emu_math_##name(x, y, 3)));
    EMU_MATH_OF_3(X)
#undef X
#define X(name) sum = MATHEMATICS_MIX(sum, double_bits(emu_math_##name(x, y, 3, x)));
    EMU_MATH_OF_4(X)
#undef X
    return sum;
}

TEST(machine, mathematics_of_floats, .cpu_only = true)
{
    static float x[COUNT], y[COUNT];
    static unsigned long long out[COUNT];
    for (int i = 0; i < COUNT; i++)
        x[i] = random_float(t), y[i] = random_float(t);
    float *first = array_of(t, x, sizeof x), *second = array_of(t, y, sizeof y);
    unsigned long long *to = array_of(t, NULL, sizeof out);
    CHECK(first && second && to);
    CHECK_STATUS(lw_launch(machine_mathematics_of_floats, points(t), COUNT, first, second, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int i = 0; i < COUNT; i++)
        if (out[i] != of_float(x[i], y[i]))
            FAIL("a function of %a and %a has other bits in lane %d", x[i], y[i], i % LANES);
}

TEST(machine, mathematics_of_doubles, .cpu_only = true)
{
    static double x[COUNT], y[COUNT];
    static unsigned long long out[COUNT];
    for (int i = 0; i < COUNT; i++)
        x[i] = random_double(t), y[i] = random_double(t);
    double *first = array_of(t, x, sizeof x), *second = array_of(t, y, sizeof y);
    unsigned long long *to = array_of(t, NULL, sizeof out);
    CHECK(first && second && to);
    CHECK_STATUS(lw_launch(machine_mathematics_of_doubles, points(t), COUNT, first, second, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int i = 0; i < COUNT; i++)
        if (out[i] != of_double(x[i], y[i]))
            FAIL("a function of %a and %a has other bits in lane %d", x[i], y[i], i % LANES);
}

/* An order of 2^31 would take seconds: no thread uses one. */
TEST(machine, mathematics_of_some)
{
    static int n[COUNT];
    static float x[COUNT], out[COUNT];
    for (int i = 0; i < COUNT; i++) {
        n[i] = i % 3 ? i % 8 : INT_MAX;
        x[i] = i % 3 ? (float)(i % 200) / 10 : 1e30f;
    }
    int *orders = array_of(t, n, sizeof n);
    float *from = array_of(t, x, sizeof x), *to = array_of(t, NULL, sizeof out);
    CHECK(orders && from && to);
    CHECK_STATUS(lw_launch(machine_mathematics_of_some, points(t), COUNT, orders, from, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (int i = 0; i < COUNT; i++) {
        double expected = i % 3 ? jn(n[i], (double)x[i]) : x[i];
        if (!(fabs(out[i] - expected) <= 1e-5))
            FAIL("J of order %d at %g is %g, expected %g", n[i], x[i], out[i], expected);
    }
}

/* A quotient halfway between two integers, for which not every C library's remainder is right, and one right beside. */
TEST(machine, mathematics_by_pointer)
{
    static const double x[] = {0x1.9b561caedcp+38, 0x1.9b561caedc001p+38, -3, 7}, y[] = {0x1.6cp+7, 0x1.6cp+7, 2, 2.5};
    static const double cut[] = {0x1.6cp+6, 0x1.6c001p+6, -1, 2}, nearest[] = {0x1.6cp+6, -0x1.6bfffp+6, 1, -0.5};
    double out[4 * COUNT_OF(x)];
    double *first = array_of(t, x, sizeof x), *second = array_of(t, y, sizeof y), *to = array_of(t, NULL, sizeof out);
    CHECK(first && second && to);
    CHECK_STATUS(lw_launch(machine_mathematics_by_pointer, line(t, 1, 32, 0), COUNT_OF(x), first, second, to),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, out, to, sizeof out));
    for (size_t i = 0; i < COUNT_OF(x); i++)
        for (int way = 0; way < 2; way++)
            if (out[4 * i + 2 * way] != cut[i] || out[4 * i + 2 * way + 1] != nearest[i])
                FAIL("the rests of %a by %a are %a and %a, expected %a and %a", x[i], y[i], out[4 * i + 2 * way],
                     out[4 * i + 2 * way + 1], cut[i], nearest[i]);
}
