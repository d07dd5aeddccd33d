/* A launch's configuration as the kernel sees it. */
#ifndef T_LAUNCH_SM90_H
#define T_LAUNCH_SM90_H

#include <lanewise/launch.h>

typedef struct t_launch {
    unsigned grid[3], block[3], cluster[3];
    unsigned usable;   /* bytes of the requested dynamic shared memory that keep what was written */
    unsigned dynamic;  /* their number, according to a GPU; 0 on the CPU */
    unsigned launches; /* how often the block has run */
} t_launch;

/* out[block]; `bytes` of dynamic shared memory, 64 KiB at most. */
LW_DECLARE_KERNEL(t_configuration, (unsigned, bytes), (t_launch *, out));
/* Maps the address of dynamic shared memory's byte number `bytes`. */
LW_DECLARE_KERNEL(t_last_byte, (unsigned, bytes), (int *, out));

#endif
