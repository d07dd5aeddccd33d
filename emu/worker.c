/* Workers: made and freed with the device, taken by an OS thread for as long as it runs blocks. */
#include "machine.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

__thread emu_place emu_here __attribute__((tls_model("initial-exec")));
__thread emu_worker *emu_self __attribute__((tls_model("initial-exec")));

lw_status emu_worker_create(emu_worker **created, const emu_options *options)
{
    emu_worker *worker = emu_allocation_fails && emu_allocation_fails() ? 0 : aligned_alloc(64, sizeof *worker);
    if (!worker)
        return LW_ERROR_OUT_OF_MEMORY;
    memset(worker, 0, sizeof *worker);
    worker->options = *options;
    worker->schedule = emu_schedule_of(&worker->options);
    worker->step = worker->schedule->step;
    worker->patience = EMU_PATIENCE;
    emu_stacks_init(&worker->stacks, options->stack_size);
    if (!emu_arena_create(worker)) {
        free(worker);
        return LW_ERROR_OUT_OF_MEMORY;
    }
    emu_watchdog_add(worker);
    *created = worker;
    return LW_SUCCESS;
}

void emu_worker_destroy(emu_worker *worker)
{
    if (!worker)
        return;
    emu_watchdog_remove(worker);
    emu_stacks_destroy(&worker->stacks);
    emu_arena_destroy(worker);
    free(worker);
}

void emu_worker_enter(emu_worker *worker)
{
    worker->place = &emu_here;
    static __thread int thread_id __attribute__((tls_model("initial-exec")));
    if (thread_id == 0)
        thread_id = (int)syscall(SYS_gettid);
    worker->thread_id = thread_id;
    emu_self = worker;
    emu_signals_enter();
}

void emu_worker_leave(emu_worker *worker)
{
    atomic_thread_fence(memory_order_seq_cst); /* between busy = 0 and this look; see watchdog.c */
    while (atomic_load_explicit(&worker->looked_at, memory_order_acquire))
        sched_yield();
    emu_self = 0;
    memset(&emu_here, 0, sizeof emu_here);
}
