#ifndef FUSE_SUPPORT_BITCODE_H
#define FUSE_SUPPORT_BITCODE_H

#include "kernel.h"

int fuse_fail(const char *file, const char *message);               /* says it of the file; 1 */
LLVMModuleRef fuse_read(LLVMContextRef context, const char *input); /* null: it has said why not */
int fuse_save(const char *from, size_t size, const char *output);   /* the exit status */
int fuse_write(LLVMModuleRef module, const char *output, bool text);

#endif
