/* For rows of warp matrices. */
#ifndef Y_DEVICE_H
#define Y_DEVICE_H

#include <tests/harness/test.h>

/* Sums of products, and which elements a lane has, are those of compute capability 9.0; CUDA specifies neither. */
static inline void need_9_0(struct test *t)
{
    lw_device_properties device;
    CHECK_STATUS(lw_device_get_properties(t->device, &device), LW_SUCCESS);
    if (strncmp(t->device_name, "cuda", 4) == 0 && device.compute_capability_major != 9)
        SKIP("another compute capability than 9.0");
}

#endif
