/* The functions that clang's code for the host of CUDA C++ calls. */
#ifndef LANEWISE_CUDA_REGISTER_H
#define LANEWISE_CUDA_REGISTER_H

#include <stddef.h>

#include "../cuda_runtime_api.h"

#pragma GCC visibility push(default)

void **__cudaRegisterFatBinary(void *binary);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
int __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, void *thread,
                           void *block, void *block_dim, void *grid_dim, int *warp_size);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external, size_t size,
                       int constant, int global);
/* Around a launch `kernel<<<grid, block, shared, stream>>>(...)`: the configuration on its way to the kernel's stub. */
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream);
unsigned __cudaPushCallConfiguration_ptsz(dim3 grid, dim3 block, size_t shared, void *stream); /* 0: the thread's */
unsigned __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void **stream);

#pragma GCC visibility pop

#endif
