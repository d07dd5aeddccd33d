#include "clock.h"

#include <string.h>
#include <sys/mman.h>

#include "../host/allocate.h"
#include "operation.h"

/* Blocks get epochs in chunks. Tables hold the block of each chunk, and the record of each block. */
enum { CHUNK = 16 };
#define CHUNKS ((size_t)1 << 28)
#define BLOCKS ((size_t)1 << 28)

typedef struct chunk {
    uint32_t block, barrier; /* barrier: the number that the block had passed at the chunk's first epoch */
} chunk;

static chunk *chunks;
static emu_block_record *blocks;
static uint32_t next_chunk, next_block;
/* For the grid that began a block last: epochs below ordered_below are of operations that it comes after. */
static uint32_t latest_grid, ordered_below, silent_from;
/* The latest operation found to come after all before it; the latest operation that has run. */
static uint32_t latest_follower, latest;

bool emu_clock_open(void)
{
    chunks = emu_reserve(CHUNKS * sizeof *chunks);
    blocks = chunks ? emu_reserve(BLOCKS * sizeof *blocks) : 0;
    next_chunk = next_block = 1; /* 0 stands for none */
    latest_grid = ordered_below = silent_from = latest_follower = latest = 0;
    if (!blocks)
        emu_clock_close();
    return blocks != 0;
}

void emu_clock_close(void)
{
    if (chunks)
        munmap(chunks, CHUNKS * sizeof *chunks);
    if (blocks)
        munmap(blocks, BLOCKS * sizeof *blocks);
    chunks = 0;
    blocks = 0;
}

const emu_block_record *emu_clock_block(uint32_t block)
{
    return &blocks[block];
}

uint32_t emu_clock_next_block(void)
{
    return next_block;
}

uint32_t emu_clock_block_of(uint32_t epoch)
{
    return chunks[epoch / CHUNK].block;
}

uint32_t emu_clock_barrier_of(uint32_t epoch)
{
    return chunks[epoch / CHUNK].barrier + epoch % CHUNK;
}

/* At the end of the numbers the last chunk is used again: then races between blocks far apart in time may be missed. */
static uint32_t next_epoch(emu_block_clock *clock)
{
    if (clock->epoch + 1 >= clock->epochs_end) {
        uint32_t fresh = next_chunk;
        next_chunk += next_chunk + 1 < CHUNKS;
        chunks[fresh] = (chunk){clock->block, clock->barrier};
        if (clock->epochs_end != fresh * CHUNK)
            clock->chunk_begin = fresh * CHUNK;
        clock->epochs_end = (fresh + 1) * CHUNK;
        return fresh * CHUNK;
    }
    return clock->epoch + 1;
}

void emu_clock_next_epoch(emu_block_clock *clock)
{
    clock->epoch = next_epoch(clock);
}

uint32_t emu_clock_fresh_epoch(emu_block_clock *clock)
{
    clock->epochs_end = clock->epoch + 1;
    return clock->epoch = next_epoch(clock);
}

/* Whether all operations up to now come before the grid. If that would take many comparisons, the answer is false. */
static bool follows_all(uint32_t grid)
{
    enum { MAX_COMPARISONS = 32 };
    if (latest > grid || grid - latest_follower > MAX_COMPARISONS || emu_operation_of(grid)->ahead)
        return false;
    for (uint32_t other = latest_follower ? latest_follower : 1; other < grid; other++)
        if (!emu_operation_follows(grid, other))
            return false;
    latest_follower = grid;
    return true;
}

void emu_clock_begin(emu_block_clock *clock, uint32_t grid, uint64_t number, uint64_t cluster, unsigned threads,
                     bool silent)
{
    if (grid != latest_grid)
        ordered_below = follows_all(grid) ? next_chunk * CHUNK : CHUNK; /* the first chunk is not used */
    if (grid != latest_grid || !silent)
        silent_from = next_chunk * CHUNK;
    latest_grid = grid;
    latest = grid > latest ? grid : latest;
    clock->ahead = emu_operation_of(grid)->ahead;
    clock->ordered_below = ordered_below;
    clock->silent_from = silent_from;
    clock->block = next_block;
    next_block += next_block + 1 < BLOCKS;
    blocks[clock->block] = (emu_block_record){grid, (uint32_t)cluster, 0, number};
    clock->barrier = 0;
    clock->epoch = clock->epochs_end = 0;
    clock->grid_floor = clock->cluster_floor = 0;
    clock->any_synchronised = false;
    clock->epoch = clock->begin = next_epoch(clock);
    for (unsigned rank = 0; rank < threads; rank++)
        clock->thread[rank].stamp = (emu_stamp)clock->epoch << EMU_EPOCH_IN_STAMP;
}

