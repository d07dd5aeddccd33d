/* The runtime's functions that are templates in C++: typed pointers, kernels and variables by name. */
#ifndef LANEWISE_CUDA_OVERLOADS_H
#define LANEWISE_CUDA_OVERLOADS_H

/* Without lines of their own: reports name the line of the program's call. */
#ifdef __clang__
#define CUDART_OVERLOAD inline __attribute__((always_inline, nodebug))
#else /* host code that another compiler compiles */
#define CUDART_OVERLOAD inline __attribute__((always_inline))
#endif

template <class T> CUDART_OVERLOAD cudaError_t cudaMalloc(T **pointer, size_t size)
{
    return cudaMalloc((void **)(void *)pointer, size);
}
template <class T> CUDART_OVERLOAD cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch((void **)(void *)pointer, pitch, width, height);
}
template <class T> CUDART_OVERLOAD cudaError_t cudaMallocHost(T **pointer, size_t size, unsigned flags = 0)
{
    return cudaHostAlloc((void **)(void *)pointer, size, flags);
}
template <class T> CUDART_OVERLOAD cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned flags)
{
    return cudaHostAlloc((void **)(void *)pointer, size, flags);
}
template <class T> CUDART_OVERLOAD cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags)
{
    return cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaMallocManaged(T **pointer, size_t size, unsigned flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged((void **)(void *)pointer, size, flags);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t size = 0,
                                                     unsigned flags = cudaMemAttachSingle)
{
    return cudaStreamAttachMemAsync(stream, (void *)pointer, size, flags);
}
template <class T> CUDART_OVERLOAD cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream)
{
    return cudaMallocAsync((void **)(void *)pointer, size, stream);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return cudaMallocFromPoolAsync((void **)(void *)pointer, size, pool, stream);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return cudaMallocFromPoolAsync((void **)(void *)pointer, size, pool, stream);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size, size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cudaMemcpyToSymbol((const void *)&symbol, from, size, offset, kind);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size, size_t offset = 0,
                                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cudaMemcpyFromSymbol(to, (const void *)&symbol, size, offset, kind);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t size, size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                    cudaStream_t stream = 0)
{
    return cudaMemcpyToSymbolAsync((const void *)&symbol, from, size, offset, kind, stream);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t size, size_t offset = 0,
                                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                      cudaStream_t stream = 0)
{
    return cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, size, offset, kind, stream);
}
template <class T> CUDART_OVERLOAD cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol)
{
    return cudaGetSymbolAddress(pointer, (const void *)&symbol);
}
template <class T> CUDART_OVERLOAD cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol)
{
    return cudaGetSymbolSize(size, (const void *)&symbol);
}
CUDART_OVERLOAD cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags)
{
    return cudaEventCreateWithFlags(event, flags);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                                             cudaStream_t stream = 0)
{
    return cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared, stream);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments,
                                                        size_t shared = 0, cudaStream_t stream = 0)
{
    return cudaLaunchCooperativeKernel((const void *)kernel, grid, block, arguments, shared, stream);
}
template <class... Parameter, class... Argument>
CUDART_OVERLOAD cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameter...),
                                               Argument &&...argument)
{
    return [&](Parameter... value) {
        void *list[] = {(void *)&value..., nullptr};
        return cudaLaunchKernelExC(config, (const void *)kernel, list);
    }(static_cast<Argument &&>(argument)...);
}
template <class T> CUDART_OVERLOAD cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *kernel)
{
    return cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class T> CUDART_OVERLOAD cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class T> CUDART_OVERLOAD cudaError_t cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config)
{
    return cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class T> CUDART_OVERLOAD cudaError_t cudaFuncSetSharedMemConfig(T *kernel, cudaSharedMemConfig config)
{
    return cudaFuncSetSharedMemConfig((const void *)kernel, config);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *kernel, int threads,
                                                                          size_t shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, threads, shared);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaOccupancyMaxPotentialBlockSize(int *blocks, int *threads, T kernel, size_t shared = 0,
                                                               int limit = 0)
{
    return lw_cuda_potential_block_size(blocks, threads, (const void *)kernel, shared, limit);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *blocks, int *threads, T kernel,
                                                                        size_t shared = 0, int limit = 0, unsigned = 0)
{
    return lw_cuda_potential_block_size(blocks, threads, (const void *)kernel, shared, limit);
}
template <class T> size_t lw_cuda_shared_of(unsigned threads, void *function)
{
    return (*(T *)function)((int)threads);
}
/* `shared`: a function of the number of threads. */
template <class K, class F>
CUDART_OVERLOAD cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *blocks, int *threads, K kernel,
                                                                           F shared, int limit = 0)
{
    return lw_cuda_potential_block_size_variable(blocks, threads, (const void *)kernel, lw_cuda_shared_of<F>, &shared,
                                                 limit);
}
template <class K, class F>
CUDART_OVERLOAD cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *blocks, int *threads, K kernel,
                                                                                    F shared, int limit = 0,
                                                                                    unsigned = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(blocks, threads, kernel, shared, limit);
}
template <class T>
CUDART_OVERLOAD cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T kernel, int threads,
                                                                                   size_t shared, unsigned = 0)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, threads, shared);
}
/* The forms before CUDA 12. */
CUDART_OVERLOAD cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphNode_t *, char *,
                                                 size_t)
{
    return cudaGraphInstantiate(exec, graph, 0ull);
}
CUDART_OVERLOAD cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t *node,
                                                cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
    if (node)
        *node = info.errorNode;
    if (result)
        *result = info.result;
    return error;
}

#undef CUDART_OVERLOAD

#endif
