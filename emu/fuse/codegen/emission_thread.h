/* Part of an emission: the thread whose instructions are cloned, and its values. */
#ifndef FUSE_CODEGEN_EMISSION_THREAD_H
#define FUSE_CODEGEN_EMISSION_THREAD_H

#include "../support/kernel.h"

/* The loops over threads write it where a thread begins; all units that make a thread's instructions read it. */
typedef struct emission_thread {
    LLVMValueRef x, y, z;   /* i32 */
    LLVMValueRef linear_id; /* i64 */
    LLVMValueRef number;    /* i64, among the strip's threads */
    LLVMBasicBlockRef end;  /* reached after it has left the region */
} emission_thread;

/* Written and read by clone.c alone. */
typedef struct emission_clones {
    LLVMBasicBlockRef *block; /* by block */
    map value;                /* of the kernel's values */
} emission_clones;

/* By slot. context_slots.c writes it; clone.c reads the slots' addresses. */
typedef struct emission_slots {
    LLVMValueRef *local;   /* its address while a thread runs */
    LLVMValueRef *leaving; /* the address of a uniform slot's value after a thread has left */
} emission_slots;

/* What the function's entry makes for all threads. uniform_hoist.c writes it, uniform_divisor.c the multipliers, and
 * division.c the zero. */
typedef struct emission_hoisted {
    map possible;             /* of the kernel's values: whether the entry can make them */
    map values;               /* of the kernel's values */
    map divisors[2];          /* unsigned, signed: divisors in the entry -> their multipliers */
    LLVMValueRef divides;     /* whether uniform divisors are not 0; null: there are none, or guards exclude 0 */
    LLVMValueRef opaque_zero; /* a zero that LLVM does not recognise; null: not needed so far */
} emission_hoisted;

#endif
