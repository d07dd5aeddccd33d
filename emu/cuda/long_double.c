/* Finds a long double in the types of a function's parameters, by clang's debug information. */
#include "lower.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

typedef struct walk {
    lowering *of;
    LLVMValueRef *seen;
    size_t seen_count;
} walk;

static bool is_seen(walk *now, LLVMValueRef node)
{
    for (size_t i = 0; i < now->seen_count; i++)
        if (now->seen[i] == node)
            return true;
    lower_append(&now->seen, &now->seen_count, node);
    return false;
}

/* Types and lists of them: not scopes, nor the functions of a class. */
static bool leads_on(LLVMMetadataRef node)
{
    switch (LLVMGetMetadataKind(node)) {
    case LLVMDISubroutineTypeMetadataKind:
    case LLVMDICompositeTypeMetadataKind:
    case LLVMDIDerivedTypeMetadataKind:
    case LLVMMDTupleMetadataKind: return true;
    default: return false;
    }
}

static bool find(walk *now, LLVMValueRef value)
{
    LLVMMetadataRef node = LLVMValueAsMetadata(value);
    if (LLVMGetMetadataKind(node) == LLVMDIBasicTypeMetadataKind) {
        size_t length;
        const char *name = LLVMDITypeGetName(node, &length);
        return length == strlen("long double") && !memcmp(name, "long double", length);
    }
    if (!leads_on(node) || is_seen(now, value))
        return false;
    unsigned count = LLVMGetMDNodeNumOperands(value);
    LLVMValueRef *operand = lower_allocate(count, sizeof *operand);
    LLVMGetMDNodeOperands(value, operand);
    bool found = false;
    for (unsigned i = 0; i < count && !found; i++)
        found = operand[i] && LLVMIsAMDNode(operand[i]) && find(now, operand[i]);
    free(operand);
    return found;
}

bool lower_has_long_double(lowering *of, LLVMMetadataRef function)
{
    walk now = {.of = of};
    LLVMValueRef value = LLVMMetadataAsValue(of->context, function);
    unsigned count = LLVMGetMDNodeNumOperands(value);
    LLVMValueRef *operand = lower_allocate(count, sizeof *operand);
    LLVMGetMDNodeOperands(value, operand);
    bool found = false;
    for (unsigned i = 0; i < count && !found; i++)
        if (operand[i] && LLVMIsAMDNode(operand[i]) &&
            LLVMGetMetadataKind(LLVMValueAsMetadata(operand[i])) == LLVMDISubroutineTypeMetadataKind)
            found = find(&now, operand[i]);
    free(operand);
    free(now.seen);
    return found;
}
