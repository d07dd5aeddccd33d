/* lanewise-fuse: what its steps share.
 *
 * A kernel comes as one function that runs one lane. The steps, each a file, in order:
 *   prepare   everything the kernel calls is inlined; loops have one latch, values leave them through phis;
 *             those with waits in which a distance doubles or halves are unrolled (turns.c)
 *   pipeline  what a loop loads a turn ahead, to store it before its wait, is loaded when it is stored
 *   cut       each wait ends a block: before it what the lane brings, behind it what the lane gets
 *   graph     blocks by number: dominators, loops, the order of regions
 *   fit       what the other steps cannot be right about stays on fibers, with a reason
 *   rank      the lane's number in its block is seen where it is computed from its coordinates
 *   uniform   which values are the same for all lanes of the block
 *   crowd     more sums than registers hold are made in several parts
 *   part      what lanes do between two waits, in parts that have nothing to do with each other
 *   affine    a lane's own loop counter becomes its start, which is the lane's, and a counter of all lanes
 *   boundary  at which blocks regions start
 *   again     values cheap enough are computed again where they are used
 *   wide      whether blocks that are neighbours in x may run as one
 *   slots     every value that another block uses lies in memory; which of it outlives its region
 *   tile      sums that are kept in the order in which what they are made of lies in memory
 *   emit      the functions of each region, and the kernel's table
 */
#ifndef FUSE_H
#define FUSE_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "map.h"

enum { FUSE_NONE = -1 };

/* What lanes wait for at the head of a block. */
typedef struct fuse_wait {
    unsigned kind;      /* an emu_fused_wait */
    unsigned operation; /* of a meeting; of a barrier, whether it is asked for more than waiting */
    LLVMValueRef site;
    bool turn;          /* it stood in a loop that was unrolled for resident.c */
} fuse_wait;

typedef struct fuse_block {
    LLVMBasicBlockRef block;
    LLVMValueRef end;            /* its terminator */
    int *to, *from;              /* neighbours by number */
    int to_count, from_count;
    int dominator, postdominator; /* immediate; FUSE_NONE: none. Who leaves the kernel comes to no postdominator */
    int loop;                    /* the innermost, or FUSE_NONE */
    int order;                   /* a block comes after those from which it is reached; loops before what follows them */
    fuse_wait wait;
    bool leaves;     /* it only returns */
    bool apart;      /* lanes may reach it without the others */
    bool unsure;     /* lanes may reach it at times of their own: behind a wait that some do not come to */
    bool join;       /* lanes that went apart at a branch may meet here, with different values of a phi */
    bool splits;     /* its branch depends on the lane */
    bool start;      /* a region starts here */
    int region;      /* of that start */
} fuse_block;

typedef struct fuse_loop {
    int header, latch;
    int outer; /* the loop around it, or FUSE_NONE */
    bool *has; /* by block */
    bool waits; /* some wait is in it */
    bool lockstep; /* its lanes run it together, though each has its own last turn */
} fuse_loop;

/* Sums that each lane keeps, and how they lie: strip by strip, the elements of one in an order of its own (tile.c). */
typedef struct fuse_tile {
    unsigned sums, width, size; /* slots; lanes of a strip; bytes of an element */
    struct fuse_slot **slot;    /* by sum */
    uint16_t *place;            /* by sum * width + lane: an element's, from the strip's first one */
    LLVMValueRef places;        /* a constant: the same in bytes */
} fuse_tile;

/* A value that lies in memory: a local array, or what other blocks use. */
typedef struct fuse_slot {
    LLVMValueRef alloca;
    LLVMTypeRef type;
    unsigned size, alignment;
    bool memory;   /* the kernel's own: its address is used */
    bool uniform;  /* one for the block */
    bool crosses;  /* it is alive at some region's start */
    unsigned at;   /* where, among the block's or each lane's */
    bool *alive;   /* by region: at its start */
    bool *written; /* by region: in it */
    bool *used;    /* by region: in it */
    fuse_tile *tile; /* in which it lies with others; null: by itself */
    unsigned number; /* of the tile's sums */
} fuse_slot;

