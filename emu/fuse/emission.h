/* One function of a region while it is made: what the files emit*.c share. */
#ifndef FUSE_EMISSION_H
#define FUSE_EMISSION_H

#include "fuse.h"

typedef enum field {
    ARGUMENTS, SHARED, SHARED_SIZE, DYNAMIC, CONTEXT, UNIFORM, STATE, MASK, VALUE, OPERAND, THREAD, LANE, BARRIER, STRIDE, BLOCK,
    BLOCK_DIM = BLOCK + 3, GRID_DIM = BLOCK_DIM + 3, FIELDS = GRID_DIM + 3
} field;

typedef enum extent { ALL, ROW, SOME } extent;

/* The loop over x in two: x below `count`, and the others. */
typedef struct emission_split {
    LLVMValueRef condition; /* null: it is in one */
    LLVMValueRef count;     /* i64 */
    LLVMValueRef valid;     /* an i1: the condition is as it was taken; null: always */
    bool first_holds;       /* it holds below `count`, else from there on */
    bool by_state;          /* each part leaves for one region */
    unsigned first_state, second_state;
} emission_split;

/* One function being made. */
typedef struct emission {
    fuse_kernel *kernel;
    LLVMBuilderRef builder;
    LLVMTypeRef i8, i16, i32, i64, pointer;
    LLVMValueRef function, frame;
    LLVMMetadataRef lines;    /* the function's, for debuggers */
    int region;
    extent extent;
    bool together;            /* every lane that it is for runs it: ALL, ROW */
    bool *has;                /* by block: in the region */
    LLVMBasicBlockRef entry;  /* open until the end: what is the same for all lanes */
    LLVMBasicBlockRef *copy;  /* by block */
    LLVMBasicBlockRef *way;   /* by block that starts a region: on the way there; [blocks]: to the end */
    LLVMBasicBlockRef lane_end;
    LLVMValueRef fields[FIELDS];
    LLVMValueRef x, y, z, rank; /* i32 x, y, z; i64 rank */
    LLVMValueRef *local, *leaving; /* by slot: where it lies while a lane runs; a uniform one's value when it has */
    LLVMValueRef next;        /* where the state of all is, or null */
    unsigned state;           /* of all lanes, where it is only one; else MIXED */
    emission_split split;
    LLVMValueRef assumed;     /* while a part of a split loop is made, its condition's value there */
    bool parallel;
    LLVMValueRef group;       /* of the accesses that do not depend on other lanes' */
    map values;
    map once;                 /* of the kernel's values, those made in the entry, for all lanes */
    bool *first;              /* by block: every lane runs it, and before it nothing but such */
} emission;

/* ---- emit_frame.c ---- */
LLVMValueRef emission_number(const emission *e, LLVMTypeRef type, uint64_t value);
LLVMValueRef emission_at_offset(emission *e, LLVMValueRef base, LLVMValueRef offset);
/* A field's value, loaded in the entry; and the lane's element of a field that is an array by rank. */
LLVMValueRef emission_get_field(emission *e, field which);
LLVMValueRef emission_element(emission *e, field array, LLVMTypeRef type);
/* Has a load or store be one that no other lane's depends on. */
LLVMValueRef emission_mark(emission *e, LLVMValueRef access);
LLVMValueRef emission_in_entry_alloca(emission *e, LLVMTypeRef type, unsigned alignment);
LLVMBasicBlockRef emission_append(emission *e);

/* ---- emit_slots.c ---- */
/* What the block keeps in uniform slot number `s`, where the builder is. */
LLVMValueRef emission_load_uniform(emission *e, int s);
void emission_begin_slots(emission *e);
void emission_keep_slots(emission *e, int to);
void emission_keep_uniform(emission *e);

/* ---- emit_once.c ---- */
/* The value for all lanes, in the entry; null: it is not known there. */
LLVMValueRef emission_once(emission *e, LLVMValueRef value);
/* What a uniform slot holds behind the region, wherever lanes go where it is alive; null: that depends. */
LLVMValueRef emission_left_once(emission *e, const fuse_slot *slot);
void emission_find_first(emission *e);
/* What a load of a lane's slot reads, where the region stores to it once, before; else null. */
LLVMValueRef emission_stored(emission *e, LLVMValueRef load);

/* ---- emit_split.c ---- */
void emission_find_split(emission *e);

/* ---- emit_ways.c ---- */
void emission_find_state(emission *e);
/* Behind the loops of the function for whole blocks: on to the next region, or back to the emulator. */
void emission_go_on(emission *e);
/* The block through which lanes leave for the start `target`, or for the end. */
LLVMBasicBlockRef emission_way_to(emission *e, int target);
int emission_target_of(const emission *e, int block);

/* ---- emit_copy.c ---- */
void emission_copy_lane(emission *e);
/* What stands for a call of this tool's own; null: none of those. */
LLVMValueRef emission_stand_in(emission *e, LLVMValueRef call);
/* Whether it points into the launch's arguments, which nobody changes; and how a load says so. */
bool emission_is_argument(const emission *e, LLVMValueRef pointer);
void emission_never_changes(emission *e, LLVMValueRef load);

/* ---- emit_atomic.c ---- */
/* A call of an atomic's function, its first arguments as the copy has them; `otherwise` copies the call itself. */
LLVMValueRef emission_atomic(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value,
                             LLVMValueRef (*otherwise)(emission *e, LLVMValueRef call));

/* ---- emit_loops.c ---- */
void emission_for_all(emission *e);
void emission_for_ranks(emission *e);

#endif
