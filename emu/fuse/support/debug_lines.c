/* Source lines of emitted code. To a debugger each region's function is the kernel. Each instruction keeps its line
 * in the kernel's own file, also if a function of a header was inlined there. Variables are not kept: a thread's may
 * be in a vector.
 *
 * Invariant: code does not depend on it; a function's locations are in its own scope. */
#include "debug_lines.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "kernel.h"

void fuse_debug_begin(fuse_compilation *module)
{
    LLVMValueRef any = NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(module->module); f && !any; f = LLVMGetNextFunction(f))
        any = LLVMGetSubprogram(f) ? f : NULL;
    if (!any)
        return;
    module->debug = LLVMCreateDIBuilder(module->module);
    module->file = LLVMDIScopeGetFile(LLVMGetSubprogram(any));
    static const char producer[] = "lanewise-fuse";
    LLVMDIBuilderCreateCompileUnit(module->debug, LLVMDWARFSourceLanguageC11, module->file, producer,
                                   sizeof producer - 1, true, "", 0, 0, "", 0, LLVMDWARFEmissionFull, 0, false, false,
                                   "", 0, "", 0);
}

void fuse_debug_end(fuse_compilation *module)
{
    if (!module->debug)
        return;
    LLVMDIBuilderFinalize(module->debug);
    LLVMDisposeDIBuilder(module->debug);
}

LLVMMetadataRef fuse_debug_function(const fuse_kernel *kernel, LLVMValueRef function)
{
    LLVMMetadataRef of_thread = LLVMGetSubprogram(kernel->function);
    if (!kernel->compilation->debug || !of_thread)
        return NULL;
    LLVMMetadataRef file = LLVMDIScopeGetFile(of_thread);
    LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(kernel->compilation->debug, file, NULL, 0, LLVMDIFlagZero);
    unsigned line = LLVMDISubprogramGetLine(of_thread);
    size_t length;
    const char *symbol = LLVMGetValueName2(function, &length);
    LLVMMetadataRef made =
        LLVMDIBuilderCreateFunction(kernel->compilation->debug, file, kernel->name, strlen(kernel->name), symbol,
                                    length, file, line, type, true, true, line, LLVMDIFlagZero, true);
    LLVMSetSubprogram(function, made);
    return made;
}

static bool same_file(LLVMMetadataRef a, LLVMMetadataRef b)
{
    unsigned length_a, length_b;
    const char *name_a = LLVMDIFileGetFilename(a, &length_a), *name_b = LLVMDIFileGetFilename(b, &length_b);
    return a == b || (length_a == length_b && memcmp(name_a, name_b, length_a) == 0);
}

/* The location in the file, among those where `at` was inlined; null: none is. */
static LLVMMetadataRef location_in(LLVMMetadataRef own, LLVMMetadataRef at)
{
    for (; at; at = LLVMDILocationGetInlinedAt(at)) {
        LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(at));
        if (file && same_file(file, own))
            break;
    }
    return at;
}

unsigned fuse_debug_own_line(const fuse_kernel *kernel, LLVMValueRef instruction)
{
    LLVMMetadataRef of_thread = LLVMGetSubprogram(kernel->function), at = LLVMInstructionGetDebugLoc(instruction);
    at = of_thread && at ? location_in(LLVMDIScopeGetFile(of_thread), at) : NULL;
    return at ? LLVMDILocationGetLine(at) : 0;
}

void fuse_debug_line(const fuse_kernel *kernel, LLVMMetadataRef function, LLVMValueRef made, LLVMValueRef from)
{
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(from);
    if (!at)
        return;
    if (!function) {
        LLVMInstructionSetDebugLoc(made, NULL);
        return;
    }
    LLVMMetadataRef own = LLVMDIScopeGetFile(function), best = location_in(own, at);
    best = best ? best : at;
    LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(best)), scope = function;
    if (file && !same_file(file, own))
        scope = LLVMDIBuilderCreateLexicalBlockFile(kernel->compilation->debug, function, file, 0);
    LLVMInstructionSetDebugLoc(made, LLVMDIBuilderCreateDebugLocation(kernel->context, LLVMDILocationGetLine(best),
                                                                      LLVMDILocationGetColumn(best), scope, NULL));
}

unsigned fuse_loop_line(const fuse_kernel *kernel, const fuse_loop *loop)
{
    unsigned line = fuse_debug_own_line(kernel, kernel->block[loop->latch].end);
    for (LLVMValueRef at = LLVMGetFirstInstruction(kernel->block[loop->header].block); at && !line;
         at = LLVMGetNextInstruction(at))
        line = fuse_debug_own_line(kernel, at);
    return line;
}
