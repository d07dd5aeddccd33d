/* Programmatic dependent launches. */
#ifndef C_DEPENDENT_SM90_H
#define C_DEPENDENT_SM90_H

#include <lanewise/launch.h>

/* Triggers, then adds 1 to each of n words, some time later. */
LW_DECLARE_KERNEL(c_primary, (int, n), (int *, words));
/* Waits, then writes each word times 10 to out[]. */
LW_DECLARE_KERNEL(c_dependent, (int, n), (const int *, words), (int *, out));
/* One thread. The first triggers and waits up to two seconds until *flag is 1; stores whether it was. The second sets it. */
LW_DECLARE_KERNEL(c_wait_for_flag, (volatile int *, flag), (int *, seen));
LW_DECLARE_KERNEL(c_set_flag, (volatile int *, flag));

#endif
