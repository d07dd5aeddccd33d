/* Modules in files: bitcode that is odd, truncated or from another LLVM is refused in one line. */
#include "bitcode.h"

#include <errno.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

/* Prints one line. LLVM's message may also begin with the file, and show the place in further lines. */
int fuse_fail(const char *file, const char *message)
{
    size_t length = strlen(file);
    if (strncmp(message, file, length) == 0 && message[length] == ':')
        message += length + 1 + (message[length + 1] == ' ');
    fprintf(stderr, "lanewise-fuse: %s: %.*s\n", file, (int)strcspn(message, "\n"), message);
    return 1;
}

int fuse_save(const char *from, size_t size, const char *output)
{
    FILE *file = fopen(output, "wbe");
    bool written = file && fwrite(from, 1, size, file) == size;
    if (file && fclose(file) != 0)
        written = false;
    return written ? 0 : fuse_fail(output, strerror(errno));
}

int fuse_write(LLVMModuleRef module, const char *output, bool text)
{
    char *printed = text ? LLVMPrintModuleToString(module) : NULL;
    LLVMMemoryBufferRef buffer = text ? NULL : LLVMWriteBitcodeToMemoryBuffer(module);
    int status = text ? fuse_save(printed, strlen(printed), output)
                      : fuse_save(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer), output);
    LLVMDisposeMessage(printed);
    if (buffer)
        LLVMDisposeMemoryBuffer(buffer);
    return status;
}

LLVMModuleRef fuse_read(LLVMContextRef context, const char *input)
{
    LLVMMemoryBufferRef buffer = NULL;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(input, &buffer, &message))
        return fuse_fail(input, message), NULL;
    if (LLVMGetBufferSize(buffer) == 0)
        return fuse_fail(input, "it is empty"), NULL;
    if (LLVMParseIRInContext(context, buffer, &module, &message) ||
        LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
        return fuse_fail(input, message), NULL;
    LLVMDisposeMessage(message);
    return module;
}
