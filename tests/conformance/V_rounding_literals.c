/* Results of directed rounding, written out: those in which rounding twice, through a double or a normal number,
 * goes wrong. */
#include "device/V_rounding.h"
#include "numbers.h"
#include <tests/harness/arrays.h>

static const char *const operations[] = {"add", "sub", "mul", "div", "fma", "rcp", "sqrt"};
static const char *const roundings[] = {"rn", "rz", "ru", "rd"};
enum { CANONICAL = 0x7fffffff };

struct float_literal {
    int operation;
    float x, y, z;
    unsigned expected[V_ROUNDINGS]; /* rn, rz, ru, rd */
};
static const struct float_literal float_literals[] = {
    {V_ADD, 1, 0x1p-149f, 0, {0x3f800000, 0x3f800000, 0x3f800001, 0x3f800000}},
    {V_ADD, 1, -0x1p-149f, 0, {0x3f800000, 0x3f7fffff, 0x3f800000, 0x3f7fffff}},
    {V_ADD, 0x1.fffffep127f, 0x1.fffffep127f, 0, {0x7f800000, 0x7f7fffff, 0x7f800000, 0x7f7fffff}},
    {V_ADD, -0x1.fffffep127f, -0x1p103f, 0, {0xff800000, 0xff7fffff, 0xff7fffff, 0xff800000}},
    {V_SUB, 3, 3, 0, {0x00000000, 0x00000000, 0x00000000, 0x80000000}},
    {V_SUB, 0.0f, 0.0f, 0, {0x00000000, 0x00000000, 0x00000000, 0x80000000}},
    {V_ADD, -0.0f, -0.0f, 0, {0x80000000, 0x80000000, 0x80000000, 0x80000000}},
    {V_MUL, 0x1p-149f, 0.5f, 0, {0x00000000, 0x00000000, 0x00000001, 0x00000000}},
    {V_MUL, -0x1p-149f, 0x1p-149f, 0, {0x80000000, 0x80000000, 0x80000000, 0x80000001}},
    {V_MUL, 0x1.fffffep-1f, 0x1p-126f, 0, {0x00800000, 0x007fffff, 0x00800000, 0x007fffff}},
    {V_DIV, 1, 3, 0, {0x3eaaaaab, 0x3eaaaaaa, 0x3eaaaaab, 0x3eaaaaaa}},
    {V_DIV, 0x1p-149f, 3, 0, {0x00000000, 0x00000000, 0x00000001, 0x00000000}},
    {V_DIV, -0x1.fffffep127f, 0x1p-149f, 0, {0xff800000, 0xff7fffff, 0xff7fffff, 0xff800000}},
    {V_DIV, 1, 0, 0, {0x7f800000, 0x7f800000, 0x7f800000, 0x7f800000}},
    {V_DIV, 0, 0, 0, {CANONICAL, CANONICAL, CANONICAL, CANONICAL}},
    /* 1 + 2^-24 + 2^-80: in double a tie. */
    {V_FMA, 0x1p-40f, 0x1p-40f, 0x1.000002p0f, {0x3f800001, 0x3f800001, 0x3f800002, 0x3f800001}},
    {V_FMA, 0x1.000002p0f, 0x1.000002p0f, -0x1.000004p0f, {0x28800000, 0x28800000, 0x28800000, 0x28800000}},
    {V_FMA, 0x1p-75f, 0x1p-75f, 0x1p-126f, {0x00800000, 0x00800000, 0x00800001, 0x00800000}},
    {V_FMA, 1, -1, 1, {0x00000000, 0x00000000, 0x00000000, 0x80000000}},
    {V_RCP, -0x1p-127f, 0, 0, {0xff000000, 0xff000000, 0xff000000, 0xff000000}},
    {V_RCP, 0x1.fffffep127f, 0, 0, {0x00200000, 0x00200000, 0x00200001, 0x00200000}},
    {V_SQRT, 2, 0, 0, {0x3fb504f3, 0x3fb504f3, 0x3fb504f4, 0x3fb504f3}},
    {V_SQRT, 0x1p-149f, 0, 0, {0x1a3504f3, 0x1a3504f3, 0x1a3504f4, 0x1a3504f3}},
    {V_SQRT, -0.0f, 0, 0, {0x80000000, 0x80000000, 0x80000000, 0x80000000}},
    {V_SQRT, -1, 0, 0, {CANONICAL, CANONICAL, CANONICAL, CANONICAL}},
};

