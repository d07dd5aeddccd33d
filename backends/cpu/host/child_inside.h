/* Functions that child.c, child_query.c and child_stream.c share. */
#ifndef LW_CPU_CHILD_INSIDE_H
#define LW_CPU_CHILD_INSIDE_H

#include "../language/child_types.h"
#include "cpu.h"

/* The launch whose thread calls. */
lw_cpu_launch *lw_cpu_calling_launch(void);
/* Whether the parent's threads may queue grids and copies: not in a graph that kernels may launch. Returns CUDA's error. */
int lw_cpu_child_allowed(const lw_cpu_launch *parent);
/* Whether the address is in the calling block's shared memory or a stack of its threads: other grids cannot use it. */
bool lw_cpu_is_private(const void *address);
/* The stream of a thread's handle. Returns CUDA's error. With the lock held. */
int lw_cpu_find_stream(lw_cpu_launch *parent, void *handle, lw_stream_impl **found);

#endif
