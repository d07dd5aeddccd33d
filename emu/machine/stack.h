/* A worker's stacks, created when first needed and kept: one for each thread that waits at the same time.
 *
 * Each has a guard of inaccessible pages below it, as far as the system's limit on mappings allows; after that stacks
 * have no guard. The tops of stacks are spread over the cache's sets, because addresses a power of two apart share a
 * set.
 */
#ifndef EMU_STACK_H
#define EMU_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EMU_MAX_STACKS = 1024, EMU_SLAB_STACKS = 32, EMU_MAX_SLABS = EMU_MAX_STACKS / EMU_SLAB_STACKS };

typedef struct emu_stacks {
    size_t size;                         /* bytes that a thread may use */
    size_t signal_frame;                 /* bytes below them, for the frame of a signal and its handler */
    size_t pitch, guard;                 /* bytes from stack to stack; of them, the guard at the low end */
    unsigned made, free_count;           /* stacks created; of them, free */
    unsigned short free[EMU_MAX_STACKS]; /* a stack of free stacks: the last returned is in the cache */
    char *slab[EMU_MAX_SLABS];
    unsigned valgrind[EMU_MAX_STACKS];
} emu_stacks;

void emu_stacks_init(emu_stacks *stacks, size_t size);
void emu_stacks_destroy(emu_stacks *stacks);

/* A stack's number, or -1 when out of memory. Safe in a signal handler. */
int emu_stack_make(emu_stacks *stacks);
/* Frees all stacks, whatever is on them. */
void emu_stacks_reset(emu_stacks *stacks);

static inline int emu_stack_take(emu_stacks *stacks)
{
    return stacks->free_count ? stacks->free[--stacks->free_count] : emu_stack_make(stacks);
}

static inline void emu_stack_return(emu_stacks *stacks, unsigned stack)
{
    stacks->free[stacks->free_count++] = (unsigned short)stack;
}

/* low: the first byte above the guard; high: the first byte after the stack; top: where a thread's frames begin. */
static inline char *emu_stack_low(const emu_stacks *stacks, unsigned stack)
{
    return stacks->slab[stack / EMU_SLAB_STACKS] + stack % EMU_SLAB_STACKS * stacks->pitch + stacks->guard;
}

static inline char *emu_stack_high(const emu_stacks *stacks, unsigned stack)
{
    return emu_stack_low(stacks, stack) + (stacks->pitch - stacks->guard);
}

char *emu_stack_top(const emu_stacks *stacks, unsigned stack);

/* Whether the address lies in the guard below some stack. */
bool emu_stacks_guard(const emu_stacks *stacks, const void *address);

/* Whether a thread with this stack pointer has used all bytes that it may, so that a signal's frame may not fit. */
bool emu_stacks_exhausted(const emu_stacks *stacks, uintptr_t pointer);

#endif
