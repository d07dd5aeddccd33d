/* One function of a region while it is made. */
#ifndef FUSE_CODEGEN_EMISSION_H
#define FUSE_CODEGEN_EMISSION_H

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

/* A region while it is made into a function. The units that begin one (emit.c, strip_loops.c, shared_promotion.c,
 * register_tile.c) write the function and the region. emit_region.c writes the region's blocks, and allocates and
 * frees the parts' arrays. All units read these. Each other part says which unit writes it, and which reads it. */
struct emission {
    fuse_kernel *kernel;
    LLVMBuilderRef builder;
    LLVMTypeRef i8, i16, i32, i64, pointer;
    LLVMValueRef function, frame;
    LLVMMetadataRef lines;       /* the function's debug scope */
    LLVMBasicBlockRef entry;     /* open until the end: holds what is the same for all threads */
    LLVMValueRef fields[FIELDS]; /* written by frame.c */

    int region;
    extent extent;
    bool all_threads; /* every thread in the extent runs it: ALL, ROWS */
    bool is_rare;     /* strips do its work for most blocks, and it is long: its loops should not be vectors */
    bool diverged;    /* for the threads alone that iterate a loop again; each tests its state, unless */
    bool of_prefix;   /* they are the first ones of each row: kernel->prefix_length of them */
    strips *strips;   /* the set that the region is a member of; null: all threads of the block run it */
    /* the set of which it is a member that all threads run, since it uses nothing that strips keep */
    strips *member_of;
    bool *contains;      /* by block: whether it is in the region */
    bool *unconditional; /* by block: every thread runs it, and only such blocks precede it */
    bool parallel;       /* threads do not depend on each other */
    LLVMValueRef group;  /* the access group of accesses that do not depend on other threads */

    /* Found before the loops are made. */
    emission_hoisted hoisted;
    emission_split split;
    emission_lone_thread lone_thread; /* of a strip's region without a split */
    /* From guard_splitting.c, for a strip's region: extended sums with x -> the part that all threads share,
     * extended: i64. And whether none of them wraps around in the row; null: there are none. */
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

/* Makes the loop over x of a row, from <= x < end. */
typedef void emission_row_loop(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end);

/* Sets the types and the builder: before all else. */
void emission_set_types(emission *e);

LLVMValueRef emission_number(const emission *e, LLVMTypeRef type, uint64_t value);
LLVMValueRef emission_at_offset(emission *e, LLVMValueRef base, LLVMValueRef offset);
/* Concatenates vectors of one type. Changes `part`. */
LLVMValueRef emission_join(emission *e, LLVMValueRef *part, unsigned count);
/* Marks a load or store as one that no other thread's access depends on. */
LLVMValueRef emission_mark(emission *e, LLVMValueRef access);

LLVMValueRef emission_in_entry_alloca(emission *e, LLVMTypeRef type, unsigned alignment);
LLVMBasicBlockRef emission_append(emission *e);

#endif
