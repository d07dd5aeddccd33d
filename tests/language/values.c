/* Expressions of the kernel language and their values, one list for every device. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "device/values.h"
#include "../harness/test.h"

#define COUNT(expression, expected) +1
#define ROW(expression, expected) {#expression, expected},
#define BITS_ROW(expression, expected) {#expression, (unsigned long long)(expected)},

enum { SIZES = 0 LANGUAGE_SIZES(COUNT), VALUES = 0 LANGUAGE_VALUES(COUNT), BITS = 0 LANGUAGE_BITS(COUNT) };

static language_inputs inputs(void)
{
    language_inputs in = {
        .f = -1.5f,
        .g = 2.5f,
        .d = -2.5,
        .e = 0.75,
        .i = -7,
        .j = 5,
        .u = 3,
        .l = -9,
        .ll = -(1ll << 40),
        .ul = 11,
        .ull = (1ull << 63) + 1,
        .c = -5,
        .s = 300,
        .nan = NAN,
        .inf = INFINITY,
        .large = 3e9f,
        .tiny = 0x1p-30f,
        .dnan = NAN,
        .dlarge = 1e300,
    };
    return in;
}

struct row {
    const char *expression;
    double expected;
};

static void check_doubles(struct test *t, const struct row *rows, int count, const double *actual)
{
    for (int i = 0; i < count; i++)
        if (!(actual[i] == rows[i].expected))
            test_fail(t, __FILE__, __LINE__, "%s is %.17g, expected %.17g", rows[i].expression, actual[i],
                      rows[i].expected);
}

TEST(language, overloads)
{
    static const struct row rows[] = {LANGUAGE_SIZES(ROW)};
    double *out, actual[SIZES];
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof actual), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_sizes, lw_linear(lw_default_stream(t->device), 32, 32), inputs(), out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, actual, out, sizeof actual, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_CALL(check_doubles(t, rows, SIZES, actual));
}

TEST(language, values)
{
    static const struct row rows[] = {LANGUAGE_VALUES(ROW)};
    double *out, actual[VALUES];
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof actual), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_exact_values, lw_linear(lw_default_stream(t->device), 32, 32), inputs(), out),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, actual, out, sizeof actual, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_CALL(check_doubles(t, rows, VALUES, actual));
}

TEST(language, bits)
{
    static const struct {
        const char *expression;
        unsigned long long expected;
    } rows[] = {LANGUAGE_BITS(BITS_ROW)};
    unsigned long long *out, actual[BITS];
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof actual), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_bit_values, lw_linear(lw_default_stream(t->device), 32, 32), inputs(), out),
                 LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, actual, out, sizeof actual, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int i = 0; i < BITS; i++)
        if (actual[i] != rows[i].expected)
            test_fail(t, __FILE__, __LINE__, "%s is 0x%llx, expected 0x%llx", rows[i].expression, actual[i],
                      rows[i].expected);
}
