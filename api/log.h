/* The log of failed calls and warnings: LANEWISE_LOG_FILE names a file (or stdout, stderr) that gets a line for
 * each. */
#ifndef LW_LOG_H
#define LW_LOG_H

#include <lanewise/host.h>

/* Logs the calling thread's latest message, except for LW_ERROR_NOT_READY, which is no failure. Returns `status`. */
lw_status lw_log_failure(lw_status status);

/* Checks that the log file, if any, can be written to; else fails with a message (lw_fail). */
lw_status lw_log_check(void);

#endif
