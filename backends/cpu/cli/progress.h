/* Lines about a program that runs for long under `lanewise check`. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <sys/types.h>

#include "../../../emu/check/tally.h"

/* Returns when the process has ended, or when that cannot be waited for here; it is still to be waited for. Meanwhile standard error
 * gets a line: on a terminal each second, always the same line; else after 10, 20, 40 ... seconds. */
void cli_progress_until_end(pid_t process, const emu_tally *tally);

#endif
