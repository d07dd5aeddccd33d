/* Where something is in the source, from clang's debug information. */
#include "lower.h"

#include <llvm-c/DebugInfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *path_of(LLVMMetadataRef file)
{
    unsigned folder_length = 0, length = 0;
    const char *name = LLVMDIFileGetFilename(file, &length), *folder = LLVMDIFileGetDirectory(file, &folder_length);
    if (name[0] == '/' || folder_length == 0)
        return lower_format("%.*s", (int)length, name);
    return lower_format("%.*s/%.*s", (int)folder_length, folder, (int)length, name);
}

bool lower_in_headers(const lowering *of, LLVMMetadataRef file)
{
    if (!file)
        return false;
    char *path = path_of(file);
    bool found = false;
    for (size_t i = 0; i < of->header_count && !found; i++)
        found = lower_starts(path, of->headers[i]);
    free(path);
    return found;
}

/* The name as the compiler was given it: clang may take a name apart into folder and file. The text lives as long as the
 * program: kernels and records keep it. */
lower_place lower_place_of_file(LLVMMetadataRef file, unsigned line)
{
    static char *here;
    if (!here && !(here = getcwd(NULL, 0)))
        here = lower_format("%s", "");
    if (!file)
        return (lower_place){"", line};
    char *path = path_of(file);
    size_t length = strlen(here);
    bool below = length > 0 && lower_starts(path, here) && path[length] == '/';
    lower_place place = {below ? lower_format("%s", path + length + 1) : path, line};
    if (below)
        free(path);
    return place;
}

/* Of an instruction without a line: its function's. */
lower_place lower_place_of(const lowering *of, LLVMValueRef instruction)
{
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(instruction);
    if (!at)
        return lower_place_of_function(of, LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)));
    for (;;) {
        LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(at)), next = LLVMDILocationGetInlinedAt(at);
        if (!next || !lower_in_headers(of, file))
            return lower_place_of_file(file, LLVMDILocationGetLine(at));
        at = next;
    }
}

/* The first instruction that uses the value, by itself or in a constant; null: none. */
static LLVMValueRef first_use(LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMValueRef found = LLVMIsAInstruction(user) ? user : LLVMIsAConstantExpr(user) ? first_use(user) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

lower_place lower_place_of_use(const lowering *of, LLVMValueRef value)
{
    LLVMValueRef use = first_use(value);
    return use ? lower_place_of(of, use) : (lower_place){of->input, 0};
}

lower_place lower_place_of_function(const lowering *of, LLVMValueRef function)
{
    LLVMMetadataRef program = LLVMGetSubprogram(function);
    if (!program)
        return (lower_place){of->input, 0};
    return lower_place_of_file(LLVMDIScopeGetFile(program), LLVMDISubprogramGetLine(program));
}

lower_place lower_place_of_variable(const lowering *of, LLVMValueRef global)
{
    size_t count = 0;
    lower_place place = {of->input, 0};
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    for (size_t i = 0; i < count; i++) {
        LLVMMetadataRef expression = LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);
        if (LLVMGetMetadataKind(expression) != LLVMDIGlobalVariableExpressionMetadataKind)
            continue;
        LLVMMetadataRef variable = LLVMDIGlobalVariableExpressionGetVariable(expression);
        if (variable)
            place = lower_place_of_file(LLVMDIVariableGetFile(variable), LLVMDIVariableGetLine(variable));
        break;
    }
    LLVMDisposeValueMetadataEntries(entries);
    return place;
}

void lower_refuse(lowering *of, lower_place place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (place.line)
        fprintf(stderr, "%s:%u: error: ", place.file, place.line);
    else
        fprintf(stderr, "%s: error: ", place.file[0] ? place.file : of->input);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    of->failed = true;
}
