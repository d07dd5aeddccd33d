/* Fills local arrays element by element instead of by a call: then they can be interleaved (array_interleaving.c), and
 * neighbouring threads fill them with vectors.
 *
 * Invariant: the function computes what it did. */
#include "array_fill.h"

#include <stdlib.h>

#include "../analysis/calls.h"
#include "../analysis/local_array.h"
#include "../support/ir.h"
#include "../support/memory.h"

typedef struct fill {
    LLVMBuilderRef builder;
    LLVMValueRef place, value; /* value: of each element */
    LLVMTypeRef i64;
    unsigned element;
    uint64_t count;
} fill;

static void store(const fill *of, LLVMValueRef number)
{
    LLVMTypeRef type = LLVMTypeOf(of->value);
    LLVMValueRef at = LLVMBuildInBoundsGEP2(of->builder, type, of->place, &number, 1, "");
    LLVMSetAlignment(LLVMBuildStore(of->builder, of->value, at), of->element);
}

static void store_in_loop(const fill *of, LLVMValueRef call)
{
    LLVMBasicBlockRef front = fuse_split_block(of->builder, call), after = LLVMGetInstructionParent(call);
    LLVMBasicBlockRef body = LLVMInsertBasicBlockInContext(LLVMGetTypeContext(of->i64), after, "");
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(front), 0, body);
    LLVMPositionBuilderAtEnd(of->builder, body);
    LLVMSetCurrentDebugLocation2(of->builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef number = LLVMBuildPhi(of->builder, of->i64, "");
    store(of, number);
    LLVMValueRef next = LLVMBuildNUWAdd(of->builder, number, LLVMConstInt(of->i64, 1, false), "");
    LLVMValueRef more = LLVMBuildICmp(of->builder, LLVMIntNE, next, LLVMConstInt(of->i64, of->count, false), "");
    LLVMBuildCondBr(of->builder, more, body, after);
    LLVMValueRef value[] = {LLVMConstNull(of->i64), next};
    LLVMAddIncoming(number, value, (LLVMBasicBlockRef[]){front, body}, 2);
}

/* A short array becomes registers if its indices are constants, so it is filled without a loop. */
static void expand(LLVMBuilderRef builder, LLVMValueRef call, unsigned element)
{
    enum { MOST_STORES = 64 };
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
    LLVMTypeRef type = LLVMIntTypeInContext(context, 8 * element);
    uint64_t byte = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)), word = byte * 0x0101010101010101;
    const fill of = {.builder = builder,
                     .place = LLVMGetOperand(call, 0),
                     .value = LLVMConstInt(type, word, false),
                     .i64 = LLVMInt64TypeInContext(context),
                     .element = element,
                     .count = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)) / element};
    if (of.count > MOST_STORES) {
        store_in_loop(&of, call);
    } else {
        LLVMPositionBuilderBefore(builder, call);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
        for (uint64_t i = 0; i < of.count; i++)
            store(&of, LLVMConstInt(of.i64, i, false));
    }
    LLVMSetCurrentDebugLocation2(builder, NULL);
    LLVMInstructionEraseFromParent(call);
}

/* Expands the calls that fill from the address on. */
static void expand_users(LLVMBuilderRef builder, LLVMValueRef address, unsigned element)
{
    for (LLVMUseRef next, use = LLVMGetFirstUse(address); use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (LLVMIsAGetElementPtrInst(user))
            expand_users(builder, user, element);
        else if (LLVMIsACallInst(user) && fuse_call_of(user, NULL) != FUSE_LIFETIME)
            expand(builder, user, element);
    }
}

static size_t count_instructions(LLVMBasicBlockRef block)
{
    size_t count = 0;
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
        count++;
    return count;
}

/* The calls are erased, and may stand next to the arrays: so these are collected first. */
bool fuse_fill_by_element(const fuse_preparation *of)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(of->module));
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f)) {
        LLVMBasicBlockRef entry = LLVMGetFirstBasicBlock(f);
        LLVMValueRef *array = fuse_allocate(entry ? count_instructions(entry) : 0, sizeof *array);
        size_t arrays = 0;
        for (LLVMValueRef at = entry ? LLVMGetFirstInstruction(entry) : NULL; at; at = LLVMGetNextInstruction(at))
            if (LLVMIsAAllocaInst(at))
                array[arrays++] = at;
        for (size_t i = 0; i < arrays; i++) {
            unsigned element = fuse_array_element(array[i], true);
            if (element)
                expand_users(builder, array[i], element);
        }
        free(array);
    }
    LLVMDisposeBuilder(builder);
    return true;
}
