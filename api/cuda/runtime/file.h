/* What a compiled .cu file tells the runtime: lanewise-lower-cuda writes it, and it calls lw_cuda_add_file(). */
#ifndef LANEWISE_CUDA_FILE_H
#define LANEWISE_CUDA_FILE_H

#include "../../lanewise/descriptor.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct lw_cuda_kernel {
    const char *name; /* mangled; null: the list's end */
    lw_kernel *kernel;
} lw_cuda_kernel;

typedef struct lw_cuda_symbol {
    const char *name; /* mangled; null: the list's end */
    const lw_symbol *symbol;
    const void *initial; /* its bytes when the program begins; null: zeros */
} lw_cuda_symbol;

typedef struct lw_cuda_file {
    const char *id; /* a text that the file's host code holds, too, in place of a fat binary */
    const lw_cuda_kernel *kernels;
    const lw_cuda_symbol *symbols;
    struct lw_cuda_file *next; /* the runtime's */
} lw_cuda_file;

/* Before the file's host code registers kernels and variables, and after it has ended. */
void lw_cuda_add_file(lw_cuda_file *file);
void lw_cuda_remove_file(lw_cuda_file *file);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
