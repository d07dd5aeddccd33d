/* The log of failed calls and warnings: LANEWISE_LOG_FILE names a file (or stdout, stderr) that gets a line for each. */
#ifndef LW_LOG_H
#define LW_LOG_H

#include <lanewise/host.h>

/* Logs the calling thread's latest message, but for LW_ERROR_NOT_READY, which is no failure; answers `status`. */
lw_status lw_log_failure(lw_status status);

/* LW_SUCCESS if the file can be written to, or none is named; else with a message (lw_fail). */
lw_status lw_log_check(void);

#endif
