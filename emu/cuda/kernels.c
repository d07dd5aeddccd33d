/* Finds the module's kernels and their attributes: clang writes both to the named metadata nvvm.annotations, as
 * {function, text, number}. */
#include "lower.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

static lower_kernel *kernel_of(const lowering *of, LLVMValueRef function)
{
    for (size_t i = 0; i < of->kernel_count; i++)
        if (of->kernel[i].function == function)
            return &of->kernel[i];
    return NULL;
}

/* Static kernels of several files can have one name. The emulator knows a kernel's shared variables by its name and line. */
static bool has_name(const lowering *of, const char *name, unsigned line)
{
    for (size_t i = 0; i < of->kernel_count && lower_linked_count(of); i++)
        if (of->kernel[i].line == line && !strcmp(of->kernel[i].name, name))
            return true;
    return false;
}

static void add(lowering *of, LLVMValueRef function)
{
    if (kernel_of(of, function) || LLVMIsDeclaration(function) || lower_starts(lower_name(function), LOWER_EXAMPLE))
        return;
    lower_place place = lower_place_of_function(of, function);
    char *symbol = lower_format("%s", lower_name(function)), *name = lower_source_name(symbol, false);
    if (has_name(of, name, place.line)) {
        free(name);
        name = lower_format("%s", symbol);
    }
    of->kernel[of->kernel_count++] =
        (lower_kernel){.function = function, .symbol = symbol, .name = name, .file = place.file, .line = place.line};
}

/* A parameter that is a long double, has one as a member or points to one: to the device it is a double, so the host's bytes
 * would be read as something else. */
static void check_parameters(lowering *of, const lower_kernel *kernel)
{
    LLVMMetadataRef program = LLVMGetSubprogram(kernel->function);
    if (program && lower_has_long_double(of, program))
        lower_refuse(of, (lower_place){kernel->file, kernel->line},
                     "kernel %s has a parameter with a long double, which device code reads as a double", kernel->name);
}

static void set(lowering *of, LLVMValueRef function, const char *what, size_t length, LLVMValueRef value)
{
    static const char *const no_effect[] = {"kernel", "maxnreg", "align"};
    lower_kernel *kernel = kernel_of(of, function);
    if (!kernel)
        return;
    for (size_t i = 0; i < sizeof no_effect / sizeof *no_effect; i++)
        if (strlen(no_effect[i]) == length && !memcmp(no_effect[i], what, length))
            return;
    unsigned number = (unsigned)LLVMConstIntGetZExtValue(value);
    if (length == 8 && !memcmp(what, "maxntidx", length))
        kernel->most_threads = number;
    else if (length == 8 && !memcmp(what, "minctasm", length))
        kernel->least_blocks = number;
    else
        lower_refuse(of, lower_place_of_function(of, function),
                     "kernel %s has the attribute \"%.*s\", which is not supported", kernel->name, (int)length, what);
}

void lower_find_kernels(lowering *of)
{
    static const char annotations[] = "nvvm.annotations";
    unsigned count = LLVMGetNamedMetadataNumOperands(of->module, annotations);
    LLVMValueRef *node = lower_allocate(count, sizeof *node), part[3], *annotated = NULL;
    size_t annotated_count = 0;
    LLVMGetNamedMetadataOperands(of->module, annotations, node);
    lower_find_annotated(of, &annotated, &annotated_count);
    of->kernel = lower_allocate(count + annotated_count, sizeof *of->kernel);
    for (size_t i = 0; i < annotated_count; i++)
        add(of, annotated[i]);
    free(annotated);
    for (int attributes = 0; attributes < 2; attributes++)
        for (unsigned i = 0; i < count; i++) {
            if (LLVMGetMDNodeNumOperands(node[i]) != 3)
                continue;
            LLVMGetMDNodeOperands(node[i], part);
            unsigned length = 0;
            const char *what = part[1] ? LLVMGetMDString(part[1], &length) : NULL;
            if (!part[0] || !LLVMIsAFunction(part[0]) || !what)
                continue;
            if (attributes)
                set(of, part[0], what, length, part[2]);
            else if (length == 6 && !memcmp(what, "kernel", length))
                add(of, part[0]);
        }
    for (size_t i = 0; i < of->kernel_count; i++)
        check_parameters(of, &of->kernel[i]);
    free(node);
}
