#ifndef FUSE_CODEGEN_STRIP_H
#define FUSE_CODEGEN_STRIP_H

#include "emission.h"

enum { MOST_STRIP = 256 }; /* threads */

/* The exchange of a warp's lanes before a region. */
typedef struct exchange {
    unsigned tile;                                /* lanes of a tile: 2 to 32 */
    unsigned operation, operand;                  /* operand: of a shuffle, if it is a constant */
    bool variable_operand;                        /* the operand is not a constant */
    LLVMTypeRef type;                             /* of each thread's contribution */
    LLVMValueRef contributed, operands, received; /* addresses of arrays by thread */
} exchange;

/* Regions that run strip by strip; see strip_mining.c. */
struct strips {
    int head;       /* the region at which strips begin */
    unsigned width; /* threads of a strip */
    bool is_block;  /* the strip is the whole block: its barriers wait for no other threads */
    /* rows of a strip, at least 1; if it is 1, blocks whose rows are no multiple of the strip run region by region */
    unsigned rows;
    bool *member; /* by region */
    /* after a strip's threads have run, it may be tested whether they agree on the next region */
    bool may_agree;
    bool may_diverge;         /* different strips may leave for different regions */
    bool exceeds_registers;   /* threads keep more than registers hold */
    bool in_place;            /* those values stay in the context, if no iteration reads them again */
    LLVMBasicBlockRef *entry; /* by region: the block in which a strip enters it */
    /* by region, [regions] is the end: the block through which a strip leaves for another region; null: none does */
    LLVMBasicBlockRef *exit;
    LLVMBasicBlockRef diverged;   /* reached if a strip's threads go to different regions; null: they never do */
    LLVMBasicBlockRef next_strip; /* goes on to the next strip */
    /* by slot: the array of the strip's values; null: the slot has none, or is in the context */
    LLVMValueRef *array;
    exchange *exchange;  /* by region */
    LLVMValueRef length; /* i32: of the block's rows, a multiple of a strip's */
    /* i64: the linear thread id of the row's first thread, the strip's first x; i32: y and z of the strip's first
     * thread */
    LLVMValueRef row, x, y, z;
};

/* Whether a strip that comes to the region from another member goes on with it. */
bool emission_stays_in_strip(const fuse_kernel *kernel, const strips *set, int region);
/* The block in which a strip goes on from a state. */
LLVMBasicBlockRef emission_strip_block(emission *e, strips *set, unsigned state);
LLVMValueRef emission_first_id(emission *e, const strips *set); /* the linear id of the strip's first thread */

#endif
