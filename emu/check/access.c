/* Checked copies call these functions before every load and store (lanewise-cc redirects the compiler's calls). They
 * decide which checks an access needs. */
#include <stdio.h>
#include <string.h>

#include "../count/count.h"
#include "../host/multicast.h"
#include "history.h"
#include "inside.h"
#include "memo.h"
#include "fast_path.h"

#define EXPORTED __attribute__((visibility("default")))
#define CALLER ((uintptr_t)__builtin_return_address(0) - 1)

emu_memo emu_memos[EMU_MEMOS];

/* A large read that had no finding, by `by`: the same thread's next reads of its parts have none, either. */
static struct {
    uintptr_t begin;
    size_t size;
    emu_access by;
} covered;

void emu_memos_clear(void)
{
    memset(emu_memos, 0, sizeof emu_memos);
    covered.size = 0;
}

static bool in_allocation(emu_touch *touch, const emu_allocation *allocation)
{
    uintptr_t address = touch->address;
    if (allocation && address - allocation->pointer < allocation->size &&
        touch->size <= allocation->size - (address - allocation->pointer)) {
        if (!allocation->freed) {
            if (__builtin_expect(allocation->made_by, 0) &&
                !emu_operation_follows(touch->worker->grid->check_number, allocation->made_by))
                emu_check_found_early(touch, allocation);
            return true;
        }
        emu_check_found(touch, EMU_FOUND_FREED, 0);
        return false;
    }
    emu_check_found(touch, EMU_FOUND_OUT_OF_BOUNDS, 0);
    return false;
}

static bool in_shared(emu_touch *touch)
{
    const emu_worker *owner = touch->region->owner;
    const emu_shared_place *place = emu_shared_place_at(owner, touch->address);
    if (place && touch->size <= place->size - (touch->address - (uintptr_t)owner->shared - place->offset))
        return true;
    emu_check_found(touch, EMU_FOUND_OUT_OF_BOUNDS, 0);
    return false;
}

/* Whether the kernel's device has access to the allocation, which may be another device's. */
static bool is_reached(const emu_touch *touch, const emu_allocation *allocation)
{
    unsigned device = touch->worker->grid->device,
             owner = (unsigned)((touch->address - emu_device_region.begin) / emu_check_span);
    char why[128];
    bool own = owner == device && !atomic_load_explicit(&emu_check_withheld, memory_order_relaxed);
    if (own || touch->multicast || emu_check_may_reach(device, owner, (const void *)allocation->pointer))
        return true;
    if (owner == device)
        snprintf(why, sizeof why, "mapped memory, to which its device has no access");
    else
        snprintf(why, sizeof why, "memory of device cpu:%u, to which device cpu:%u has no peer access", owner, device);
    emu_check_found(touch, EMU_FOUND_FOREIGN, why);
    return false;
}

bool emu_check_is_allowed(emu_touch *touch, const char *foreign)
{
    if (!touch->region) {
        if (foreign)
            emu_check_found(touch, EMU_FOUND_FOREIGN, foreign);
        return false;
    }
    switch (touch->region->kind) {
    case EMU_REGION_DEVICE:
        if (emu_multicast_is_mapped(touch->address)) {
            emu_check_found(touch, EMU_FOUND_FOREIGN, "a multicast address: only lw_multimem_...() may access it");
            return false;
        }
        return in_allocation(touch, emu_allocation_at(touch->address)) &&
               is_reached(touch, emu_allocation_at(touch->address));
    case EMU_REGION_HEAP: return in_allocation(touch, emu_heap_allocation_at(touch->address));
    case EMU_REGION_HOST:
        if (touch->size <= touch->region->end - touch->address)
            return true;
        emu_check_found(touch, EMU_FOUND_OUT_OF_BOUNDS, 0);
        return false;
    case EMU_REGION_SHARED: return in_shared(touch);
    case EMU_REGION_CONSTANT:
        if (!touch->write)
            return false; /* reading a constant needs no other check */
        emu_check_found(touch, EMU_FOUND_READ_ONLY, "a kernel cannot write an LW_CONSTANT");
        return false;
    default: return true;
    }
}

/* Lets the next access from this place find its memory without a search. With a history, and where lanes keep in step, no access may
 * take the fast path. */
static void memoise(const emu_touch *touch)
{
    if (emu_history || touch->worker->lockstep)
        return;
    emu_memo *memo = emu_memo_of(touch->pc);
    const emu_region *region = touch->region;
    if (region->kind == EMU_REGION_DEVICE) {
        const emu_allocation *allocation = emu_allocation_at(touch->address);
        memo->begin = allocation->pointer;
        memo->span = allocation->size;
    } else if (region->kind == EMU_REGION_SHARED) {
        const emu_worker *owner = region->owner;
        const emu_shared_place *place = emu_shared_place_at(owner, touch->address);
        memo->begin = (uintptr_t)owner->shared + place->offset;
        memo->span = place->size;
    } else {
        return;
    }
    memo->pc = touch->pc;
    memo->region = region;
    memo->readers = emu_readers_of(region);
    memo->site = emu_site_number(touch->pc);
    memo->cells = (uintptr_t)region->cells - region->begin / 4 * sizeof *region->cells;
}

