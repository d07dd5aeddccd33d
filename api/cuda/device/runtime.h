/* The C library's functions and the device runtime's in kernels. */
#ifndef LANEWISE_CUDA_DEVICE_RUNTIME_H
#define LANEWISE_CUDA_DEVICE_RUNTIME_H

extern "C" {
__device__ int vprintf(const char *format, const char *arguments);
__device__ int printf(const char *format, ...); /* clang makes vprintf() of it, with the arguments in a structure */
__device__ void __assert_fail(const char *expression, const char *file, unsigned line, const char *function);
__device__ void lw_cuda_nanosleep(unsigned nanoseconds);
__device__ void lw_cuda_grid_dependency();
}

LW_CUDA_DEVICE double nan(const char *tag)
{
    return __nv_nan((const signed char *)tag);
}
LW_CUDA_DEVICE float nanf(const char *tag)
{
    return __nv_nanf((const signed char *)tag);
}
LW_CUDA_DEVICE void __nanosleep(unsigned nanoseconds)
{
    lw_cuda_nanosleep(nanoseconds);
}
/* A grid starts when those before it in its stream have ended: there is nothing to wait for, and none that waits. */
LW_CUDA_DEVICE void cudaGridDependencySynchronize() {}
LW_CUDA_DEVICE void cudaTriggerProgrammaticLaunchCompletion() {}

#endif
