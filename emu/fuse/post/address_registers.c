/* Addresses made of a base and an index, from which many loads lie at constant distances: a strip reads its
 * multipliers so, one number of each of its rows. clang would put base, index and distance into each instruction.
 * Intel's processors split a multiply-add with such an address in two, so they look only half as far ahead, and do
 * not reach the loads of the next iteration. Instead the sum becomes a register of its own, by a line of assembly
 * that does nothing.
 *
 * This pass comes last: to other passes such an address is opaque.
 *
 * Invariant: the function computes what it did. */
#include "address_registers.h"

#include "../support/kernel.h"

enum { MANY = 8 };

static bool has_index(LLVMValueRef value)
{
    bool found = false;
    for (int i = 1; LLVMIsAGetElementPtrInst(value) && i < LLVMGetNumOperands(value); i++)
        found = found || !LLVMIsAConstant(LLVMGetOperand(value, (unsigned)i));
    return found;
}

/* Loads from the address, and from it plus constants. */
static int count_loads(LLVMValueRef address)
{
    int sum = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool near = LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == address && !has_index(user);
        sum += near ? count_loads(user) : LLVMIsALoadInst(user) != NULL;
    }
    return sum;
}

static void keep(LLVMBuilderRef builder, LLVMValueRef address)
{
    LLVMTypeRef pointer = LLVMTypeOf(address), type = LLVMFunctionType(pointer, &pointer, 1, false);
    LLVMValueRef nothing = LLVMGetInlineAsm(type, "", 0, "=r,0", 4, false, false, LLVMInlineAsmDialectATT, false);
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(address));
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(address));
    LLVMValueRef kept = LLVMBuildCall2(builder, type, nothing, &address, 1, "near");
    LLVMReplaceAllUsesWith(address, kept);
    LLVMSetOperand(kept, 0, address);
}

void fuse_keep_addresses_in_registers(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
                if (has_index(at) && count_loads(at) >= MANY)
                    keep(builder, at);
    LLVMDisposeBuilder(builder);
}
