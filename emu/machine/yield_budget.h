/* A thread yields after EMU_YIELD_INTERVAL atomics and fences in a row, or after as many as the schedule says. */
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
