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

/* The same after an atomic on a word. A thread that finds the same value there again and again waits for another. */
static inline __attribute__((always_inline)) void emu_spend_yield_budget_on(const void *word, size_t size)
{
    emu_worker *worker = emu_self;
    if (__builtin_expect(--worker->yield_budget == 0, 0)) {
        worker->polls.word = word;
        worker->polls.size = size;
        emu_yield(worker, (uintptr_t)__builtin_return_address(0) - 1);
    }
}

#endif
