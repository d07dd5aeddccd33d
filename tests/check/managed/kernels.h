/* The kernels of the cases of managed memory in checked mode. */
#ifndef TESTS_CHECK_MANAGED_KERNELS_H
#define TESTS_CHECK_MANAGED_KERNELS_H

#include <lanewise/host.h>
#include <lanewise/launch.h>

/* to[i] = value, for i < n. */
LW_DECLARE_KERNEL(fill, (int *, to), (int, n), (int, value));

#endif
