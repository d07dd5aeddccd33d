/* A kernel's entry: it unpacks the structure of arguments and calls the kernel for one thread, as LW_KERNEL's does. Its
 * name, NAME__fiber or NAME__checked, is what descriptors.c and lanewise-fuse expect. */
#include "lower.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

static unsigned kind(const char *name)
{
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

lower_parameter lower_parameter_of(const lowering *of, LLVMValueRef function, unsigned index)
{
    LLVMAttributeRef by_value = LLVMGetEnumAttributeAtIndex(function, index + 1, kind("byval"));
    LLVMAttributeRef align = LLVMGetEnumAttributeAtIndex(function, index + 1, kind("align"));
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, index));
    if (by_value)
        type = LLVMGetTypeAttributeValue(by_value);
    return (lower_parameter){.type = type,
                             .by_value = by_value != NULL,
                             .size = LLVMABISizeOfType(of->layout, type),
                             .alignment = by_value && align ? LLVMGetEnumAttributeValue(align)
                                                            : LLVMABIAlignmentOfType(of->layout, type)};
}

unsigned long long lower_offset_of(unsigned long long offset, const lower_parameter *parameter)
{
    return (offset + parameter->alignment - 1) / parameter->alignment * parameter->alignment;
}

static LLVMValueRef load_argument(lowering *of, LLVMValueRef entry, const lower_parameter *parameter,
                                  unsigned long long offset)
{
    LLVMBuilderRef b = of->builder;
    LLVMValueRef at = LLVMConstInt(of->size, offset, false);
    LLVMValueRef from = LLVMBuildGEP2(b, LLVMInt8TypeInContext(of->context), LLVMGetParam(entry, 0), &at, 1, "");
    unsigned alignment = (unsigned)parameter->alignment;
    if (!parameter->by_value) {
        LLVMValueRef value = LLVMBuildLoad2(b, parameter->type, from, "");
        LLVMSetAlignment(value, alignment);
        return value;
    }
    LLVMValueRef own = LLVMBuildAlloca(b, parameter->type, ""); /* a kernel may change its parameters */
    LLVMSetAlignment(own, alignment);
    LLVMBuildMemCpy(b, own, alignment, from, alignment, LLVMConstInt(of->size, parameter->size, false));
    return own;
}

/* What lanewise-fuse reads of LW_KERNEL's attributes: max_threads, min_blocks, block_size, cluster. */
static void add_attributes(lowering *of, const lower_kernel *kernel)
{
    char *name = lower_format("%s__attributes", kernel->symbol);
    LLVMValueRef zero = LLVMConstInt(of->word, 0, false), zeros[] = {zero, zero, zero};
    LLVMValueRef none = LLVMConstStructInContext(of->context, zeros, 3, false);
    LLVMValueRef field[] = {LLVMConstInt(of->word, kernel->most_threads, false),
                            LLVMConstInt(of->word, kernel->least_blocks, false), none, none};
    LLVMValueRef value = LLVMConstStructInContext(of->context, field, 4, false);
    LLVMValueRef made = LLVMAddGlobal(of->module, LLVMTypeOf(value), name);
    LLVMSetInitializer(made, value);
    LLVMSetGlobalConstant(made, true);
    free(name);
}

/* The entry's own debug information: without it, the lines of what is inlined into the entry would be lost. */
static void set_lines(lowering *of, const lower_kernel *kernel, LLVMDIBuilderRef debug, LLVMMetadataRef *unit)
{
    static const char producer[] = "lanewise";
    LLVMMetadataRef program = LLVMGetSubprogram(kernel->function);
    if (!program)
        return;
    LLVMMetadataRef file = LLVMDIScopeGetFile(program);
    if (!*unit)
        *unit = LLVMDIBuilderCreateCompileUnit(debug, LLVMDWARFSourceLanguageC_plus_plus_14, file, producer,
                                               sizeof producer - 1, true, "", 0, 0, "", 0, LLVMDWARFEmissionFull, 0,
                                               false, false, "", 0, "", 0);
    LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(debug, file, NULL, 0, LLVMDIFlagZero);
    LLVMMetadataRef own =
        LLVMDIBuilderCreateFunction(debug, file, kernel->name, strlen(kernel->name), "", 0, file, kernel->line, type,
                                    true, true, kernel->line, LLVMDIFlagArtificial, true);
    LLVMSetSubprogram(kernel->entry, own);
    LLVMSetCurrentDebugLocation2(of->builder,
                                 LLVMDIBuilderCreateDebugLocation(of->context, kernel->line, 0, own, NULL));
}

static void make_entry(lowering *of, lower_kernel *kernel, LLVMDIBuilderRef debug, LLVMMetadataRef *unit)
{
    char *name = lower_format("%s__%s", kernel->symbol, of->copy == LOWER_CHECKED ? "checked" : "fiber");
    LLVMValueRef function = kernel->function;
    unsigned count = LLVMCountParams(function);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(of->context), &of->pointer, 1, false);
    LLVMValueRef entry = LLVMAddFunction(of->module, name, type);
    LLVMSetVisibility(entry, of->copy == LOWER_FUSED ? LLVMDefaultVisibility : LLVMHiddenVisibility);
    LLVMPositionBuilderAtEnd(of->builder, LLVMAppendBasicBlockInContext(of->context, entry, ""));
    kernel->entry = entry;
    set_lines(of, kernel, debug, unit);
    LLVMValueRef *value = lower_allocate(count, sizeof *value);
    unsigned long long offset = 0;
    kernel->parameter = lower_allocate(count, sizeof *kernel->parameter);
    for (unsigned i = 0; i < count; i++) {
        lower_parameter parameter = kernel->parameter[i] = lower_parameter_of(of, function, i);
        offset = lower_offset_of(offset, &parameter);
        value[i] = load_argument(of, entry, &parameter, offset);
        offset += parameter.size;
    }
    kernel->arguments_size = offset;
    for (unsigned i = 0; i < count; i++)
        LLVMRemoveEnumAttributeAtIndex(function, i + 1, kind("byval"));
    LLVMBuildCall2(of->builder, LLVMGlobalGetValueType(function), function, value, count, "");
    LLVMBuildRetVoid(of->builder);
    LLVMSetCurrentDebugLocation2(of->builder, NULL);
    if (of->copy == LOWER_FUSED)
        add_attributes(of, kernel);
    free(value);
    free(name);
}

void lower_make_entries(lowering *of)
{
    LLVMDIBuilderRef debug = LLVMCreateDIBuilder(of->module);
    LLVMMetadataRef unit = NULL;
    for (size_t i = 0; i < of->kernel_count; i++)
        make_entry(of, &of->kernel[i], debug, &unit);
    LLVMDIBuilderFinalize(debug);
    LLVMDisposeDIBuilder(debug);
}
