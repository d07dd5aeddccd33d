/* Collectives and atomics over every type they take. */
#include "device/types.h"
#include "../harness/test.h"

TEST(language, shuffle_types)
{
    double *out, actual[LANGUAGE_SHUFFLE_TYPES * 32];
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof actual), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_shuffle_types, lw_linear(lw_default_stream(t->device), 32, 32), out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, actual, out, sizeof actual, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int i = 0; i < LANGUAGE_SHUFFLE_TYPES * 32; i++) {
        int lane = i % 32, up = lane == 0 ? 0 : lane - 1, down = lane == 31 ? 31 : lane + 1;
        CHECK_EQUAL(actual[i], 3 * (5 + up + down + (lane ^ 1)));
    }
}

TEST(language, match_types)
{
    static const unsigned expected[12] = {0x55555555, 0x55555555, 0x55555555,   0x55555555, 0x55555555, 0x55555555,
                                          0xffffffff, 0,          (unsigned)-5, 0,          1,          0};
    unsigned *out, actual[12];
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof actual), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_match_types, lw_linear(lw_default_stream(t->device), 32, 32), out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, actual, out, sizeof actual, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int i = 0; i < 12; i++) {
        if (i == 10)
            CHECK(actual[i] != 0);
        else
            CHECK_EQUAL(actual[i], expected[i]);
    }
}

#define COUNT(operation, type, expected, ...) +1
#define ROW(operation, type, expected, ...) {#operation " of " #type, expected},

static const struct row {
    const char *name;
    double expected;
} rows[] = {LANGUAGE_ATOMIC_ROWS(ROW)};
enum { ROWS = 0 LANGUAGE_ATOMIC_ROWS(COUNT), WORD = 101 };

static void check_atomics(struct test *t, const lw_kernel *kernel)
{
    struct {
        double *old, *now;
    } arguments;
    double old[ROWS], now[ROWS];
    CHECK_STATUS(lw_malloc(t->device, (void **)&arguments.old, sizeof old), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&arguments.now, WORD * sizeof(double)), LW_SUCCESS);
    CHECK_STATUS(lw_launch_kernel(kernel, lw_linear(lw_default_stream(t->device), 32, 32), &arguments), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, old, arguments.old, sizeof old, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, now, arguments.now, sizeof now, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    for (int i = 0; i < ROWS; i++) {
        if (old[i] != 12)
            FAIL("%s returned %g, expected 12", rows[i].name, old[i]);
        if (now[i] != rows[i].expected)
            FAIL("%s left %g, expected %g", rows[i].name, now[i], rows[i].expected);
    }
}

TEST(language, atomic_types)
{
    check_atomics(t, LW_KERNEL_OF(language_atomic_types));
}

TEST(language, shared_atomic_types)
{
    check_atomics(t, LW_KERNEL_OF(language_shared_atomic_types));
}
