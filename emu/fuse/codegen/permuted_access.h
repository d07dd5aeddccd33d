/* A region's copy for the threads of a strip: what its loads and stores are there. */
#ifndef FUSE_STAGE_H
#define FUSE_STAGE_H

#include "thread_stride.h"

enum { MOST_ACCESSES = 16, MOST_WIDE = 4 };

typedef enum access_kind {
    DIRECT, /* threads' elements are neighbours, in order; or one for all */
    STAGED  /* they lie among few vectors, which are shuffled */
} access_kind;

typedef struct access {
    LLVMValueRef instruction, address;
    const stride *stride;
    LLVMTypeRef type;
    unsigned size;
    bool store, always; /* every thread comes to it */
    access_kind kind;
    int group;
    /* While it is emitted. */
    LLVMValueRef first; /* direct: of thread 0 */
    LLVMValueRef array; /* staged: an element a thread; of a store, what memory is to have */
    LLVMValueRef value; /* of a store: the thread's, at the end */
} access;

/* Staged accesses of one type, at known distances from each other. */
typedef struct access_group {
    symbol base;
    LLVMTypeRef type;
    unsigned size, elements;
    int64_t least, most; /* of offsets, among those that every thread comes to */
    LLVMValueRef first;  /* at `least` */
    LLVMValueRef wide[MOST_WIDE];
} access_group;

typedef struct stage {
    stride_analysis strides;
    access access[MOST_ACCESSES];
    access_group group[MOST_ACCESSES];
    int accesses, groups;
    bool unknown;        /* it fails for a place in shared memory that a value of the block may make known */
    LLVMValueRef thread; /* i64: 0 .. STRIP - 1 */
    map first;           /* of the kernel's values, those of thread 0 */
} stage;

/* ---- permuted_access_plan.c ---- */
/* Whether threads of this copy may be made in strips, and gain by it: fills in the strip. */
bool permuted_access_plan(stage *plan, emission *e);

/* ---- permuted_access_vector.c ---- */
/* The group's vector of this number, in elements after its end what they happen to be. */
LLVMValueRef permuted_access_load_vector(emission *e, const access_group *group, unsigned wide);
/* What the threads' addresses have, in the order of the threads. */
LLVMValueRef permuted_access_gather(emission *e, const access *of);
/* Puts what the group's stores have left where it belongs; vectors that have nothing of it stay alone. */
void permuted_access_scatter(emission *e, int group);

#endif
