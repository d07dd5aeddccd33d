/* What the tests of virtual memory share. */
#ifndef TEST_R_VIRTUAL_H
#define TEST_R_VIRTUAL_H

#include "../harness/test.h"

/* Skips the test where the device has no virtual memory; else the number that sizes are multiples of. */
static inline void virtual_begin(struct test *t, size_t *granularity)
{
    lw_device_properties properties;
    CHECK_STATUS(lw_device_get_properties(t->device, &properties), LW_SUCCESS);
    if (!properties.virtual_memory)
        SKIP("the device has no virtual memory");
    CHECK_STATUS(lw_physical_memory_granularity(t->device, NULL, LW_MEMORY_GRANULARITY_MINIMUM, granularity),
                 LW_SUCCESS);
}

/* What the device itself may do with mapped memory. */
static inline lw_status virtual_access(struct test *t, void *pointer, size_t size, lw_memory_access access)
{
    return lw_virtual_memory_set_access(t->device, pointer, size, &(lw_virtual_memory_access){t->device, access}, 1);
}

#endif
