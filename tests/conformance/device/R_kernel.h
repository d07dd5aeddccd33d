/* Kernels of several devices: which device runs them, copies that they queue, variables for which they wait. */
#ifndef R_KERNEL_H
#define R_KERNEL_H

#include <lanewise/launch.h>

LW_DECLARE_SYMBOL(r_flag);   /* int, 0 */
LW_DECLARE_SYMBOL(r_passed); /* int, 0 */
LW_DECLARE_SYMBOL(r_many);   /* R_MANY ints */
enum { R_MANY = 20000 };

/* Errors and results of cudaGetDevice, cudaGetDeviceCount; errors, then warp sizes, of devices 0 and 1; an error and result of a
 * device that is none. */
LW_DECLARE_KERNEL(r_ask, (int *, out));
/* Ends when *open is not 0. */
LW_DECLARE_KERNEL(r_hold, (int *, open));
/* Queues a copy of n ints after r_hold; *error = the copy's. */
LW_DECLARE_KERNEL(r_queue_copy, (int *, to), (const int *, from), (int, n), (int *, open), (int *, error));
/* Waits until r_flag is `value`, and then sets r_passed. */
LW_DECLARE_KERNEL(r_wait_for_flag, (int, value));
/* r_passed = value. */
LW_DECLARE_KERNEL(r_pass, (int, value));
/* Each int of r_many = value. */
LW_DECLARE_KERNEL(r_fill, (int, value));

#endif
