/* Workers: created and freed with the device. An OS thread enters a worker to run blocks on it. */
#include "../fused/fused_inside.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../check/check.h"
#include "../count/count.h"
#include "lockstep.h"

__thread emu_place emu_here __attribute__((tls_model("initial-exec")));
__thread emu_worker *emu_self __attribute__((tls_model("initial-exec")));

emu_worker *emu_worker_make(const emu_options *options, bool watched)
{
    emu_worker *worker = emu_allocation_fails && emu_allocation_fails() ? 0 : aligned_alloc(64, sizeof *worker);
    if (!worker)
        return 0;
    memset(worker, 0, sizeof *worker);
    worker->options = *options;
    worker->schedule = emu_schedule_of(&worker->options);
    worker->step = worker->schedule->step;
    worker->yield_interval = EMU_YIELD_INTERVAL;
    worker->leader = worker;
    worker->gang = &worker->own;
    worker->cluster = worker;
    worker->cluster_size = worker->cluster_phase_now = 1;
    worker->own = (emu_gang){.self = worker, .member = &worker->own.self, .size = 1, .members_made = 1};
    emu_stacks_init(&worker->stacks, options->stack_size);
    if (!emu_arena_create(worker)) {
        free(worker);
        return 0;
    }
    bool made_all =
        !options->checked || (options->unchecked ? !options->counts || emu_count_make(worker) : emu_check_make(worker));
    if (!made_all || (options->checked && options->schedule == EMU_SCHEDULE_LOCKSTEP && !emu_lockstep_make(worker))) {
        emu_check_free(worker);
        emu_count_free(worker);
        emu_arena_destroy(worker);
        free(worker);
        return 0;
    }
    static atomic_uint made;
    worker->number = watched ? atomic_fetch_add_explicit(&made, 1, memory_order_relaxed) : 0;
    if (watched)
        emu_watchdog_add(worker);
    return worker;
}

lw_status emu_worker_create(emu_worker **created, const emu_options *options)
{
    emu_worker *worker = emu_worker_make(options, true);
    if (!worker)
        return LW_ERROR_OUT_OF_MEMORY;
    *created = worker;
    return LW_SUCCESS;
}

void emu_worker_destroy(emu_worker *worker)
{
    if (!worker)
        return;
    if (worker->leader == worker) {
        emu_watchdog_remove(worker);
        emu_gang_destroy(worker);
    }
    emu_async_destroy(worker);
    emu_check_free(worker);
    emu_count_free(worker);
    emu_lockstep_free(worker);
    emu_fused_free(worker);
    emu_stacks_destroy(&worker->stacks);
    emu_arena_destroy(worker);
    free(worker);
}

void emu_worker_set_stack_size(emu_worker *worker, size_t size)
{
    for (unsigned i = 0; i < worker->own.members_made; i++) {
        emu_worker *member = worker->own.member[i];
        emu_stacks_destroy(&member->stacks);
        member->options.stack_size = size;
        emu_stacks_init(&member->stacks, size);
    }
    worker->options.stack_size = size;
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
    worker->float_mode = emu_float_mode_enter();
    if (worker->check)
        emu_guard_enter();
}

void emu_worker_leave(emu_worker *worker)
{
    if (worker->check)
        emu_guard_leave();
    emu_float_mode_leave(worker->float_mode);
    atomic_thread_fence(memory_order_seq_cst); /* orders the store of busy = 0 before the load below; see watchdog.c */
    while (atomic_load_explicit(&worker->being_watched, memory_order_acquire))
        sched_yield();
    emu_self = 0;
    memset(&emu_here, 0, sizeof emu_here);
}