/* How a region is run strip by strip. */
typedef struct fuse_strip {
    unsigned width; /* lanes of a strip; 0: all lanes before the next region */
    int head;       /* the region at which the strips begin */
    bool in_place;  /* what lanes keep stays in their memory */
    bool in_rows;   /* the strip is the block, which goes through this region in rows and pieces */
} fuse_strip;

/* A loop over lanes, for the report. */
typedef struct fuse_note {
    unsigned number; /* in the file */
    int region;
    unsigned own;    /* the line of the first loop in it that is the kernel's own; 0: there is none */
    enum { NOTE_ALL, NOTE_STRIP, NOTE_PIECE, NOTE_SHUFFLED, NOTE_APART, NOTE_WARP } lanes;
} fuse_note;

/* Where lanes go from a region, all in the function for whole blocks. */
typedef struct fuse_outcome {
    bool known;    /* all to one region, decided for the block or by the split of a row (`by_split`) */
    bool by_split;
    bool *to;      /* by region; [regions]: the end */
} fuse_outcome;

typedef struct fuse_names {
    char **name;
    size_t count;
} fuse_names;

typedef struct fuse_module {
    LLVMModuleRef module;
    unsigned level;
    LLVMDIBuilderRef debug; /* null: the source's lines are not known */
    LLVMMetadataRef file;
    FILE *reports;              /* null: nobody asks; else loops over lanes are numbered, too */
    unsigned loops;             /* so far */
    LLVMMetadataRef loops_file; /* of their locations */
    LLVMValueRef *vector; /* those that are declared */
    size_t vector_count;
    fuse_names vain;      /* kernels whose loops were unrolled, and would better not be */
    bool tangled;         /* some kernel has a loop that is entered at several places */
    const char *shape;    /* that kernels are made for alone; null: for any */
    char features[512];   /* beside the level's, of the processor that the file was compiled for; empty: none */
    fuse_names *special;  /* such as have been made and kept, by name; for all modules */
} fuse_module;

typedef struct fuse_kernel {
    fuse_module *whole;
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMValueRef function; /* of one lane: NAME__fiber */
    char *name;
    unsigned level;
    unsigned shape[3];     /* of a block, where the kernel says it; else zeros */
    unsigned stride;       /* from one array of what lanes keep to the next: more than a block has lanes */
    char reason[256];      /* why it stays on fibers; empty: it does not */
    unsigned reason_line;  /* where; 0: nowhere, or it is not known */
    fuse_block *block;
    int blocks;
    map numbers;           /* of blocks: number + 1 */
    map waits;             /* block -> fuse_wait */
    int *ordered;          /* blocks by `order` */
    fuse_loop *loop;
    int loops;
    map varies;            /* values that differ by lane */
    fuse_slot *slot;
    int slots;
    int *region;           /* starts, by region */
    int regions;
    fuse_strip *strip;     /* by region */
    unsigned size, made;   /* instructions of one lane, before the steps; of the functions that were made of it */
    fuse_note *note;
    int notes;
    int *resident;         /* by region: up to which those from it on have shared memory as values; 0: none */
    int resident_made;     /* instructions for that, each a vector of 16 lanes */
    unsigned context_size, uniform_size;
    fuse_tile **tile;
    unsigned tiles;
    bool meets; /* there are meetings: warps may run by themselves */
    bool waits_for_blocks; /* they begin in order, on as many threads as there are */
    bool wide;  /* blocks that are neighbours in x run as one */
    bool torn;  /* but for how lanes go from region to region */
    /* The function for whole blocks, while its regions are emitted into it. */
    LLVMValueRef whole_block;
    LLVMMetadataRef whole_block_lines;
    LLVMBasicBlockRef allocas, bail; /* its first block; where it returns, with the lanes' state */
    LLVMBasicBlockRef dispatch;      /* where it begins, by begin_state */
    LLVMBasicBlockRef ended;         /* where all lanes have */
    LLVMBasicBlockRef *entry;        /* by region */
    LLVMBasicBlockRef *apart;        /* by region: for those lanes alone that turn a loop again; null: it is none */
    fuse_outcome *outcome;           /* by region */
    LLVMValueRef begin_state, bail_state;
    /* Where it is how many blocks run as one (null: they do not), how many lanes of their rows have not ended, and
     * whether a block runs by itself, and may go back to the emulator. */
    LLVMValueRef abreast, row, alone;
    LLVMValueRef *in_block;          /* by slot: where a uniform one lies meanwhile */
} fuse_kernel;

