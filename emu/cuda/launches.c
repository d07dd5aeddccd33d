/* Kernels that launch kernels. In a file that has such, kernels are functions with the attribute ANNOTATION, and a
 * launch is two calls in one function (api/cuda/device/child.h):
 *
 *     lw_cuda_configure(grid, block, shared, stream);  kernel(a, b);
 *
 * The first fills a structure on the function's stack. The second becomes lw_cuda_child_launch(descriptor, structure,
 * arguments), with the arguments as the kernel's entry unpacks them. */
#include "lower.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

#define ANNOTATION "lanewise kernel"
static const char annotations[] = "llvm.global.annotations", configure[] = "lw_cuda_configure";
enum { DIM3_SIZE = 12, SHARED_OFFSET = 24, STREAM_OFFSET = 32, CONFIGURATION_SIZE = 40, ALIGNMENT = 16 };

/* ---- which functions are kernels ---- */
static bool is_annotation(LLVMValueRef text)
{
    size_t length = 0;
    LLVMValueRef initial = LLVMIsAGlobalVariable(text) ? LLVMGetInitializer(text) : NULL;
    const char *words = initial && LLVMIsConstantString(initial) ? LLVMGetAsString(initial, &length) : NULL;
    return words && length == sizeof ANNOTATION && !memcmp(words, ANNOTATION, length);
}

/* The next function of the list from *index on that is such a kernel; null: there is none. */
static LLVMValueRef next_annotated(LLVMModuleRef module, int *index)
{
    LLVMValueRef list = LLVMGetNamedGlobal(module, annotations), entries = list ? LLVMGetInitializer(list) : NULL;
    while (entries && *index < LLVMGetNumOperands(entries)) {
        LLVMValueRef entry = LLVMGetOperand(entries, (unsigned)(*index)++), function = LLVMGetOperand(entry, 0);
        if (LLVMIsAFunction(function) && is_annotation(LLVMGetOperand(entry, 1)) && !LLVMIsDeclaration(function))
            return function;
    }
    return NULL;
}

void lower_find_annotated(lowering *of, LLVMValueRef **kernel, size_t *count)
{
    LLVMValueRef list = LLVMGetNamedGlobal(of->module, annotations), function;
    for (int i = 0; (function = next_annotated(of->module, &i));) {
        LLVMSetComdat(function, NULL);
        LLVMSetLinkage(function, LLVMExternalLinkage);
        lower_append(kernel, count, function);
    }
    if (list)
        LLVMDeleteGlobal(list);
}

/* With -rdc=true clang gives static kernels a name that has a hash of the file, and host code knows them by it. It does not do
 * so for functions with the attribute. A kernel of child.h without the attribute shows the hash. */
void lower_export_annotated(LLVMModuleRef module)
{
    LLVMValueRef function, example = NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !example; f = LLVMGetNextFunction(f))
        if (lower_starts(lower_name(f), LOWER_EXAMPLE))
            example = f;
    const char *hash = example ? lower_name(example) + strlen(LOWER_EXAMPLE) : "";
    for (int i = 0; (function = next_annotated(module, &i));) {
        if (LLVMGetLinkage(function) != LLVMInternalLinkage)
            continue;
        char *name = lower_format("%s%s", lower_name(function), hash);
        LLVMSetLinkage(function, LLVMExternalLinkage);
        LLVMSetValueName2(function, name, strlen(name));
        free(name);
    }
}

/* ---- launches ---- */
static const lower_kernel *kernel_of(const lowering *of, LLVMValueRef function)
{
    for (size_t i = 0; i < of->kernel_count; i++)
        if (of->kernel[i].function == function)
            return &of->kernel[i];
    return NULL;
}

static LLVMValueRef make_room(lowering *of, LLVMValueRef function, unsigned long long size)
{
    LLVMPositionBuilder(of->builder, LLVMGetEntryBasicBlock(function),
                        LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMSetCurrentDebugLocation2(of->builder, NULL);
    LLVMTypeRef bytes = LLVMArrayType2(LLVMInt8TypeInContext(of->context), size ? size : 1);
    LLVMValueRef room = LLVMBuildAlloca(of->builder, bytes, "");
    LLVMSetAlignment(room, ALIGNMENT);
    return room;
}

static LLVMValueRef at_offset(lowering *of, LLVMValueRef room, unsigned long long offset)
{
    LLVMValueRef index = LLVMConstInt(of->size, offset, false);
    return LLVMBuildGEP2(of->builder, LLVMInt8TypeInContext(of->context), room, &index, 1, "");
}

static void copy(lowering *of, LLVMValueRef to, LLVMValueRef from, unsigned long long size)
{
    LLVMBuildMemCpy(of->builder, to, 4, from, 1, LLVMConstInt(of->size, size, false));
}

static void fill(lowering *of, LLVMValueRef call, LLVMValueRef room)
{
    LLVMPositionBuilderBefore(of->builder, call);
    LLVMSetCurrentDebugLocation2(of->builder, LLVMInstructionGetDebugLoc(call));
    copy(of, room, LLVMGetOperand(call, 0), DIM3_SIZE);
    copy(of, at_offset(of, room, DIM3_SIZE), LLVMGetOperand(call, 1), DIM3_SIZE);
    LLVMBuildStore(of->builder, LLVMGetOperand(call, 2), at_offset(of, room, SHARED_OFFSET));
    LLVMBuildStore(of->builder, LLVMGetOperand(call, 3), at_offset(of, room, STREAM_OFFSET));
    LLVMInstructionEraseFromParent(call);
}

/* As make_entry() lays the arguments out. Sets where each is, and returns their size. */
static unsigned long long lay_out(const lowering *of, LLVMValueRef kernel, lower_parameter *parameter,
                                  unsigned long long *offset)
{
    unsigned long long end = 0;
    for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
        parameter[i] = lower_parameter_of(of, kernel, i);
        offset[i] = lower_offset_of(end, &parameter[i]);
        end = offset[i] + parameter[i].size;
    }
    return end;
}

