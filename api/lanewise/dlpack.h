/** @file
 * Arrays of other libraries by DLPack (PyTorch, CuPy, NumPy, JAX), without a copy. The functions are inline; the program has
 * DLPack's own header, <dlpack/dlpack.h>.
 *
 * A tensor of the CPU (kDLCPU) is for the CPU device, one of a GPU (kDLCUDA) for the CUDA device of the same number.
 */
#ifndef LANEWISE_DLPACK_H
#define LANEWISE_DLPACK_H

#include <stdlib.h>

#include <dlpack/dlpack.h>
#include <lanewise/host.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes from a tensor's first element to the end of its last.
 * @param tensor which
 * @return 0: it has no elements; -1: a stride is negative, or the size overflows */
static inline int64_t lw_dlpack_extent(const DLTensor *tensor)
{
    int64_t last = 0, compact = 1, size = (tensor->dtype.bits * tensor->dtype.lanes + 7) / 8, step, bytes;
    for (int i = tensor->ndim - 1; i >= 0; i--) {
        int64_t stride = tensor->strides ? tensor->strides[i] : compact;
        if (tensor->shape[i] == 0)
            return 0;
        if (tensor->shape[i] < 0 || stride < 0 || __builtin_mul_overflow(tensor->shape[i] - 1, stride, &step) ||
            __builtin_add_overflow(last, step, &last) || __builtin_mul_overflow(compact, tensor->shape[i], &compact))
            return -1;
    }
    return __builtin_add_overflow(last, 1, &last) || __builtin_mul_overflow(last, size, &bytes) ? -1 : bytes;
}

/** A tensor that lw_to_dlpack() made. */
typedef struct lw_dlpack_exported {
    DLManagedTensor tensor;      /**< for the other library */
    void (*release)(void *user); /**< called at the end; or null */
    void *user;                  /**< its argument */
    int64_t shape[];             /**< elements in each dimension */
} lw_dlpack_exported;

/** The deleter of lw_to_dlpack()'s tensors.
 * @param tensor which */
static inline void lw_dlpack_delete(DLManagedTensor *tensor)
{
    lw_dlpack_exported *exported = (lw_dlpack_exported *)tensor->manager_ctx;
    if (exported->release)
        exported->release(exported->user);
    free(exported);
}

/** Makes a tensor of device memory for another library.
 * @param device a handle of the memory's device
 * @param pointer the first element: lw_malloc()'s memory, say, which must outlast the tensor
 * @param type of an element
 * @param dimensions how many
 * @param shape elements in each dimension; the last is the one whose elements follow each other
 * @param release called once, when the other library deletes the tensor; may be null
 * @param user its argument
 * @param[out] tensor the new tensor; the last user calls its `deleter`
 * @return LW_ERROR_OUT_OF_MEMORY, or a common status */
static inline lw_status lw_to_dlpack(lw_device *device, void *pointer, DLDataType type, int dimensions,
                                     const int64_t *shape, void (*release)(void *user), void *user,
                                     DLManagedTensor **tensor)
{
    lw_device_properties properties;
    lw_status status = lw_device_get_properties(device, &properties);
    if (status)
        return status;
    if (!tensor || dimensions < 0 || (dimensions && !shape))
        return lw_error(LW_ERROR_INVALID_VALUE, "lw_to_dlpack: %s",
                        !tensor          ? "tensor is null"
                        : dimensions < 0 ? "dimensions is negative"
                                         : "shape is null");
    lw_dlpack_exported *made =
        (lw_dlpack_exported *)calloc(1, sizeof *made + (size_t)dimensions * sizeof made->shape[0]);
    if (!made)
        return lw_error(LW_ERROR_OUT_OF_MEMORY, "lw_to_dlpack: no memory for a tensor");
    for (int i = 0; i < dimensions; i++)
        made->shape[i] = shape[i];
    made->release = release;
    made->user = user;
    made->tensor.dl_tensor.data = pointer;
    made->tensor.dl_tensor.device.device_type = properties.kind[1] == 'u' ? kDLCUDA : kDLCPU;
    made->tensor.dl_tensor.device.device_id = properties.ordinal;
    made->tensor.dl_tensor.ndim = dimensions;
    made->tensor.dl_tensor.dtype = type;
    made->tensor.dl_tensor.shape = made->shape;
    made->tensor.manager_ctx = made;
    made->tensor.deleter = lw_dlpack_delete;
    *tensor = &made->tensor;
    return LW_SUCCESS;
}

/** Another library's tensor in use by a device. */
typedef struct lw_dlpack_array {
    void *pointer;           /**< the first element, for kernels and copies */
    size_t size;             /**< bytes to the end of the last element */
    DLManagedTensor *tensor; /**< the tensor */
    int registered;          /**< 1: lw_dlpack_release() takes the memory out of the device's table */
} lw_dlpack_array;

/** Uses another library's tensor on a device. The caller orders the other library's work and
 * this device's.
 * @param device a handle of the tensor's device
 * @param tensor whose strides are not negative; lw_dlpack_release() deletes it
 * @param[out] array the memory
 * @return LW_ERROR_INVALID_VALUE: a tensor of another device, or no memory of one; as lw_host_register() and lw_memory_adopt();
 *     the tensor is then still the caller's */
static inline lw_status lw_from_dlpack(lw_device *device, DLManagedTensor *tensor, lw_dlpack_array *array)
{
    lw_device_properties properties;
    lw_pointer_attributes known;
    lw_status status = lw_device_get_properties(device, &properties);
    if (status)
        return status;
    if (!tensor || !array)
        return lw_error(LW_ERROR_INVALID_VALUE, "lw_from_dlpack: %s is null", tensor ? "array" : "tensor");
    const DLTensor *dl = &tensor->dl_tensor;
    int cuda = properties.kind[1] == 'u';
    int64_t extent = lw_dlpack_extent(dl);
    if (dl->device.device_type != (cuda ? kDLCUDA : kDLCPU) || (cuda && dl->device.device_id != properties.ordinal))
        return lw_error(LW_ERROR_INVALID_VALUE,
                        "lw_from_dlpack: tensor is on a device of type %d, number %d, not on %s:%d",
                        (int)dl->device.device_type, (int)dl->device.device_id, properties.kind, properties.ordinal);
    if (extent < 0)
        return lw_error(LW_ERROR_INVALID_VALUE, "lw_from_dlpack: tensor has a negative stride, or its size overflows");
    array->pointer = (char *)dl->data + dl->byte_offset;
    array->size = (size_t)extent;
    array->tensor = tensor;
    array->registered = 0;
    if (!extent)
        return LW_SUCCESS;
    status = lw_pointer_get_attributes(device, array->pointer, &known);
    if (status || known.space != LW_SPACE_UNREGISTERED)
        return status;
    array->registered = 1;
    return cuda ? lw_memory_adopt(device, array->pointer, array->size)
                : lw_host_register(device, array->pointer, array->size, 0);
}

/** Ends the use of a tensor, after it has waited for the device's work, and deletes it.
 * @param device the same handle
 * @param array from lw_from_dlpack()
 * @return a common status */
static inline lw_status lw_dlpack_release(lw_device *device, lw_dlpack_array *array)
{
    lw_status status = lw_device_synchronize(device);
    if (!status && array->registered)
        status = array->tensor->dl_tensor.device.device_type == kDLCUDA ? lw_memory_disown(device, array->pointer)
                                                                        : lw_host_unregister(device, array->pointer);
    if (array->tensor->deleter)
        array->tensor->deleter(array->tensor);
    array->tensor = NULL;
    return status;
}

#ifdef __cplusplus
}
#endif

#endif
