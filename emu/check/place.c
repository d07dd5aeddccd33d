/* The thread's indices and dimensions, for checked copies (device_checked.h). */
#include "../device/device_checked.h"

#include "inside.h"

#define PLACES(name, x, y, z)                                                                                          \
    unsigned emu_checked_##name##_x(void)                                                                              \
    {                                                                                                                  \
        return x;                                                                                                      \
    }                                                                                                                  \
    unsigned emu_checked_##name##_y(void)                                                                              \
    {                                                                                                                  \
        return y;                                                                                                      \
    }                                                                                                                  \
    unsigned emu_checked_##name##_z(void)                                                                              \
    {                                                                                                                  \
        return z;                                                                                                      \
    }
PLACES(thread, emu_here.thread->x, emu_here.thread->y, emu_here.thread->z)
PLACES(block, emu_here.block[0], emu_here.block[1], emu_here.block[2])
PLACES(block_dim, emu_here.block_dim[0], emu_here.block_dim[1], emu_here.block_dim[2])
PLACES(grid_dim, emu_here.grid_dim[0], emu_here.grid_dim[1], emu_here.grid_dim[2])
PLACES(cluster_dim, emu_here.cluster_dim[0], emu_here.cluster_dim[1], emu_here.cluster_dim[2])

unsigned emu_checked_rank(void)
{
    return emu_here.thread->rank;
}

unsigned emu_checked_clustered(void)
{
    return (unsigned)emu_here.clustered;
}

unsigned emu_checked_cooperative(void)
{
    return (unsigned)emu_here.cooperative;
}

char *emu_checked_shared(const struct lw_shared_variable *variable)
{
    return emu_here.shared + variable->offset;
}

char *emu_checked_shared_begin(void)
{
    return emu_here.shared;
}

char *emu_checked_dynamic_shared(void)
{
    return emu_here.shared + emu_here.dynamic_offset;
}
