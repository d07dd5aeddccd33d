/* Kernels that one file makes, as a template would: each has its own shared memory, though their lines are the same. */
#include "device/included.h"
#include "../harness/test.h"

enum { THREADS = 64 };

static void check_one(struct test *t, lw_status (*launch)(lw_launch_config, float *), const lw_kernel *kernel,
                      int count, float *out)
{
    lw_kernel_attributes attributes;
    float host[THREADS];
    CHECK_STATUS(lw_kernel_get_attributes(t->device, kernel, &attributes), LW_SUCCESS);
    CHECK_EQUAL(attributes.static_shared, sizeof(float) * (size_t)count + sizeof(int));
    CHECK_STATUS(launch(lw_linear(lw_default_stream(t->device), THREADS, THREADS), out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, host, out, sizeof host, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    for (int i = 0; i < THREADS; i++)
        if (host[i] != (float)(i ^ 1) + (float)count * (THREADS * (THREADS - 1) / 2))
            FAIL("out[%d] is %g", i, (double)host[i]);
}

#define CHECK_ONE(kernel, count) CHECK_CALL(check_one(t, launch_##kernel, LW_KERNEL_OF(kernel), count, out))
#define LAUNCH(kernel)                                                                                                 \
    static lw_status launch_##kernel(lw_launch_config config, float *out)                                              \
    {                                                                                                                  \
        return lw_launch(kernel, config, out);                                                                         \
    }
LAUNCH(language_included_small)
LAUNCH(language_included_large)
LAUNCH(language_included_again)

TEST(language, included)
{
    float *out;
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, THREADS * sizeof *out), LW_SUCCESS);
    CHECK_ONE(language_included_large, LANGUAGE_INCLUDED_LARGE);
    CHECK_ONE(language_included_small, LANGUAGE_INCLUDED_SMALL);
    CHECK_ONE(language_included_again, LANGUAGE_INCLUDED_LARGE);
    CHECK_ONE(language_included_small, LANGUAGE_INCLUDED_SMALL);
}