/* The kernel's lw_kernel, which descriptors.c defines. */
static LLVMValueRef descriptor(lowering *of, const lower_kernel *kernel)
{
    char *name = lower_format("%s__kernel", kernel->symbol);
    LLVMValueRef made = LLVMGetNamedGlobal(of->module, name);
    if (!made) {
        made = LLVMAddGlobal(of->module, LLVMInt8TypeInContext(of->context), name);
        LLVMSetVisibility(made, LLVMHiddenVisibility);
    }
    free(name);
    return made;
}

static LLVMValueRef launcher(lowering *of)
{
    static const char name[] = "lw_cuda_child_launch";
    LLVMValueRef made = LLVMGetNamedFunction(of->module, name);
    LLVMTypeRef argument[] = {of->pointer, of->pointer, of->pointer};
    return made ? made
                : LLVMAddFunction(of->module, name,
                                  LLVMFunctionType(LLVMVoidTypeInContext(of->context), argument, 3, false));
}

static void launch(lowering *of, LLVMValueRef call, const lower_kernel *kernel, LLVMValueRef configuration)
{
    unsigned count = LLVMCountParams(kernel->function);
    lower_parameter *parameter = lower_allocate(count, sizeof *parameter);
    unsigned long long *offset = lower_allocate(count, sizeof *offset);
    unsigned long long size = lay_out(of, kernel->function, parameter, offset);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMValueRef arguments = make_room(of, function, size);
    LLVMPositionBuilderBefore(of->builder, call);
    LLVMSetCurrentDebugLocation2(of->builder, LLVMInstructionGetDebugLoc(call));
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef to = at_offset(of, arguments, offset[i]), value = LLVMGetOperand(call, i);
        if (parameter[i].by_value)
            LLVMBuildMemCpy(of->builder, to, 1, value, 1, LLVMConstInt(of->size, parameter[i].size, false));
        else
            LLVMSetAlignment(LLVMBuildStore(of->builder, value, to), 1);
    }
    LLVMValueRef with[] = {descriptor(of, kernel), configuration, arguments}, child = launcher(of);
    LLVMBuildCall2(of->builder, LLVMGlobalGetValueType(child), child, with, 3, "");
    LLVMInstructionEraseFromParent(call);
    free(parameter);
    free(offset);
}

typedef struct calls {
    LLVMValueRef *configure, *kernel;
    size_t configure_count, kernel_count;
    bool has_pointer; /* a function is called through a pointer */
} calls;

static calls find_calls(const lowering *of, LLVMValueRef function)
{
    calls found = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (!callee || !LLVMIsAFunction(callee))
                found.has_pointer |= callee && !LLVMIsAInlineAsm(callee);
            else if (kernel_of(of, callee))
                lower_append(&found.kernel, &found.kernel_count, i);
            else if (!strcmp(lower_name(callee), configure))
                lower_append(&found.configure, &found.configure_count, i);
        }
    return found;
}

void lower_replace_launches(lowering *of)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(of->module); f; f = LLVMGetNextFunction(f)) {
        calls found = find_calls(of, f);
        if (found.configure_count > found.kernel_count && found.has_pointer) /* else of a kernel that is not defined */
            lower_refuse(of, lower_place_of(of, found.configure[0]),
                         "a kernel launches a kernel through a pointer, which is not supported");
        else if (found.kernel_count > found.configure_count)
            lower_refuse(of, lower_place_of(of, found.kernel[0]), "a kernel is called without <<<>>> in device code");
        LLVMValueRef room = found.kernel_count && !of->failed ? make_room(of, f, CONFIGURATION_SIZE) : NULL;
        for (size_t i = 0; i < found.configure_count && room; i++)
            fill(of, found.configure[i], room);
        for (size_t i = 0; i < found.kernel_count && room; i++)
            launch(of, found.kernel[i], kernel_of(of, LLVMGetCalledValue(found.kernel[i])), room);
        free(found.configure);
        free(found.kernel);
    }
    LLVMSetCurrentDebugLocation2(of->builder, NULL);
}
