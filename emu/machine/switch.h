/* The switch between threads, inlined into every wait. */
#ifndef EMU_SWITCH_H
#define EMU_SWITCH_H

#include "machine.h"
#include "sanitizer.h"

/* Resumes `to`, and tells AddressSanitizer. */
void emu_switch_with_sanitizer(emu_worker *worker, emu_thread *me, emu_thread *to);

/* Suspends `me` and resumes or begins `to`, another thread. Returns when a thread switches to `me`. */
static inline __attribute__((always_inline)) void emu_switch_to(emu_worker *worker, emu_thread *me, emu_thread *to)
{
    emu_here.thread = &to->at;
    if (__builtin_expect(!to->context, 0)) {
        emu_begin_thread(worker, me, to);
        return;
    }
    /* The thread after `to`: the stack with its registers has probably left the cache. */
    __builtin_prefetch(to[worker->step].context);
    if (__builtin_expect(emu_has_sanitizer(), 0))
        emu_switch_with_sanitizer(worker, me, to);
    else
        emu_fiber_switch(&me->context, to->context); /* the last call: code after it would cost more than the switch */
}

/* Switches to the schedule's next thread. Out of line: a call on the common path of a wait would cost registers. */
void emu_switch_to_next(emu_worker *worker, emu_thread *me);

/* Suspends `me` until it is made runnable. */
static inline __attribute__((always_inline)) void emu_wait(emu_worker *worker, emu_thread *me)
{
    int rank = (int)me->at.rank, next = rank + worker->step;
    worker->runnable[1 + (rank >> 5)] &= ~(1u << (rank & 31));
    if (__builtin_expect(emu_is_runnable(worker, next), 1))
        emu_switch_to(worker, me, worker->thread + next);
    else
        emu_switch_to_next(worker, me);
}

#endif
