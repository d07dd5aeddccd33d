/* Which memory an address points into, and whether two addresses may point into the same memory. */
#include "memory_object.h"

#include "calls.h"

LLVMValueRef fuse_only_value(LLVMValueRef slot)
{
    LLVMValueRef found = NULL;
    for (LLVMUseRef use = LLVMIsAAllocaInst(slot) ? LLVMGetFirstUse(slot) : NULL; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user))
            continue;
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != slot || found)
            return NULL;
        found = LLVMGetOperand(user, 0);
    }
    return found;
}

static LLVMValueRef base_of(LLVMValueRef address)
{
    while (LLVMIsAGetElementPtrInst(address))
        address = LLVMGetOperand(address, 0);
    return address;
}

/* The address that the load reads: an argument, or the only address ever stored to a slot. */
static LLVMValueRef stored_address(LLVMValueRef load)
{
    return fuse_only_value(LLVMGetOperand(load, 0));
}

fuse_object fuse_object_of(const fuse_kernel *kernel, LLVMValueRef address)
{
    enum { MOST_STEPS = 16 };
    LLVMValueRef arguments = LLVMGetParam(kernel->function, 0);
    for (int steps = 0; steps < MOST_STEPS; steps++) {
        address = base_of(address);
        if (address == arguments)
            return (fuse_object){.kind = FUSE_OBJECT_ARGUMENTS};
        if (LLVMIsAAllocaInst(address))
            return (fuse_object){FUSE_OBJECT_PRIVATE, address};
        if (LLVMIsAGlobalVariable(address))
            return (fuse_object){FUSE_OBJECT_GLOBAL, address};
        fuse_call call = fuse_call_of(address, NULL);
        if (call == FUSE_SHARED)
            return (fuse_object){FUSE_OBJECT_SHARED, LLVMGetOperand(address, 0)};
        if (call == FUSE_DYNAMIC_SHARED)
            return (fuse_object){.kind = FUSE_OBJECT_SHARED};
        if (!LLVMIsALoadInst(address))
            break;
        if (base_of(LLVMGetOperand(address, 0)) == arguments)
            return (fuse_object){.kind = FUSE_OBJECT_GIVEN};
        address = stored_address(address);
        if (!address)
            break;
    }
    return (fuse_object){.kind = FUSE_OBJECT_UNKNOWN};
}

static bool is_own(const fuse_object *object)
{
    return object->kind == FUSE_OBJECT_PRIVATE || object->kind == FUSE_OBJECT_ARGUMENTS;
}

bool fuse_may_alias(const fuse_object *a, const fuse_object *b)
{
    bool known = a->kind != FUSE_OBJECT_UNKNOWN && b->kind != FUSE_OBJECT_UNKNOWN;
    if (is_own(a) || is_own(b)) /* different ones are not distinguished, and an unknown address may be of one */
        return a->kind == b->kind || !known;
    if (a->kind == b->kind && (a->kind == FUSE_OBJECT_SHARED || a->kind == FUSE_OBJECT_GLOBAL))
        return a->variable == b->variable;
    bool of_block = a->kind == FUSE_OBJECT_SHARED || b->kind == FUSE_OBJECT_SHARED;
    return !known || !of_block;
}
