/* Functions on kernels that all passes use. */
#include "kernel.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* LW_KERNEL makes such functions, with a pointer to the arguments as the only parameter. Any other function of such
 * a name is none. */
bool fuse_is_kernel(LLVMValueRef function)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    static const char tail[] = "__fiber";
    if (!LLVMGetFirstBasicBlock(function) || length <= sizeof tail - 1 ||
        strcmp(name + length - (sizeof tail - 1), tail) != 0)
        return false;
    LLVMTypeRef type = LLVMGlobalGetValueType(function), pointer = NULL;
    if (LLVMCountParamTypes(type) == 1 && !LLVMIsFunctionVarArg(type))
        LLVMGetParamTypes(type, &pointer);
    return pointer && LLVMGetTypeKind(pointer) == LLVMPointerTypeKind &&
           LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind;
}

bool fuse_refuse(fuse_kernel *kernel, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(kernel->reason, sizeof kernel->reason, format, arguments);
    va_end(arguments);
    return false;
}

void fuse_forget_dominance(fuse_kernel *kernel)
{
    bool **of = kernel->dominance.reached_without;
    for (int i = 0; of && i < kernel->blocks; i++)
        free(of[i]);
    free(of);
    kernel->dominance.reached_without = NULL;
}

void fuse_place_slot(fuse_kernel *kernel, fuse_slot *slot)
{
    unsigned *end = slot->uniform ? &kernel->uniform_size : &kernel->context_size;
    /* An array by thread starts at `offset` times the kernel's stride: aligned, since `offset` is a multiple of the
     * element's alignment. */
    unsigned size = (slot->size + slot->alignment - 1) / slot->alignment * slot->alignment;
    *end = (*end + slot->alignment - 1) / slot->alignment * slot->alignment;
    slot->offset = *end;
    slot->size = size;
    *end += size;
}
