/* What all atomics share: whether the address is fit for one, and whether the memory is shared, where the threads that
 * can reach it have one thread and are never preempted in the emulator, so that plain operations do. */
#ifndef EMU_ATOMICS_H
#define EMU_ATOMICS_H

#include "../machine/yield_budget.h"

/* Of the block, or of another of its cluster, which the same thread runs. */
static inline bool emu_in_shared(const void *address)
{
    const emu_worker *worker = emu_self;
    if ((uintptr_t)address - (uintptr_t)worker->shared < (size_t)(worker->arena_end - worker->shared))
        return true;
    return worker->cluster_size > 1 && emu_in_cluster_shared(address);
}

/* End the launch with a report, unless the address is not what it seemed to be. `pc`: where the thread is. */
void emu_atomic_misaligned(const void *address, size_t size, uintptr_t pc) __attribute__((noreturn, cold));
void emu_atomic_local(const void *address, uintptr_t pc) __attribute__((cold));

/* For the functions that kernels call: an address that is no multiple of the word's size, or in local memory, which is the
 * thread's own stack and what fused threads keep, is the thread's fault. */
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