/* ---- calls.c: what a call is to this tool ---- */
typedef enum fuse_call {
    FUSE_OTHER,
    FUSE_THREAD,       /* lw_fused_thread_x, y, z; *axis */
    FUSE_RANK,
    FUSE_BLOCK,        /* blockIdx, blockDim, gridDim; *axis */
    FUSE_BLOCK_DIM,
    FUSE_GRID_DIM,
    FUSE_SHARED,
    FUSE_DYNAMIC_SHARED,
    FUSE_BARRIER,
    FUSE_MEET,
    FUSE_BRING,        /* made by cut: the arguments of a wait */
    FUSE_RESULT,       /* made by cut: its result */
    FUSE_NO_MEMORY,    /* nothing but its arguments decides, and it does nothing else */
    FUSE_LIFETIME,
    FUSE_ATOMIC,       /* an atomic's old value, or anything else that other lanes change */
    FUSE_TIME,         /* lets time pass: fences, clocks, sleep */
    FUSE_LANE          /* any other of the emulator's that does not wait for lanes */
} fuse_call;
fuse_call fuse_call_of(LLVMValueRef instruction, int *axis);
/* Within a region the call does nothing to memory that lanes could see. */
bool fuse_leaves_memory(LLVMValueRef call);
/* Recomputing it costs little and is always right, given its operands. */
bool fuse_is_pure(LLVMValueRef instruction);
bool fuse_is_plain(LLVMValueRef access); /* neither volatile nor atomic */
const char *fuse_callee_name(LLVMValueRef call); /* null: not a direct call */

/* ---- spin.c: loops whose end depends on what others do ---- */
bool fuse_may_spin(const fuse_kernel *kernel, const fuse_loop *loop); /* on other lanes, that run when this one waits */
bool fuse_waits_for_blocks(const fuse_kernel *kernel); /* through a wait of the block's lanes */

/* ---- the steps; those that answer false have set kernel->reason ---- */
/* `untangles`: loops that are entered at several places are made such that are entered at one. */
bool fuse_prepare(LLVMModuleRef module, const fuse_names *except, bool untangles);
void fuse_pipeline(fuse_kernel *kernel);
bool fuse_cut(fuse_kernel *kernel);
bool fuse_graph(fuse_kernel *kernel);
void fuse_graph_free(fuse_kernel *kernel);
bool fuse_fit(fuse_kernel *kernel);
void fuse_rank(fuse_kernel *kernel);
void fuse_uniform(fuse_kernel *kernel);
void fuse_part(fuse_kernel *kernel);
void fuse_crowd(fuse_kernel *kernel);
void fuse_affine(fuse_kernel *kernel);
void fuse_boundary(fuse_kernel *kernel);
void fuse_again(fuse_kernel *kernel);
void fuse_wide(fuse_kernel *kernel);
void fuse_slots(fuse_kernel *kernel);
void fuse_coalesce(fuse_kernel *kernel); /* of slots */
void fuse_tiles(fuse_kernel *kernel);
void fuse_tiles_free(fuse_kernel *kernel);
void fuse_emit(fuse_kernel *kernel);

