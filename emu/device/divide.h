/* A division that traps on x86-64 but not on a GPU. */
#ifndef EMU_DIVIDE_H
#define EMU_DIVIDE_H

#include <stdbool.h>
#include <stdint.h>

/* Called in the handler of SIGFPE with its ucontext_t. Returns whether the smallest integer was divided by -1. If so,
 * it has stored the results, and the interrupted code continues after the division when the handler returns. */
bool emu_divide_smallest(void *context);

#endif
