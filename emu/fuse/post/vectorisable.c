/* Which instructions of loops over threads can be vectors. */
#include "vectorisable.h"

#include <string.h>

bool fuse_is_pure(LLVMValueRef value)
{
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMGetElementPtr:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMSelect:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFNeg: return true;
    default: return false;
    }
}

bool fuse_has_vector_forms(LLVMValueRef call)
{
    static const char key[] = "vector-function-abi-variant";
    return LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, key, sizeof key - 1) != NULL;
}

const char *fuse_called_name(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t length;
    return callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
}

/* Whether it calls a mathematical function with vector forms. */
static bool is_vector_call(LLVMValueRef call)
{
    static const char *const known[] = {
        "llvm.fabs.",  "llvm.fma.",  "llvm.fmuladd.",   "llvm.sqrt.", "llvm.minnum.",   "llvm.maxnum.", "llvm.smin.",
        "llvm.smax.",  "llvm.umin.", "llvm.umax.",      "llvm.abs.",  "llvm.copysign.", "llvm.floor.",  "llvm.ceil.",
        "llvm.trunc.", "llvm.rint.", "llvm.nearbyint.", "llvm.fshl.", "llvm.fshr.",     "llvm.ctpop.",  "llvm.bswap."};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(fuse_called_name(call), known[i], strlen(known[i])) == 0)
            return true;
    return fuse_has_vector_forms(call);
}

static bool is_plain_type(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type) <= 64;
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMPointerTypeKind:
    case LLVMVoidTypeKind: return true;
    default: return false;
    }
}

/* Whether the access does not depend on other threads' accesses. */
static bool is_parallel(const thread_loop *loop, LLVMValueRef access)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(loop->header)));
    LLVMValueRef hint[2], group = LLVMGetMetadata(access, LLVMGetMDKindIDInContext(context, "llvm.access.group", 17));
    LLVMValueRef groups = fuse_loop_hint(loop->jump, "llvm.loop.parallel_accesses");
    if (LLVMIsALoadInst(access) && LLVMGetMetadata(access, LLVMGetMDKindIDInContext(context, "invariant.load", 14)))
        return true;
    if (!group || LLVMGetMDNodeNumOperands(groups) != 2)
        return false;
    LLVMGetMDNodeOperands(groups, hint);
    return group == hint[1];
}

bool fuse_is_vectorisable(const thread_loop *loop, LLVMValueRef at)
{
    bool store = LLVMIsAStoreInst(at);
    if (!is_plain_type(store ? LLVMTypeOf(LLVMGetOperand(at, 0)) : LLVMTypeOf(at)))
        return false;
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMPHI:
    case LLVMFreeze:
    case LLVMBr:
    case LLVMFDiv:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUDiv:
    case LLVMURem:
    case LLVMSDiv:
    case LLVMSRem: return true;
    case LLVMLoad:
    case LLVMStore:
        return !LLVMGetVolatile(at) && LLVMGetOrdering(at) == LLVMAtomicOrderingNotAtomic && is_parallel(loop, at);
    case LLVMCall: return is_vector_call(at);
    default: return fuse_is_pure(at);
    }
}