/* ---- graph.c ---- */
int fuse_number(const fuse_kernel *kernel, LLVMBasicBlockRef block);
/* Marks in `seen` what is reached from `from` without entering `until` (FUSE_NONE: anywhere). */
void fuse_reach(const fuse_kernel *kernel, int from, int until, bool *seen);
/* Whether lanes may go from one block to the kernel's end without coming to the other, its postdominator or not. */
bool fuse_may_miss(const fuse_kernel *kernel, int from, int block);
/* The blocks that lanes run apart from each other after the branch of `block`. */
void fuse_influence(const fuse_kernel *kernel, int block, bool *seen);
bool fuse_varies(const fuse_kernel *kernel, LLVMValueRef value);

/* ---- what some steps and main.c lend to others ---- */
bool fuse_is_kernel(LLVMValueRef function);
void fuse_drop_attributes(LLVMModuleRef module); /* prepare.c */
/* prepare.c: false: it has said why. `machine` may be null. */
bool fuse_run_passes(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef machine);
/* Moves what stands before `at` into a block of its own in front, which it returns. */
LLVMBasicBlockRef fuse_split_before(fuse_kernel *kernel, LLVMValueRef at); /* cut.c */
/* The shape, or zeros, and the most lanes of a block, or 0: what the kernel says of itself. */
unsigned fuse_find_shape(LLVMValueRef function, unsigned *shape); /* prepare.c */
void fuse_split_copies(LLVMModuleRef module); /* split.c */
void fuse_split_vectors(LLVMModuleRef module);
void fuse_split_products(LLVMModuleRef module);
/* turns.c: `except`, by the kernel's name, those that are to stay as they are. */
void fuse_mark_turns(LLVMModuleRef module, const fuse_names *except);
bool fuse_is_turn(LLVMValueRef wait);
/* Blocks from which `to` is reached without passing `from`, and these two. */
void fuse_between(LLVMBasicBlockRef from, LLVMBasicBlockRef to, map *found);
LLVMValueRef fuse_incoming(LLVMValueRef phi, LLVMBasicBlockRef block); /* pipeline.c; null: it does not come from there */
/* counted.c: whether `condition` holds in those turns of the loop after which `jump`, its latch's, goes `back` to another,
 * and in no others. */
bool fuse_is_before_last(const map *loop, LLVMValueRef jump, LLVMBasicBlockRef back, LLVMValueRef condition);
bool fuse_is_among(const char *name, const fuse_names *names);
/* The kernel's loops were unrolled for nothing. */
bool fuse_turned_in_vain(const fuse_kernel *kernel);
void fuse_chain_switches(LLVMModuleRef module); /* chain.c */
int fuse_cost(const fuse_kernel *kernel, LLVMValueRef value, int limit); /* boundary.c */
void fuse_region_blocks(const fuse_kernel *kernel, int number, bool *has); /* slots.c */
void fuse_place_slot(fuse_kernel *kernel, fuse_slot *slot); /* behind all others of its kind */
LLVMValueRef fuse_new_group(fuse_kernel *kernel);
/* The line at which a loop of the kernel's begins; 0: it is not known. */
unsigned fuse_loop_line(const fuse_kernel *kernel, const fuse_loop *loop); /* report.c */

/* Whether the region is a turn of a loop that all lanes turn together, some perhaps longer than others. */
bool fuse_turns_apart(const fuse_kernel *kernel, int region); /* emit_apart.c */

/* ---- growth.c ---- */
unsigned fuse_count(LLVMValueRef function); /* its instructions */
bool fuse_growth(fuse_kernel *kernel); /* false: it has become too much, and that is kernel->reason */

