/* Records what each lane accesses, until its warp is counted: at a barrier, where lanes meet, at the end of the block, or when a lane
 * is far ahead of the others. */
#include <stdlib.h>

#include "../host/allocate.h"
#include "inside.h"

bool emu_count_make(emu_worker *worker)
{
    worker->count = emu_allocate(sizeof *worker->count);
    return worker->count != 0;
}

void emu_count_free(emu_worker *worker)
{
    if (!worker->count)
        return;
    for (unsigned i = 0; i < EMU_MAX_THREADS; i++)
        free(worker->count->lane[i].event);
    free(worker->count);
    worker->count = 0;
}

static bool is_in_own_stack(emu_worker *worker, uintptr_t address)
{
    uintptr_t low = (uintptr_t)emu_stack_low(&worker->stacks, emu_current()->stack);
    return address - low < worker->stacks.pitch;
}

/* Shared memory of the block, or of another block of the cluster. */
static bool is_shared(const emu_worker *worker, uintptr_t address)
{
    if (address - (uintptr_t)worker->shared < worker->shared_size)
        return true;
    for (unsigned i = 0; worker->grid->cluster.x && i < worker->gang->size; i++) {
        const emu_worker *member = worker->gang->member[i];
        if (address - (uintptr_t)member->shared < member->shared_size)
            return true;
    }
    return false;
}

/* A GPU reads these by another way. */
static bool is_constant(const emu_worker *worker, uintptr_t address)
{
    const lw_module *module = worker->grid->kernel->module;
    for (const lw_symbol *each = module ? module->symbols : 0; each && each < module->symbols_end; each++)
        if (each->kind == LW_SYMBOL_CONSTANT && address - (uintptr_t)each->address < each->size)
            return true;
    return false;
}

static bool make_room(emu_count_lane *lane)
{
    unsigned room = lane->room ? lane->room * 2 : 32;
    emu_count_event *events = emu_reallocate(lane->event, room * sizeof *lane->event);
    if (!events)
        return false;
    lane->event = events;
    lane->room = room;
    return true;
}

static void append(emu_worker *worker, emu_count_event event, uintptr_t pc)
{
    unsigned rank = emu_here.thread->rank;
    emu_count_lane *lane = &worker->count->lane[rank];
    if (lane->count >= EMU_COUNT_MOST) {
        emu_yield(worker, pc); /* the others of the warp catch up, or wait */
        if (lane->count >= EMU_COUNT_MOST)
            emu_count_warp(worker, rank / EMU_WARP);
    }
    if (lane->count == lane->room && !make_room(lane)) {
        worker->count->lost++;
        return;
    }
    emu_count_places_for(worker->grid->kernel);
    event.place = emu_count_place_of(pc);
    lane->event[lane->count++] = event;
    worker->count->touched[rank / EMU_WARP] = true;
}

static void record(emu_worker *worker, uintptr_t address, size_t size, emu_count_kind kind, uintptr_t pc)
{
    bool shared = is_shared(worker, address);
    if (is_in_own_stack(worker, address) || (!shared && is_constant(worker, address)))
        return;
    append(worker,
           (emu_count_event){.address = address, .size = (uint32_t)size, .kind = (uint8_t)kind, .shared = shared}, pc);
}

/* Checked copies that were made with --profile call this at the beginning of each basic block. */
__attribute__((visibility("default"))) void emu_access_basic_block(void);
void emu_access_basic_block(void)
{
    emu_worker *worker = emu_self;
    if (__builtin_expect(!worker || !worker->count, 1) || !worker->grid || !worker->grid->counts || !emu_here.thread)
        return;
    append(worker, (emu_count_event){.kind = EMU_COUNT_BASIC_BLOCK}, (uintptr_t)__builtin_return_address(0) - 1);
}

/* A GPU copies a structure by instructions of 16 bytes at most, each as wide as the alignment allows. */
void emu_count_access(emu_worker *worker, uintptr_t address, size_t size, emu_count_kind kind, uintptr_t pc)
{
    enum { MOST = 16 };
    if (!worker->grid || !worker->grid->counts || !emu_here.thread || !size)
        return;
    uintptr_t bits = address | size | MOST;
    size_t piece = bits & -bits;
    for (size_t done = 0; done < size; done += piece)
        record(worker, address + done, piece, kind, pc);
}

static void count_all(emu_worker *worker)
{
    for (unsigned i = 0; i < EMU_MAX_WARPS; i++)
        emu_count_warp(worker, i);
}

void emu_count_block_begins(emu_worker *worker)
{
    if (!worker->grid->counts)
        return;
    count_all(worker);
    worker->grid->counts->of[EMU_COUNT_WARPS] += worker->warps;
    worker->grid->counts->of[EMU_COUNT_THREADS] += worker->threads;
}

void emu_count_barrier(emu_worker *worker)
{
    if (!worker->grid->counts)
        return;
    count_all(worker);
    for (unsigned i = 0; i < worker->warps; i++)
        worker->grid->counts->of[EMU_COUNT_BARRIERS] += worker->alive[i] != 0;
}

void emu_count_collective(emu_worker *worker, unsigned warp)
{
    if (worker->grid->counts)
        emu_count_warp(worker, warp);
}

void emu_count_blocks_end(emu_worker *worker)
{
    for (unsigned i = 0; i < worker->own.members_made; i++)
        if (worker->own.member[i]->count)
            count_all(worker->own.member[i]);
}