void emu_clock_raise(emu_block_clock *clock, bool whole_grid, uint32_t floor)
{
    *(whole_grid ? &clock->grid_floor : &clock->cluster_floor) = floor;
    blocks[clock->block].floor = floor;
}

emu_access emu_clock_operation_access(uint32_t grid)
{
    uint32_t block = next_block, fresh = next_chunk;
    next_block += next_block + 1 < BLOCKS;
    next_chunk += next_chunk + 1 < CHUNKS;
    blocks[block] = (emu_block_record){.grid = grid};
    silent_from = next_chunk * CHUNK;
    latest = grid > latest ? grid : latest;
    chunks[fresh] = (chunk){block, 0};
    return (emu_access)fresh * CHUNK << (EMU_EPOCH_IN_STAMP + EMU_ACCESS_STAMP);
}

static void forget(emu_thread_clock *thread)
{
    emu_vector_clock **all[] = {&thread->acquired, &thread->pending[0], &thread->pending[1], &thread->released[0],
                                &thread->released[1]};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        emu_vector_clock_drop(*all[i]);
        *all[i] = 0;
    }
}

void emu_clock_end(emu_block_clock *clock, unsigned threads)
{
    if (clock->any_synchronised)
        for (unsigned rank = 0; rank < threads; rank++)
            forget(&clock->thread[rank]);
    emu_vector_clock_drop(clock->unfenced);
    clock->unfenced = 0;
    clock->any_synchronised = false;
}

/* Whether an access of another grid that runs at the same time happens before, through atomics and fences. What a
 * thread publishes includes what its grid comes after, and what a barrier of the whole grid ordered. */
static bool acquired_from_grid(const emu_vector_clock *acquired, emu_access access)
{
    uint32_t epoch = emu_access_epoch(access), block = emu_clock_block_of(epoch), grid = blocks[block].grid;
    if (!acquired)
        return false;
    for (unsigned i = 0; i < acquired->count; i++) {
        const emu_block_record *from = &blocks[acquired->thread[i].block];
        if (from->grid == grid ? epoch < from->floor : emu_operation_follows(from->grid, grid))
            return true;
    }
    return emu_access_stamp(access) <= emu_vector_clock_stamp(acquired, block, emu_access_rank(access));
}

bool emu_clock_follows(const emu_block_clock *clock, unsigned rank, emu_access access)
{
    uint32_t epoch = emu_access_epoch(access), block = emu_clock_block_of(epoch);
    const emu_thread_clock *me = &clock->thread[rank];
    unsigned other = emu_access_rank(access);
    if (block == clock->block) {
        if (epoch < clock->epoch)
            return true;
        if (other / 32 == rank / 32 && clock->warp_stamps_epoch[rank] == clock->epoch &&
            emu_access_stamp(access) <= clock->warp_stamps[rank][other % 32])
            return true;
    } else {
        const emu_block_record *theirs = &blocks[block], *mine = &blocks[clock->block];
        if (theirs->grid != mine->grid)
            return (!(clock->ahead && emu_operation_is_ahead(mine->grid, theirs->grid)) &&
                    emu_operation_follows(mine->grid, theirs->grid)) ||
                   acquired_from_grid(me->acquired, access);
        if (epoch < clock->grid_floor || (epoch < clock->cluster_floor && theirs->cluster == mine->cluster))
            return true;
    }
    return __builtin_expect(me->acquired != 0, 0) &&
           emu_access_stamp(access) <= emu_vector_clock_stamp(me->acquired, block, other);
}

bool emu_clock_misses_fence(const emu_block_clock *clock, emu_access access)
{
    uint32_t block = emu_clock_block_of(emu_access_epoch(access));
    return clock->unfenced && !(access & EMU_ACCESS_ASYNC) && blocks[block].grid == blocks[clock->block].grid &&
           emu_access_stamp(access) <= emu_vector_clock_stamp(clock->unfenced, block, emu_access_rank(access));
}

/* What the thread has acquired then includes something of its own grid, so all that the grid comes after. */
bool emu_clock_wait_ahead(emu_block_clock *clock, unsigned rank)
{
    emu_thread_clock *me = &clock->thread[rank];
    if (!clock->ahead)
        return true;
    if (me->acquired && !emu_vector_clock_unshare(&me->acquired))
        return false;
    emu_vector_clock_note(&me->acquired, clock->block, rank, 0);
    clock->any_synchronised = true;
    return me->acquired != 0;
}

void emu_clock_advance(emu_block_clock *clock, unsigned rank)
{
    emu_stamp *stamp = &clock->thread[rank].stamp;
    if ((*stamp + 1) % (1u << EMU_EPOCH_IN_STAMP))
        ++*stamp;
}
