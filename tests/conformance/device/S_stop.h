/* Kernels that end themselves. */
#ifndef S_STOP_H
#define S_STOP_H

#include <lanewise/launch.h>

/* Thread `lane` of block `block` does it; the others write 1 and return. */
LW_DECLARE_KERNEL(s_stop_assert, (unsigned, block), (unsigned, lane), (int, holds));
int s_stop_assert_line(void);
LW_DECLARE_KERNEL(s_stop_trap, (unsigned, lane));
LW_DECLARE_KERNEL(s_stop_brkpt, (unsigned, lane), (int *, after));
int s_stop_brkpt_line(void);
LW_DECLARE_KERNEL(s_stop_no_assert, (int, holds), (int *, out));
LW_DECLARE_KERNEL(s_stop_misaligned, (char *, where), (int, size));

#endif
