/* Reports calls that no correct program makes to checked mode. */
#include <stdio.h>

#include "dispatch.h"

void (*lw_misuse_hook)(const char *sentence, const void *pointer, uintptr_t by, bool uncertain);

/* The thread's latest failed launch with a status that the program has not checked. It counts as checked when the
 * program asks for the message, or launches the same kernel again. */
static __thread struct {
    const lw_kernel *kernel;
    uintptr_t by; /* code address of the launch; the message is in the thread's record, to keep this storage small */
} unchecked;

lw_status lw_misused(const void *pointer, lw_status status)
{
    if (status && lw_misuse_hook)
        lw_misuse_hook(lw_message_latest(0, true), pointer, lw_caller, false);
    return status;
}

lw_status lw_launch_failed(const lw_kernel *kernel, lw_status status)
{
    if (lw_misuse_hook && !LW_ERROR_IS_STICKY(status)) {
        unchecked.kernel = kernel;
        unchecked.by = lw_caller;
        lw_message_keep();
    }
    return status;
}

void lw_launch_status_checked(void)
{
    unchecked.kernel = NULL;
}

void lw_report_unchecked_launch(const char *function, const lw_kernel *next)
{
    if (!unchecked.kernel)
        return;
    char sentence[400];
    snprintf(sentence, sizeof sentence, "%.255s; the program did not check the launch's status before %s",
             lw_message_kept(), function);
    bool other = unchecked.kernel != next;
    unchecked.kernel = NULL;
    /* Uncertain: a program that only compares the status is not noticed. */
    if (other && lw_misuse_hook)
        lw_misuse_hook(sentence, NULL, unchecked.by, true);
}
