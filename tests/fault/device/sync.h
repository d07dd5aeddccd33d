/* Kernels whose threads never meet, or that end the launch. NAME_line() is the line of interest; if there are two,
 * NAME_other_line() is the second. */
#ifndef FAULT_SYNC_H
#define FAULT_SYNC_H

#include <lanewise/launch.h>

/* Threads below 10 arrive at one barrier, the others at another. */
LW_DECLARE_KERNEL(fault_divergent, (int *, out));
int fault_divergent_line(void);
int fault_divergent_other_line(void);

/* Threads below 40 wait at a barrier, threads 40 to 63 vote with the full mask, threads 64 to 99 return. Blocks of
 * 100. */
LW_DECLARE_KERNEL(fault_deadlock, (int *, out));
int fault_deadlock_line(void);
int fault_deadlock_other_line(void);

/* Each half of the warp means the whole warp, but with a mask of its own. Blocks of 32. */
LW_DECLARE_KERNEL(fault_masks_differ, (unsigned *, out));

/* Half of the warp calls one vote, half another one, with the same mask. Blocks of 32. */
LW_DECLARE_KERNEL(fault_operations_differ, (unsigned *, out));

/* Thread 5 votes with `mask`. */
LW_DECLARE_KERNEL(fault_mask, (unsigned, mask), (unsigned *, out));
int fault_mask_line(void);

/* Thread 5 never ends; the others wait for it. */
LW_DECLARE_KERNEL(fault_endless, (volatile int *, zero));
int fault_endless_line(void);
int fault_endless_other_line(void);

/* Never ends, `depth` calls deep. */
LW_DECLARE_KERNEL(fault_endless_deep, (int, depth), (volatile int *, zero));

/* Prints the string at `text`. */
LW_DECLARE_KERNEL(fault_print, (const char *, text));
int fault_print_line(void);

/* All threads meet at a barrier. Then the first to continue go to one barrier, and the others to another. */
LW_DECLARE_KERNEL(fault_divergent_later, (int *, out));

/* If `odd` is odd, no thread ends or does anything visible. */
LW_DECLARE_KERNEL(fault_endless_count, (unsigned, odd), (int *, out));

/* A barrier, an atomic, a vote, a sleep, again and again: by `kind`. */
LW_DECLARE_KERNEL(fault_endless_wait, (int, kind), (volatile int *, zero), (int *, word));

/* The first block spins until *zero is not 0; the last one traps. */
LW_DECLARE_KERNEL(fault_one_of_two, (volatile int *, zero));

LW_DECLARE_KERNEL(fault_trap, (int *, out));
int fault_trap_line(void);
LW_DECLARE_KERNEL(fault_assert, (int, lanes));
int fault_assert_line(void);
/* Thread 7 divides 100 by `divisor`. */
LW_DECLARE_KERNEL(fault_division, (int, divisor), (int *, out));
int fault_division_line(void);

#endif
