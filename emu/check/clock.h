/* Happens-before, as vector clocks that follow the shape of a grid.
 *
 * Time is divided into epochs. A block begins a new epoch at each of its barriers: all accesses of its earlier epochs
 * happen before, and nothing is stored per thread. Within an epoch each thread counts: its stamp is (epoch, count). The
 * count grows after everything by which the thread publishes what it did. A thread knows, for each lane of its warp,
 * the stamp up to which that lane's accesses happen before (__syncwarp); for other threads, what it acquired through
 * atomics and fences.
 *
 * FastTrack (Flanagan and Freund, 2009) compares an access with the last ones only. CURD (Peng et al., 2018) and iGUARD
 * (Kamath and Basu, 2021) use the shape of a grid in this way.
 */
#ifndef EMU_CHECK_CLOCK_H
#define EMU_CHECK_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "shadow_cell.h"

typedef uint64_t emu_stamp;

/* Accesses that happen before, other than by the block's barriers and the warp's collectives. Threads share these; one
 * with several references is never changed. */
typedef struct emu_vector_clock_entry {
    uint32_t block;
    uint32_t rank;   /* linear thread id, or EMU_ALL_RANKS */
    emu_stamp stamp; /* accesses up to this stamp happen before */
} emu_vector_clock_entry;
#define EMU_ALL_RANKS UINT32_MAX

typedef struct emu_vector_clock {
    unsigned references, count, room;
    emu_vector_clock_entry thread[]; /* sorted by block; in a block, EMU_ALL_RANKS first, then by rank */
} emu_vector_clock;

/* A null pointer is the empty clock. Returns a new clock, or one more reference to a or b. */
emu_vector_clock *emu_vector_clock_join(emu_vector_clock *a, emu_vector_clock *b);
void emu_vector_clock_clear_cache(void); /* empties the cache of joins */
emu_vector_clock *emu_vector_clock_share(emu_vector_clock *clock);
void emu_vector_clock_drop(emu_vector_clock *clock);
emu_stamp emu_vector_clock_stamp(const emu_vector_clock *clock, uint32_t block, uint32_t rank);
/* Makes it the only reference. False: no memory, and nothing has changed. */
bool emu_vector_clock_unshare(emu_vector_clock **clock);
/* Sets the stamp of a thread, or of all threads of a block. `*clock` is null or has one reference; it is allocated or
 * moved where necessary. */
void emu_vector_clock_note(emu_vector_clock **clock, uint32_t block, uint32_t rank, emu_stamp stamp);

typedef struct emu_thread_clock {
    emu_stamp stamp;
    emu_vector_clock *acquired;
    /* Read by atomics, not acquired yet: [0] by a fence of any scope, [1] by one of device or system scope. */
    emu_vector_clock *pending[2];
    /* Published by the next atomic: [0] at the last fence of any scope, [1] of device or system scope. */
    emu_vector_clock *released[2];
} emu_thread_clock;

typedef struct emu_block_clock {
    uint32_t block;         /* number in the table of blocks */
    uint32_t epoch;         /* the current one, since the last barrier */
    uint32_t ordered_below; /* all accesses of epochs below this one happen before */
    uint32_t silent_from;   /* from this epoch up to `begin`, epochs belong to blocks that ended without a release */
    uint32_t begin;         /* the block's first epoch */
    uint32_t chunk_begin;   /* the first of the block's epochs that are numbered without a gap up to now */
    uint32_t epochs_end;    /* end of the epochs reserved for the block */
    uint32_t barrier;       /* number of barriers passed */
    uint32_t ahead;         /* emu_operation.ahead of the grid */
    uint32_t grid_floor, cluster_floor; /* all accesses of the grid, cluster, in epochs below happen before */
    bool any_synchronised;              /* a thread has acquired or released something */
    emu_thread_clock thread[1024];
    /* By rank, valid if warp_stamps_epoch is the current epoch: for each lane of its warp, the stamp up to which that
     * lane's accesses happen before. */
    emu_stamp warp_stamps[1024][32];
    uint32_t warp_stamps_epoch[1024];
    /* Read by atomics before a barrier; a fence between would have acquired it. */
    emu_vector_clock *unfenced;
} emu_block_clock;

/* A block that ran, or runs. */
typedef struct emu_block_record {
    uint32_t grid, cluster; /* grid: the number of its operation */
    uint32_t floor;         /* all accesses of its grid or cluster in epochs below this one happen before */
    uint64_t number;        /* linear index in the grid, x fastest */
} emu_block_record;

bool emu_clock_open(void);
void emu_clock_close(void);
const emu_block_record *emu_clock_block(uint32_t block);
uint32_t emu_clock_next_block(void); /* the number of the block that begins next */
uint32_t emu_clock_block_of(uint32_t epoch);
uint32_t emu_clock_barrier_of(uint32_t epoch); /* number of barriers that its block had passed */
/* Begins a block. `silent`: the worker's previous block has ended without a release, so no thread acquired anything
 * from it. */
void emu_clock_begin(emu_block_clock *clock, uint32_t grid, uint64_t number, uint64_t cluster, unsigned threads,
                     bool silent);
/* All accesses of the grid, or of the cluster, in epochs below `floor` happen before what the block does next. */
void emu_clock_raise(emu_block_clock *clock, bool whole_grid, uint32_t floor);
/* The access of a copy or set, whose operation has the number `grid`. */
emu_access emu_clock_operation_access(uint32_t grid);
void emu_clock_end(emu_block_clock *clock, unsigned threads);
void emu_clock_next_epoch(emu_block_clock *clock);      /* leaves the stamps of the threads as they are */
uint32_t emu_clock_fresh_epoch(emu_block_clock *clock); /* later than all epochs of all blocks */

/* Whether the access, by another thread, happens before what the thread `rank` of `clock` does now. */
bool emu_clock_follows(const emu_block_clock *clock, unsigned rank, emu_access access);

/* Whether it would, if the threads of the block had made a fence between their atomics and their last barrier. */
bool emu_clock_misses_fence(const emu_block_clock *clock, emu_access access);

/* Whether the read is a plain one of the same grid, by a block that has ended without a release. Such a read is not
 * ordered before any write of this grid; and whatever follows the grid follows all of its reads. So one such read
 * stands for all reads of the grid, and writes are compared with it alone. */
static inline bool emu_clock_silent(const emu_block_clock *clock, emu_access read)
{
    return emu_access_epoch(read) - clock->silent_from < clock->begin - clock->silent_from && !(read & EMU_ACCESS_KIND);
}

/* The thread has waited for the grid ahead. False: no memory. */
bool emu_clock_wait_ahead(emu_block_clock *clock, unsigned rank);

/* The thread has published what it did before: later accesses get a higher stamp. */
void emu_clock_advance(emu_block_clock *clock, unsigned rank);

#endif
