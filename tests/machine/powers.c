/* Fractional powers by roots and reciprocal roots, compared with pow(). */
#include <float.h>
#include <math.h>

#include "device/powers.h"

#include <tests/harness/arrays.h>

enum { COUNT = 500, MOST_ULP = 6 }; /* of up to three functions of at most 2 ULP each, and a product */

static const struct {
    const char *name;
    int numerator, denominator;
} power[] = {
#define X(numerator, denominator, result) {#numerator "/" #denominator ": " #result, numerator, denominator},
    TEST_POWERS(X)
#undef X
};

enum { POWERS = sizeof power / sizeof *power };

/* From 2^-60 to 2^60: no power in the list leaves the range of normal floats. */
static double argument(struct test *t)
{
    double fraction = 1 + (double)(test_random(t) % (1u << 22)) * 0x1p-22;
    return ldexp(fraction, (int)(test_random(t) % 120) - 60);
}

static void compare(struct test *t, int p, double x, double actual, double epsilon)
{
    long double exact = powl(x, (long double)power[p].numerator / power[p].denominator);
    double ulp = fabs((double)(((long double)actual - exact) / exact)) / epsilon;
    if (!(ulp <= MOST_ULP))
        test_fail(t, __FILE__, __LINE__, "%a to the power %s is %a, %g ULP from it", x, power[p].name, actual, ulp);
}

TEST(powers, of_floats_by_roots)
{
    static float in[COUNT], out[POWERS * COUNT];
    for (int i = 0; i < COUNT; i++)
        in[i] = (float)argument(t);
    float *from = array_of(t, in, sizeof in), *to = array_of(t, out, sizeof out);
    lw_launch_config config = lw_linear(lw_default_stream(t->device), COUNT, 128);
    CHECK_STATUS(lw_launch(test_powers_float, config, COUNT, from, to), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, out, to, sizeof out, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int p = 0; p < POWERS; p++)
        for (int i = 0; i < COUNT; i++)
            CHECK_CALL(compare(t, p, (double)in[i], (double)out[p * COUNT + i], (double)FLT_EPSILON));
}

TEST(powers, of_doubles_by_roots)
{
    static double in[COUNT], out[POWERS * COUNT];
    for (int i = 0; i < COUNT; i++)
        in[i] = argument(t);
    double *from = array_of(t, in, sizeof in), *to = array_of(t, out, sizeof out);
    lw_launch_config config = lw_linear(lw_default_stream(t->device), COUNT, 128);
    CHECK_STATUS(lw_launch(test_powers_double, config, COUNT, from, to), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, out, to, sizeof out, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int p = 0; p < POWERS; p++)
        for (int i = 0; i < COUNT; i++)
            CHECK_CALL(compare(t, p, in[i], out[p * COUNT + i], DBL_EPSILON));
}
