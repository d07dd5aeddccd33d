/* Atomics and fences: after EMU_YIELD_INTERVAL of them in a row (or as the schedule says) a thread lets others run. */
#ifndef EMU_YIELD_BUDGET_H
#define EMU_YIELD_BUDGET_H

#include "machine.h"

static inline __attribute__((always_inline)) void emu_spend_yield_budget(void)
{
    emu_worker *worker = emu_self;
    if (__builtin_expect(--worker->yield_budget == 0, 0))
        emu_yield(worker, (uintptr_t)__builtin_return_address(0) - 1);
}

#endif
