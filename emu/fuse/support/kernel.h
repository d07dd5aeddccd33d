/* The data model of lanewise-fuse: a module, a kernel in it, and what passes find out about a kernel.
 *
 * A kernel is one LLVM function that runs one thread. `driver/passes.c` lists the passes in order. */
#ifndef FUSE_SUPPORT_KERNEL_H
#define FUSE_SUPPORT_KERNEL_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "map.h"

enum { FUSE_NONE = -1 };

/* A synchronisation point at the head of a block: a barrier of the block, of a tile or of the grid, or a warp
 * collective. */
typedef struct fuse_sync_point {
    unsigned kind;      /* an emu_fused_wait */
    unsigned operation; /* of a collective; of a barrier: not 0 if it has a predicate; of a tile: its size */
    LLVMValueRef site;  /* file and line, for the emulator's reports */
    bool unrolled;      /* full_unroll.c unrolled the loop around it */
    bool polls;         /* in a loop around it threads may wait for other warps of the block */
} fuse_sync_point;

/* A basic block. Fields name other blocks by number. */
typedef struct fuse_block {
    LLVMBasicBlockRef block;
    LLVMValueRef end; /* the terminator */
    int *to, *from;   /* successors and predecessors */
    int to_count, from_count;
    int dominator,
        postdominator; /* immediate; FUSE_NONE: none. Paths that end in the kernel's return have no postdominator */
    int loop;          /* the innermost loop around it, or FUSE_NONE */
    int order;         /* a topological order without back edges; a loop comes before the blocks after it */
    fuse_sync_point sync;
    bool returns;  /* it contains only the return */
    bool diverged; /* some threads may reach it without the others */
    bool
        temporal_divergence; /* threads may reach it at different times, after a barrier that only some of them reach */
    bool join;               /* threads that took different paths at a divergent branch join here */
    bool divergent_branch;   /* its branch condition is divergent */
    bool start;              /* a region starts here */
    int region;              /* the number of that region */
} fuse_block;

typedef struct fuse_loop {
    int header, latch;
    int outer;        /* the loop around it, or FUSE_NONE */
    bool *contains;   /* by block */
    bool has_barrier; /* it contains a synchronisation point */
    bool lockstep;    /* all threads run it together; each thread may have its own last iteration */
    bool own_rows;    /* each thread reads and writes lines of the cache that its neighbours do not */
} fuse_loop;

/* A register tile: sums of a strip's threads, kept in an order of their own (codegen/register_tile.c). */
typedef struct fuse_tile {
    unsigned sums, width, size; /* slots; threads of a strip; bytes of an element */
    struct fuse_slot **slot;    /* by sum */
    uint16_t *place;            /* by sum * width + thread: the element's index, from the strip's first element */
    LLVMValueRef places;        /* a constant array: the same in bytes */
} fuse_tile;

/* A value in memory: a local array, or a value that another block uses. */
typedef struct fuse_slot {
    LLVMValueRef alloca;
    LLVMTypeRef type;
    unsigned size, alignment; /* bytes */
    bool memory;              /* the kernel's own variable, whose address is taken */
    bool uniform;             /* one for the block; else one for each thread */
    bool live_across;         /* it is live at the start of some region */
    unsigned offset;          /* offset in bytes in the block's uniform slots or in the context */
    bool *live_in;            /* by region: live at its start */
    bool *written, *used;     /* by region */
    fuse_tile *tile;          /* the register tile that holds it; null: none */
    unsigned number;          /* its number in that tile */
    /* Of an array: how many neighbours' elements lie side by side, and their bytes; 0: a thread's lie side by side. */
    unsigned interleaved, element;
} fuse_slot;

/* A loop over threads, for the report. */
typedef struct fuse_loop_note {
    unsigned number; /* its number in the file */
    int region;
    unsigned inner_line; /* the line of the kernel's own first loop inside; 0: there is none */
    /* which threads it runs */
    enum { NOTE_ALL, NOTE_STRIP, NOTE_PIECE, NOTE_PERMUTED, NOTE_DIVERGED, NOTE_WARP } threads;
} fuse_loop_note;

