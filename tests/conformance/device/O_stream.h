/* Kernels that keep a worker busy, and that show in which order they ran. */
#ifndef O_STREAM_H
#define O_STREAM_H

#include <lanewise/launch.h>

/* words[0] = 1; waits until words[1] is not 0. One thread. */
LW_DECLARE_KERNEL(o_hold, (volatile int *, words));
/* log[the old *count, which grows by 1] = value. One thread. */
LW_DECLARE_KERNEL(o_note, (int *, log), (int *, count), (int, value));

#endif
