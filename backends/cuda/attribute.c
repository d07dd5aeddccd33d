/* Gets and sets a kernel's attributes. */
#include "cuda.h"

#include <limits.h>

/* The driver's attributes of a function, by CUfunction_attribute. */
typedef struct numbers {
    int of[CU_FUNC_ATTRIBUTE_MAX];
} numbers;

static lw_status read_numbers(lw_device_impl *device, const lw_kernel *kernel, CUfunction function, numbers *found)
{
    static const CUfunction_attribute wanted[] = {
        CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
        CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
        CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
        CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
        CU_FUNC_ATTRIBUTE_NUM_REGS,
        CU_FUNC_ATTRIBUTE_BINARY_VERSION,
        CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
        CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
    };
    CUresult error = CUDA_SUCCESS;
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0] && error == CUDA_SUCCESS; i++)
        error = lw_cuda.cuFuncGetAttribute(&found->of[wanted[i]], wanted[i], function);
    /* CUDA loads code lazily: only here it may notice that the image has no code for the device. */
    if (lw_cuda_status(error) == LW_ERROR_NO_KERNEL_IMAGE)
        return lw_cuda_no_image(device, kernel, error);
    return lw_cuda_check(device, error, "cuFuncGetAttribute");
}

static lw_status find(lw_device_impl *device, const lw_kernel *kernel, CUfunction *function, numbers *found)
{
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_find_kernel(device, kernel, function);
    return status ? status : read_numbers(device, kernel, *function, found);
}

lw_status lw_cuda_kernel_attributes(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attributes *attributes)
{
    CUfunction function;
    numbers found;
    lw_status status = find(device, kernel, &function, &found);
    if (status)
        return status;
    int limit = found.of[CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK];
    if (kernel->max_threads && kernel->max_threads < (unsigned)limit)
        limit = (int)kernel->max_threads;
    bool non_portable = found.of[CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED] != 0;
    *attributes = (lw_kernel_attributes){
        .static_shared = (size_t)found.of[CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES],
        .max_dynamic_shared = (size_t)found.of[CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES],
        .max_threads_per_block = limit,
        .block_size = kernel->block_size,
        .parameter_count = (int)kernel->parameter_count,
        .max_cluster_blocks = device->clusters ? non_portable ? 16 : 8 : 1,
        .registers = found.of[CU_FUNC_ATTRIBUTE_NUM_REGS],
        .local_memory = (size_t)found.of[CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES],
        .constant_memory = (size_t)found.of[CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES],
        .binary_version = found.of[CU_FUNC_ATTRIBUTE_BINARY_VERSION],
    };
    return LW_SUCCESS;
}

lw_status lw_cuda_kernel_set_attribute(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                       long long value)
{
    static const CUfunction_attribute attributes[] = {
        [LW_KERNEL_MAX_DYNAMIC_SHARED] = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
        [LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE] = CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
        [LW_KERNEL_SHARED_CARVEOUT] = CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
    };
    static const int most[] = {INT_MAX, 1, 100};
    if ((unsigned)attribute >= sizeof attributes / sizeof attributes[0])
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "attribute is %d, which is no lw_kernel_attribute",
                       (int)attribute);
    if (value < (attribute == LW_KERNEL_SHARED_CARVEOUT ? -1 : 0) || value > most[attribute])
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "value is %lld, which attribute %d cannot be", value,
                       (int)attribute);
    CUfunction function;
    numbers found;
    lw_status status = find(device, kernel, &function, &found);
    if (status)
        return status;
    return lw_cuda_check(device, lw_cuda.cuFuncSetAttribute(function, attributes[attribute], (int)value),
                         "cuFuncSetAttribute");
}
