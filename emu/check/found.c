/* Findings about accesses of threads: both accesses, the memory, and why they are not ordered. */
#include <stdio.h>
#include <string.h>

#include "inside.h"

bool emu_check_has_deferred;
static emu_finding *deferred;

void emu_check_finish_deferred_slow(void)
{
    emu_finding *finding = deferred;
    emu_check_has_deferred = false;
    deferred = 0;
    emu_check_finish_assignment();
    emu_check_finish_suspect();
    if (!finding)
        return;
    emu_finding_access *current = &finding->access[1];
    current->after = 0;
    emu_guard_enter();
    memcpy(&current->after, (const void *)finding->address, current->size < 8 ? current->size : 8);
    emu_guard_leave();
    current->has_after = true;
    const emu_finding_access *other = &finding->access[0];
    if (finding->kind == EMU_FOUND_RACE && other->write && current->write && other->has_after &&
        other->size == current->size && other->after == current->after)
        finding->kind = EMU_FOUND_SAME_VALUE;
}

/* Reports give addresses in shared memory as offsets from its start. */
static uintptr_t base_of(const emu_touch *touch)
{
    bool shared = touch->region && touch->region->kind == EMU_REGION_SHARED;
    return shared ? (uintptr_t)((const emu_worker *)touch->region->owner)->shared : 0;
}

static uint64_t value_at(uintptr_t address, unsigned size)
{
    uint64_t value = 0;
    memcpy(&value, (const void *)address, size < 8 ? size : 8);
    return value;
}

static void set_place(emu_finding_access *access, const lw_dim3 *grid, const lw_dim3 *shape, uint64_t block,
                      unsigned rank)
{
    access->rank = rank;
    access->thread[0] = rank % shape->x;
    access->thread[1] = rank / shape->x % shape->y;
    access->thread[2] = rank / shape->x / shape->y;
    access->block[0] = (unsigned)(block % grid->x);
    access->block[1] = (unsigned)(block / grid->x % grid->y);
    access->block[2] = (unsigned)(block / grid->x / grid->y);
}

static void set_current(const emu_touch *touch, emu_finding_access *current)
{
    *current = (emu_finding_access){.pc = touch->pc,
                                    .base = base_of(touch),
                                    .write = touch->write,
                                    .atomic = touch->bits & EMU_ACCESS_ATOMIC,
                                    .is_volatile = touch->bits & EMU_ACCESS_VOLATILE,
                                    .by_copy = touch->bits & EMU_ACCESS_ASYNC,
                                    .size = touch->size,
                                    .barrier = touch->worker->check->clock.barrier};
    const emu_grid *grid = touch->worker->grid;
    set_place(current, &grid->grid, &grid->block, touch->worker->block, emu_here.thread->rank);
}

void emu_check_set_earlier(emu_finding_access *access, emu_access other, uint16_t site, bool writes, unsigned size)
{
    uint32_t epoch = emu_access_epoch(other);
    const emu_block_record *block = emu_clock_block(emu_clock_block_of(epoch));
    const emu_operation *operation = emu_operation_of(block->grid);
    *access = (emu_finding_access){.pc = emu_site_pc(site),
                                   .host = emu_check_name_operation(operation),
                                   .write = writes,
                                   .atomic = other & EMU_ACCESS_ATOMIC,
                                   .is_volatile = other & EMU_ACCESS_VOLATILE,
                                   .by_copy = other & EMU_ACCESS_ASYNC,
                                   .size = size,
                                   .barrier = emu_clock_barrier_of(epoch)};
    if (operation->kernel)
        set_place(access, &operation->grid, &operation->block, block->number, emu_access_rank(other));
}

/* A number for the touched memory: one for each allocation and variable, and one for the rest of a region. */
uintptr_t emu_check_memory_of(const emu_touch *touch)
{
    if (!touch->region)
        return 0;
    if (touch->region->kind == EMU_REGION_DEVICE || touch->region->kind == EMU_REGION_HEAP) {
        ptrdiff_t distance;
        const emu_allocation *near = emu_check_allocation_near(touch, &distance);
        return near ? near->pointer : touch->address;
    }
    if (touch->region->kind == EMU_REGION_SHARED) {
        const emu_shared_place *at = emu_shared_place_at(touch->region->owner, touch->address);
        return at ? (uintptr_t)at : touch->region->begin;
    }
    return touch->region->begin;
}

