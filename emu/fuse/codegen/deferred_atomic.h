/* Deferred atomics: atomic_reduction.c finds them, and atomic_table.c does those of a table. */
#ifndef FUSE_CODEGEN_DEFERRED_ATOMIC_H
#define FUSE_CODEGEN_DEFERRED_ATOMIC_H

#include "atomics.h"

/* Deferred atomics of one kind, on one word, or on those that a table holds. */
typedef struct atomic_reduction {
    LLVMValueRef call; /* the first of them in the program's order */
    fuse_atomic what;
    LLVMTypeRef type;
    bool flushes;                    /* its sums take denormals for zeros */
    LLVMValueRef address;            /* uniform; null: there is a table */
    LLVMValueRef total, pending;     /* addresses of: what all threads before brought together; the thread */
    LLVMValueRef executed, reached;  /* integers, not 0: some thread ran such an atomic; the thread did; null: all do */
    LLVMValueRef keys, taken, count; /* addresses of the table's: words' addresses; places taken, and their number */
} atomic_reduction;

#endif
