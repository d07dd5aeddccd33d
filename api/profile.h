/* The profile: how often each kernel, copy, set and graph ran, and for how long (LANEWISE_PROFILER, set by `lanewise profile`).
 *
 * A backend that can time its own work reports it to lw_profile_note() (time_work() of backend.h). Other backends are wrapped:
 * lw_profile_wrap() puts events around each operation. Without the setting neither happens, and a launch takes the same way as
 * in a library without a profiler.
 */
#ifndef LW_PROFILE_H
#define LW_PROFILE_H

#include <stdio.h>

#include "backend.h"

/* Reads the setting at the first call. LW_ERROR_INVALID_VALUE, with a message: it cannot be read, or its file not opened. */
lw_status lw_profile_open(void);
bool lw_profile_is_on(void);

/* The backend to open devices of: itself, or where the profile is on and the backend cannot time its work, its copy with events
 * around each operation. */
const lw_backend *lw_profile_wrap(const lw_backend *backend);

/* profile_events.c: makes that copy; reports what has ended. */
const lw_backend *lw_profile_events(const lw_backend *backend);
void lw_profile_events_collect(void);

/* profile_record.c: what ran, by kind, kernel and shape. Under the caller's lock. */
void lw_profile_record(const lw_work *work);
/* Writes a line for each; a line for one. */
void lw_profile_print(FILE *file, long process);
void lw_profile_print_work(FILE *file, long process, const lw_work *work);

#endif
