/* Deferred atomics: atomic_reduction.c finds them, and atomic_table.c makes those in a table. */
#ifndef FUSE_CODEGEN_DEFERRED_ATOMIC_H
#define FUSE_CODEGEN_DEFERRED_ATOMIC_H

#include "atomics.h"

/* Deferred atomics of one kind: on one word, or on the words of a table. */
typedef struct atomic_reduction {
    LLVMValueRef call; /* the first of them in the program's order */
    fuse_atomic what;
    LLVMTypeRef type;
    bool flushes;                   /* its sums flush denormals */
    LLVMValueRef address;           /* uniform; null: there is a table */
    LLVMValueRef total, pending;    /* addresses: of the sum of all threads before; of the thread's own */
    LLVMValueRef executed, reached; /* integers, not 0: some thread ran such an atomic; the thread did. Null: all do */
    /* addresses of the table's arrays: the words' addresses; the places taken, and their number */
    LLVMValueRef keys, taken, count;
    /* Of a table that is kept from iteration to iteration of the region: addresses of the lowest and highest word's
     * address. Null: it is emptied after each. */
    LLVMValueRef lowest, highest;
} atomic_reduction;

#endif
