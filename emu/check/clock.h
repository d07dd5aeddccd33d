/* Who knows of whose accesses: happens-before, as vector clocks that follow the shape of a grid.
 *
 * Time is cut into epochs: a block gets a new one at each of its barriers, so that what its threads did in an earlier one
 * is known to all of them without a word about any thread. Within an epoch each thread counts: its stamp is (epoch,
 * count), one more after everything by which others may learn of it. Of its warp a thread knows up to which stamp of each
 * thread it has met them (__syncwarp); of all others what it acquired by way of atomics and fences.
 *
 * FastTrack (Flanagan and Freund, 2009) compares an access with the last ones only; CURD (Peng et al., 2018) and iGUARD
 * (Kamath and Basu, 2021) show the shape of a grid used so.
 */
#ifndef EMU_CHECK_CLOCK_H
#define EMU_CHECK_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "shadow_cell.h"

typedef uint64_t emu_stamp;

/* What is known beyond one's own block's barriers and warp's collectives; shared by threads, never changed once shared. */
typedef struct emu_vector_clock_entry {
    uint32_t block;
    uint32_t rank;   /* or EMU_ALL_RANKS */
    emu_stamp stamp; /* the last that is known */
} emu_vector_clock_entry;
#define EMU_ALL_RANKS UINT32_MAX

typedef struct emu_vector_clock {
    unsigned references, count, room;
    emu_vector_clock_entry thread[]; /* by block; in it what is known of all threads, then by rank */
} emu_vector_clock;

/* A null pointer knows nothing. */
emu_vector_clock *emu_vector_clock_join(emu_vector_clock *a,
                                        emu_vector_clock *b); /* a new one, or one more reference to any */
void emu_vector_clock_forget_latest(void);
emu_vector_clock *emu_vector_clock_share(emu_vector_clock *known);
void emu_vector_clock_drop(emu_vector_clock *known);
emu_stamp emu_vector_clock_stamp(const emu_vector_clock *known, uint32_t block, uint32_t rank);
bool emu_vector_clock_unshare(emu_vector_clock **known); /* false: no memory, it is as it was */
/* Notes a thread (or all of a block) in one that is not shared, which is made or moved where it must. */
void emu_vector_clock_note(emu_vector_clock **known, uint32_t block, uint32_t rank, emu_stamp stamp);

typedef struct emu_thread_clock {
    emu_stamp stamp;
    emu_vector_clock *known;      /* acquired */
    emu_vector_clock *pending[2]; /* read by way of atomics: what any fence acquires; what one of a wider scope does */
    emu_vector_clock
        *released[2]; /* at the last fence of block scope; of a wider one: what an atomic after it lets others know */
} emu_thread_clock;

typedef struct emu_block_clock {
    uint32_t block;                     /* in the table of blocks */
    uint32_t epoch;                     /* since the last barrier */
    uint32_t known_below;               /* all epochs before this one are of launches that came before */
    uint32_t silent_from;               /* from this one on until `begin` they are of blocks that ended in silence */
    uint32_t begin;                     /* its first one */
    uint32_t chunk_begin;               /* the first of those set aside without a gap, all the block's */
    uint32_t epochs_end;                /* of those set aside for the block */
    uint32_t barrier;                   /* how many it has passed */
    uint32_t grid_floor, cluster_floor; /* all of the grid, or cluster, before this epoch is known */
    bool any_known;                     /* some thread has acquired something */
    emu_thread_clock thread[1024];
    emu_stamp met[1024][32]; /* by rank: the stamps of its warp's lanes that it knows of ... */
    uint32_t met_in[1024];   /* ... if the epoch is this one */
} emu_block_clock;

/* A block that ran, or runs. */
typedef struct emu_block_record {
    uint32_t grid, cluster; /* grid: its operation's number */
    uint32_t floor;         /* of its grid's or cluster's, all before this epoch is known to it */
    uint64_t number;        /* in the grid, x fastest */
} emu_block_record;

bool emu_clock_open(void);
void emu_clock_close(void);
const emu_block_record *emu_clock_block(uint32_t block);
uint32_t emu_clock_block_of(uint32_t epoch);
uint32_t emu_clock_barrier_of(uint32_t epoch); /* how many its block had passed */
/* `silent`: the block before has ended, and nobody has learned of what it did. */
void emu_clock_begin(emu_block_clock *clock, uint32_t grid, uint64_t number, uint64_t cluster, unsigned threads,
                     bool silent);
/* All of the grid, or of the cluster, before the epoch is known to the block. */
void emu_clock_raise(emu_block_clock *clock, bool whole_grid, uint32_t floor);
/* The access of one that is no thread: a copy or set, the operation `grid`. */
emu_access emu_clock_single(uint32_t grid);
void emu_clock_end(emu_block_clock *clock, unsigned threads);
void emu_clock_next_epoch(emu_block_clock *clock);      /* without a word to its threads */
uint32_t emu_clock_fresh_epoch(emu_block_clock *clock); /* later than all of all blocks */

/* Whether the thread `rank` of `clock` knows of the access, another thread's. */
bool emu_clock_knows(const emu_block_clock *clock, unsigned rank, emu_access access);

/* A plain read by a thread of the same grid, of a block that has ended and that has let nobody know of anything. No thread that
 * writes in this grid will come after it, and who comes after the grid comes after all of its reads: so it stands for
 * all others of the grid, and whatever writes is compared with it alone. */
static inline bool emu_clock_silent(const emu_block_clock *clock, emu_access read)
{
    return emu_access_epoch(read) - clock->silent_from < clock->begin - clock->silent_from && !(read & EMU_ACCESS_KIND);
}

/* The thread has done something by which others may learn of what it did before. */
void emu_clock_advance(emu_block_clock *clock, unsigned rank);

#endif
