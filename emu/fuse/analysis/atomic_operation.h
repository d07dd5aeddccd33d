#ifndef FUSE_ANALYSIS_ATOMIC_OPERATION_H
#define FUSE_ANALYSIS_ATOMIC_OPERATION_H

#include "../support/kernel.h"

typedef enum fuse_atomic_kind {
    FUSE_ATOMIC_ADD,
    FUSE_ATOMIC_AND,
    FUSE_ATOMIC_OR,
    FUSE_ATOMIC_XOR,
    FUSE_ATOMIC_EXCHANGE,
    FUSE_ATOMIC_MIN,
    FUSE_ATOMIC_MAX
} fuse_atomic_kind;

/* A relaxed read-modify-write of one number: a call of (address, value) that returns the old value. */
typedef struct fuse_atomic {
    fuse_atomic_kind kind;
    bool is_signed, is_float;
    bool of_block; /* its scope: only threads of the block use the word */
} fuse_atomic;

/* Recognises emu_atomic_OPERATION[_block]_TYPE on an integer of 32 or 64 bits, or an addition to a float or double.
 * False: the instruction is no such call. */
bool fuse_find_atomic(LLVMValueRef instruction, fuse_atomic *found);

#endif
