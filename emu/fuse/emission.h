/* One function of a region while it is made: what the files emit*.c share. */
#ifndef FUSE_EMISSION_H
#define FUSE_EMISSION_H

#include "fuse.h"

typedef enum field {
    ARGUMENTS, SHARED, SHARED_SIZE, DYNAMIC, CONTEXT, UNIFORM, STATE, MASK, VALUE, OPERAND, THREAD, LANE, BARRIER, BLOCK,
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

/* The places along x or y in ranges: each ends where the next begins. */
enum { MOST_RANGES = 4 };
typedef struct emission_ranges {
    unsigned count, end[MOST_RANGES];
} emission_ranges;

typedef struct emission_range {
    unsigned first, end; /* end 0: all of them */
} emission_range;

/* What the lanes of a warp exchange before a region. */
typedef struct exchange {
    unsigned operation, operand; /* of a shuffle, where it is a constant */
    bool varies;                 /* it is not */
    LLVMTypeRef type;            /* of what a lane brings */
    LLVMValueRef brought, operands, given; /* arrays by lane */
} exchange;

/* Regions that are run strip by strip; see strips.c. */
enum { MOST_STRIP = 256 }; /* lanes */
typedef struct strips {
    int head;                 /* the region at which strips begin */
    unsigned width;           /* lanes of a strip */
    bool whole;               /* which is the block: its barriers wait for nobody */
    unsigned rows;            /* of which it has as many; else blocks whose x is no multiple go region by region */
    bool *member;             /* by region */
    bool parts;               /* strips may leave for different regions */
    bool crowded;             /* lanes keep more than registers hold */
    bool in_place;            /* then it stays in the context, if no turn reads it again */
    LLVMBasicBlockRef *entry; /* by region: where a strip goes on with it */
    LLVMBasicBlockRef *leave; /* by region, [regions]: the end; where it goes to another one; null: none does */
    LLVMBasicBlockRef apart;  /* where its lanes have gone to regions of their own; null */
    LLVMBasicBlockRef next;   /* to the next strip */
    LLVMValueRef *array;      /* by slot: the strip's lanes' values; null: it keeps none, or in the context */
    exchange *exchange;       /* by region */
    LLVMValueRef row, x, y, z; /* i64: the rank of the row's first lane, and the strip's first x; i32 y and z, of the first */
} strips;

/* A value of a strip's lanes: a base that they share, and a constant for each. */
typedef struct strip_value {
    bool known;
    LLVMValueRef base;
    unsigned zeros; /* so many low bits of the base are 0 */
    uint64_t most;  /* no lane's value is more; UINT64_MAX: that is not known */
    int64_t offset[MOST_STRIP];
    LLVMValueRef factor; /* a lane's value is base + offset + times * factor; null: no such part */
    int64_t times[MOST_STRIP];
} strip_value;

/* One function being made. */
typedef struct emission {
    fuse_kernel *kernel;
    LLVMBuilderRef builder;
    LLVMTypeRef i8, i16, i32, i64, pointer;
    LLVMValueRef function, frame;
    LLVMMetadataRef lines;    /* the function's, for debuggers */
    int region;
    extent extent;
    bool together;            /* every lane that it is for runs it: ALL, ROWS */
    bool *has;                /* by block: in the region */
    LLVMBasicBlockRef entry;  /* open until the end: what is the same for all lanes */
    LLVMBasicBlockRef *copy;  /* by block */
    LLVMBasicBlockRef *way;   /* by block that starts a region: on the way there; [blocks]: to the end */
    LLVMBasicBlockRef joined; /* where the ways meet; null: there is none yet */
    LLVMBasicBlockRef lane_end;
    LLVMValueRef fields[FIELDS];
    LLVMValueRef x, y, z, rank; /* i32 x, y, z; i64 rank */
    LLVMValueRef *local, *leaving; /* by slot: where it lies while a lane runs; a uniform one's value when it has */
    LLVMValueRef seen, left_for; /* where there is a bit for each target, of all lanes and of one; null: nobody asks */
    bool *targets;            /* by block, [blocks] is the end: where ways are seen */
    bool apart;               /* for the lanes alone whose state is the region's, of any row */
    LLVMValueRef next;        /* where the state of all is, or null */
    bool chosen, hidden;      /* and it is there before the lanes run; LLVM does not see which it is */
    unsigned state;           /* of all lanes, where it is only one; else MIXED */
    strips *strips;           /* of which the region is a member; null: all lanes of the block run it */
    strips *within;           /* of which it is one that all lanes run nevertheless: it uses nothing that these keep */
    LLVMValueRef lane;        /* of the strip, i64 */
    bool one_by_one;          /* a strip's lanes, as without it */
    map lanes;                /* of the kernel's values, what they are for each lane of the strip */
    map extended;             /* sums with x that are extended -> the part that all lanes share, extended: i64 */
    map windows;              /* loads and stores that are made for all lanes of the strip at once: arrays by lane */
    map part_windows;         /* those of them that are right while `assumed` is */
    map tiled;                /* what has been made of a tile's sums for the whole strip: the loop over lanes leaves it out */
    LLVMValueRef *own;        /* by slot of a tile: the strip's lanes' values in their order; null: in the tile */
    LLVMValueRef window_store[16];
    unsigned window_stores;
    LLVMValueRef part;        /* the state in which the strip leaves, where that is by the split */
    emission_split split;
    LLVMValueRef divides;     /* whether divisors that all lanes share are not 0; null: there are none, or others are made */
    LLVMValueRef nothing;     /* 0, which LLVM does not see; null: nobody has asked for it */
    emission_ranges ranges[2]; /* along x and y */
    emission_range range[2];   /* the one that is being made */
    struct emission_piece *inner; /* of the whole block, while lanes are made that are all within its bounds */
    bool at_border;           /* while those of the other blocks are made */
    struct emission_piece *piece; /* while the copy of the loop for a piece of a row is made */
    const fuse_slot *fixed;   /* of the block, and while this copy of the region is made, known: to be the value, or */
    LLVMValueRef fixed_value; /* a multiple of a strip's lanes where that is null */
    struct stage *stage;      /* while lanes are made whose loads and stores are shuffles */
    LLVMValueRef assumed;     /* while a part of a split loop is made, its condition's value there */
    bool parallel;
    bool scalar;              /* no vectors are wanted of the loop */
    unsigned note;            /* the number of the loop over lanes that is made; 0: it has none */
    LLVMValueRef group;       /* of the accesses that do not depend on other lanes' */
    map values;
    map once;                 /* of the kernel's values, those made in the entry, for all lanes */
    LLVMValueRef length;      /* of a row; null: not yet known */
    bool flat;                /* nothing asks for a coordinate: all lanes are one row */
    unsigned period, phase;   /* of a flat block: made in rows of so many lanes, of which so many would come before the
                                 first; 0: it is one row */
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

/* ---- emit_blocks.c ---- */
bool emission_never_waits(const fuse_kernel *kernel);
/* Whether the function for whole blocks goes on with the next one by itself. */
bool emission_goes_on(const fuse_kernel *kernel);
/* Has LLVM know that what the pointer, of the frame, points to may be read before it is asked for. */
void emission_reach_arguments(emission *e, LLVMValueRef pointer);
/* Where all lanes have ended, in kernel->ended. */
void emission_end_block(emission *e);

/* ---- emit_wide.c ---- */
/* In the function's first block, before any other of these. */
void emission_find_wide(emission *e);
/* The blocks from the frame's on begin, where the builder is: as many as run as one; or a block goes on, by itself. */
void emission_begin_wide(emission *e, bool begins);
/* How many run as one, and how many lanes of a row have not ended, in the entry: i32; null: a block runs by itself. */
LLVMValueRef emission_abreast(emission *e);
LLVMValueRef emission_row_left(emission *e);
/* Those behind the split end, and that is all that it takes for the others to go on. */
bool emission_sheds(const emission *e);
/* At the end of the entry, where the builder is then: on with the region if all lanes of the blocks that do not end come
 * to one other that is further on; else the first block begins again by itself. */
void emission_stay_wide(emission *e);

/* ---- emit_slots.c ---- */
/* What the block keeps in uniform slot number `s`, where the builder is. */
LLVMValueRef emission_load_uniform(emission *e, int s);
/* Where a slot of the lane of that rank lies in the context. */
LLVMValueRef emission_in_context(emission *e, const fuse_slot *slot, LLVMValueRef rank);
void emission_begin_slots(emission *e);
void emission_keep_slots(emission *e, int to);
void emission_keep_joined(emission *e);
void emission_keep_uniform(emission *e);

/* ---- emit_once.c ---- */
/* The value for all lanes, in the entry; null: it is not known there. */
LLVMValueRef emission_once(emission *e, LLVMValueRef value);
/* What a uniform slot holds behind the region, wherever lanes go where it is alive; null: that depends. */
LLVMValueRef emission_left_once(emission *e, const fuse_slot *slot);
void emission_find_first(emission *e);
/* The uniform slot of which the load reads what the block kept before the region; null: it does not. */
const fuse_slot *emission_kept(const emission *e, LLVMValueRef load);
/* The region's one store to the slot, or null. */
LLVMValueRef emission_only_store(const emission *e, const fuse_slot *slot);
/* What a load of a lane's slot reads, where the region stores to it once, before; else null. */
LLVMValueRef emission_stored(emission *e, LLVMValueRef load);

/* ---- emit_split.c ---- */
void emission_find_split(emission *e);
/* What stands for the extension of a sum with x while a strip runs; null: a copy. */
LLVMValueRef emission_extended(emission *e, LLVMValueRef value);
/* Whether the condition has the outcome in all rows of the block, an i1 of the entry; null: it is none on y alone. */
LLVMValueRef emission_in_all_rows(emission *e, LLVMValueRef condition, bool outcome);

/* ---- emit_range.c ---- */
void emission_find_ranges(emission *e);
/* Has a flat block be made in rows in which the quotient does not change, if it is one that allows that. */
void emission_find_period(emission *e, LLVMValueRef quotient);
/* Whether it is a quotient or rest that turns where these rows begin. */
bool emission_is_of_period(emission *e, LLVMValueRef value);
/* A constant that the value is in the part of the loops that is being made; null: none is known. */
LLVMValueRef emission_known(emission *e, LLVMValueRef value);

/* ---- emit_ways.c ---- */
void emission_find_state(emission *e);
/* Behind the loops of the function for whole blocks: on to the next region, or back to the emulator. */
void emission_go_on(emission *e);
/* The block of the function for whole blocks that goes on from a state. */
LLVMBasicBlockRef emission_block_of(emission *e, unsigned state);
/* The block through which lanes leave for the start `target`, or for the end. */
LLVMBasicBlockRef emission_way_to(emission *e, int target);
int emission_target_of(const emission *e, int block);
/* Where a lane ends: it is seen which way it has gone. */
void emission_see(emission *e);

/* ---- emit_copy.c ---- */
void emission_copy_lane(emission *e);
/* What stands for a call of this tool's own; null: none of those. */
LLVMValueRef emission_stand_in(emission *e, LLVMValueRef call);
/* Where the block has a variable of its shared memory. */
LLVMValueRef emission_shared(emission *e, LLVMValueRef record);
/* Whether it points into the launch's arguments, which nobody changes; and how a load says so. */
bool emission_is_argument(const emission *e, LLVMValueRef pointer);
void emission_never_changes(emission *e, LLVMValueRef load);

/* ---- emit_note.c ---- */
/* A loop over lanes begins; the copy of a branch that ends a block is made; the loop ends: its location, or null. */
void emission_begin_note(emission *e);
void emission_name_own(emission *e, int latch, LLVMValueRef branch);
LLVMMetadataRef emission_end_note(emission *e);

/* ---- emit_atomic.c ---- */
/* A call of an atomic's function, its first arguments as the copy has them; `otherwise` copies the call itself. */
LLVMValueRef emission_atomic(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value,
                             LLVMValueRef (*otherwise)(emission *e, LLVMValueRef call));

/* ---- emit_count.c ---- */
typedef struct counting {
    LLVMBasicBlockRef head, behind;
    LLVMValueRef number;
} counting;
/* for (number = from; number < end; number += step), at least one turn: begin leaves the builder at the head of a turn,
 * end behind the loop. `width`: as many turns are to be one of vectors; ANY_WIDTH: the vectoriser may choose; 0: none. */
enum { ANY_WIDTH = 1 };
counting emission_begin_count(emission *e, LLVMTypeRef type, LLVMValueRef from);
void emission_end_count(emission *e, const counting *made, LLVMTypeRef type, LLVMValueRef end, unsigned step, unsigned width);
void emission_mark_loop(emission *e, LLVMValueRef branch, unsigned width);
LLVMMetadataRef emission_vectors_hint(emission *e, bool wanted); /* of a loop's name */
/* No vectors are wanted of the loops in these blocks of the whole block's function, whatever was said of them before. */
void emission_leave_scalar(fuse_kernel *kernel, LLVMBasicBlockRef first, LLVMBasicBlockRef last);

/* ---- emit_loops.c ---- */
bool emission_knows_rows(const emission *e); /* something in the region asks for y or z */
/* Before the region's loops are made. */
void emission_find_flat(emission *e);
LLVMValueRef emission_row_length(emission *e); /* i32, in the entry */
/* The number of the row's first lane. */
LLVMValueRef emission_row(emission *e);
/* The loop over x of a row, from < end. */
typedef void emission_row_loop(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end);
emission_row_loop emission_for_row;
void emission_for_all(emission *e);
/* The lanes from x on, as one vector; *number is each one's within the strip, `begin` and `end` stand around it. */
void emission_stage_lanes(emission *e, LLVMValueRef row, LLVMValueRef x, unsigned lanes, LLVMValueRef *number,
                          void (*begin)(emission *e), void (*end)(emission *e));

/* ---- emit_ranks.c ---- */
void emission_for_rows(emission *e);  /* that the emulator has found */
void emission_for_ranks(emission *e); /* those that stand before the region */
/* Each lane's state, as the split of the loop over x says. */
void emission_store_states(emission *e);

/* ---- stage_loop.c ---- */
/* Lanes of the row from 0 on, in strips where that is better: how many of the `end` it has made. Null: none ever. Sets
 * whether those that are left are better off one by one. */
LLVMValueRef emission_stages(emission *e, LLVMValueRef row, LLVMValueRef end, bool *one_by_one);
/* A lane's load or store, of the value, where the strip has it; null: it is no access of the strip's. */
LLVMValueRef emission_stage_access(emission *e, LLVMValueRef from, LLVMValueRef value);

/* ---- emit_piece.c ---- */
/* The loop over x of one row in pieces; `rest` makes it whole. False: it is not worth it, nothing is made. */
bool emission_for_pieces(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end, emission_row_loop *rest);
/* Has a flat block be made in rows where pieces would be cut by a quotient. */
void emission_find_rows(emission *e);
/* What stands for the value while e->piece is made; null: a copy. */
LLVMValueRef emission_in_piece(emission *e, LLVMValueRef value);

/* ---- emit_inner.c ---- */
/* Whether the conditions that depend on x alone have their usual outcomes in the whole block, an i1, where the builder is;
 * until the end they are constants. Null: there are none. */
LLVMValueRef emission_begin_inner(emission *e, LLVMValueRef width);
void emission_end_inner(emission *e);
/* A row with borders in it: lanes between them, at least one, and those beside. False: it has none, nothing is made. */
bool emission_for_between(emission *e, LLVMValueRef row, LLVMValueRef from, LLVMValueRef end, emission_row_loop *between,
                          emission_row_loop *beside);
/* What a condition is known to be by that; -1: it is not. */
int emission_inner_outcome(const emission *e, LLVMValueRef condition);

/* ---- emit_apart.c ---- */
/* Where a lane begins: on to e->lane_end, if it is for those alone that stand before the region and it does not. */
void emission_ask(emission *e);

/* ---- strips.c ---- */
/* Those that begin at `head`; false: it pays or goes only without. */
bool emission_find_strips(const fuse_kernel *kernel, int head, strips *set);
/* A strip that comes to the region from a member goes on with it. */
bool emission_stays(const fuse_kernel *kernel, const strips *set, int region);
/* Whether the kernel's blocks have strips of so many lanes: part of a row, or some whole rows. */
bool emission_try_width(const fuse_kernel *kernel, strips *set, unsigned width);
/* Whether so many bytes of each of the lanes fit half of the registers. */
bool emission_fits_registers(const fuse_kernel *kernel, unsigned lanes, unsigned bytes);
/* An array of the slot's type is a vector in memory. */
bool emission_packs(const fuse_slot *slot);

/* ---- emit_strips.c ---- */
/* At kernel->entry[set->head], for blocks that have such strips; else on to `otherwise`. */
void emission_strips(fuse_kernel *kernel, strips *set, LLVMBasicBlockRef otherwise);
/* A slot of the lane, in its strip's array. */
LLVMValueRef emission_load_kept(emission *e, int s);
void emission_store_kept(emission *e, int s, LLVMValueRef value);
void emission_for_strip(emission *e);
/* What members have written and is alive at the region goes to the context. */
void emission_put_out(emission *e, const strips *set, int region);
/* The block in which a strip goes on from a state. */
LLVMBasicBlockRef emission_strip_block(emission *e, strips *set, unsigned state);

/* ---- resident.c ---- */
/* From the region on, the block's shared memory as values, up to the region that is the answer (or kernel->regions);
 * FUSE_NONE: it pays or goes only without. */
int emission_resident(fuse_kernel *kernel, int head);

/* ---- lanes.c ---- */
/* Of a strip; null or false: it is no such value. The builder is at the end of the entry. */
const strip_value *emission_find_known_lanes(emission *e, LLVMValueRef value);
bool emission_find_lanes(emission *e, LLVMValueRef value, strip_value *found);

/* ---- emit_certain.c ---- */
/* [block * MOST_STRIP + lane of the strip]: it comes to the block for certain, and once; given e->assumed. The builder
 * is at the end of the entry. */
bool *emission_find_certain(emission *e);
/* Whether lanes load or store where others of the strip do not come, which the processor cannot do for a vector of them:
 * of each lane's access the vectoriser makes a branch, and phis of whole vectors. */
bool emission_parts_accesses(emission *e);
bool emission_all_come(const emission *e, const bool *comes, int block);
bool emission_may_write(LLVMValueRef at);
unsigned emission_simple_size(const emission *e, LLVMTypeRef type); /* of a number, in bytes; 0: it is none */

/* ---- emit_window.c ---- */
/* Of the loads that have none yet, given e->assumed, where the builder is. */
void emission_find_windows(emission *e);
void emission_free_windows(emission *e);
/* What the lane's load reads; null: it is none of those. */
LLVMValueRef emission_load_window(emission *e, LLVMValueRef load);
/* All vectors of one type, one after the other. Changes `part`. */
LLVMValueRef emission_join(emission *e, LLVMValueRef *part, unsigned count);

/* ---- emit_prefetch.c ---- */
/* In the entry, where the builder is: hints for what the next strip loads. */
void emission_prefetch_next(emission *e);

/* ---- emit_window_store.c ---- */
void emission_find_window_stores(emission *e);
/* Keeps what the lane stores; null: it is none of those. */
LLVMValueRef emission_store_window(emission *e, LLVMValueRef store, LLVMValueRef value);
void emission_put_window_stores(emission *e);

/* ---- emit_tile.c ---- */
/* Makes the steps of tiles in the entry, where the builder is, for all lanes of the strip. */
void emission_tiles(emission *e);

/* ---- emit_tile_lanes.c ---- */
/* Where the sum of the lane of that rank lies. */
LLVMValueRef emission_in_tile(emission *e, const fuse_slot *slot, LLVMValueRef rank);
LLVMValueRef emission_tile_of_strip(emission *e, const fuse_tile *tile); /* where the strip's elements begin */
/* The array by lane of the strip that slot number `s` of a tile is in; null: there is none. */
LLVMValueRef emission_own(const emission *e, int s);
/* Around a strip's loop over lanes: sums that these use, by lane. */
void emission_bring_own(emission *e);
void emission_put_own(emission *e);

/* ---- emit_exchange.c ---- */
/* What the lanes of a warp exchange before the region; false: not what vectors can. */
bool emission_find_exchange(const fuse_kernel *kernel, int region, exchange *found);
void emission_bring_to_strip(emission *e, int region, LLVMValueRef value, LLVMValueRef operand);
LLVMValueRef emission_given_in_strip(emission *e);
/* To the frame, for lanes that go on one by one. */
void emission_scatter_given(emission *e, LLVMValueRef rank);
void emission_gather_brought(emission *e, int region, LLVMValueRef rank);
void emission_exchange(emission *e, int region);

/* ---- emit.c ---- */
int emission_instructions(const emission *e); /* of the region */
void emission_set_types(emission *e);
void emission_region(emission *e);

#endif
