/* Managed memory: CUDA's own. */
#include "cuda.h"

/* LW_ATTACH_, LW_ADVISE_ and LW_RANGE_ values are CUDA's. */
_Static_assert((int)LW_ATTACH_GLOBAL == (int)CU_MEM_ATTACH_GLOBAL && (int)LW_ATTACH_HOST == (int)CU_MEM_ATTACH_HOST &&
                   (int)LW_ATTACH_SINGLE == (int)CU_MEM_ATTACH_SINGLE,
               "flags of managed memory");
_Static_assert((int)LW_ADVISE_SET_READ_MOSTLY == (int)CU_MEM_ADVISE_SET_READ_MOSTLY &&
                   (int)LW_ADVISE_UNSET_ACCESSED_BY == (int)CU_MEM_ADVISE_UNSET_ACCESSED_BY,
               "advice");
_Static_assert((int)LW_MEMORY_RANGE_READ_MOSTLY == (int)CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY &&
                   (int)LW_MEMORY_RANGE_LAST_PREFETCH_LOCATION == (int)CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION,
               "attributes of ranges");

lw_status lw_cuda_allocate_managed(lw_device_impl *device, void **pointer, size_t size, unsigned flags)
{
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no managed memory for %zu bytes", size);
    lw_status status = lw_cuda_enter(device);
    if (status)
        return status;
    CUdeviceptr memory;
    status = lw_cuda_check(device, lw_cuda.cuMemAllocManaged(&memory, size, flags), "cuMemAllocManaged");
    if (!status)
        *pointer = (void *)(uintptr_t)memory;
    return status;
}

lw_status lw_cuda_attach(lw_stream_impl *stream, void *pointer, size_t size, unsigned flags)
{
    (void)size;
    lw_status status = lw_cuda_enter(stream->device);
    return status ? status
                  : lw_cuda_check(stream->device,
                                  lw_cuda.cuStreamAttachMemAsync(stream->stream, lw_cuda_address(pointer), 0, flags),
                                  "cuStreamAttachMemAsync");
}

static CUmemLocation location_of(const lw_device_impl *device, lw_memory_location location)
{
    if (location == LW_LOCATION_HOST)
        return (CUmemLocation){.type = CU_MEM_LOCATION_TYPE_HOST};
    return (CUmemLocation){.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = device->device};
}

static CUdeviceptr begin_of(const lw_part *part)
{
    return lw_cuda_address(part->base) + part->offset;
}

lw_status lw_cuda_advise(lw_device_impl *device, const lw_part *part, lw_memory_advice advice,
                         lw_memory_location location)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status
                  : lw_cuda_check(device,
                                  lw_cuda.cuMemAdvise(begin_of(part), part->size, (CUmem_advise)advice,
                                                      location_of(device, location)),
                                  "cuMemAdvise");
}

lw_status lw_cuda_prefetch(lw_stream_impl *stream, const lw_part *part, lw_memory_location location)
{
    lw_device_impl *device = stream->device;
    lw_status status = lw_cuda_enter(device);
    return status ? status
                  : lw_cuda_check(device,
                                  lw_cuda.cuMemPrefetchAsync(begin_of(part), part->size, location_of(device, location),
                                                             0, stream->stream),
                                  "cuMemPrefetchAsync");
}

lw_status lw_cuda_range_attribute(lw_device_impl *device, const lw_part *part, lw_memory_range_attribute attribute,
                                  int *value)
{
    enum { MOST = LW_CUDA_MAX_DEVICES + 1 };
    int places[MOST]; /* devices' numbers, or one number */
    size_t count = attribute == LW_MEMORY_RANGE_ACCESSED_BY ? MOST : 1;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status =
            lw_cuda_check(device,
                          lw_cuda.cuMemRangeGetAttribute(places, count * sizeof places[0],
                                                         (CUmem_range_attribute)attribute, begin_of(part), part->size),
                          "cuMemRangeGetAttribute");
    if (status)
        return status;
    if (attribute == LW_MEMORY_RANGE_READ_MOSTLY) {
        *value = places[0];
        return LW_SUCCESS;
    }
    *value = LW_LOCATION_NONE;
    for (size_t i = 0; i < count; i++) {
        if (places[i] == CU_DEVICE_CPU)
            *value |= LW_LOCATION_HOST;
        else if (places[i] == device->device)
            *value |= LW_LOCATION_DEVICE;
    }
    return LW_SUCCESS;
}
