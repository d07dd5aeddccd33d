/* Launches, attributes of kernels, occupancy. */
#include <stdlib.h>
#include <string.h>

#include "cudart.h"
#include "register.h"

/* ---- `<<<>>>`: clang pushes the configuration, and the kernel's stub pops it and launches ---- */
enum { MOST_NESTED = 16 }; /* an argument of a launch may launch */

typedef struct configuration {
    dim3 grid, block;
    size_t shared;
    void *stream;
    uintptr_t caller; /* where the program launches; the stub, which calls cudaLaunchKernel(), is elsewhere */
} configuration;

static _Thread_local configuration pushed[MOST_NESTED];
static _Thread_local int depth;
static _Thread_local uintptr_t stub_caller; /* of the launch whose configuration was popped last; 0: none */

/* Not 0: the launch is left out. */
static unsigned push(dim3 grid, dim3 block, size_t shared, void *stream, uintptr_t caller)
{
    if (depth == MOST_NESTED) {
        cudart_fail(cudaErrorInvalidConfiguration, "a launch's arguments launch kernels %d deep", MOST_NESTED);
        return 1;
    }
    pushed[depth++] = (configuration){grid, block, shared, stream, caller};
    return 0;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream)
{
    return push(grid, block, shared, stream, (uintptr_t)__builtin_return_address(0) - 1);
}

/* A template's stub is one for all files, with and without per-thread default streams. So the stream is chosen here, not there. */
unsigned __cudaPushCallConfiguration_ptsz(dim3 grid, dim3 block, size_t shared, void *stream)
{
    return push(grid, block, shared, stream ? stream : (void *)cudaStreamPerThread,
                (uintptr_t)__builtin_return_address(0) - 1);
}

unsigned __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void **stream)
{
    if (depth == 0)
        return 1;
    const configuration *last = &pushed[--depth];
    *grid = last->grid;
    *block = last->block;
    *shared = last->shared;
    *stream = last->stream;
    stub_caller = last->caller;
    return 0;
}

/* ---- launches ---- */
static cudaError_t find(const lw_kernel **kernel, const void *host, const char *function)
{
    *kernel = cudart_kernel(host);
    if (*kernel)
        return cudaSuccess;
    return cudart_fail(cudaErrorInvalidDeviceFunction, "%s: %p is no kernel of this program", function, host);
}

static cudaError_t launch(const void *host, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t of,
                          int cooperative, const char *function)
{
    enum { FEW = 512 };
    const lw_kernel *kernel;
    lw_stream *stream;
    _Alignas(16) char local[FEW], *packed = local;
    CUDART_TRY(find(&kernel, host, function));
    CUDART_TRY(cudart_stream(&stream, of));
    if (kernel->parameter_count && !arguments)
        return cudart_fail(cudaErrorInvalidValue, "%s: arguments is null, and kernel %s has %u parameters", function,
                           kernel->name, kernel->parameter_count);
    if (kernel->arguments_size > FEW && !(packed = malloc(kernel->arguments_size)))
        return cudart_fail(cudaErrorMemoryAllocation, "%s: out of memory for the arguments", function);
    for (unsigned i = 0; i < kernel->parameter_count; i++)
        memcpy(packed + kernel->parameters[i].offset, arguments[i], kernel->parameters[i].size);
    lw_launch_config config = {.stream = stream,
                               .grid = {grid.x, grid.y, grid.z},
                               .block = {block.x, block.y, block.z},
                               .dynamic_shared = shared,
                               .cooperative = cooperative};
    lw_status status = lw_launch_kernel(kernel, config, packed);
    if (packed != local)
        free(packed);
    return cudart_error(status);
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                             cudaStream_t stream)
{
    CUDART_CALLED_FROM(stub_caller ? stub_caller : (uintptr_t)__builtin_return_address(0) - 1);
    stub_caller = 0;
    return launch(kernel, grid, block, arguments, shared, stream, 0, "cudaLaunchKernel");
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                        cudaStream_t stream)
{
    CUDART_CALLED();
    return launch(kernel, grid, block, arguments, shared, stream, 1, "cudaLaunchCooperativeKernel");
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **arguments)
{
    CUDART_CALLED();
    int cooperative = 0;
    if (!config)
        return cudart_fail(cudaErrorInvalidValue, "cudaLaunchKernelExC: config is null");
    if (config->numAttrs && !config->attrs)
        return cudart_fail(cudaErrorInvalidValue, "cudaLaunchKernelExC: config->attrs is null, and numAttrs is %u",
                           config->numAttrs);
    for (unsigned i = 0; i < config->numAttrs; i++)
        switch (config->attrs[i].id) {
        case cudaLaunchAttributeIgnore:
        case cudaLaunchAttributeProgrammaticStreamSerialization: break;
        case cudaLaunchAttributeCooperative: cooperative = config->attrs[i].val.cooperative; break;
        default:
            return cudart_fail(cudaErrorInvalidValue, "cudaLaunchKernelExC: attrs[%u].id is %d, which is not known", i,
                               (int)config->attrs[i].id);
        }
    return launch(kernel, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, config->stream,
                  cooperative, "cudaLaunchKernelExC");
}

