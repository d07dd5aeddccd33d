/* The launch's arguments: which addresses point into them, and the metadata of loads from them. */
#include "launch_arguments.h"

#include <llvm-c/Target.h>
#include <string.h>

bool emission_is_argument(const emission *e, LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer == LLVMGetParam(e->kernel->function, 0);
}

void emission_mark_invariant(emission *e, LLVMValueRef load)
{
    LLVMContextRef context = e->kernel->context;
    LLVMMetadataRef nothing = LLVMMDNodeInContext2(context, NULL, 0);
    LLVMSetMetadata(load, LLVMGetMDKindIDInContext(context, "invariant.load", 14),
                    LLVMMetadataAsValue(context, nothing));
}

/* Up to the end of the last argument that is read through the pointer, as far as that is known. */
static uint64_t arguments_size(const emission *e, LLVMValueRef pointer)
{
    uint64_t size = 0;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(e->kernel->module);
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef at = LLVMGetUser(use);
        uint64_t end = 0;
        if (LLVMIsALoadInst(at))
            end = LLVMStoreSizeOfType(layout, LLVMTypeOf(at));
        else if (LLVMIsAGetElementPtrInst(at) && LLVMGetGEPSourceElementType(at) == e->i8 &&
                 LLVMIsAConstantInt(LLVMGetOperand(at, 1)))
            end = LLVMConstIntGetZExtValue(LLVMGetOperand(at, 1)) + arguments_size(e, at);
        size = end > size ? end : size;
    }
    return size;
}

void emission_mark_dereferenceable(emission *e, LLVMValueRef pointer)
{
    LLVMContextRef context = e->kernel->context;
    const struct {
        const char *name;
        uint64_t value;
    } known[] = {{"dereferenceable", arguments_size(e, LLVMGetParam(e->kernel->function, 0))}, {"align", 8}};
    for (int i = 0; i < 2 && known[0].value; i++) {
        LLVMMetadataRef value = LLVMValueAsMetadata(emission_number(e, e->i64, known[i].value));
        LLVMMetadataRef node = LLVMMDNodeInContext2(context, &value, 1);
        unsigned kind = LLVMGetMDKindIDInContext(context, known[i].name, (unsigned)strlen(known[i].name));
        LLVMSetMetadata(pointer, kind, LLVMMetadataAsValue(context, node));
    }
}
