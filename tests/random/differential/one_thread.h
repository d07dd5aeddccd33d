/* The way `one-thread`: kernels as a pass of lanewise-fuse left them, on fibers. */
#ifndef DIFFERENTIAL_ONE_THREAD_H
#define DIFFERENTIAL_ONE_THREAD_H

#include <lanewise/host.h>
#include <stdbool.h>

bool has_one_thread(const lw_kernel *kernel); /* whether the program has NAME__one_thread */
void use_one_thread(lw_kernel *kernel);       /* from now on fibers run that, where there is one */

#endif
