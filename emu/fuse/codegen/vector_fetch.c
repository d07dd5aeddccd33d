/* Fetches of textures in loops over threads: forms for several threads, so that the vectoriser can make vectors of the rest of the
 * loop. Such a form is a loop that fetches for one thread after the other, and for no thread that the mask leaves out: a fetch may
 * end the launch.
 *
 * Invariant: a call that is not vectorised is unchanged. */
#include "vector_fetch.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "vector_math.h"

enum { MOST_ARGUMENTS = 20, MOST_VECTOR = 64 }; /* in threads */

/* A form while it is made. */
typedef struct form {
    LLVMBuilderRef builder;
    LLVMValueRef function, scalar; /* scalar: the function for one thread */
    LLVMTypeRef i32, i8;
    const char *kinds; /* of each argument: u, the same for all threads, or v */
    unsigned arguments, threads;
} form;

/* The vector's elements in memory. */
static LLVMValueRef spilled(const form *of, LLVMValueRef vector)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(of->builder), first = LLVMGetEntryBasicBlock(of->function);
    LLVMValueRef at = LLVMGetFirstInstruction(first);
    if (at)
        LLVMPositionBuilderBefore(of->builder, at);
    LLVMValueRef memory = LLVMBuildAlloca(of->builder, LLVMTypeOf(vector), "");
    LLVMPositionBuilderAtEnd(of->builder, here);
    LLVMBuildStore(of->builder, vector, memory);
    return memory;
}

static LLVMValueRef element(const form *of, LLVMTypeRef type, LLVMValueRef memory, LLVMValueRef index)
{
    return LLVMBuildInBoundsGEP2(of->builder, type, memory, &index, 1, "");
}

static LLVMBasicBlockRef append(const form *of)
{
    return LLVMAppendBasicBlockInContext(LLVMGetTypeContext(of->i32), of->function, "");
}

/* The threads one after the other. Unrolled it would only be longer. */
static void loop_on(const form *of, LLVMBasicBlockRef body, LLVMBasicBlockRef latch, LLVMBasicBlockRef end,
                    LLVMValueRef index)
{
    static const char disable[] = "llvm.loop.unroll.disable";
    LLVMContextRef context = LLVMGetTypeContext(of->i32);
    LLVMPositionBuilderAtEnd(of->builder, latch);
    LLVMValueRef next = LLVMBuildAdd(of->builder, index, LLVMConstInt(of->i32, 1, false), "");
    LLVMValueRef more = LLVMBuildICmp(of->builder, LLVMIntULT, next, LLVMConstInt(of->i32, of->threads, false), "");
    LLVMAddIncoming(index, &next, &latch, 1);
    LLVMValueRef jump = LLVMBuildCondBr(of->builder, more, body, end);
    LLVMMetadataRef word = LLVMMDStringInContext2(context, disable, sizeof disable - 1);
    LLVMMetadataRef hint = LLVMMDNodeInContext2(context, &word, 1), self = LLVMTemporaryMDNode(context, NULL, 0);
    LLVMMetadataRef node[] = {self, hint};
    LLVMMetadataRef loop = LLVMMDNodeInContext2(context, node, 2);
    LLVMMetadataReplaceAllUsesWith(self, loop);
    LLVMSetMetadata(jump, LLVMGetMDKindIDInContext(context, "llvm.loop", 9), LLVMMetadataAsValue(context, loop));
}

