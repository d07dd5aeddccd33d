/* Kernels that the tests of the host interface launch: each shows one property that a test checks. */
#ifndef API_KERNELS_H
#define API_KERNELS_H

#include <lanewise/launch.h>

LW_DECLARE_KERNEL(api_nothing);
LW_DECLARE_KERNEL(api_fill, (int *, out), (int, value), (int, n)); /* out[i] = value, i < n */
LW_DECLARE_KERNEL(api_add, (int *, out), (int, value));            /* *out += value, atomically, once a thread */
LW_DECLARE_KERNEL(api_bounds, (int *, out));                       /* LW_LAUNCH_BOUNDS(128) */
LW_DECLARE_KERNEL(api_block, (int *, out));                        /* LW_BLOCK_SIZE(8, 4, 2) */
LW_DECLARE_KERNEL(api_shared, (int *, out), (int, last));          /* 4096 static bytes; writes dynamic[last] */
LW_DECLARE_KERNEL(api_step);                                       /* api_counter[i] += api_increment, i < 4 */
LW_DECLARE_KERNEL(api_store, (int *, where));                      /* *where = 1, for any address */

LW_DECLARE_SYMBOL(api_counter);   /* int[4] */
LW_DECLARE_SYMBOL(api_increment); /* int, constant */

#endif
