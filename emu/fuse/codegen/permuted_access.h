/* A region's copy for the threads of a strip: how its loads and stores are made there. */
#ifndef FUSE_CODEGEN_PERMUTED_ACCESS_H
#define FUSE_CODEGEN_PERMUTED_ACCESS_H

#include "thread_stride.h"

enum { MOST_ACCESSES = 16, MOST_WIDE = 4 };

typedef enum access_kind {
    DIRECT, /* threads' elements are neighbours, in order; or one element for all */
    STAGED  /* threads' elements lie in few vectors, which are shuffled */
} access_kind;

typedef struct access {
    LLVMValueRef instruction, address;
    const stride *stride;
    LLVMTypeRef type;
    unsigned size;
    bool store, always; /* always: every thread executes it */
    access_kind kind;
    int group;
    /* While it is emitted: */
    LLVMValueRef first; /* direct: the address of thread 0 */
    LLVMValueRef array; /* staged: an array by thread; for a store, what memory will have */
    LLVMValueRef value; /* of a store: the thread's value, at the end */
} access;

/* Staged accesses of one type, at constant distances from each other. */
typedef struct access_group {
    symbol base;
    LLVMTypeRef type;
    unsigned size, elements;
    int64_t least, most; /* offsets of those that every thread executes */
    LLVMValueRef first;  /* the address at `least` */
    LLVMValueRef wide[MOST_WIDE];
} access_group;

/* The strip of threads, and how their accesses are made. */
typedef struct permuted_strip {
    stride_analysis strides;
    access access[MOST_ACCESSES];
    access_group group[MOST_ACCESSES];
    int accesses, groups;
    bool unknown;        /* planning failed on an address in shared memory that a known uniform value may resolve */
    LLVMValueRef thread; /* i64: 0 .. STRIP - 1 */
    map first;           /* the kernel's values -> those of thread 0 */
} permuted_strip;

/* ---- permuted_access_plan.c ---- */
/* Whether threads of this copy may run in strips, and gain by it: fills in the strip. */
bool permuted_access_plan(permuted_strip *plan, emission *e);

/* ---- permuted_access_vector.c ---- */
/* The group's vector of this number. Elements after the group's end have any values. */
LLVMValueRef permuted_access_load_vector(emission *e, const access_group *group, unsigned wide);
/* The values at the threads' addresses, in thread order. */
LLVMValueRef permuted_access_gather(emission *e, const access *of);
/* Writes the group's stores to memory. Vectors without a store are left alone. */
void permuted_access_scatter(emission *e, int group);

#endif
