/** @file
 * Launches, and what the host can ask about a kernel. Part of <lanewise/host.h>, which says what all calls have in common.
 */
#ifndef LANEWISE_EXECUTION_H
#define LANEWISE_EXECUTION_H

#include <stddef.h>

#include <lanewise/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** A kernel's descriptor: LW_KERNEL_OF(name) after LW_DECLARE_KERNEL(name, ...). */
typedef struct lw_kernel lw_kernel;

/** Where and in what shape a kernel runs. lw_linear() and lw_grid() build it and leave the last three fields zero.
 * CUDA: cudaLaunchConfig_t. */
typedef struct lw_launch_config {
    lw_stream *stream;     /**< where the launch is queued */
    lw_dim3 grid;          /**< blocks of the grid */
    lw_dim3 block;         /**< threads of a block */
    size_t dynamic_shared; /**< bytes a block, for LW_DYNAMIC_SHARED */
    lw_dim3 cluster;       /**< blocks of a cluster; zeros: the kernel's LW_CLUSTER_DIMS, or no clusters */
    int cooperative; /**< 1: all blocks are resident at once and may wait for each other; cudaLaunchCooperativeKernel */
    /** 1: the kernel may begin before the kernel ahead of it in the stream has ended, as soon as each of that one's blocks has
     * called cudaTriggerProgrammaticLaunchCompletion() or ended. It must call cudaGridDependencySynchronize() before it uses
     * what that one writes. It needs compute capability 9.0. On the CPU it begins when that one has ended.
     * CUDA: cudaLaunchAttributeProgrammaticStreamSerialization. */
    int programmatic;
} lw_launch_config;

/** What lw_kernel_set_attribute() sets. CUDA: cudaFuncAttribute. */
typedef enum lw_kernel_attribute {
    /** Bytes of dynamic shared memory that a launch may ask for. Above 48 KiB less the static size only after this opt-in.
     * CUDA: cudaFuncAttributeMaxDynamicSharedMemorySize. */
    LW_KERNEL_MAX_DYNAMIC_SHARED = 0,
    /** 1: clusters of more than 8 blocks are allowed. CUDA: cudaFuncAttributeNonPortableClusterSizeAllowed. */
    LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE = 1,
    /** Percent of a multiprocessor's memory to be shared memory rather than cache, or -1 for the default; a hint.
     * CUDA: cudaFuncAttributePreferredSharedMemoryCarveout. */
    LW_KERNEL_SHARED_CARVEOUT = 2
} lw_kernel_attribute;

/** What a kernel needs and may have. CUDA: cudaFuncAttributes. */
typedef struct lw_kernel_attributes {
    size_t static_shared;      /**< bytes of its LW_SHARED variables */
    size_t max_dynamic_shared; /**< bytes that a launch may ask for now */
    int max_threads_per_block; /**< threads: the smaller of the device's limit and LW_LAUNCH_BOUNDS */
    lw_dim3 block_size;        /**< threads: LW_BLOCK_SIZE, or zeros */
    int parameter_count;       /**< of its LW_KERNEL */
    int max_cluster_blocks; /**< 8; 16 after LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE; 1 where the device has no clusters */
    int registers;          /**< a thread's; 0 where unknown (CPU) */
    size_t local_memory;    /**< bytes a thread, of arrays and spills; 0 on the CPU, where all of it is on the stack */
    size_t constant_memory; /**< bytes of LW_CONSTANT variables of its file */
    int binary_version;     /**< the compute capability of its code, such as 90 for 9.0; 0 on the CPU */
    int fused; /**< 1: a launch of blocks of any shape, without clusters and not cooperative, runs the kernel as
                                    loops over its threads; 0: its threads are fibers (as LANEWISE_ENGINE and other settings
                                    may ask), or a GPU's */
} lw_kernel_attributes;

/** Sets an attribute of a kernel on a device, for later launches.
 * @param device a handle
 * @param kernel LW_KERNEL_OF(name)
 * @param attribute which
 * @param value see lw_kernel_attribute
 * @return LW_ERROR_INVALID_VALUE: no such attribute, or a value that it cannot have; or as lw_kernel_get_attributes()
 *
 * CUDA: cudaFuncSetAttribute. */
lw_status lw_kernel_set_attribute(lw_device *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                  long long value);

/** What a kernel needs and may have on a device. Also loads its code: otherwise its first launch does so, which on a CUDA
 * device may wait for all running work.
 * @param device a handle
 * @param kernel LW_KERNEL_OF(name)
 * @param[out] attributes the caller's
 * @return LW_ERROR_OUT_OF_RESOURCES: its LW_SHARED variables are more than a block can have; LW_ERROR_VERSION;
 *     LW_ERROR_NO_KERNEL_IMAGE; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaFuncGetAttributes. */
