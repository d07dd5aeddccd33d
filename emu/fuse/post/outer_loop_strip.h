/* The code of a strip while it is made: shared by outer_loop_emit.c and outer_loop_phase.c. */
#ifndef FUSE_POST_OUTER_LOOP_STRIP_H
#define FUSE_POST_OUTER_LOOP_STRIP_H

#include "outer_loop_plan.h"

typedef struct strip_code {
    const outer_plan *plan;
    outer_copy *copy;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMValueRef function, first; /* first: the x of the strip's first thread */
    LLVMTypeRef i1, i8, i32, i64;
    LLVMValueRef *array;                  /* by variable: the strip's values; null: it is not kept */
    LLVMValueRef *spilled, spilled_state; /* the same while threads run one by one; null: they do not */
    bool one_by_one;
    LLVMValueRef state;        /* address of the next phase's number, or if `masked` of an array of them */
    LLVMValueRef thread_state; /* if `masked`: a variable */
    map counters;              /* a counter -> its variable */
    map uniform;               /* the loop's values -> their value for all threads (of x: for the first), here */
    map values;                /* the copy's values -> a phase's */
} strip_code;

LLVMValueRef fuse_strip_number(const strip_code *code, LLVMTypeRef type, uint64_t value);
LLVMBasicBlockRef fuse_strip_block(const strip_code *code);
LLVMValueRef fuse_strip_variable(const strip_code *code, LLVMTypeRef type, unsigned alignment);
void fuse_strip_begin_uniform(strip_code *code);                       /* counters may have changed */
LLVMValueRef fuse_strip_uniform(strip_code *code, LLVMValueRef value); /* `value` is the loop's */
LLVMTypeRef fuse_kept_type(const strip_code *code, LLVMTypeRef type);  /* a bit is stored as a byte */

LLVMValueRef fuse_strip_any_at(strip_code *code, int start); /* an i1: whether some thread runs that phase next */
LLVMValueRef fuse_strip_all_at(strip_code *code, int start); /* whether all do, if `masked` */

/* The next phase of all threads after `start`; null: it may differ. If `code` is null, makes no code. */
LLVMValueRef fuse_choose_phase(const outer_plan *plan, strip_code *code, int start);

void fuse_emit_phase(strip_code *code, int start);
void fuse_find_kept_variables(strip_code *code); /* makes the arrays */

#endif