void emu_check_name_memory(const emu_touch *touch, emu_finding *finding)
{
    ptrdiff_t distance;
    emu_check_describe(touch, finding->where, sizeof finding->where);
    const emu_pinned *pinned = touch->region ? 0 : emu_pinned_before(touch->address);
    const emu_region *variable = touch->region || pinned || !touch->worker ? 0 : emu_variable_before(touch->address);
    if (variable) {
        emu_touch beside = *touch;
        beside.region = variable;
        emu_check_describe(&beside, finding->where, sizeof finding->where);
    }
    if (pinned) {
        snprintf(finding->where, sizeof finding->where, "%zu bytes after %zu bytes of pinned host memory",
                 (size_t)(touch->address - pinned->pointer - pinned->size + 1), pinned->size);
        finding->made_at = pinned->made_at;
    }
    if (touch->region && touch->region->kind == EMU_REGION_HOST)
        finding->made_at = ((const emu_pinned *)touch->region->owner)->made_at;
    if (!touch->region || (touch->region->kind != EMU_REGION_DEVICE && touch->region->kind != EMU_REGION_HEAP))
        return;
    const emu_allocation *near = emu_check_allocation_near(touch, &distance);
    if (near) {
        finding->made_at = near->made_at;
        finding->freed_at = near->freed_at;
    }
}

/* Whether the finding is about one access of memory, which may have parts. */
static bool has_parts(emu_finding_kind kind)
{
    return kind == EMU_FOUND_OUT_OF_BOUNDS || kind == EMU_FOUND_FREED || kind == EMU_FOUND_FOREIGN ||
           kind == EMU_FOUND_UNINITIALISED || kind == EMU_FOUND_MISALIGNED;
}

emu_finding *emu_check_found(const emu_touch *touch, emu_finding_kind kind, const char *why)
{
    if (touch->size && has_parts(kind)) {
        if (emu_check_was_reported(touch))
            return NULL;
        if (touch->size > 4)
            emu_check_set_reported(touch->address, touch->size, touch->write, false);
    }
    bool of_blocks = kind == EMU_FOUND_CO_RESIDENT || kind == EMU_FOUND_NOT_RESIDENT;
    bool wanted = kind == EMU_FOUND_UNINITIALISED ? emu_check_wanted.initialised
                  : of_blocks                     ? emu_check_wanted.synchronisation
                                                  : emu_check_wanted.memory;
    bool fresh;
    emu_finding *finding = wanted ? emu_finding_note(kind, touch->pc, 0, emu_check_memory_of(touch), &fresh) : 0;
    if (!finding || !fresh)
        return NULL;
    finding->kernel = touch->worker->grid->kernel;
    finding->address = touch->address;
    set_current(touch, &finding->access[0]);
    emu_check_name_memory(touch, finding);
    if (touch->size && (kind == EMU_FOUND_OUT_OF_BOUNDS || kind == EMU_FOUND_FREED || kind == EMU_FOUND_FOREIGN))
        emu_overflow_explain(touch->worker, touch->address, touch->size, &finding->overflow);
    if (why)
        snprintf(finding->why, sizeof finding->why, "%s", why);
    return finding;
}

void emu_check_found_early(const emu_touch *touch, const emu_allocation *allocation)
{
    bool fresh;
    emu_finding *finding = emu_check_wanted.races ? emu_finding_note(EMU_FOUND_RACE, touch->pc, allocation->made_at,
                                                                     emu_check_memory_of(touch), &fresh)
                                                  : 0;
    if (!finding || !fresh)
        return;
    const emu_operation *made = emu_operation_of(allocation->made_by);
    finding->kernel = touch->worker->grid->kernel;
    finding->address = touch->address;
    finding->access[0] =
        (emu_finding_access){.pc = made->by, .write = true, .size = 1, .host = emu_check_name_operation(made)};
    set_current(touch, &finding->access[1]);
    finding->launched_at[1] = emu_operation_of(touch->worker->grid->check_number)->by;
    emu_check_name_memory(touch, finding);
    snprintf(finding->why, sizeof finding->why, "%s", EMU_CHECK_UNORDERED);
}

static void note_api_misuse(const char *sentence, const void *pointer, uintptr_t by, bool perhaps)
{
    const emu_touch touch = {.address = (uintptr_t)pointer, .region = emu_region_at((uintptr_t)pointer)};
    bool fresh;
    emu_finding *finding =
        emu_check_wanted.memory && emu_check_wanted.api
            ? emu_finding_note(perhaps ? EMU_FOUND_UNCHECKED : EMU_FOUND_API, by, 0, (uintptr_t)pointer, &fresh)
            : 0;
    if (!finding || !fresh)
        return;
    finding->address = touch.address;
    finding->access[0] = (emu_finding_access){.pc = by, .host = "the host"};
    emu_check_name_memory(&touch, finding);
    snprintf(finding->why, sizeof finding->why, "%s", sentence);
}

void emu_check_api_misuse(const char *sentence, const void *pointer, uintptr_t by, bool perhaps)
{
    emu_pinned_transfer_begins(); /* another thread may release host memory that the finding names */
    note_api_misuse(sentence, pointer, by, perhaps);
    emu_pinned_transfer_ends();
}

void emu_check_leaked(const emu_region *region, const emu_allocation *allocation)
{
    bool fresh;
    emu_finding *finding = emu_finding_note(EMU_FOUND_LEAK, allocation->made_at, 0, allocation->pointer, &fresh);
    if (!finding || !fresh)
        return;
    finding->address = allocation->pointer;
    finding->made_at = allocation->made_at;
    char owner[32];
    emu_check_owner_text(allocation->pointer, owner);
    snprintf(finding->where, sizeof finding->where, "an allocation of %zu bytes%s", allocation->size,
             region->kind == EMU_REGION_HEAP ? " in the device's heap" : owner);
    snprintf(finding->why, sizeof finding->why, "Leaked %zu bytes at %#zx", allocation->size,
             (size_t)allocation->pointer);
}

