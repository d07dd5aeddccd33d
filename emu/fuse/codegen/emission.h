/* One function of a region while it is made. */
#ifndef FUSE_EMISSION_H
#define FUSE_EMISSION_H

#include "../support/kernel.h"
#include "emission_exits.h"
#include "emission_guards.h"
#include "emission_memory.h"
#include "emission_rows.h"
#include "emission_thread.h"

typedef enum field {
    ARGUMENTS,
    SHARED,
    SHARED_SIZE,
    DYNAMIC,
    TILE_SLOTS,
    CONTEXT,
    UNIFORM,
    STATE,
    MASK,
    VALUE,
    OPERAND,
    RUNNING,
    THREADS,
    BARRIER,
    BLOCK,
    BLOCK_DIM = BLOCK + 3,
    EXTENT = BLOCK_DIM + 3,
    GRID_DIM = EXTENT + 3,
    END = GRID_DIM + 3,
    BLOCKS_BEGUN,
    FAILED,
    FIELDS
} field;

typedef enum extent { ALL, ROWS, SOME } extent;

typedef struct emission emission;
typedef struct strips strips; /* strip.h */

/* A region being made into a function. What begins one (emit.c, strip_loops.c, shared_promotion.c, register_tile.c) writes the
 * function and the region; emit_region.c writes the region's blocks, allocates the parts' arrays and frees them. All read
 * these. Each other part says who writes it, and who reads. */
struct emission {
    fuse_kernel *kernel;
    LLVMBuilderRef builder;
    LLVMTypeRef i8, i16, i32, i64, pointer;
    LLVMValueRef function, frame;
    LLVMMetadataRef lines;       /* the function's, for debuggers */
    LLVMBasicBlockRef entry;     /* open until the end: what is the same for all threads */
    LLVMValueRef fields[FIELDS]; /* frame.c */

    int region;
    extent extent;
    bool together;      /* every thread that it is for runs it: ALL, ROWS */
    bool seldom;        /* strips do its work for most blocks, and it is long: no vectors are wanted of its loops */
    bool diverged;      /* for the threads alone that iterate a loop again: each is asked for its state, unless */
    bool of_prefix;     /* they are the first ones of each row, as many as kernel->prefix_length says */
    strips *strips;     /* of which the region is a member; null: all threads of the block run it */
    strips *within;     /* of which it is one that all threads run nevertheless: it uses nothing that these keep */
    bool *contains;     /* by block: in the region */
    bool *first;        /* by block: every thread runs it, and before it nothing but such */
    bool parallel;      /* threads do not depend on each other */
    LLVMValueRef group; /* of the accesses that do not depend on other threads' */

    /* Found before the loops are made. */
    emission_hoisted hoisted;
    emission_split split;
    emission_lone_thread lone_thread; /* of a strip's region that has no split */
    /* guard_splitting.c, of a strip's region: sums with x that are extended -> the part that all threads share, extended: i64; and
     * whether none of them wraps around in the row: null where there is none. */
    map extended;
    LLVMValueRef extends;
    emission_strided strided;
    emission_rows rows;
    emission_pieces pieces;
    emission_targets targets;

    /* While loops are made. */
    emission_part part;
    emission_thread thread;
    emission_clones clones;
    emission_slots slots;
    emission_exits exits;
    emission_accesses accesses;
    emission_tiles tiles;
    emission_permuted permuted;
    emission_deferred deferred;
};

/* The loop over x of a row, from < end. */
typedef void emission_row_loop(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end);

/* The types and the builder: before all else. */
void emission_set_types(emission *e);

LLVMValueRef emission_number(const emission *e, LLVMTypeRef type, uint64_t value);
LLVMValueRef emission_at_offset(emission *e, LLVMValueRef base, LLVMValueRef offset);
/* All vectors of one type, one after the other. Changes `part`. */
LLVMValueRef emission_join(emission *e, LLVMValueRef *part, unsigned count);
/* Has a load or store be one that no other thread's depends on. */
LLVMValueRef emission_mark(emission *e, LLVMValueRef access);

LLVMValueRef emission_in_entry_alloca(emission *e, LLVMTypeRef type, unsigned alignment);
LLVMBasicBlockRef emission_append(emission *e);

#endif
