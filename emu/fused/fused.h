/* Fused kernels: what lanewise-fuse makes of a kernel, and how the emulator runs it.
 *
 * The kernel is split into regions, at each place where threads may have to wait for each other. One function runs
 * region after region for all threads of the block, as long as they stay together. Each region also has a function that
 * runs it for some threads. A thread's state is the region that it runs next, and whether it must wait before it.
 */
#ifndef EMU_FUSED_H
#define EMU_FUSED_H

#include <stdbool.h>

#include "../device/device.h"
#include "../device/fused_wait.h"

enum { EMU_FUSED_VERSION = 13 };

/* A thread's state: ENDED; AT: it is before the region and waits for the others; READY: it may run the region. */
enum { EMU_FUSED_ENDED = 0, EMU_FUSED_MIXED = 1 };
#define EMU_FUSED_AT(region) (2 * (region) + 2)
#define EMU_FUSED_READY(region) (2 * (region) + 3)
#define EMU_FUSED_REGION(state) (((state) - 2) >> 1)
/* In the result of emu_fused_kernel.all: all threads have this state, but they must run as diverged threads. */
#define EMU_FUSED_DIVERGED 0x10000u

/* What threads wait for before a region: nothing; the block's barrier; a warp collective; the barrier of a tile larger
 * than a warp; a cooperative grid's barrier. */
typedef enum emu_fused_wait {
    EMU_FUSED_NOTHING,
    EMU_FUSED_BARRIER,
    EMU_FUSED_COLLECTIVE,
    EMU_FUSED_TILE,
    EMU_FUSED_GRID
} emu_fused_wait;

/* The argument of all functions of a fused kernel. lanewise-fuse knows its layout by the numbers of the fields. Arrays
 * are by linear thread id. */
typedef struct emu_fused_frame {
    const void *arguments;
    char *shared;
    uint64_t shared_size; /* bytes from `shared` on that only this block's threads write */
    char *dynamic_shared;
    char *tile_slots; /* 8 bytes per thread, through which the threads of a tile communicate */
    char *context;    /* values live across regions: arrays by linear thread id */
    char *uniform;    /* uniform values live across regions */
    uint16_t *state;
    uint32_t *mask;                               /* of the collective that the thread waits for */
    uint64_t *value;                              /* argument and result of a collective; predicate of a barrier */
    uint32_t *operand;                            /* second argument of a collective */
    const emu_coordinates **running;              /* emu_here.thread */
    const char *threads;                          /* emu_coordinates of thread 0; each thread's are 64 bytes further */
    uint64_t barrier;                             /* result of the latest barrier */
    unsigned block[3], block_dim[3], grid_dim[3]; /* dimensions are at least 1; a block's are at most 1024 */
    unsigned extent[3];     /* the box of threads (x, y, z) that the loops run; all others have ended */
    unsigned end;           /* block[0] after the last block to run */
    unsigned *blocks_begun; /* number of blocks begun; skips 0; the watchdog reads it */
    const int *failed;      /* not 0: no further block begins */
    unsigned coarsened;     /* number of blocks that run as one, from block[] on in x; a fault belongs to any of them */
} emu_fused_frame;

/* Threads with linear ids first .. end - 1, neighbours in x. */
typedef struct emu_fused_row {
    unsigned first, end;
} emu_fused_row;

typedef struct emu_fused_region {
    /* One of `rows` and `some` is null. The function is called once for all threads whose state is READY of this
     * region, because it updates the uniform values. `rows` is for regions that warps may run independently: the
     * threads are those of `count` rows. */
    void (*rows)(emu_fused_frame *frame, const emu_fused_row *row, unsigned count);
    /* `some` is for other regions: the threads are among those with linear ids first .. end - 1. */
    void (*some)(emu_fused_frame *frame, unsigned first, unsigned end);
    const emu_site *site; /* where the threads wait */
    unsigned wait;        /* emu_fused_wait */
    unsigned operation;   /* of a collective; for a tile, its number of threads */
} emu_fused_region;

/* WHOLE: all threads. PREFIX: those with the lowest linear ids. BOX: those with x, y and z below some numbers. */
typedef enum emu_fused_extents { EMU_FUSED_WHOLE, EMU_FUSED_PREFIX, EMU_FUSED_BOX } emu_fused_extents;

/* Regions are in the order in which diverged threads run: those at the lowest region run first. */
typedef struct emu_fused_kernel {
    unsigned version;
    const char *reason; /* why the kernel runs on fibers; null: it is fused */
    unsigned regions;
    uint64_t context_size; /* bytes */
    unsigned uniform_size;
    /* Runs all threads of the block from `state`, READY of some region, to where they must wait for more than a barrier
     * without a predicate or a tile's barrier. Returns their common state, or EMU_FUSED_MIXED: the states are in
     * frame->state. When all threads have ended it may continue with the next block of the row; block[0], in the frame
     * and in emu_here, is then the latest block. It may run several blocks as one; block[0] is then their first. */
    unsigned (*all)(emu_fused_frame *frame, unsigned state);
    const emu_fused_region *region;
    unsigned shape[3];                      /* the only block shape that it is for; zeros: any */
    const struct emu_fused_kernel *special; /* a copy specialised for one block shape; null: none */
    unsigned waits_for_blocks;              /* a block may wait for others: it is for grids of one block */
    unsigned tile; /* threads of the largest tile that synchronises; blocks consist of whole tiles; 0: no tile does */
    unsigned extents;    /* emu_fused_extents: the sets of threads that `all` can run when the others have ended */
    unsigned stack_size; /* bytes of its largest stack frame, if that is large; else 0 */
} emu_fused_kernel;

/* Called by `all` in the middle of regions that it runs strip by strip, when the threads of a strip have diverged. Runs
 * threads first .. first + count - 1 until each has left the regions with member[region]. So a strip finishes before
 * the next one begins, and the uniform values (frame->uniform) are those of the running strip. Collectives in those
 * regions belong to warps inside the strip. */
__attribute__((visibility("default"))) void emu_fused_finish_strip(emu_fused_frame *frame, unsigned first,
                                                                   unsigned count, const bool *member);

/* Called by `all` where a guard has split its rows of `length` threads: the first `count` threads of each row get the
 * state `first`, the others `second`. */
__attribute__((visibility("default"))) void emu_fused_split_rows(emu_fused_frame *frame, unsigned rows, unsigned length,
                                                                 uint64_t count, unsigned first, unsigned second);

#endif
