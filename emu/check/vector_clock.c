/* Vector clocks: what a thread has acquired from threads that none of its barriers joins. */
#include <stdlib.h>
#include <string.h>

#include "../host/allocate.h"
#include "inside.h"

/* EMU_ALL_RANKS comes before the block's threads. */
static int order(const emu_vector_clock_entry *entry, uint32_t block, uint32_t rank)
{
    if (entry->block != block)
        return entry->block < block ? -1 : 1;
    return entry->rank + 1 < rank + 1 ? -1 : entry->rank + 1 > rank + 1;
}

/* The index of the first entry that is not before (block, rank). */
static unsigned position(const emu_vector_clock *clock, uint32_t block, uint32_t rank)
{
    unsigned low = 0, high = clock ? clock->count : 0;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (order(&clock->thread[middle], block, rank) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static emu_vector_clock *make(unsigned room)
{
    emu_vector_clock *clock = emu_allocate(sizeof *clock + room * sizeof clock->thread[0]);
    if (clock)
        *clock = (emu_vector_clock){.references = 1, .room = room};
    else
        emu_check_record_lost(true);
    return clock;
}

emu_vector_clock *emu_vector_clock_share(emu_vector_clock *clock)
{
    if (clock)
        clock->references++;
    return clock;
}

void emu_vector_clock_drop(emu_vector_clock *clock)
{
    if (clock && --clock->references == 0)
        free(clock);
}

/* Merges both in one pass. A block's entry for all ranks comes first; entries of single threads that are not later are
 * left out. */
static emu_vector_clock *join(const emu_vector_clock *a, const emu_vector_clock *b)
{
    emu_vector_clock *both = make(a->count + b->count);
    bool is_a = true, is_b = true;
    emu_stamp all = 0; /* stamp of all ranks of the current block */
    for (unsigned i = 0, j = 0; both && (i < a->count || j < b->count);) {
        int side = i == a->count ? 1 : j == b->count ? -1 : order(&a->thread[i], b->thread[j].block, b->thread[j].rank);
        emu_vector_clock_entry entry = side <= 0 ? a->thread[i] : b->thread[j];
        emu_stamp from_a = side <= 0 ? a->thread[i].stamp : 0, from_b = side >= 0 ? b->thread[j].stamp : 0;
        entry.stamp = from_a > from_b ? from_a : from_b;
        i += side <= 0;
        j += side >= 0;
        if (both->count == 0 || both->thread[both->count - 1].block != entry.block)
            all = 0;
        if (entry.rank == EMU_ALL_RANKS)
            all = entry.stamp;
        bool kept = entry.rank == EMU_ALL_RANKS || entry.stamp > all;
        is_a = is_a && kept == (side <= 0) && (!kept || entry.stamp == from_a);
        is_b = is_b && kept == (side >= 0) && (!kept || entry.stamp == from_b);
        if (kept)
            both->thread[both->count++] = entry;
    }
    const emu_vector_clock *same = !both ? a : is_a ? a : is_b ? b : NULL;
    if (!same)
        return both;
    free(both);
    return emu_vector_clock_share((emu_vector_clock *)(uintptr_t)same);
}

/* A cache of joins: threads that synchronise through a word one after another mostly join the same clocks. */
enum { CACHED = 16 };
static struct {
    emu_vector_clock *a, *b, *both;
} cache[CACHED];

static void clear_entry(unsigned at)
{
    emu_vector_clock_drop(cache[at].a);
    emu_vector_clock_drop(cache[at].b);
    emu_vector_clock_drop(cache[at].both);
    cache[at].a = cache[at].b = cache[at].both = 0;
}

void emu_vector_clock_clear_cache(void)
{
    for (unsigned at = 0; at < CACHED; at++)
        clear_entry(at);
}

emu_vector_clock *emu_vector_clock_join(emu_vector_clock *a, emu_vector_clock *b)
{
    if (!a || !b || a == b)
        return emu_vector_clock_share(a ? a : b);
    unsigned at = (unsigned)(((uintptr_t)a * 31 ^ (uintptr_t)b) * 0x9e3779b97f4a7c15ull >> 32) % CACHED;
    if (cache[at].a != a || cache[at].b != b) {
        emu_vector_clock *both = join(a, b);
        clear_entry(at);
        cache[at].a = emu_vector_clock_share(a);
        cache[at].b = emu_vector_clock_share(b);
        cache[at].both = both;
    }
    return emu_vector_clock_share(cache[at].both);
}

bool emu_vector_clock_unshare(emu_vector_clock **clock)
{
    if (!*clock || (*clock)->references == 1)
        return true;
    emu_vector_clock *own = make((*clock)->count + 4);
    if (!own)
        return false;
    memcpy(own->thread, (*clock)->thread, (*clock)->count * sizeof own->thread[0]);
    own->count = (*clock)->count;
    emu_vector_clock_drop(*clock);
    *clock = own;
    return true;
}

static emu_stamp stamp_at(const emu_vector_clock *clock, uint32_t block, uint32_t rank)
{
    unsigned at = position(clock, block, rank);
    return at < clock->count && order(&clock->thread[at], block, rank) == 0 ? clock->thread[at].stamp : 0;
}

emu_stamp emu_vector_clock_stamp(const emu_vector_clock *clock, uint32_t block, uint32_t rank)
{
    if (!clock)
        return 0;
    emu_stamp one = rank == EMU_ALL_RANKS ? 0 : stamp_at(clock, block, rank);
    emu_stamp all = stamp_at(clock, block, EMU_ALL_RANKS);
    return one > all ? one : all;
}

void emu_vector_clock_note(emu_vector_clock **clock_pointer, uint32_t block, uint32_t rank, emu_stamp stamp)
{
    emu_vector_clock *clock = *clock_pointer;
    unsigned at = position(clock, block, rank);
    if (clock && at < clock->count && order(&clock->thread[at], block, rank) == 0) {
        if (clock->thread[at].stamp < stamp)
            clock->thread[at].stamp = stamp;
        return;
    }
    if (!clock || clock->count == clock->room) {
        unsigned room = clock ? 2 * clock->room : 4;
        emu_vector_clock *larger = emu_reallocate(clock, sizeof *larger + room * sizeof larger->thread[0]);
        if (!larger) {
            emu_check_record_lost(true);
            return;
        }
        if (!clock)
            *larger = (emu_vector_clock){.references = 1};
        larger->room = room;
        *clock_pointer = clock = larger;
    }
    memmove(&clock->thread[at + 1], &clock->thread[at], (clock->count - at) * sizeof clock->thread[0]);
    clock->thread[at] = (emu_vector_clock_entry){block, rank, stamp};
    clock->count++;
}
