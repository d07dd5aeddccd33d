/* Fences, sleep and time. Each counts as an atomic towards a yield, because a thread that polls must let the other
 * threads do what it polls for. */
#include "../machine/machine.h"

#include <time.h>

#include "../check/repeat.h"
#include "../machine/yield_budget.h"

static void check_fence(unsigned scope)
{
    if (__builtin_expect(emu_self->check != 0, 0))
        emu_check_fence(emu_self, scope);
}

/* One OS thread runs all threads of a block, so only the compiler could reorder. */
void emu_threadfence_block(void)
{
    check_fence(EMU_SCOPE_BLOCK);
    atomic_signal_fence(memory_order_seq_cst);
    emu_spend_yield_budget();
}

void emu_threadfence(void)
{
    check_fence(EMU_SCOPE_DEVICE);
    atomic_thread_fence(memory_order_seq_cst);
    emu_spend_yield_budget();
}

void emu_threadfence_system(void)
{
    check_fence(EMU_SCOPE_SYSTEM);
    atomic_thread_fence(memory_order_seq_cst);
    emu_spend_yield_budget();
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void emu_nanosleep(unsigned nanoseconds)
{
    bool others_ran = emu_yield(emu_self, (uintptr_t)__builtin_return_address(0) - 1);
    if (emu_self->check)
        emu_check_slept(nanoseconds);
    /* If no other thread of the block is runnable, another OS thread may do what the thread waits for. */
    enum { WORTH_SLEEPING = 20000, LONGEST = 1000000 };
    if (!others_ran && nanoseconds >= WORTH_SLEEPING) {
        struct timespec time = {0, nanoseconds < LONGEST ? (long)nanoseconds : LONGEST};
        nanosleep(&time, 0);
    }
}

long long emu_clock64(void)
{
    emu_spend_yield_budget();
    return (long long)(emu_self->check ? emu_check_time() : now());
}
