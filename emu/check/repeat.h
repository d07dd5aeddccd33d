/* What makes a checked run one that can be repeated to the letter, beside the one worker. */
#ifndef EMU_CHECK_REPEAT_H
#define EMU_CHECK_REPEAT_H

#include "../machine/emu.h"

/* The order of threads and blocks, told by reports. */
void emu_check_schedule_is(const emu_options *options);
void emu_check_schedule(char *text, size_t size);

/* Whether several streams' launches are to run in the order in which they come. */
bool emu_check_in_order(void);

/* The clock of threads, in nanoseconds: it goes on with each reading and with what they sleep, not by itself. */
uint64_t emu_check_time(void);
void emu_check_slept(unsigned nanoseconds);

#endif
