/* Runs a kernel's function for one thread, as a pass of lanewise-fuse left it (--until=PASS --object), on fibers: the calls
 * by which such a function asks for its place, shared memory and other threads. */
#include "one_thread.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include <emu/device/device.h>
#include <emu/fused/fused.h>
#include <emu/device/collective.h>
#include <lanewise/descriptor.h>

typedef union symbol { /* C has no conversion of a pointer to a function's */
    void *pointer;
    void (*function)(const void *);
} symbol;

static symbol find(const lw_kernel *kernel)
{
    char name[128];
    snprintf(name, sizeof name, "%s__one_thread", kernel->name);
    return (symbol){dlsym(RTLD_DEFAULT, name)};
}

bool has_one_thread(const lw_kernel *kernel)
{
    return find(kernel).pointer != NULL;
}

void use_one_thread(lw_kernel *kernel)
{
    if (has_one_thread(kernel))
        kernel->entry[LW_ENGINE_FIBER] = find(kernel).function;
}

/* What a thread brought last and what it got, by its rank: one worker runs one block at a time. */
typedef struct exchange {
    unsigned mask, operand;
    uint64_t value, result;
} exchange;

static exchange exchanges[1024];

/* ---- what the functions call (backends/cpu/language/place.h, storage.h) ---- */
#define PLACE(name, value)                                                                                             \
    unsigned lw_fused_##name(void);                                                                                    \
    unsigned lw_fused_##name(void)                                                                                     \
    {                                                                                                                  \
        return emu_here.value;                                                                                         \
    }
PLACE(rank, thread->rank)
PLACE(thread_x, thread->x)
PLACE(thread_y, thread->y)
PLACE(thread_z, thread->z)
PLACE(block_x, block[0])
PLACE(block_y, block[1])
PLACE(block_z, block[2])
PLACE(block_dim_x, block_dim[0])
PLACE(block_dim_y, block_dim[1])
PLACE(block_dim_z, block_dim[2])
PLACE(grid_dim_x, grid_dim[0])
PLACE(grid_dim_y, grid_dim[1])
PLACE(grid_dim_z, grid_dim[2])

char *lw_fused_shared(const lw_shared_variable *variable);
char *lw_fused_shared(const lw_shared_variable *variable)
{
    return emu_here.shared + variable->offset;
}

char *lw_fused_dynamic_shared(void);
char *lw_fused_dynamic_shared(void)
{
    return emu_here.shared + emu_here.dynamic_offset;
}

/* ---- waits (emu/device/device_fused.h) ---- */
void lw_fused_tile(unsigned size, const emu_site *site);
void lw_fused_tile(unsigned size, const emu_site *site)
{
    emu_tile_sync(size, site);
}

void lw_fused_grid(const emu_site *site);
void lw_fused_grid(const emu_site *site)
{
    emu_grid_sync(site);
}

char *lw_fused_tile_slots(void);
char *lw_fused_tile_slots(void)
{
    static uint64_t slots[1024];
    return (char *)slots;
}

uint64_t lw_fused_barrier(unsigned predicate, const emu_site *site);
uint64_t lw_fused_barrier(unsigned predicate, const emu_site *site)
{
    unsigned holds = (unsigned)emu_syncthreads_count(predicate != 0, site);
    return EMU_FUSED_RESULT(holds, (unsigned)emu_syncthreads_count(1, site));
}

uint64_t lw_fused_collective(unsigned operation, unsigned mask, uint64_t value, unsigned operand, const emu_site *site);
uint64_t lw_fused_collective(unsigned operation, unsigned mask, uint64_t value, unsigned operand, const emu_site *site)
{
    int all;
    switch (operation) {
    case EMU_COLLECTIVE_SYNC: emu_syncwarp(mask, site); return 0;
    case EMU_COLLECTIVE_ALL: return (uint64_t)emu_all(mask, value != 0, site);
    case EMU_COLLECTIVE_ANY: return (uint64_t)emu_any(mask, value != 0, site);
    case EMU_COLLECTIVE_UNI: return (uint64_t)emu_uni(mask, value != 0, site);
    case EMU_COLLECTIVE_BALLOT: return emu_ballot(mask, value != 0, site);
    case EMU_COLLECTIVE_MATCH_ANY: return emu_match_any(mask, value, site);
    case EMU_COLLECTIVE_MATCH_ALL: return emu_match_all(mask, value, &all, site);
    default: break;
    }
    if (operation >= EMU_COLLECTIVE_REDUCE && operation < EMU_COLLECTIVE_REDUCE_END)
        return emu_reduce(operation - EMU_COLLECTIVE_REDUCE, mask, (unsigned)value, site);
    if (operation >= EMU_COLLECTIVE_SHUFFLE && operation < EMU_COLLECTIVE_REDUCE)
        return emu_shfl(operation - EMU_COLLECTIVE_SHUFFLE, mask, value, operand & 31, (int)(operand >> 8), site);
    fprintf(stderr, "lw_fused_collective: operation %u is not known\n", operation);
    abort();
}

/* ---- after barrier_isolation: the three parts of a wait (emu/fuse/driver/one_thread.c) ---- */
void lw_fused_bring(unsigned mask, uint64_t value, unsigned operand);
void lw_fused_bring(unsigned mask, uint64_t value, unsigned operand)
{
    exchange *own = &exchanges[emu_here.thread->rank];
    own->mask = mask;
    own->value = value;
    own->operand = operand;
}

void lw_fused_wait(unsigned kind, unsigned operation, const emu_site *site);
void lw_fused_wait(unsigned kind, unsigned operation, const emu_site *site)
{
    exchange *own = &exchanges[emu_here.thread->rank];
    switch (kind) {
    case EMU_FUSED_BARRIER: own->result = lw_fused_barrier((unsigned)own->value, site); break;
    case EMU_FUSED_TILE: lw_fused_tile(operation, site); break;
    case EMU_FUSED_GRID: lw_fused_grid(site); break;
    default: own->result = lw_fused_collective(operation, own->mask, own->value, own->operand, site);
    }
}

uint64_t lw_fused_result(void);
uint64_t lw_fused_result(void)
{
    return exchanges[emu_here.thread->rank].result;
}
