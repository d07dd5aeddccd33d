/* Division where the processor traps and a GPU does not. */
#ifndef EMU_DIVIDE_H
#define EMU_DIVIDE_H

#include <stdbool.h>
#include <stdint.h>

/* In the handler of SIGFPE, with its ucontext_t: whether the signal was of the smallest integer divided by -1. If so,
 * the results are in place and the interrupted code goes on behind the division when the handler returns. */
bool emu_divide_smallest(void *context);

#endif
