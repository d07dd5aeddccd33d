/* A region's copy for the lanes of a strip: what its loads and stores are there. */
#ifndef FUSE_STAGE_H
#define FUSE_STAGE_H

#include "form.h"

enum { MOST_ACCESSES = 16, MOST_WIDE = 4 };

typedef enum access_kind {
    DIRECT, /* lanes' elements are neighbours, in order; or one for all */
    STAGED  /* they lie among few vectors, which are shuffled */
} access_kind;

typedef struct access {
    LLVMValueRef instruction, address;
    const form *form;
    LLVMTypeRef type;
    unsigned size;
    bool store, always; /* every lane comes to it */
    access_kind kind;
    int group;
    /* While it is emitted. */
    LLVMValueRef first;  /* direct: of lane 0 */
    LLVMValueRef array;  /* staged: an element a lane; of a store, what memory is to have */
    LLVMValueRef value;  /* of a store: the lane's, at the end */
} access;

/* Staged accesses of one type, at known distances from each other. */
typedef struct access_group {
    int high;
    LLVMTypeRef type;
    unsigned size, elements;
    int64_t least, most; /* of low, among those that every lane comes to */
    LLVMValueRef base;   /* at `least` */
    LLVMValueRef wide[MOST_WIDE];
} access_group;

typedef struct stage {
    forms forms;
    access access[MOST_ACCESSES];
    access_group group[MOST_ACCESSES];
    int accesses, groups;
    bool unknown;      /* it fails for a place in shared memory that a value of the block may make known */
    LLVMValueRef lane; /* i64: 0 .. STRIP - 1 */
    map first; /* of the kernel's values, those of lane 0 */
} stage;

/* ---- stage_plan.c ---- */
/* Whether lanes of this copy may be made in strips, and gain by it: fills in the strip. */
bool stage_plan(stage *plan, emission *e);

/* ---- stage_vector.c ---- */
/* The group's vector of this number, in elements behind its end what they happen to be. */
LLVMValueRef stage_load_wide(emission *e, const access_group *group, unsigned wide);
/* What the lanes' addresses have, in the order of the lanes. */
LLVMValueRef stage_gather(emission *e, const access *of);
/* Puts what the group's stores have left where it belongs; vectors that have nothing of it stay alone. */
void stage_scatter(emission *e, int group);

#endif