/* In place of the checks, for the profile. */
static void count_touch(emu_worker *worker, uintptr_t address, unsigned size, bool write, unsigned bits, uintptr_t pc)
{
    if (bits & EMU_ACCESS_VOLATILE && --worker->yield_budget == 0)
        emu_yield(worker, pc);
    emu_count_access(worker, address, size, write ? EMU_COUNT_STORE : EMU_COUNT_LOAD, pc);
}

/* `compare`: of a compare-and-swap, which writes where the memory is equal; else null. */
EMU_INLINE bool check_touch(uintptr_t address, unsigned size, bool write, unsigned bits, uintptr_t pc,
                            const void *compare, bool *writes)
{
    emu_worker *worker = emu_self;
    if (!(bits & (EMU_ACCESS_ATOMIC | EMU_TOUCH_PIECE)))
        emu_check_step(pc);
    if (__builtin_expect(!worker || !worker->check || size == 0, 0)) {
        if (worker && worker->count)
            count_touch(worker, address, size, write, bits, pc);
        return true;
    }
    emu_check_finish_deferred();
    if (__builtin_expect(emu_check_has_index, 0))
        emu_check_name_index(worker, address, size, write, pc);
    const emu_memo *memo = emu_memo_of(pc);
    bool memoised = emu_memo_holds(memo, address, size, pc);
    /* A volatile access counts as an atomic in the yield budget. So a thread that polls a flag yields at the same
     * access in each run; the watchdog's signal would come at a different one. */
    if (__builtin_expect(bits & EMU_ACCESS_VOLATILE, 0) && --worker->yield_budget == 0) {
        if (memoised) /* the word can be read */
            worker->polls.word = (const void *)address, worker->polls.size = size;
        emu_yield(worker, pc);
        memoised = emu_memo_holds(memo, address, size, pc);
    }
    const char *foreign = 0;
    const emu_region *region = memoised ? memo->region : emu_region_of(worker, address, &foreign);
    if (!region && !foreign)
        return true;
    emu_touch touch = {worker, address, pc, size, write, bits & 0x3ff, region, bits & EMU_TOUCH_MULTICAST};
    if (__builtin_expect(emu_history != NULL, 0))
        emu_history_note(&touch);
    if (!memoised && !emu_check_is_allowed(&touch, foreign))
        return false;
    if (__builtin_expect(address & (size - 1), 0) && !(bits & EMU_TOUCH_UNALIGNED) && !(size & (size - 1)) &&
        size <= 16) {
        emu_check_found(&touch, EMU_FOUND_MISALIGNED, 0);
        return false;
    }
    if (compare)
        *writes = touch.write = write = memcmp(compare, (const void *)address, size) == 0;
    if (write && __builtin_expect(emu_check_ldg_grid == worker->grid->check_number, 0))
        emu_check_ldg_conflict(&touch);
    if (write) {
        unsigned rank = emu_here.thread->rank;
        emu_values_note(address, size,
                        worker->check->clock.thread[rank].stamp << EMU_ACCESS_STAMP | rank << EMU_ACCESS_RANK |
                            touch.bits);
        if (bits & EMU_TOUCH_USES && emu_check_wanted.initialised) {
            emu_touch read = touch;
            read.write = false;
            emu_check_initialised(&read, false); /* a half may be one of two in its word */
        }
        if (!(bits & EMU_TOUCH_CARRIED))
            emu_check_write(region, address, size);
    } else if (!(bits & EMU_TOUCH_PIECE) && emu_check_wanted.initialised) {
        emu_check_initialised(&touch, bits & EMU_TOUCH_COMPUTES);
    }
    if (__builtin_expect(bits & (EMU_ACCESS_VOLATILE | EMU_ACCESS_ATOMIC), 0) &&
        (worker->polls.spins || worker->check->later != UINT32_MAX) && worker->grid->source && emu_check_wanted.races &&
        emu_check_wanted.synchronisation && (!write || !(bits & EMU_ACCESS_ATOMIC) || bits & EMU_TOUCH_USES))
        emu_check_polls(&touch);
    if (compare && emu_check_wanted.races)
        emu_check_compares(&touch, compare);
    if (emu_check_wanted.races)
        emu_check_races(&touch);
    if (__builtin_expect(region->kind == EMU_REGION_HOST, 0) && bits & (EMU_ACCESS_VOLATILE | EMU_ACCESS_ATOMIC))
        emu_check_host_word(worker->grid->check_number, !write || bits & EMU_ACCESS_ATOMIC, write);
    if (bits & EMU_ACCESS_VOLATILE && !emu_check_wanted.volatile_is_plain)
        emu_check_sync_word(worker, address, !write, write, EMU_SCOPE_SYSTEM);
    if (!memoised)
        memoise(&touch);
    return true;
}

bool emu_check_touch(uintptr_t address, unsigned size, bool write, unsigned bits, uintptr_t pc)
{
    return check_touch(address, size, write, bits, pc, NULL, NULL);
}

