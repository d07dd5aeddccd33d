/* Kernels that launch graphs. */
#ifndef P_LAUNCH_H
#define P_LAUNCH_H

#include <lanewise/launch.h>

enum p_launch_stream { P_TAIL, P_FIRE_AND_FORGET, P_SIBLING, P_NULL, P_GRID_TAIL };

/* One thread each. Launches the graph so many times into the stream, an enum p_launch_stream; errors[i]: CUDA's error of each. */
LW_DECLARE_KERNEL(p_launch, (unsigned long long, exec), (int, stream), (int, times), (int *, errors));
/* Launches each of `count` graphs once. */
LW_DECLARE_KERNEL(p_launch_each, (const unsigned long long *, execs), (int, stream), (int, count), (int *, errors));
/* Launches first and second as tail launches, then fired (fire and forget) and, if it is not 0, sibling. */
LW_DECLARE_KERNEL(p_launch_all, (unsigned long long, first), (unsigned long long, second), (unsigned long long, fired),
                  (unsigned long long, sibling), (int *, errors));
/* ++*count; below the limit, launches its own graph as a tail launch. */
LW_DECLARE_KERNEL(p_again, (int *, count), (int, limit), (int *, error));
/* Launches itself as a grid with depth - 1, where depth is not 0; *error = the latest error then. */
LW_DECLARE_KERNEL(p_grids, (int, depth), (int *, error));
/* *current = the graph that the kernel runs in. */
LW_DECLARE_KERNEL(p_current, (unsigned long long *, current));
/* Waits for about `us` microseconds, then log[(*length)++] = value. */
LW_DECLARE_KERNEL(p_log, (int *, log), (int *, length), (int, value), (int, us));

#endif
