/* Compiles a kernel that leaves its block shape open again for one common shape, as if it had declared
 * LW_BLOCK_SIZE. The copy is kept only where that was measured to pay (bench/figures/shapes.tsv):
 *
 * - if threads exchange values at distances that double or halve: these are then constants, at best in vectors
 *   (shared_promotion.c);
 *
 * - if warp collectives occur, and rows of the block are whole warps, or warps are whole rows: these are then
 *   strips;
 *
 * - if blocks have rows and barriers: the shape decides which threads of a tile load its border, and by which
 *   quotients of their places. Not if threads keep many values across the barriers, as the sums of a matrix product:
 *   working on these takes most of the time, in strips with any shape.
 *
 * Each copy costs its compile time: shapes that the kernel itself rules out are not tried.
 *
 * At launch the emulator looks for a copy with the blocks' shape.
 *
 * Invariant: a copy does what the kernel does for blocks of its shape, and runs no others. */
#include "shape_specialisation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/block_shape.h"
#include "../analysis/calls.h"
#include "../support/kernel.h"
#include "../support/memory.h"

/* NAME__fiber becomes NAME.SHAPE__fiber; or, if the shape does not suit it, no kernel any more. */
static void assume_shape(LLVMValueRef function, const char *text, const unsigned *shape)
{
    static const char tail[] = "__fiber";
    unsigned own[3], most = fuse_declared_shape(function, own);
    bool fits = !own[0] && (!most || shape[0] * shape[1] * shape[2] <= most);
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    char *made = fuse_allocate(length + strlen(text) + 2, 1);
    int size = sprintf(made, "%.*s.%s%s", (int)(length - strlen(tail)), name, text, fits ? tail : "");
    LLVMSetValueName2(function, made, (size_t)size);
    free(made);
    if (fits)
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                LLVMCreateStringAttribute(LLVMGetModuleContext(LLVMGetGlobalParent(function)),
                                                          FUSE_SHAPE_MARK, sizeof FUSE_SHAPE_MARK - 1, text,
                                                          (unsigned)strlen(text)));
}

void fuse_specialise_shape(LLVMModuleRef module, const char *text)
{
    unsigned shape[3];
    if (!text || !fuse_read_shape(text, shape))
        return;
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        if (fuse_is_kernel(function))
            assume_shape(function, text, shape);
}

/* The constant factor of blockIdx; 0: it is none. */
static uint64_t pitch_of(LLVMValueRef value)
{
    LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
    if ((opcode != LLVMMul && opcode != LLVMShl) || fuse_call_of(LLVMGetOperand(value, 0), NULL) != FUSE_BLOCK ||
        !LLVMIsAConstantInt(LLVMGetOperand(value, 1)))
        return 0;
    uint64_t by = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
    return opcode == LLVMMul ? by : by < 32 ? 1ull << by : 0;
}

/* A thread's place `blockIdx.x * 32 + threadIdx.x` implies blocks 32 wide; or narrower ones, if threads have several
 * places. If blocks have rows, these lie below each other: blocks are as wide as the constant. Or all places of a
 * block are in one row: `blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x`. */
static bool fits_place(LLVMValueRef sum, const unsigned *shape)
{
    for (unsigned i = 0; LLVMGetInstructionOpcode(sum) == LLVMAdd && i < 2; i++) {
        LLVMValueRef own = LLVMGetOperand(sum, i);
        int axis = 0;
        uint64_t pitch = pitch_of(LLVMGetOperand(sum, 1 - i));
        if (pitch && fuse_call_of(own, &axis) == FUSE_THREAD)
            return axis == 0 && fuse_has_rows(shape)
                       ? pitch == shape[0] || pitch % (shape[0] * shape[1] * shape[2]) == 0
                       : pitch % shape[axis] == 0;
    }
    return true;
}

/* Whether the kernel waits, and uses rows if such blocks have them. */
static bool fits(LLVMValueRef function, const unsigned *shape)
{
    bool waits = false, asks = false;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
            int axis = 0;
            fuse_call call = fuse_call_of(at, &axis);
            waits = waits || fuse_is_wait(call);
            asks = asks || (call == FUSE_THREAD && axis > 0);
            if (!fits_place(at, shape))
                return false;
        }
    return waits && asks == fuse_has_rows(shape);
}

void fuse_drop_unsuitable_shapes(LLVMModuleRef module)
{
    unsigned shape[3];
    for (LLVMValueRef next, function = LLVMGetFirstFunction(module); function; function = next) {
        next = LLVMGetNextFunction(function);
        if (fuse_is_kernel(function) && fuse_specialised_shape(function, shape) && !fits(function, shape))
            LLVMDeleteFunction(function);
    }
}