/* How the function for whole blocks knows where threads go from a region. */
typedef enum fuse_leaving {
    LEAVE_NEVER,    /* none leaves it */
    LEAVE_ONE,      /* all go to one region */
    LEAVE_CHOSEN,   /* all to one: the block decides before its threads run */
    LEAVE_FOUND,    /* all to one: known after they have run */
    LEAVE_SPLIT,    /* all on each side of a row's guard split to one */
    LEAVE_RECORDED, /* each its own way: the exits that threads take are recorded */
    LEAVE_ANYWHERE  /* each its own way, to too many regions to record */
} fuse_leaving;

/* Where threads go from one copy of a region. */
typedef struct fuse_exit_plan {
    fuse_leaving how;
    int first, second;  /* targets: of all threads; or of the threads before the split, and of the others */
    LLVMValueRef guard; /* the condition that splits the copy's rows; null: they are not split */
} fuse_exit_plan;

/* The copies of a region in the function for whole blocks: for all threads, for a strip, for those that iterate a
 * loop again after others have left. */
typedef enum fuse_copy { COPY_ROWS, COPY_STRIP, COPY_DIVERGED, COPIES } fuse_copy;

struct strips; /* codegen/strip.h */

/* How a region is emitted. */
typedef struct fuse_region_plan {
    bool *target; /* by block, [blocks] is the kernel's end: whether threads leave for it */
    bool *to;     /* the same by region; [regions] */
    fuse_exit_plan exits[COPIES];
    bool is_recorded;   /* the exits that threads take are recorded for some copy */
    bool iterates;      /* there is a copy for threads that iterate again */
    bool of_prefix;     /* these are the first ones of each row, and have no states */
    struct strips *set; /* the set of regions run strip by strip that begins with this one; null: none */
    unsigned width;     /* threads of a strip; 0: all threads run the region at once */
    int head;           /* the region at which the strips begin */
    bool in_place;      /* threads' values stay in the context */
    bool in_rows;       /* the strip is the whole block, and runs this region by rows and pieces */
    int promoted;       /* how many regions from this one on have shared memory as values; 0: none */
    int after_promoted; /* the first region after them */
    bool needs_plain;   /* they also run without, if dynamic shared memory is too small */
    bool has_rows; /* there is a copy for all threads; else threads run it only in strips or with promoted memory */
    bool flat;     /* all threads of the block are one row */
    unsigned instructions, copies; /* estimated: instructions of a thread; copies */
} fuse_region_plan;

typedef struct fuse_names {
    char **name;
    size_t count;
} fuse_names;

/* A module while it is compiled, with its options. */
typedef struct fuse_compilation {
    LLVMModuleRef module;
    unsigned level;
    LLVMDIBuilderRef debug; /* null: there are no source lines */
    LLVMMetadataRef file;
    FILE *reports;              /* null: no --report; else loops over threads are numbered */
    unsigned loops;             /* numbered so far */
    LLVMMetadataRef loops_file; /* the file of the numbered loops' locations */
    LLVMValueRef *vector;       /* vector variants of mathematics that are declared */
    size_t vector_count;
    fuse_names unrolled_in_vain; /* kernels that full_unroll must leave alone in a second attempt */
    fuse_names sum_vectors;      /* those whose sums a second attempt makes vectors (transform/sum_vectors.c) */
    fuse_names sums_in_vain;     /* those of them in which that made none */
    bool makes_sum_vectors;      /* in all kernels, at once */
    bool irreducible;            /* some kernel has a loop with several entries */
    const char *shape;           /* the block shape that kernels are specialised for; null: any */
    char features[512];          /* the processor's features beyond the level's; empty: none */
    fuse_names *specialised;     /* specialised kernels kept so far, of all modules */
    bool keeps_one_thread;       /* the passes end before `emit`, and tests run their functions */
} fuse_compilation;