/* ---- debug.c ---- */
void fuse_debug_begin(fuse_module *module);
void fuse_debug_end(fuse_module *module);
/* Has the function be the kernel to debuggers; null where lines are not known. */
LLVMMetadataRef fuse_debug_function(const fuse_kernel *kernel, LLVMValueRef function);
/* The line in the kernel's own file that the instruction is of; 0: none. */
unsigned fuse_debug_own_line(const fuse_kernel *kernel, LLVMValueRef instruction);
/* Gives the copy the line of what it was made from. */
void fuse_debug_line(const fuse_kernel *kernel, LLVMMetadataRef function, LLVMValueRef made, LLVMValueRef from);

/* ---- machine.c ---- */
bool fuse_is_x86(const fuse_module *whole);
void fuse_find_features(fuse_module *whole); /* as kernels say them, while there are any */
/* Of the module's target and level, in code that can be moved where the module asks for that. Null: it has said why. */
LLVMTargetMachineRef fuse_machine(const fuse_module *whole);

/* ---- object.c ---- */
int fuse_write_object(const fuse_module *whole, const char *output); /* the exit status */

/* ---- blend.c ---- */
void fuse_blend(LLVMModuleRef module); /* for processors with masks, in optimised code */

/* ---- optimize.c ---- */
/* Runs LLVM's passes over the module; writes what the vectoriser says to `remarks`, if not null. False: it has said why
 * not. */
bool fuse_optimize(const fuse_module *whole, FILE *remarks);

/* ---- signed.c ---- */
/* Numbers that are not negative by a condition are extended with their sign: the vectoriser's next. */
void fuse_extend_signed(LLVMModuleRef module);

/* ---- exponential.c ---- */
/* Calls of expf's forms for vectors become instructions, for x86 with fused multiply-adds. */
void fuse_make_exponentials(LLVMModuleRef module);

/* ---- address.c ---- */
/* Addresses that much is loaded near to are registers, for clang to make machine code of. */
void fuse_keep_addresses(LLVMModuleRef module);

/* ---- fetch.c ---- */
void fuse_fetch_ahead(LLVMModuleRef module);
void fuse_hint(LLVMBuilderRef builder, LLVMValueRef address); /* that it will be read, where the builder is */

/* ---- vector.c ---- */
void fuse_offer_vectors(fuse_kernel *kernel, LLVMValueRef call);
/* Where the level has vectors of 512 bits, the function is to use them. */
void fuse_prefer_wide(fuse_kernel *kernel, LLVMValueRef function);

/* ---- bitcode.c ---- */
int fuse_fail(const char *file, const char *message); /* says it of the file; 1 */
LLVMModuleRef fuse_read(LLVMContextRef context, const char *input); /* null: it has said why not */
int fuse_save(const char *from, size_t size, const char *output); /* the exit status */
int fuse_write(LLVMModuleRef module, const char *output, bool text);

/* ---- crash.c ---- */
void fuse_crash_begin(const char *file); /* from here on a crash is said of the file, too */

/* ---- special.c ---- */
/* Of "256x1", "16x16" or "8x8x4"; false: it is no shape of a block. */
bool fuse_read_shape(const char *text, unsigned *shape);
/* The kernels that leave their shape open have this one now, and are called NAME.SHAPE; the others are none any more. */
void fuse_suppose(LLVMModuleRef module, const char *text);
bool fuse_supposed_shape(LLVMValueRef function, unsigned *shape); /* false: it has none that is supposed */
void fuse_drop_unfit(LLVMModuleRef module); /* those for which the shape that is supposed is not */
bool fuse_special_pays(fuse_kernel *kernel); /* false: it has not, and that is kernel->reason */
const char *fuse_special_of(const fuse_kernel *kernel); /* the latest that was kept of it; null: none */

/* ---- table.c ---- */
/* `functions`: each region's for lanes that run by themselves. */
void fuse_table(fuse_kernel *kernel, const LLVMValueRef *functions);

/* ---- main.c ---- */
bool fuse_refuse(fuse_kernel *kernel, const char *format, ...) __attribute__((format(printf, 2, 3)));
void *fuse_allocate(size_t count, size_t size); /* zeros; ends the program where there is no memory */

#endif
