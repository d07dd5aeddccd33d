/* For rows of clusters, and of places in them. */
#ifndef CLUSTERS_H
#define CLUSTERS_H

#include <tests/harness/test.h>

static inline void need_clusters(struct test *t)
{
    lw_device_properties device;
    CHECK_STATUS(lw_device_get_properties(t->device, &device), LW_SUCCESS);
    if (!device.cluster_launch)
        SKIP("the device has no clusters");
}

static inline bool is_at(const unsigned *index, unsigned x, unsigned y, unsigned z)
{
    return index[0] == x && index[1] == y && index[2] == z;
}

#endif
