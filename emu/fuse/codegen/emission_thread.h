/* Of an emission: the thread whose instructions are cloned, and its values. */
#ifndef FUSE_CODEGEN_EMISSION_THREAD_H
#define FUSE_CODEGEN_EMISSION_THREAD_H

#include "../support/kernel.h"

/* The loops over threads write it, each where a thread begins; all that a thread's instructions are made by reads it. */
typedef struct emission_thread {
    LLVMValueRef x, y, z;   /* i32 */
    LLVMValueRef linear_id; /* i64 */
    LLVMValueRef number;    /* i64, of the strip's threads */
    LLVMBasicBlockRef end;  /* where it has left the region */
} emission_thread;

/* clone.c alone. */
typedef struct emission_clones {
    LLVMBasicBlockRef *block; /* by block */
    map value;                /* of the kernel's values */
} emission_clones;

/* By slot. context_slots.c writes it; clone.c reads where slots lie. */
typedef struct emission_slots {
    LLVMValueRef *local;   /* where it lies while a thread runs */
    LLVMValueRef *leaving; /* where a uniform one's value lies when a thread has left */
} emission_slots;

/* What the function's entry makes for all threads. uniform_hoist.c writes it, uniform_divisor.c the multipliers, and division.c
 * the zero. */
typedef struct emission_hoisted {
    map possible;    /* of the kernel's values, those that the entry can make; of others, what is none */
    map values;      /* of the kernel's values */
    map divisors[2]; /* unsigned, signed: divisors in the entry -> their multipliers */
    LLVMValueRef
        divides; /* whether divisors that all threads share are not 0; null: there are none, or others are made */
    LLVMValueRef nothing; /* 0, which LLVM does not see; null: nobody has asked for it */
} emission_hoisted;

#endif
