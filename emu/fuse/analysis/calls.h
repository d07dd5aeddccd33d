#ifndef FUSE_ANALYSIS_CALLS_H
#define FUSE_ANALYSIS_CALLS_H

#include "../support/kernel.h"

typedef enum fuse_call {
    FUSE_OTHER,
    FUSE_THREAD, /* lw_fused_thread_x, y, z; *axis */
    FUSE_LINEAR_ID,
    FUSE_BLOCK, /* blockIdx, blockDim, gridDim; *axis */
    FUSE_BLOCK_DIM,
    FUSE_GRID_DIM,
    FUSE_SHARED,
    FUSE_DYNAMIC_SHARED,
    FUSE_TILE_SLOTS,
    FUSE_BARRIER,
    FUSE_COLLECTIVE,
    FUSE_TILE,      /* the barrier of a tile larger than a warp */
    FUSE_GRID,      /* the barrier of a cooperative grid */
    FUSE_OPERANDS,  /* made by cut: the arguments of a barrier */
    FUSE_RESULT,    /* made by cut: its result */
    FUSE_NO_MEMORY, /* nothing but its arguments decides, and it does nothing else */
    FUSE_LIFETIME,
    FUSE_ATOMIC,        /* an atomic's old value, or anything else that other threads change */
    FUSE_YIELDS,        /* lets time pass: fences, clocks, sleep */
    FUSE_OTHER_EMULATOR /* any other of the emulator's that does not wait for threads */
} fuse_call;

/* It waits for other threads. */
static inline bool fuse_is_wait(fuse_call call)
{
    return call == FUSE_BARRIER || call == FUSE_COLLECTIVE || call == FUSE_TILE || call == FUSE_GRID;
}

fuse_call fuse_call_of(LLVMValueRef instruction, int *axis);
/* Within a region the call does nothing to memory that threads could see. */
bool fuse_touches_no_memory(LLVMValueRef call);

/* Recomputing it costs little and is always right, given its operands. */
bool fuse_is_speculatable(LLVMValueRef instruction);

/* The lesser or greater of two integers, which is one instruction, though LLVM has it as a call. */
bool fuse_is_minimum(LLVMValueRef instruction);

bool fuse_is_simple_access(LLVMValueRef access); /* neither volatile nor atomic */
const char *fuse_callee_name(LLVMValueRef call); /* null: not a direct call */
bool fuse_may_write(LLVMValueRef at);

#endif
