/* The kernels of the cases of two devices in checked mode. */
#ifndef TESTS_CHECK_PEER_KERNELS_H
#define TESTS_CHECK_PEER_KERNELS_H

#include <lanewise/launch.h>

/* to[i] = from[i] + 1, for i < n. */
LW_DECLARE_KERNEL(add_one, (int *, to), (const int *, from), (int, n));
/* Writes n to the program's one variable. */
LW_DECLARE_KERNEL(set_counter, (int, n));

#endif
