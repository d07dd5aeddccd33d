/* Runs programs on a device and compares every word with the interpreter's. */
#ifndef RANDOM_CHECK_H
#define RANDOM_CHECK_H

#include <lanewise/host.h>

/* The kernels of programs 0 .. random_count - 1, as compiled into this program (random-programs prints the tables). */
extern lw_kernel *const *const random_tables[];
extern const unsigned random_per_table, random_count;

/* Checks programs first .. first + count - 1; LW_SUCCESS, with how many differ in `*wrong`, or the call that failed.
 * The first difference, or failure, is told in `message`. */
lw_status random_check(lw_device *device, unsigned first, unsigned count, unsigned *wrong, char *message, size_t size);

/* The schedules of the emulator under which programs are run: values of LANEWISE_SCHEDULE. */
enum { RANDOM_SCHEDULES = 10 };
extern const char *const random_schedules[RANDOM_SCHEDULES];

#endif