bool emu_check_compare(uintptr_t address, unsigned size, const void *compare, bool *writes, unsigned bits, uintptr_t pc)
{
    return check_touch(address, size, true, bits, pc, compare, writes);
}

/* Whether the range is a part of the latest large read, by the same thread. */
EMU_INLINE bool is_covered(uintptr_t address, size_t size, size_t alignment)
{
    unsigned rank = emu_here.thread->rank;
    emu_access mine = emu_self->check->clock.thread[rank].stamp << EMU_ACCESS_STAMP | rank << EMU_ACCESS_RANK;
    return size <= covered.size - (address - covered.begin) && covered.by == mine && address % alignment == 0 &&
           !emu_check_has_deferred;
}

/* The fast path for plain accesses of whole words: the memory is that of the last access from this place, it is
 * written, and its other accesses are ordered before. False: emu_check_touch() must check the access. */
EMU_INLINE bool passes_fast(uintptr_t address, size_t size, size_t alignment, bool write, uintptr_t pc)
{
    const emu_memo *memo = emu_memo_of(pc);
    if (!write && __builtin_expect(address - covered.begin < covered.size, 0) && is_covered(address, size, alignment))
        return true;
    if (!emu_memo_holds(memo, address, size, pc) || address % alignment || emu_check_has_deferred)
        return false;
    const emu_worker *worker = emu_self;
    if (write && emu_check_ldg_grid == worker->grid->check_number)
        return false;
    const emu_block_clock *clock = &worker->check->clock;
    unsigned rank = emu_here.thread->rank;
    emu_access mine = clock->thread[rank].stamp << EMU_ACCESS_STAMP | rank << EMU_ACCESS_RANK;
    emu_shadow_cell *cell = emu_memo_cell(memo, address);
    for (size_t i = 0; i < size / 4; i++) /* emu_check_touch() may check a word again */
        if (!(write ? emu_fast_write : emu_fast_read)(clock, memo->readers, &cell[i], mine, memo->site))
            return false;
    if (write)
        emu_values_note(address, (unsigned)size, mine);
    else if (size > 8) {
        covered.begin = address;
        covered.size = size;
        covered.by = mine;
    }
    return true;
}

void emu_check_forget_covered(void)
{
    covered.size = 0;
}

bool emu_check_passes_fast(uintptr_t address, size_t size, uintptr_t pc)
{
    return size % 4 == 0 && passes_fast(address, size, 4, false, pc);
}

/* ---- the functions that compilers call ---- */
#define TOUCH(name, size, write, bits)                                                                                 \
    EXPORTED void emu_access_##name##size(const void *address);                                                        \
    void emu_access_##name##size(const void *address)                                                                  \
    {                                                                                                                  \
        if (((bits) & ~EMU_TOUCH_COMPUTES) != 0 || size < 4 ||                                                         \
            !passes_fast((uintptr_t)address, size, size, write, CALLER))                                               \
            emu_check_touch((uintptr_t)address, size, write, bits, CALLER);                                            \
    }
/* `x += 1` is a read and a write. */
#define TOUCH_BOTH(name, size, bits)                                                                                   \
    EXPORTED void emu_access_##name##size(const void *address);                                                        \
    void emu_access_##name##size(const void *address)                                                                  \
    {                                                                                                                  \
        if (emu_check_touch((uintptr_t)address, size, false, bits, CALLER))                                            \
            emu_check_touch((uintptr_t)address, size, true, bits, CALLER);                                             \
    }
#define SIZES(DO, ...) DO(__VA_ARGS__, 1) DO(__VA_ARGS__, 2) DO(__VA_ARGS__, 4) DO(__VA_ARGS__, 8) DO(__VA_ARGS__, 16)
#define ONE(name, write, bits, size) TOUCH(name, size, write, bits)
#define BOTH(name, bits, size) TOUCH_BOTH(name, size, bits)
SIZES(ONE, read, false, 0)
SIZES(ONE, write, true, 0)
ONE(computed_read, false, EMU_TOUCH_COMPUTES, 4)
SIZES(ONE, volatile_read, false, EMU_ACCESS_VOLATILE)
SIZES(ONE, volatile_write, true, EMU_ACCESS_VOLATILE)
SIZES(ONE, unaligned_read, false, EMU_TOUCH_UNALIGNED)
SIZES(ONE, unaligned_write, true, EMU_TOUCH_UNALIGNED)
SIZES(ONE, unaligned_volatile_read, false, EMU_ACCESS_VOLATILE | EMU_TOUCH_UNALIGNED)
SIZES(ONE, unaligned_volatile_write, true, EMU_ACCESS_VOLATILE | EMU_TOUCH_UNALIGNED)
SIZES(BOTH, read_write, 0)
SIZES(BOTH, unaligned_read_write, EMU_TOUCH_UNALIGNED)

/* Compilers call this from each object's constructor; there is nothing to do. */
EXPORTED void emu_access_init(void);
void emu_access_init(void) {}
