/* One function of a region while it is made. */
#ifndef FUSE_EMISSION_H
#define FUSE_EMISSION_H

#include "../support/kernel.h"

typedef enum field {
    ARGUMENTS, SHARED, SHARED_SIZE, DYNAMIC, TILE_SLOTS, CONTEXT, UNIFORM, STATE, MASK, VALUE, OPERAND, THREAD, LANE,
    BARRIER, BLOCK,
    BLOCK_DIM = BLOCK + 3, GRID_DIM = BLOCK_DIM + 3, END = GRID_DIM + 3, BEAT, FAILED, FIELDS
} field;

typedef enum extent { ALL, ROWS, SOME } extent;

/* The loop over x in two: x below `count`, and the others. */
typedef struct emission_split {
    LLVMValueRef condition; /* null: it is in one */
    LLVMValueRef count;     /* i64 */
    LLVMValueRef valid;     /* an i1: the condition is as it was taken; null: always */
    bool first_holds;       /* it holds below `count`, else from there on */
    bool by_state;          /* each part leaves for one region */
    unsigned first_state, second_state;
} emission_split;

/* Only every stride-th thread of a row does anything (strided_guard.c). */
typedef struct emission_strided {
    LLVMValueRef condition;      /* null: there is none such */
    LLVMValueRef stride, before; /* i32; of the threads for which it holds, x + before is a multiple of the stride */
    LLVMValueRef valid;          /* an i1: that is so, and pays */
    bool is_power;               /* the stride is a power of two */
    bool holds;                  /* while their loop is made */
} emission_strided;

/* The places along x or y in ranges: each ends where the next begins. */
enum { MOST_RANGES = 4 };
typedef struct emission_ranges {
    unsigned count, end[MOST_RANGES];
} emission_ranges;

typedef struct emission_range {
    unsigned first, end; /* end 0: all of them */
} emission_range;

typedef struct strips strips; /* strip.h */

/* One function being made. */
typedef struct emission {
    fuse_kernel *kernel;
    LLVMBuilderRef builder;
    LLVMTypeRef i8, i16, i32, i64, pointer;
    LLVMValueRef function, frame;
    LLVMMetadataRef lines;    /* the function's, for debuggers */
    int region;
    extent extent;
    bool together;            /* every thread that it is for runs it: ALL, ROWS */
    bool *contains;           /* by block: in the region */
    LLVMBasicBlockRef entry;  /* open until the end: what is the same for all threads */
    LLVMBasicBlockRef *copy;  /* by block */
    LLVMBasicBlockRef *way;   /* by block that starts a region: on the way there; [blocks]: to the end */
    LLVMBasicBlockRef joined; /* where the ways meet; null: there is none yet */
    LLVMBasicBlockRef thread_end;
    LLVMValueRef fields[FIELDS];
    LLVMValueRef x, y, z, linear_id; /* i32 x, y, z; i64 linear_id */
    LLVMValueRef *local, *leaving;   /* by slot: where it lies while a thread runs; a uniform one's value when it has */
    LLVMValueRef seen, left_for;     /* where there is a bit for each target, of all threads and of one; null: nobody asks */
    bool *targets;                   /* by block, [blocks] is the end: where ways are seen */
    bool diverged;                   /* for the threads alone whose state is the region's, of any row */
    bool all_here;                   /* and none of those that are being made has left it */
    LLVMValueRef next;               /* where the state of all is, or null */
    bool chosen, hidden;             /* and it is there before the threads run; LLVM does not see which it is */
    unsigned state;                  /* of all threads, where it is only one; else MIXED */
    strips *strips;                  /* of which the region is a member; null: all threads of the block run it */
    strips *within;                  /* of which it is one that all threads run nevertheless: it uses nothing that these keep */
    LLVMValueRef thread;             /* of the strip, i64 */
    bool one_by_one;                 /* a strip's threads, as without it */
    map strides;                     /* of the kernel's values, what they are for each thread of the strip */
    map extended;                    /* sums with x that are extended -> the part that all threads share, extended: i64 */
    map access_groups;               /* loads and stores that are made for all threads of the strip at once: arrays by thread */
    map part_access_groups;          /* those of them that are right while `assumed` is */
    map tiled;                       /* what has been made of a tile's sums for the whole strip: the loop over threads leaves it out */
    LLVMValueRef *tile_values;       /* by slot of a tile: the strip's threads' values in their order; null: in the tile */
    LLVMValueRef group_store[16];
    unsigned group_stores;
    LLVMValueRef part;        /* the state in which the strip leaves, where that is by the split */
    emission_split split;
    emission_strided strided;
    map preferred;                   /* comparisons -> 1 + the outcome by which threads come to what the region does */
    LLVMValueRef divides;            /* whether divisors that all threads share are not 0; null: there are none, or others are made */
    LLVMValueRef nothing;            /* 0, which LLVM does not see; null: nobody has asked for it */
    emission_ranges ranges[2];       /* along x and y */
    emission_range range[2];         /* the one that is being made */
    struct emission_piece *interior; /* of the whole block, while threads are made that are all within its bounds */
    bool in_halo;                    /* while those of the other blocks are made */
    struct emission_piece *piece;    /* while the copy of the loop for a piece of a row is made */
    const fuse_slot *known_slot;     /* of the block, and while this copy of the region is made, known: to be the value, or */
    LLVMValueRef known_slot_value;   /* a multiple of a strip's threads where that is null */
    struct stage *stage;             /* while threads are made whose loads and stores are shuffles */
    LLVMValueRef assumed;            /* while a part of a split loop is made, its condition's value there */
    bool parallel;
    bool scalar;        /* no vectors are wanted of the loop */
    unsigned note;      /* the number of the loop over threads that is made; 0: it has none */
    LLVMValueRef group; /* of the accesses that do not depend on other threads' */
    struct atomic_reduction *reduction; /* of the region's deferred atomics, in the program's order */
    unsigned reductions;
    map reduced;            /* deferred atomics -> their atomic_reduction */
    map values;
    map hoisted;            /* of the kernel's values, those made in the entry, for all threads */
    map uniform_divisors[2]; /* unsigned, signed: divisors in the entry -> their multipliers */
    LLVMValueRef length;    /* of a row; null: not yet known */
    bool flat;              /* nothing asks for a coordinate: all threads are one row */
    unsigned period, phase; /* of a flat block: made in rows of so many threads, of which so many would come before the
                                 first; 0: it is one row */
    bool *first;              /* by block: every thread runs it, and before it nothing but such */
} emission;

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
