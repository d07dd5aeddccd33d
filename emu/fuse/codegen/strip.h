#ifndef FUSE_CODEGEN_STRIP_H
#define FUSE_CODEGEN_STRIP_H

#include "emission.h"

enum { MOST_STRIP = 256 }; /* threads */

/* What the lanes of a warp exchange before a region. */
typedef struct exchange {
    unsigned tile;                                /* lanes that exchange: 2 to 32 */
    unsigned operation, operand;                  /* of a shuffle, where it is a constant */
    bool variable_operand;                        /* it is not */
    LLVMTypeRef type;                             /* of what a thread brings */
    LLVMValueRef contributed, operands, received; /* arrays by thread */
} exchange;

/* Regions that are run strip by strip; see strip_mining.c. */
struct strips {
    int head;                   /* the region at which strips begin */
    unsigned width;             /* threads of a strip */
    bool whole;                 /* which is the block: its barriers wait for nobody */
    unsigned rows;              /* of which it has as many; else blocks whose x is no multiple go region by region */
    bool *member;               /* by region */
    bool agrees;                /* whether a strip's threads go the same way may be found out when they have run */
    bool parts;                 /* strips may leave for different regions */
    bool exceeds_registers;     /* threads keep more than registers hold */
    bool in_place;              /* then it stays in the context, if no iteration reads it again */
    LLVMBasicBlockRef *entry;   /* by region: where a strip goes on with it */
    LLVMBasicBlockRef *leave;   /* by region, [regions]: the end; where it goes to another one; null: none does */
    LLVMBasicBlockRef diverged; /* where its threads have gone to regions of their own; null */
    LLVMBasicBlockRef next;     /* to the next strip */
    LLVMValueRef *array;        /* by slot: the strip's threads' values; null: it keeps none, or in the context */
    exchange *exchange;         /* by region */
    LLVMValueRef length;        /* i32: of the block's rows, a multiple of the width of a strip's */
    LLVMValueRef row, x, y,
        z; /* i64: the linear thread id of the row's first thread, and the strip's first x; i32 y and z, of the first */
};

/* A strip that comes to the region from a member goes on with it. */
bool emission_stays_in_strip(const fuse_kernel *kernel, const strips *set, int region);
/* The block in which a strip goes on from a state. */
LLVMBasicBlockRef emission_strip_block(emission *e, strips *set, unsigned state);
LLVMValueRef emission_first_id(emission *e, const strips *set); /* the linear id of the strip's first thread */

#endif
