/* Kernels of many parameters: every one arrives, in every thread. */
#include "device/parameters.h"
#include "../harness/test.h"

enum { THREADS = 48, MOST = 64 };

static language_pair pair(double value)
{
    language_pair made = {value, 'x'};
    return made;
}

/* Of a kernel of `count` parameters: the i-th after out was i. */
static void check_values(struct test *t, const double *out, int count)
{
    double actual[(MOST - 1) * THREADS];
    CHECK_STATUS(lw_memcpy(t->device, actual, out, sizeof(double) * (size_t)(count - 1) * THREADS, LW_MEMCPY_DEFAULT),
                 LW_SUCCESS);
    for (int i = 0; i < (count - 1) * THREADS; i++)
        if (actual[i] != i / THREADS + 1 + i % THREADS)
            FAIL("parameter %d is %g in thread %d", i / THREADS + 1, actual[i] - i % THREADS, i % THREADS);
}

TEST(language, many_parameters)
{
    double *out;
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof(double) * (MOST - 1) * THREADS), LW_SUCCESS);
    CHECK_STATUS(lw_launch(language_parameters_24, lw_linear(lw_default_stream(t->device), THREADS, THREADS), out, 1, 2,
                           3, 4, 5, make_float4(0, 0, 0, 6), 7, 8, 9, 10, pair(11), 12, 13, 14, 15, 16, 17,
                           make_float4(0, 0, 0, 18), 19, 20, 21, 22, pair(23)),
                 LW_SUCCESS);
    CHECK_CALL(check_values(t, out, 24));
    CHECK_STATUS(lw_launch(language_parameters_64, lw_linear(lw_default_stream(t->device), THREADS, THREADS), out, 1, 2,
                           3, 4, 5, make_float4(0, 0, 0, 6), 7, 8, 9, 10, pair(11), 12, 13, 14, 15, 16, 17,
                           make_float4(0, 0, 0, 18), 19, 20, 21, 22, pair(23), 24, 25, 26, 27, 28, 29,
                           make_float4(0, 0, 0, 30), 31, 32, 33, 34, pair(35), 36, 37, 38, 39, 40, 41,
                           make_float4(0, 0, 0, 42), 43, 44, 45, 46, pair(47), 48, 49, 50, 51, 52, 53,
                           make_float4(0, 0, 0, 54), 55, 56, 57, 58, pair(59), 60, 61, 62, 63),
                 LW_SUCCESS);
    CHECK_CALL(check_values(t, out, 64));
    lw_kernel_attributes attributes;
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(language_parameters_64), &attributes), LW_SUCCESS);
    CHECK_EQUAL(attributes.parameter_count, 64);
}
