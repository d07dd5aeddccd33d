/* Stacks in slabs of 32. A slab is reserved as a whole; its stacks are made accessible one by one. */
#include "stack.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu.h"

#ifdef HAVE_VALGRIND
#include <valgrind/valgrind.h>
#else
#define VALGRIND_STACK_REGISTER(low, high) 0
#define VALGRIND_STACK_DEREGISTER(id) ((void)(id))
#endif

enum {
    COLOURS = 4096, /* bytes over which the tops are spread */
    /* A block's shared memory ends at the end of a page. The top of the first stack, where a fused block spills
     * registers, is half a page away from that, because loads of shared memory would otherwise wait for stores to the
     * stack (4K aliasing). */
    FIRST_COLOUR = COLOURS / 2,
    /* Five cache lines, which a waiting thread touches of its stack; an odd number, to use every set. */
    COLOUR_STEP = 320,
    SMALLEST = 16384,
    GUARD = 65536 /* addresses only; wide, so that a large frame does not skip it */
};

/* Mappings that guards may still use: two for each guarded stack, of half of the system's limit for a process. */
static atomic_long mappings_left;
static atomic_int mappings_known;

static void count_mappings(void)
{
    int none = 0;
    if (!atomic_compare_exchange_strong(&mappings_known, &none, 1))
        return;
    long limit = 65530;
    FILE *file = fopen("/proc/sys/vm/max_map_count", "re");
    if (file) {
        if (fscanf(file, "%ld", &limit) != 1 || limit < 0)
            limit = 65530;
        fclose(file);
    }
    atomic_fetch_add(&mappings_left, limit / 2);
}

void emu_stacks_init(emu_stacks *stacks, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    /* The preempting signal is handled on the thread's stack, in addition to the bytes that the thread may use.
     * Not AT_MINSIGSTKSZ, which Linux before 5.14 and emulators of other processors do not give. */
    stacks->signal_frame = (size_t)sysconf(_SC_MINSIGSTKSZ) + 4096;
    stacks->size = size;
    if (size < SMALLEST)
        size = SMALLEST;
    size += COLOURS + stacks->signal_frame;
    stacks->guard = (GUARD + page - 1) / page * page;
    stacks->pitch = (size + page - 1) / page * page + stacks->guard;
    stacks->made = stacks->free_count = 0;
    count_mappings();
}

void emu_stacks_destroy(emu_stacks *stacks)
{
    for (unsigned i = 0; i < stacks->made; i++)
        VALGRIND_STACK_DEREGISTER(stacks->valgrind[i]);
    for (unsigned i = 0; i < EMU_MAX_SLABS && stacks->slab[i]; i++) {
        munmap(stacks->slab[i], stacks->pitch * EMU_SLAB_STACKS);
        atomic_fetch_add(&mappings_left, 2 * EMU_SLAB_STACKS);
        stacks->slab[i] = 0;
    }
    stacks->made = stacks->free_count = 0;
}

int emu_stack_make(emu_stacks *stacks)
{
    unsigned stack = stacks->made;
    if (stack == EMU_MAX_STACKS)
        return -1;
    size_t bytes = stacks->pitch * EMU_SLAB_STACKS;
    char **slab = &stacks->slab[stack / EMU_SLAB_STACKS];
    if (!*slab) {
        if (emu_allocation_fails && emu_allocation_fails())
            return -1;
        void *memory = mmap(0, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
        if (memory == MAP_FAILED)
            return -1;
        *slab = memory;
        /* Also for slabs without guards: the count may be negative until slabs are freed. */
        atomic_fetch_sub(&mappings_left, 2 * EMU_SLAB_STACKS);
    }
    size_t offset = stack % EMU_SLAB_STACKS * stacks->pitch;
    bool guarded = atomic_load(&mappings_left) >= 0 &&
                   mprotect(*slab + offset + stacks->guard, stacks->pitch - stacks->guard, PROT_READ | PROT_WRITE) == 0;
    /* Without a guard: makes the rest of the slab accessible, which splits no mapping. */
    if (!guarded && mprotect(*slab + offset, bytes - offset, PROT_READ | PROT_WRITE) != 0)
        return -1;
    stacks->valgrind[stack] = VALGRIND_STACK_REGISTER(*slab + offset + stacks->guard, *slab + offset + stacks->pitch);
    stacks->made = stack + 1;
    return (int)stack;
}

void emu_stacks_reset(emu_stacks *stacks)
{
    stacks->free_count = 0;
    for (unsigned i = stacks->made; i-- > 0;)
        emu_stack_return(stacks, i);
}

char *emu_stack_top(const emu_stacks *stacks, unsigned stack)
{
    return emu_stack_high(stacks, stack) - (FIRST_COLOUR + stack * COLOUR_STEP) % COLOURS;
}

/* Whether the address lies in a stack's guard, or less than `above` bytes above it. */
static bool is_low(const emu_stacks *stacks, uintptr_t address, size_t above)
{
    for (unsigned i = 0; i < EMU_MAX_SLABS && stacks->slab[i]; i++) {
        uintptr_t offset = address - (uintptr_t)stacks->slab[i];
        if (offset < stacks->pitch * EMU_SLAB_STACKS)
            return offset % stacks->pitch < stacks->guard + above;
    }
    return false;
}

bool emu_stacks_guard(const emu_stacks *stacks, const void *address)
{
    return is_low(stacks, (uintptr_t)address, 0);
}

bool emu_stacks_exhausted(const emu_stacks *stacks, uintptr_t pointer)
{
    return is_low(stacks, pointer, stacks->signal_frame);
}
