/* Kernels of this program: a CUfunction is the address that the runtime knows a kernel by. */
#include <stdlib.h>

#include "driver.h"

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol)
{
    CUDART_CALLED();
    if (!function)
        return cudart_fail(cudaErrorInvalidValue, "cudaGetFuncBySymbol: function is null");
    if (!cudart_kernel(symbol))
        return cudart_fail(cudaErrorInvalidDeviceFunction, "cudaGetFuncBySymbol: %p is no kernel of this program",
                           symbol);
    *function = (cudaFunction_t)(uintptr_t)symbol;
    return cudaSuccess;
}

static CUresult check(CUfunction function, const char *name)
{
    if (cudart_kernel(function))
        return CUDA_SUCCESS;
    return driver_refuse(CUDA_ERROR_INVALID_HANDLE, "%s: %p is no kernel of this program", name, (void *)function);
}

/* ---- launches ---- */
/* Arguments in one block of memory, which `extra` names: pointers to them. The caller frees. */
static CUresult unpack(const lw_kernel *kernel, void **extra, void ***arguments)
{
    char *buffer = NULL;
    size_t size = 0;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2)
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = extra[1];
        else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
            size = *(size_t *)extra[1];
        else
            return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuLaunchKernel: extra has %p, no CU_LAUNCH_PARAM_", *extra);
    if (kernel->arguments_size && (!buffer || size < kernel->arguments_size))
        return driver_refuse(CUDA_ERROR_INVALID_VALUE,
                             "cuLaunchKernel: extra has %zu bytes of arguments; kernel %s has %zu", buffer ? size : 0,
                             kernel->name, kernel->arguments_size);
    *arguments = malloc((kernel->parameter_count + 1) * sizeof **arguments);
    if (!*arguments)
        return driver_refuse(CUDA_ERROR_OUT_OF_MEMORY, "cuLaunchKernel: out of memory for the arguments");
    for (unsigned i = 0; i < kernel->parameter_count; i++)
        (*arguments)[i] = buffer + kernel->parameters[i].offset;
    return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void **arguments,
                        void **extra)
{
    CUDART_CALLED();
    cudaError_t last = cudart_last_error();
    void **unpacked = NULL;
    CUresult result = check(function, "cuLaunchKernel");
    if (!result && arguments && extra)
        result = driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuLaunchKernel: arguments and extra are both given");
    if (!result && extra)
        result = unpack(cudart_kernel(function), extra, &unpacked);
    dim3 grid = {grid_x, grid_y, grid_z}, block = {block_x, block_y, block_z};
    if (!result)
        result = driver_result(cudaLaunchKernel(function, grid, block, unpacked ? unpacked : arguments, shared, stream),
                               last);
    free(unpacked);
    return result;
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                   CUstream stream, void **arguments)
{
    CUDART_CALLED();
    cudaError_t last = cudart_last_error();
    CUresult result = check(function, "cuLaunchCooperativeKernel");
    dim3 grid = {grid_x, grid_y, grid_z}, block = {block_x, block_y, block_z};
    return result ? result
                  : driver_result(cudaLaunchCooperativeKernel(function, grid, block, arguments, shared, stream), last);
}

/* ---- attributes ---- */
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    CUDART_CALLED();
    struct cudaFuncAttributes known;
    cudaError_t last = cudart_last_error();
    CUresult result = check(function, "cuFuncGetAttribute");
    if (!result && !value)
        result = driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuFuncGetAttribute: value is null");
    if (!result)
        result = driver_result(cudaFuncGetAttributes(&known, function), last);
    if (result)
        return result;
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = known.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)known.sharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)known.constSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)known.localSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = known.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = known.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = known.binaryVersion; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = known.maxDynamicSharedSizeBytes; break;
    default:
        return driver_refuse(CUDA_ERROR_INVALID_VALUE, "cuFuncGetAttribute: attribute is %d, which is not known",
                             (int)attribute);
    }
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    DRIVER_CALL(cudaFuncSetAttribute(function, (enum cudaFuncAttribute)attribute, value));
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config)
{
    DRIVER_CALL(cudaFuncSetCacheConfig(function, (enum cudaFuncCache)config));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads, size_t shared)
{
    DRIVER_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared));
}

static size_t shared_of_threads(unsigned threads, void *user)
{
    return (*(CUoccupancyB2DSize *)user)((int)threads);
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_of,
                                          size_t shared, int limit)
{
    if (shared_of)
        DRIVER_CALL(lw_cuda_potential_block_size_variable(grid, block, function, shared_of_threads, &shared_of, limit));
    DRIVER_CALL(lw_cuda_potential_block_size(grid, block, function, shared, limit));
}