/* Results of emission_dominates() for one region. */
typedef struct fuse_dominance {
    int region;
    bool **reached_without; /* [blocks]: by block, those that threads reach without it, or null; null: nothing yet */
} fuse_dominance;

typedef struct fuse_kernel {
    fuse_compilation *compilation;
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMValueRef function; /* runs one thread: NAME__fiber */
    char *name;
    unsigned level;
    unsigned shape[3];      /* of a block, where the kernel declares it; else zeros */
    unsigned stride;        /* elements from one array of the context to the next: more than a block has threads */
    char reason[256];       /* why it stays on fibers; empty: it is fused */
    unsigned reason_line;   /* 0: not known */
    unsigned size, emitted; /* instructions: of one thread, before the passes; of all emitted functions */

    /* barrier_isolation, graph */
    map sync_points; /* block -> fuse_sync_point */
    fuse_block *block;
    int blocks;
    map numbers;  /* block -> its number + 1 */
    int *ordered; /* blocks by `order` */
    fuse_loop *loop;
    int loops;
    unsigned largest_tile; /* threads of the largest tile with a barrier; 0: none */
    bool has_collectives;  /* warps may run by themselves */
    bool waits_for_blocks; /* blocks may wait for others: grids of several run on fibers */

    unsigned row_sums;    /* sums that can be vectors */
    bool has_sum_vectors; /* they are */

    /* uniformity, region_formation, coarsen, slot_liveness, register_tile */
    map divergent; /* values that may differ from thread to thread */
    int *region;   /* by region: the block that starts it */
    int regions;
    bool coarsened; /* neighbouring blocks in x run as one */
    fuse_slot *slot;
    int slots;
    unsigned context_size, uniform_size; /* bytes */
    fuse_tile **tile;
    unsigned tiles;

    fuse_dominance dominance;

    /* plan */
    fuse_region_plan *plan;          /* by region */
    const char *coarsening_obstacle; /* why blocks do not run as one; null: they do */
    int coarsening_obstacle_at;      /* the region that is the reason; FUSE_NONE: none is */
    unsigned planned_instructions;   /* estimated instructions of the emitted code */
    int promoted_instructions;       /* instructions for promoted shared memory, each on a vector of 16 threads */

    /* emit */
    fuse_loop_note *note;
    int notes;
    /* The function for whole blocks, while regions are emitted into it. */
    LLVMValueRef whole_block;
    LLVMMetadataRef whole_block_lines;
    LLVMBasicBlockRef allocas, bail;   /* the first block; where it returns with the threads' states */
    LLVMBasicBlockRef dispatch;        /* jumps to a region by begin_state */
    LLVMBasicBlockRef ended;           /* reached after all threads have ended */
    LLVMBasicBlockRef *entry;          /* by region */
    LLVMBasicBlockRef *diverged_entry; /* by region: for the threads that iterate a loop again; null: none */
    LLVMValueRef begin_state, bail_state;
    /* Addresses of: how many blocks run as one (null: one); how many threads of their rows have not ended; whether a
     * block runs by itself, and may return to the emulator. */
    LLVMValueRef coarsening_factor, row_remaining, single_block;
    LLVMValueRef prefix_length; /* threads of a row that iterate again: i32; null: no loop has such a prefix */
    LLVMValueRef *in_block;     /* by slot: a uniform slot's address meanwhile */
} fuse_kernel;

/* Whether the function is a kernel as LW_KERNEL makes it: NAME__fiber, with one pointer as its parameter. */
bool fuse_is_kernel(LLVMValueRef function);

void fuse_forget_dominance(fuse_kernel *kernel);

/* Places the slot after all others of its kind. */
void fuse_place_slot(fuse_kernel *kernel, fuse_slot *slot);

/* Sets kernel->reason: the kernel stays on fibers. Returns false. */
bool fuse_refuse(fuse_kernel *kernel, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
