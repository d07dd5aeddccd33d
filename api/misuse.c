/* Checked mode is told of calls that no right program makes. */
#include <stdio.h>

#include "dispatch.h"

void (*lw_misuse_reported)(const char *sentence, const void *pointer, uintptr_t by, bool perhaps);

/* The thread's latest launch that was refused, until its status has been looked at, as far as that can be seen: the
 * message asked for, or the kernel launched otherwise. */
static __thread struct {
    const lw_kernel *kernel;
    uintptr_t by; /* its message is kept in the thread's record: thread-local storage must stay small */
} unchecked;

lw_status lw_misused(const void *pointer, lw_status status)
{
    if (status && lw_misuse_reported)
        lw_misuse_reported(lw_message_latest(0, true), pointer, lw_caller, false);
    return status;
}

lw_status lw_launch_refused(const lw_kernel *kernel, lw_status status)
{
    if (lw_misuse_reported && !LW_ERROR_IS_STICKY(status)) {
        unchecked.kernel = kernel;
        unchecked.by = lw_caller;
        lw_message_keep();
    }
    return status;
}

void lw_launch_status_seen(void)
{
    unchecked.kernel = NULL;
}

void lw_launch_status_due(const char *function, const lw_kernel *next)
{
    if (!unchecked.kernel)
        return;
    char sentence[400];
    snprintf(sentence, sizeof sentence, "%.255s; nobody looked at the launch's status before %s", lw_message_kept(),
             function);
    bool other = unchecked.kernel != next;
    unchecked.kernel = NULL;
    if (other && lw_misuse_reported)
        lw_misuse_reported(sentence, NULL, unchecked.by, true); /* who only compares the status is not seen to look */
}