/* ---- attributes ---- */
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *to, const void *host)
{
    CUDART_CALLED();
    const lw_kernel *kernel;
    lw_device *device;
    lw_kernel_attributes from;
    if (!to)
        return cudart_fail(cudaErrorInvalidValue, "cudaFuncGetAttributes: attributes is null");
    CUDART_TRY(find(&kernel, host, "cudaFuncGetAttributes"));
    CUDART_TRY(cudart_device(&device));
    CUDART_TRY(cudart_error(lw_kernel_get_attributes(device, kernel, &from)));
    *to = (struct cudaFuncAttributes){.sharedSizeBytes = from.static_shared,
                                      .constSizeBytes = from.constant_memory,
                                      .localSizeBytes = from.local_memory,
                                      .maxThreadsPerBlock = from.max_threads_per_block,
                                      .numRegs = from.registers,
                                      .ptxVersion = 90, /* __CUDA_ARCH__, by which libraries choose a kernel's block */
                                      .binaryVersion = from.binary_version,
                                      .maxDynamicSharedSizeBytes = (int)from.max_dynamic_shared};
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *host, enum cudaFuncAttribute attribute, int value)
{
    CUDART_CALLED();
    const lw_kernel *kernel;
    lw_device *device;
    CUDART_TRY(find(&kernel, host, "cudaFuncSetAttribute"));
    CUDART_TRY(cudart_device(&device));
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
        return cudart_error(lw_kernel_set_attribute(device, kernel, LW_KERNEL_MAX_DYNAMIC_SHARED, value));
    case cudaFuncAttributePreferredSharedMemoryCarveout:
        return cudart_error(lw_kernel_set_attribute(device, kernel, LW_KERNEL_SHARED_CARVEOUT, value));
    }
    return cudart_fail(cudaErrorInvalidValue, "cudaFuncSetAttribute: attribute %d is not known", (int)attribute);
}

/* Hints about caches and banks, which a CPU has not. */
cudaError_t cudaFuncSetCacheConfig(const void *host, enum cudaFuncCache config)
{
    CUDART_CALLED();
    const lw_kernel *kernel;
    CUDART_TRY(find(&kernel, host, "cudaFuncSetCacheConfig"));
    return cudart_cache_config(config, "cudaFuncSetCacheConfig");
}

cudaError_t cudaFuncSetSharedMemConfig(const void *host, enum cudaSharedMemConfig config)
{
    CUDART_CALLED();
    const lw_kernel *kernel;
    (void)config;
    return find(&kernel, host, "cudaFuncSetSharedMemConfig");
}

/* ---- occupancy ---- */
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *host, int threads, size_t shared)
{
    CUDART_CALLED();
    const lw_kernel *kernel;
    lw_device *device;
    CUDART_TRY(find(&kernel, host, "cudaOccupancyMaxActiveBlocksPerMultiprocessor"));
    CUDART_TRY(cudart_device(&device));
    return cudart_error(lw_occupancy_max_active_blocks(device, kernel, (unsigned)threads, shared, blocks));
}

static size_t same_for_all(unsigned threads, void *user)
{
    (void)threads;
    return *(const size_t *)user;
}

cudaError_t lw_cuda_potential_block_size_variable(int *blocks, int *threads, const void *host,
                                                  size_t (*shared)(unsigned threads, void *user), void *user, int limit)
{
    const lw_kernel *kernel;
    lw_device *device;
    unsigned least = 0, size = 0;
    if (!blocks || !threads)
        return cudart_fail(cudaErrorInvalidValue, "cudaOccupancyMaxPotentialBlockSize: a result's pointer is null");
    CUDART_TRY(find(&kernel, host, "cudaOccupancyMaxPotentialBlockSize"));
    CUDART_TRY(cudart_device(&device));
    CUDART_TRY(cudart_error(
        lw_occupancy_max_potential_block_size(device, kernel, shared, user, (unsigned)limit, &least, &size)));
    *blocks = (int)least;
    *threads = (int)size;
    return cudaSuccess;
}

cudaError_t lw_cuda_potential_block_size(int *blocks, int *threads, const void *host, size_t shared, int limit)
{
    return lw_cuda_potential_block_size_variable(blocks, threads, host, same_for_all, &shared, limit);
}
