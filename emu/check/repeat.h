/* What makes a checked run repeatable: its schedule and its clock. (One worker runs it.) */
#ifndef EMU_CHECK_REPEAT_H
#define EMU_CHECK_REPEAT_H

#include "../machine/emu.h"

/* The schedule of threads and blocks; and its text, for reports. */
void emu_check_set_schedule(const emu_options *options);
void emu_check_schedule_text(char *text, size_t size);

/* Whether launches of several streams run in the order of the program's calls. */
bool emu_check_in_order(void);

/* The clock of threads, in nanoseconds. It advances with each reading, and with sleeps; not by itself. */
uint64_t emu_check_time(void);
void emu_check_slept(unsigned nanoseconds);

#endif
