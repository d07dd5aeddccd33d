/* A worker's stacks: as many as threads have waited at once, made when first needed and kept.
 *
 * Each has inaccessible pages below it, as far as the kernel's limit on mappings allows; beyond that they lie side
 * by side. Their tops are spread over the cache's sets: stacks a power of two apart would all fight for the same ones.
 */
#ifndef EMU_STACK_H
#define EMU_STACK_H

#include <stdbool.h>
#include <stddef.h>

enum { EMU_MAX_STACKS = 1024, EMU_SLAB_STACKS = 32, EMU_MAX_SLABS = EMU_MAX_STACKS / EMU_SLAB_STACKS };

typedef struct emu_stacks {
    size_t size;         /* bytes that a thread may use */
    size_t pitch, guard; /* bytes from stack to stack; of them, inaccessible at the low end */
    unsigned made, free_count;
    unsigned short free[EMU_MAX_STACKS]; /* the last given back is the first taken: it is in the cache */
    char *slab[EMU_MAX_SLABS];
    unsigned valgrind[EMU_MAX_STACKS];
} emu_stacks;

void emu_stacks_init(emu_stacks *stacks, size_t size);
void emu_stacks_destroy(emu_stacks *stacks);

/* A stack's number, or -1 when out of memory. Safe in a signal handler. */
int emu_stack_make(emu_stacks *stacks);
/* All stacks free again, whatever was on them. */
void emu_stacks_reset(emu_stacks *stacks);

static inline int emu_stack_take(emu_stacks *stacks)
{
    return stacks->free_count ? stacks->free[--stacks->free_count] : emu_stack_make(stacks);
}

static inline void emu_stack_return(emu_stacks *stacks, unsigned stack)
{
    stacks->free[stacks->free_count++] = (unsigned short)stack;
}

/* The first byte above the guard, the first one past the end, and where a thread's frames begin. */
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

#endif
