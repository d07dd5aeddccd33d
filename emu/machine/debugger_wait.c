/* LANEWISE_DEVICE_WAITS_ON_EXCEPTION: a fault stops the process for a debugger, before any thread is unwound. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "machine.h"

void emu_wait_for_debugger(const emu_worker *worker, const char *report)
{
    if (!worker->options.stops_on_fault)
        return;
    fprintf(stderr,
            "%s\nlanewise: process %ld has stopped: attach with gdb -p %ld, or let it go on with kill -CONT %ld\n",
            report, (long)getpid(), (long)getpid(), (long)getpid());
    fflush(stderr);
    /* Stops all OS threads of the process. Not kill(): another OS thread might take that signal, and this one would go on
     * for a while. */
    raise(SIGSTOP);
}
