#ifndef FUSE_SUPPORT_BITCODE_H
#define FUSE_SUPPORT_BITCODE_H

#include "kernel.h"

int fuse_fail(const char *file, const char *message);               /* prints an error about the file; returns 1 */
LLVMModuleRef fuse_read(LLVMContextRef context, const char *input); /* null: an error was reported */
int fuse_save(const char *from, size_t size, const char *output);   /* returns the exit status */
int fuse_write(LLVMModuleRef module, const char *output, bool text);

#endif
