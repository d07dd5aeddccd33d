/* Faults that a thread raises itself; opening and closing what the process has once. */
#include "machine.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

void emu_fail(emu_worker *worker, lw_status status, const emu_site *site)
{
    worker->fault_record.status = status;
    worker->fault_record.site = site;
    emu_abandon(worker);
}

void emu_fail_saying(emu_worker *worker, lw_status status, const emu_site *site, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(worker->fault_record.message, sizeof worker->fault_record.message, format, arguments);
    va_end(arguments);
    emu_fail(worker, status, site);
}

void emu_trap(const emu_site *site)
{
    emu_fail(emu_self, LW_ERROR_LAUNCH_FAILURE, site);
}

void emu_promise_broken(const char *what, const char *condition, const emu_site *site)
{
    emu_fail_saying(emu_self, LW_ERROR_LAUNCH_FAILURE, site, "%s%s", what, condition);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned opened;

lw_status emu_machine_open(void)
{
    lw_status status = LW_SUCCESS;
    pthread_mutex_lock(&lock);
    if (opened == 0) {
        if (!emu_signals_install())
            status = LW_ERROR_SYSTEM;
        else if ((status = emu_watchdog_start()) != LW_SUCCESS)
            emu_signals_restore();
    }
    if (status == LW_SUCCESS)
        opened++;
    pthread_mutex_unlock(&lock);
    return status;
}

void emu_machine_close(void)
{
    pthread_mutex_lock(&lock);
    if (--opened == 0) {
        emu_watchdog_stop();
        emu_signals_restore();
    }
    pthread_mutex_unlock(&lock);
}
