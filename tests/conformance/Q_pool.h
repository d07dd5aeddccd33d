/* What the tests of pools share. */
#ifndef TEST_Q_POOL_H
#define TEST_Q_POOL_H

#include "../harness/test.h"
#include "device/Q_pool.h"

/* The number of a pool's attribute; UINT64_MAX, with the test failed, if that failed. */
static inline uint64_t pool_attribute(struct test *t, lw_memory_pool *pool, lw_memory_pool_attribute attribute)
{
    uint64_t value = UINT64_MAX;
    if (lw_memory_pool_get_attribute(pool, attribute, &value) != LW_SUCCESS)
        test_fail(t, __FILE__, __LINE__, "attribute %d: %s", (int)attribute, lw_last_error_message(t->device));
    return value;
}

/* CUDA loads a kernel's code at its first launch, which may wait for all running work: here, for a gate. */
static inline void pool_load_kernels(struct test *t)
{
    lw_kernel_attributes attributes;
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(q_fill), &attributes), LW_SUCCESS);
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(q_compare), &attributes), LW_SUCCESS);
}

#endif