TEST(row, V10c_float_literals)
{
    enum { COUNT = COUNT_OF(float_literals) };
    float values[3][COUNT];
    unsigned actual[V_OPERATIONS * V_ROUNDINGS * COUNT];
    for (int i = 0; i < COUNT; i++) {
        values[0][i] = float_literals[i].x;
        values[1][i] = float_literals[i].y;
        values[2][i] = float_literals[i].z;
    }
    float *x = array_of(t, values, sizeof values);
    unsigned *out = array_of(t, NULL, sizeof actual);
    CHECK(x && out);
    CHECK_STATUS(lw_launch(v_round_float, line(t, 1, 128, 0), COUNT, x, x + COUNT, x + 2 * COUNT, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int i = 0; i < COUNT; i++) {
        const struct float_literal *literal = &float_literals[i];
        for (int rounding = 0; rounding < V_ROUNDINGS; rounding++) {
            unsigned bits = actual[(literal->operation * V_ROUNDINGS + rounding) * COUNT + i];
            if (bits != literal->expected[rounding])
                FAIL("__f%s_%s of %a, %a, %a is %08x, expected %08x", operations[literal->operation],
                     roundings[rounding], literal->x, literal->y, literal->z, bits, literal->expected[rounding]);
        }
    }
}

struct double_literal {
    int operation;
    double x, y, z;
    unsigned long long expected[V_ROUNDINGS];
};
static const struct double_literal double_literals[] = {
    {V_ADD, 1, 0x1p-1074, 0, {0x3ff0000000000000, 0x3ff0000000000000, 0x3ff0000000000001, 0x3ff0000000000000}},
    {V_ADD,
     0x1.fffffffffffffp1023,
     0x1p900,
     0,
     {0x7fefffffffffffff, 0x7fefffffffffffff, 0x7ff0000000000000, 0x7fefffffffffffff}},
    {V_SUB, 1, 0x1p-54, 0, {0x3ff0000000000000, 0x3fefffffffffffff, 0x3ff0000000000000, 0x3fefffffffffffff}},
    {V_SUB, 5, 5, 0, {0, 0, 0, 0x8000000000000000}},
    {V_MUL, 0x1p-600, 0x1p-600, 0, {0, 0, 1, 0}},
    {V_MUL, -0x1p-537, 0x1.8p-537, 0, {0x8000000000000002, 0x8000000000000001, 0x8000000000000001, 0x8000000000000002}},
    {V_DIV, 1, 3, 0, {0x3fd5555555555555, 0x3fd5555555555555, 0x3fd5555555555556, 0x3fd5555555555555}},
    {V_DIV, -0x1p-1074, 2, 0, {0x8000000000000000, 0x8000000000000000, 0x8000000000000000, 0x8000000000000001}},
    {V_FMA,
     0x1.0000000000001p0,
     0x1.0000000000001p0,
     -0x1.0000000000002p0,
     {0x3970000000000000, 0x3970000000000000, 0x3970000000000000, 0x3970000000000000}},
    {V_FMA, 0x1p-600, 0x1p-600, 1, {0x3ff0000000000000, 0x3ff0000000000000, 0x3ff0000000000001, 0x3ff0000000000000}},
    {V_FMA,
     0x1p-600,
     -0x1p-600,
     0x1p-1022,
     {0x0010000000000000, 0x000fffffffffffff, 0x0010000000000000, 0x000fffffffffffff}},
    {V_RCP,
     0x1.fffffffffffffp1023,
     0,
     0,
     {0x0004000000000000, 0x0004000000000000, 0x0004000000000001, 0x0004000000000000}},
    {V_SQRT, 2, 0, 0, {0x3ff6a09e667f3bcd, 0x3ff6a09e667f3bcc, 0x3ff6a09e667f3bcd, 0x3ff6a09e667f3bcc}},
    {V_SQRT, 0x1p-1074, 0, 0, {0x1e60000000000000, 0x1e60000000000000, 0x1e60000000000000, 0x1e60000000000000}},
};

TEST(row, V10d_double_literals)
{
    enum { COUNT = COUNT_OF(double_literals) };
    double values[3][COUNT];
    unsigned long long actual[V_OPERATIONS * V_ROUNDINGS * COUNT];
    for (int i = 0; i < COUNT; i++) {
        values[0][i] = double_literals[i].x;
        values[1][i] = double_literals[i].y;
        values[2][i] = double_literals[i].z;
    }
    double *x = array_of(t, values, sizeof values);
    long long *out = array_of(t, NULL, sizeof actual);
    CHECK(x && out);
    CHECK_STATUS(lw_launch(v_round_double, line(t, 1, 128, 0), COUNT, x, x + COUNT, x + 2 * COUNT, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, actual, out, sizeof actual));
    for (int i = 0; i < COUNT; i++) {
        const struct double_literal *literal = &double_literals[i];
        for (int rounding = 0; rounding < V_ROUNDINGS; rounding++) {
            unsigned long long bits = actual[(literal->operation * V_ROUNDINGS + rounding) * COUNT + i];
            if (bits != literal->expected[rounding])
                FAIL("__d%s_%s of %a, %a, %a is %016llx, expected %016llx", operations[literal->operation],
                     roundings[rounding], literal->x, literal->y, literal->z, bits, literal->expected[rounding]);
        }
    }
}
