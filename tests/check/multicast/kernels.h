/* The kernels of the cases of multicast addresses in checked mode. */
#ifndef TESTS_CHECK_MULTICAST_KERNELS_H
#define TESTS_CHECK_MULTICAST_KERNELS_H

#include <lanewise/launch.h>

/* own[i] = i, for i < n: a device's copy, at its own address. */
LW_DECLARE_KERNEL(fill, (int *, own), (int, n));
/* to[i] = own[i], for i < n. */
LW_DECLARE_KERNEL(copy, (int *, to), (const int *, own), (int, n));
/* to[i] = the sum of the copies of all[i]; all[i] = 1; all[i] += 1. For i < n. */
LW_DECLARE_KERNEL(sum, (int *, to), (const int *, all), (int, n));
LW_DECLARE_KERNEL(store, (int *, all), (int, n));
LW_DECLARE_KERNEL(add, (int *, all), (int, n));
/* A thread writes the word at its own address, and the next one adds to all copies; with a barrier between, or without. */
LW_DECLARE_KERNEL(in_block, (int *, own), (int *, all), (int, barrier));
/* The first block writes data and raises the flag; the second waits for the flag, and reads the data. */
LW_DECLARE_KERNEL(pass, (int *, own_data), (int *, all_flag), (int *, to), (int, release), (int, acquire));
LW_DECLARE_KERNEL(plain, (int *, all));
LW_DECLARE_KERNEL(plain_add, (int *, all));

#endif
