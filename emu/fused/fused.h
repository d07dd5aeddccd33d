/* A kernel as loops over threads: what lanewise-fuse makes of it, and how the emulator runs that.
 *
 * The kernel is cut into regions, from one place where threads may have to wait for each other to the next. One function
 * runs region after region for every thread of the block, as long as all come to the same; each region has others that run
 * it for those threads alone that stand before it. Which region a thread is to run next is its state.
 */
#ifndef EMU_FUSED_H
#define EMU_FUSED_H

#include <stdbool.h>

#include "../device/device.h"
#include "../device/fused_wait.h"

enum { EMU_FUSED_VERSION = 12 };

/* A thread's state: it has ended, or it has come to region r and waits for what stands before it, or need not wait. */
enum { EMU_FUSED_ENDED = 0, EMU_FUSED_MIXED = 1 };
#define EMU_FUSED_AT(region) (2 * (region) + 2)
#define EMU_FUSED_READY(region) (2 * (region) + 3)
#define EMU_FUSED_REGION(state) (((state) - 2) >> 1)
#define EMU_FUSED_APART                                                                                                \
    0x10000u /* of the answer for all threads: it is the state of each, who are to run by themselves */

/* What stands before a region: of a tile larger than a warp, its barrier; of a cooperative grid, its barrier. */
typedef enum emu_fused_wait {
    EMU_FUSED_NOTHING,
    EMU_FUSED_BARRIER,
    EMU_FUSED_COLLECTIVE,
    EMU_FUSED_TILE,
    EMU_FUSED_GRID
} emu_fused_wait;

/* Given to every region's functions; lanewise-fuse knows the layout by the numbers of the fields. Arrays are by rank. */
typedef struct emu_fused_frame {
    const void *arguments;
    char *shared;
    uint64_t shared_size; /* bytes from there on in which only the block's threads write */
    char *dynamic_shared;
    char *tile_slots; /* 8 bytes for each thread, by which those of a tile speak */
    char *context;    /* what threads keep from region to region: arrays by rank */
    char *uniform;    /* what the block keeps: the same for every thread */
    uint16_t *state;
    uint32_t *mask;  /* what threads bring to a collective */
    uint64_t *value; /* and get; to a barrier, the predicate */
    uint32_t *operand;
    const emu_coordinates **running;              /* emu_here.thread */
    const char *threads;                          /* emu_coordinates of thread 0; the next 64 bytes on */
    uint64_t barrier;                             /* the result of the latest barrier */
    unsigned block[3], block_dim[3], grid_dim[3]; /* dimensions are at least 1, a block's at most 1024 */
    unsigned extent[3];     /* threads of a row, rows, planes that loops over threads are for: all others have ended */
    unsigned end;           /* the first block[0] behind those that are to be run */
    unsigned *blocks_begun; /* counts blocks begun, but for 0; the watchdog reads it */
    const int *failed;      /* not 0: no other block is begun */
    unsigned abreast;       /* so many blocks, from block[] on in x, run as one: a fault is of any of them */
} emu_fused_frame;

/* Threads of rank first .. end - 1, neighbours in x. */
typedef struct emu_fused_row {
    unsigned first, end;
} emu_fused_row;

typedef struct emu_fused_region {
    /* One of two, the other is null; called once for all threads whose state is READY of this region, since it goes on with
     * what the block keeps. Where warps may run by themselves: those threads are in so many rows. */
    void (*rows)(emu_fused_frame *frame, const emu_fused_row *row, unsigned count);
    /* Elsewhere: they are among those of rank first .. end - 1. */
    void (*some)(emu_fused_frame *frame, unsigned first, unsigned end);
    const emu_site *site; /* of the wait */
    unsigned wait;        /* emu_fused_wait */
    unsigned operation;   /* of a collective; of a tile, how many threads it has */
} emu_fused_region;

/* Of all; of those with the lowest linear thread ids; of all with x, y and z below some number. */
typedef enum emu_fused_extents { EMU_FUSED_WHOLE, EMU_FUSED_PREFIX, EMU_FUSED_BOX } emu_fused_extents;

/* Regions are in the order in which threads that have gone apart wait for each other: who is at the lowest goes first. */
typedef struct emu_fused_kernel {
    unsigned version;
    const char *reason; /* why the kernel stays on fibers; null: it does not */
    unsigned regions;
    uint64_t context_size; /* bytes */
    unsigned uniform_size;
    /* Runs all threads of the block from `state`, READY of some region, to where they all have to wait for more than a
     * barrier without a predicate or that of tiles: the state that they have then, or EMU_FUSED_MIXED where it is in
     * frame->state. Where they have ended it may go on with the next block of the row: block[0], here and in emu_here, is
     * the latest. It may run several as one, as long as it does: of these it is the first. */
    unsigned (*all)(emu_fused_frame *frame, unsigned state);
    const emu_fused_region *region;
    unsigned shape[3];                      /* the only one of a block that it is for; zeros: any */
    const struct emu_fused_kernel *special; /* the same kernel for one shape; null: there is none */
    unsigned waits_for_blocks; /* a block may wait for others: they begin in order, on as many threads as there are */
    unsigned tile;       /* threads of the largest tile that waits: it is for blocks of whole tiles; 0: none does */
    unsigned extents;    /* emu_fused_extents: of which threads `all` can run those that have not ended */
    unsigned stack_size; /* bytes of stack that its largest frame takes, where that is much; else 0 */
} emu_fused_kernel;

/* Called by a function for whole blocks that runs some regions strip by strip, in the middle of these, where the threads
 * of a strip have diverged: runs threads first .. first + count - 1 until each has left the regions with member[region].
 * So a strip has finished before the next one begins, and what the block keeps (frame->uniform) is that of the strip which
 * runs. Collectives of those regions are of warps that lie in the strip. */
__attribute__((visibility("default"))) void emu_fused_finish_strip(emu_fused_frame *frame, unsigned first,
                                                                   unsigned count, const bool *member);

/* Called by a function for whole blocks where a guard has split its rows, which have so many threads: the first `count` threads of
 * each have the one state now, the others the other. */
__attribute__((visibility("default"))) void emu_fused_split_rows(emu_fused_frame *frame, unsigned rows, unsigned length,
                                                                 uint64_t count, unsigned first, unsigned second);

#endif
