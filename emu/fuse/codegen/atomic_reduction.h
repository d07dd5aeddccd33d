#ifndef FUSE_CODEGEN_ATOMIC_REDUCTION_H
#define FUSE_CODEGEN_ATOMIC_REDUCTION_H

#include "../analysis/atomic_operation.h"
#include "atomics.h"
#include "emission.h"

/* Deferred atomics of one kind, on one word, or on those that a table holds. */
typedef struct atomic_reduction {
    LLVMValueRef call;             /* the first of them in the program's order */
    fuse_atomic what;
    LLVMTypeRef type;
    bool flushes;                  /* its sums take denormals for zeros */
    LLVMValueRef address;          /* uniform; null: there is a table */
    LLVMValueRef total, pending;   /* addresses of: what all threads before brought together; the thread */
    LLVMValueRef executed, reached; /* integers, not 0: some thread ran such an atomic; the thread did; null: all do */
    LLVMValueRef keys, taken, count; /* addresses of the table's: words' addresses; places taken, and their number */
} atomic_reduction;

/* The value that changes no word. */
LLVMValueRef emission_reduction_identity(const atomic_reduction *r);

/* Which of the region's atomics are deferred; before its threads are made. */
void emission_find_reductions(emission *e);

void emission_begin_reductions(emission *e);                     /* a thread begins */
/* False: the atomic is not deferred. */
bool emission_reduce(emission *e, LLVMValueRef call, LLVMValueRef address, LLVMValueRef value,
                     emission_atomic_call *otherwise);
/* What the thread's load reads, if the word is as `value` in memory; and its store to the address. */
LLVMValueRef emission_forward_load(emission *e, LLVMValueRef load, LLVMValueRef address, LLVMValueRef value);
void emission_forward_store(emission *e, LLVMValueRef store, LLVMValueRef address);

void emission_join_reductions(emission *e);                      /* a thread has left the region */
void emission_finish_reductions(emission *e, emission_atomic_call *otherwise); /* all have */
void emission_free_reductions(emission *e);

#endif
