/* Checks that all atomics share: whether the address is valid for an atomic, and whether it is in shared
 * memory. There plain operations suffice: one OS thread runs all threads that can access it, and none of them is
 * preempted inside the emulator. */
#ifndef EMU_ATOMICS_H
#define EMU_ATOMICS_H

#include "../machine/yield_budget.h"

/* Of the block or of another block of its cluster, which the same OS thread runs. */
static inline bool emu_in_shared(const void *address)
{
    const emu_worker *worker = emu_self;
    if ((uintptr_t)address - (uintptr_t)worker->shared < (size_t)(worker->arena_end - worker->shared))
        return true;
    return worker->cluster_size > 1 && emu_in_cluster_shared(address);
}

/* End the launch with a report; emu_atomic_local() only if the address is indeed in local memory. `pc`:
 * of the atomic. */
void emu_atomic_misaligned(const void *address, size_t size, uintptr_t pc) __attribute__((noreturn, cold));
void emu_atomic_local(const void *address, uintptr_t pc) __attribute__((cold));

/* For the functions that kernels call: ends the launch if the address is not a multiple of the word's size, or is in
 * local memory (the thread's stack, or the context arrays of a fused block). */
static inline __attribute__((always_inline)) void emu_atomic_check(const void *address, size_t size)
{
    uintptr_t pc = (uintptr_t)__builtin_return_address(0) - 1, here = (uintptr_t)__builtin_frame_address(0);
    if (__builtin_expect(((uintptr_t)address & (size - 1)) != 0, 0))
        emu_atomic_misaligned(address, size, pc);
    const emu_worker *worker = emu_self;
    if (__builtin_expect((uintptr_t)address - here < worker->options.stack_size, 0) ||
        __builtin_expect((uintptr_t)address - (uintptr_t)worker->fused_memory < worker->fused_size, 0))
        emu_atomic_local(address, pc);
}

#endif
