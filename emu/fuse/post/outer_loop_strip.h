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
    map once;                  /* the loop's values -> their value for all threads (of x: for the first), here */
    map values;                /* the copy's values -> a phase's */
} strip_code;

LLVMValueRef fuse_strip_number(const strip_code *of, LLVMTypeRef type, uint64_t value);
LLVMBasicBlockRef fuse_strip_block(const strip_code *of);
LLVMValueRef fuse_strip_variable(const strip_code *of, LLVMTypeRef type, unsigned alignment);
void fuse_strip_begin_once(strip_code *of);                         /* counters may have changed */
LLVMValueRef fuse_strip_once(strip_code *of, LLVMValueRef value);   /* `value` is the loop's */
LLVMTypeRef fuse_kept_type(const strip_code *of, LLVMTypeRef type); /* a bit is stored as a byte */

LLVMValueRef fuse_strip_any_at(strip_code *of, int start); /* an i1: whether some thread runs that phase next */
LLVMValueRef fuse_strip_all_at(strip_code *of, int start); /* whether all do, if `masked` */

/* The next phase of all threads after `start`; null: it may differ. If `of` is null, no code is made. */
LLVMValueRef fuse_choose_phase(const outer_plan *plan, strip_code *of, int start);

void fuse_emit_phase(strip_code *of, int start);
void fuse_find_kept_variables(strip_code *of); /* makes the arrays */

#endif
