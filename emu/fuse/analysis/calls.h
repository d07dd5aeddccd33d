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
    FUSE_OPERANDS,  /* from barrier_isolation: the arguments of a barrier */
    FUSE_RESULT,    /* from barrier_isolation: its result */
    FUSE_NO_MEMORY, /* its result depends on its arguments alone, and it has no other effect */
    FUSE_LIFETIME,
    FUSE_ATOMIC,        /* returns an atomic's old value, or another value that other threads change */
    FUSE_YIELDS,        /* lets time pass: fences, clocks, sleep */
    FUSE_OTHER_EMULATOR /* any other call of the emulator that does not wait for threads */
} fuse_call;

/* Whether the call waits for other threads. */
static inline bool fuse_is_wait(fuse_call call)
{
    return call == FUSE_BARRIER || call == FUSE_COLLECTIVE || call == FUSE_TILE || call == FUSE_GRID;
}

fuse_call fuse_call_of(LLVMValueRef instruction, int *axis);
bool fuse_is_fetch(LLVMValueRef call);    /* of a texture, which may end the launch */
bool fuse_finds_fetch(LLVMValueRef call); /* finds memory that a fetch reads; it cannot fail */
/* Whether the call, within a region, does nothing to memory that threads could see. */
bool fuse_touches_no_memory(LLVMValueRef call);

/* Whether the call may move between two waits: its result depends on its arguments, the thread and the launch alone. */
bool fuse_may_move_call(LLVMValueRef call);

/* Whether recomputing the instruction is cheap, and always right for the same operands. */
bool fuse_is_speculatable(LLVMValueRef instruction);

/* Whether the call is the minimum or maximum of two integers: LLVM has it as a call, a processor as one instruction. */
bool fuse_is_minimum(LLVMValueRef instruction);

bool fuse_is_simple_access(LLVMValueRef access); /* neither volatile nor atomic */
const char *fuse_callee_name(LLVMValueRef call); /* null: not a direct call */
bool fuse_may_write(LLVMValueRef at);

#endif
