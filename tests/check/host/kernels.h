/* The kernels of the host-side cases of checked mode. */
#ifndef TESTS_CHECK_HOST_KERNELS_H
#define TESTS_CHECK_HOST_KERNELS_H

#include <lanewise/capture.h>
#include <lanewise/graph_edge.h>
#include <lanewise/host.h>
#include <lanewise/launch.h>

LW_DECLARE_KERNEL(fill, (int *, to), (int, n), (int, value));
LW_DECLARE_KERNEL(add, (const int *, from), (int *, to), (int, n));
LW_DECLARE_KERNEL(same_place, (int *, to));
LW_DECLARE_KERNEL(from_table, (int *, to), (int, n));
LW_DECLARE_KERNEL(to_constant, (int *, to));
LW_DECLARE_KERNEL(heap, (int *, out), (int, what));
LW_DECLARE_KERNEL(heap_free, (int **, kept));
LW_DECLARE_KERNEL(family, (int *, to), (int, what));
LW_DECLARE_KERNEL(start, (unsigned long long, graph), (int, tail));
LW_DECLARE_KERNEL(publish, (int *, data), (int *, flag));
LW_DECLARE_KERNEL(consume, (int *, data), (int *, flag), (int, fenced));

LW_DECLARE_KERNEL(load, (int *, data), (int, what));
LW_DECLARE_KERNEL(batch, (int *, in), (int *, out), (int, what));
LW_DECLARE_KERNEL(bulk, (int *, in), (int *, out), (int, what));
LW_DECLARE_KERNEL(tell, (int *, data), (volatile int *, flag));
LW_DECLARE_KERNEL(listen, (const int *, data), (volatile int *, flag), (int *, out));
LW_DECLARE_KERNEL(tell_and_wait, (int *, data), (volatile int *, flag), (volatile int *, reply));

/* Adds from[] to to[] in a launch that may begin before the kernel ahead of it has ended. */
enum { WAIT_NEVER, WAIT_ALL, WAIT_FIRST, WAIT_TOO_LATE };
LW_DECLARE_KERNEL(depend, (const int *, from), (int *, to), (int, n), (int, wait));

#endif
