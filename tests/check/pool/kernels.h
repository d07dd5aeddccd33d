/* The kernels of the cases of stream-ordered memory in checked mode. */
#ifndef TESTS_CHECK_POOL_KERNELS_H
#define TESTS_CHECK_POOL_KERNELS_H

#include <lanewise/host.h>
#include <lanewise/launch.h>

/* to[i] = value, for i < n. */
LW_DECLARE_KERNEL(fill, (int *, to), (int, n), (int, value));
/* to[i] = from[i], for i < n. */
LW_DECLARE_KERNEL(copy, (const int *, from), (int *, to), (int, n));

#endif