static void explain_race(const emu_touch *touch, emu_access current, emu_access other, char *why, size_t size)
{
    const emu_block_clock *clock = &touch->worker->check->clock;
    uint32_t block = emu_clock_block_of(emu_access_epoch(other));
    unsigned a = emu_access_rank(current), b = emu_access_rank(other);
    bool both_atomic = current & other & EMU_ACCESS_ATOMIC;
    const char *text;
    if (emu_clock_misses_fence(clock, other))
        text =
            "a fence and an atomic publish the first access, and an atomic of this block has read that before a barrier, but "
            "no fence follows it: call __threadfence() between the atomic and the barrier";
    else if (other & EMU_ACCESS_ASYNC)
        text = "an asynchronous copy is under way: its wait comes later, or never";
    else if (both_atomic)
        text =
            "one of the atomics has block scope, and the other is by another block: atomics of device scope on both sides "
            "would do, or a barrier of both blocks between";
    else if ((current | other) & EMU_ACCESS_ATOMIC)
        text = EMU_CHECK_ATOMIC_AND_PLAIN;
    else if (block != clock->block && emu_clock_block(block)->grid != emu_clock_block(clock->block)->grid)
        text = emu_operation_is_ahead(emu_clock_block(clock->block)->grid, emu_clock_block(block)->grid)
                   ? "the launch is programmatic, and the thread has not called cudaGridDependencySynchronize()"
                   : EMU_CHECK_UNORDERED;
    else if (block != clock->block)
        text = "two blocks, with no fence, atomic and fence of device scope between (__threadfence() on both sides)";
    else if (a / EMU_WARP == b / EMU_WARP)
        text = "same warp, no __syncwarp() between: lanes of a warp do not run in lockstep";
    else
        text = "same block, no barrier between";
    snprintf(why, size, "%s", text);
}

void emu_check_describe_race(const emu_touch *touch, emu_access other, uint16_t site, bool other_writes,
                             emu_finding *finding)
{
    const emu_block_clock *clock = &touch->worker->check->clock;
    unsigned rank = emu_here.thread->rank;
    emu_access current = clock->thread[rank].stamp << EMU_ACCESS_STAMP | rank << EMU_ACCESS_RANK | touch->bits;
    finding->kernel = touch->worker->grid->kernel;
    finding->address = touch->address;
    set_current(touch, &finding->access[1]);
    emu_check_set_earlier(&finding->access[0], other, site, other_writes, touch->size);
    uint32_t theirs = emu_clock_block(emu_clock_block_of(emu_access_epoch(other)))->grid;
    uint32_t ours = touch->worker->grid->check_number;
    if (theirs != ours) {
        finding->launched_at[0] = emu_operation_of(theirs)->by;
        finding->launched_at[1] = emu_operation_of(ours)->by;
    }
    explain_race(touch, current, other, finding->why, sizeof finding->why);
}

void emu_check_found_race(const emu_touch *touch, emu_access other, uint16_t site, bool other_writes, uintptr_t address)
{
    if (!touch->write && other & EMU_ACCESS_ATOMIC && !(touch->bits & EMU_ACCESS_KIND))
        emu_check_read_races(touch);
    bool fresh, unacquired = emu_clock_misses_fence(&touch->worker->check->clock, other);
    emu_finding *finding = emu_finding_note(unacquired ? EMU_FOUND_UNACQUIRED : EMU_FOUND_RACE, touch->pc,
                                            emu_site_pc(site), emu_check_memory_of(touch), &fresh);
    if (!finding)
        return;
    if (!fresh) {
        if (finding->kind == EMU_FOUND_SAME_VALUE)
            emu_check_suspect(finding, touch, other, site, other_writes, address);
        return;
    }
    emu_check_describe_race(touch, other, site, other_writes, finding);
    emu_finding_access *first = &finding->access[0], *second = &finding->access[1];
    second->before = value_at(touch->address, touch->size);
    second->has_before = true;
    if (other_writes) {
        bool covered = other & EMU_ACCESS_COVERED; /* the memory has what came after it */
        other &= ~(emu_access)EMU_ACCESS_COVERED;
        first->has_before = emu_values_before(address, other, &first->size, &first->before);
        first->has_after = !covered;
        first->after = value_at(address & ~(uintptr_t)(first->size - 1), first->size);
    } else {
        first->before = second->before;
        first->has_before = true;
    }
    first->has_after = first->has_after && !(other & EMU_ACCESS_ASYNC);
    emu_check_name_memory(touch, finding);
    if (touch->write && !(touch->bits & (EMU_ACCESS_ATOMIC | EMU_ACCESS_ASYNC)))
        deferred = finding, emu_check_has_deferred = true;
}