lw_status lw_kernel_get_attributes(lw_device *device, const lw_kernel *kernel, lw_kernel_attributes *attributes);

/** How many blocks of one shape a multiprocessor holds at once. The CPU computes it by CUDA's formulas from the device's
 * profile, without a limit by registers.
 * @param device a handle
 * @param kernel LW_KERNEL_OF(name)
 * @param threads threads of a block, at least 1
 * @param dynamic_shared bytes a block
 * @param[out] blocks 0 where it cannot hold one
 * @return LW_ERROR_INVALID_VALUE: no threads; or as lw_kernel_get_attributes()
 *
 * CUDA: cudaOccupancyMaxActiveBlocksPerMultiprocessor. */
lw_status lw_occupancy_max_active_blocks(lw_device *device, const lw_kernel *kernel, unsigned threads,
                                         size_t dynamic_shared, int *blocks);

/** How much dynamic shared memory a block takes, for lw_occupancy_max_potential_block_size().
 * @param threads threads of the block
 * @param user what was given with the function
 * @return bytes */
typedef size_t (*lw_shared_of_threads)(unsigned threads, void *user);

/** The block size that keeps most threads of a kernel resident; of several such sizes the largest.
 * @param device a handle
 * @param kernel LW_KERNEL_OF(name)
 * @param shared dynamic shared memory by block size; null: none
 * @param user its second argument, the caller's
 * @param limit the most threads of a block; 0: the kernel's own limit
 * @param[out] min_blocks the fewest blocks that fill the device; 0 where no size fits
 * @param[out] threads threads of a block; 0 where no size fits
 * @return as lw_kernel_get_attributes()
 *
 * CUDA: cudaOccupancyMaxPotentialBlockSizeVariableSMem. */
lw_status lw_occupancy_max_potential_block_size(lw_device *device, const lw_kernel *kernel, lw_shared_of_threads shared,
                                                void *user, unsigned limit, unsigned *min_blocks, unsigned *threads);

/** The most dynamic shared memory with which a number of blocks still fit on a multiprocessor.
 * @param device a handle
 * @param kernel LW_KERNEL_OF(name)
 * @param blocks of a multiprocessor, at least 1
 * @param threads threads of a block, at least 1
 * @param[out] dynamic_shared bytes a block
 * @return LW_ERROR_INVALID_VALUE: no blocks, no threads, or more blocks than fit; or as lw_kernel_get_attributes()
 *
 * CUDA: cudaOccupancyAvailableDynamicSMemPerBlock. */
lw_status lw_occupancy_available_dynamic_shared(lw_device *device, const lw_kernel *kernel, int blocks,
                                                unsigned threads, size_t *dynamic_shared);

/** How many clusters the whole device holds at once.
 * @param device a handle
 * @param kernel LW_KERNEL_OF(name)
 * @param config the launch; its cluster, else the kernel's LW_CLUSTER_DIMS, else clusters of one block
 * @param[out] clusters how many
 * @return LW_ERROR_NOT_SUPPORTED: the device has no clusters; or as lw_launch_kernel()
 *
 * CUDA: cudaOccupancyMaxActiveClusters. */
lw_status lw_occupancy_max_active_clusters(lw_device *device, const lw_kernel *kernel, lw_launch_config config,
                                           int *clusters);

/** Queues a launch. Callers use the typed lw_launch() of <lanewise/launch.h>. A later synchronising call returns the faults
 * of the kernel; where LANEWISE_LAUNCH_BLOCKING is 1, this does.
 * @param kernel LW_KERNEL_OF(name)
 * @param config where and in what shape
 * @param arguments the kernel's argument structure, copied before the return; null where it has no parameters
 * @return LW_ERROR_INVALID_CONFIGURATION: a dimension of 0, a grid or block over the limit or of another shape than
 *     LW_BLOCK_SIZE; LW_ERROR_INVALID_VALUE: shared memory over the limit, or a null kernel or arguments;
 *     LW_ERROR_INVALID_CLUSTER_SIZE: more blocks than the kernel or the device allows, or a grid that is not a multiple of
 *     the cluster; LW_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE: not all blocks can be resident; LW_ERROR_OUT_OF_RESOURCES: more
 *     registers, or LW_SHARED variables, than a block can have; LW_ERROR_NOT_SUPPORTED; LW_ERROR_NO_KERNEL_IMAGE;
 *     LW_ERROR_VERSION; LW_ERROR_OUT_OF_MEMORY; or a common status
 *
 * CUDA: cudaLaunchKernelEx. */
lw_status lw_launch_kernel(const lw_kernel *kernel, lw_launch_config config, const void *arguments);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