static void make_body(const form *of)
{
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(of->scalar));
    LLVMTypeRef vector = LLVMVectorType(result, of->threads);
    LLVMValueRef memory[MOST_ARGUMENTS], argument[MOST_ARGUMENTS], zero = LLVMConstInt(of->i32, 0, false);
    LLVMBasicBlockRef start = append(of), entry = append(of), body = append(of), fetch = append(of), latch = append(of),
                      end = append(of);
    LLVMPositionBuilderAtEnd(of->builder, start);
    LLVMValueRef bits = LLVMGetParam(of->function, of->arguments), results = spilled(of, LLVMConstNull(vector));
    LLVMTypeRef all = LLVMIntTypeInContext(LLVMGetTypeContext(of->i32), of->threads);
    LLVMValueRef any = LLVMBuildBitCast(of->builder, bits, all, "");
    LLVMBuildCondBr(of->builder, LLVMBuildICmp(of->builder, LLVMIntNE, any, LLVMConstNull(all), ""), entry, end);

    LLVMPositionBuilderAtEnd(of->builder, entry);
    for (unsigned i = 0; i < of->arguments; i++)
        memory[i] = of->kinds[i] == 'v' ? spilled(of, LLVMGetParam(of->function, i)) : NULL;
    LLVMValueRef mask = spilled(of, LLVMBuildZExt(of->builder, bits, LLVMVectorType(of->i8, of->threads), ""));
    LLVMBuildBr(of->builder, body);

    LLVMPositionBuilderAtEnd(of->builder, body);
    LLVMValueRef index = LLVMBuildPhi(of->builder, of->i32, "");
    LLVMAddIncoming(index, &zero, &entry, 1);
    LLVMValueRef takes_part = LLVMBuildLoad2(of->builder, of->i8, element(of, of->i8, mask, index), "");
    LLVMBuildCondBr(of->builder, LLVMBuildICmp(of->builder, LLVMIntNE, takes_part, LLVMConstNull(of->i8), ""), fetch,
                    latch);

    LLVMPositionBuilderAtEnd(of->builder, fetch);
    for (unsigned i = 0; i < of->arguments; i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(of->scalar, i));
        argument[i] = memory[i] ? LLVMBuildLoad2(of->builder, type, element(of, type, memory[i], index), "")
                                : LLVMGetParam(of->function, i);
    }
    LLVMValueRef value =
        LLVMBuildCall2(of->builder, LLVMGlobalGetValueType(of->scalar), of->scalar, argument, of->arguments, "");
    LLVMBuildStore(of->builder, value, element(of, result, results, index));
    LLVMBuildBr(of->builder, latch);

    loop_on(of, body, latch, end, index);
    LLVMPositionBuilderAtEnd(of->builder, end);
    LLVMBuildRet(of->builder, LLVMBuildLoad2(of->builder, vector, results, ""));
}

/* The function NAME_KINDS_xTHREADS. */
static void declare(fuse_kernel *kernel, form *of, const char *name)
{
    static const char always[] = "alwaysinline";
    of->function = LLVMGetNamedFunction(kernel->module, name);
    if (of->function)
        return;
    LLVMTypeRef types[MOST_ARGUMENTS + 1], scalar = LLVMGlobalGetValueType(of->scalar);
    for (unsigned i = 0; i < of->arguments; i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(of->scalar, i));
        types[i] = of->kinds[i] == 'v' ? LLVMVectorType(type, of->threads) : type;
    }
    types[of->arguments] = LLVMVectorType(LLVMInt1TypeInContext(kernel->context), of->threads);
    LLVMTypeRef result = LLVMVectorType(LLVMGetReturnType(scalar), of->threads);
    of->function = LLVMAddFunction(kernel->module, name, LLVMFunctionType(result, types, of->arguments + 1, false));
    LLVMSetLinkage(of->function, LLVMInternalLinkage);
    unsigned kind = LLVMGetEnumAttributeKindForName(always, sizeof always - 1);
    LLVMAddAttributeAtIndex(of->function, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(kernel->context, kind, 0));
    make_body(of);
    fuse_keep_vector_function(kernel, of->function);
}

void fuse_declare_vector_fetch(fuse_kernel *kernel, LLVMValueRef call, unsigned strip)
{
    char variants[2048] = "", name[128], kinds[MOST_ARGUMENTS + 1] = "";
    size_t used = 0, length;
    form of = {.builder = LLVMCreateBuilderInContext(kernel->context),
               .scalar = LLVMGetCalledValue(call),
               .i32 = LLVMInt32TypeInContext(kernel->context),
               .i8 = LLVMInt8TypeInContext(kernel->context),
               .kinds = kinds,
               .arguments = LLVMGetNumArgOperands(call)};
    const char *callee = LLVMGetValueName2(of.scalar, &length);
    for (unsigned i = 0; i < of.arguments && i < MOST_ARGUMENTS; i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        bool integer = LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMIntegerTypeKind;
        kinds[i] = integer && LLVMIsAConstant(argument) ? 'u' : 'v';
    }
    unsigned most = kernel->level == 0 ? 4 : kernel->level == 1 ? 8 : 16;
    for (of.threads = 2; of.threads <= most || (of.threads <= strip && of.threads <= MOST_VECTOR); of.threads *= 2) {
        snprintf(name, sizeof name, "%s_%s_x%u", callee, kinds, of.threads);
        declare(kernel, &of, name);
        used += (size_t)snprintf(variants + used, sizeof variants - used, "%s_ZGV_LLVM_M%u%s_%s(%s)", used ? "," : "",
                                 of.threads, kinds, callee, name);
    }
    LLVMDisposeBuilder(of.builder);
    fuse_set_vector_variants(kernel, call, variants);
}
