#ifndef FUSE_ANALYSIS_MEMORY_OBJECT_H
#define FUSE_ANALYSIS_MEMORY_OBJECT_H

#include "../support/kernel.h"

typedef enum fuse_object_kind {
    FUSE_OBJECT_UNKNOWN,
    FUSE_OBJECT_PRIVATE,   /* a thread's own variable */
    FUSE_OBJECT_ARGUMENTS, /* the launch's arguments: read-only */
    FUSE_OBJECT_SHARED,    /* a variable in shared memory, or the dynamic part of it */
    FUSE_OBJECT_GLOBAL,    /* a variable in global memory */
    FUSE_OBJECT_GIVEN      /* global memory that an argument points to */
} fuse_object_kind;

/* What an address points into. An index beyond its array is undefined in CUDA, so steps do not leave the object. */
typedef struct fuse_object {
    fuse_object_kind kind;
    LLVMValueRef variable; /* which variable; null: dynamic shared memory, or irrelevant */
} fuse_object;

fuse_object fuse_object_of(const fuse_kernel *kernel, LLVMValueRef address);
bool fuse_may_alias(const fuse_object *a, const fuse_object *b);

/* The only value that is stored to the slot, or null. */
LLVMValueRef fuse_only_value(LLVMValueRef slot);

#endif
