/* Virtual memory: the driver's own. */
#include "cuda.h"

#include <stdlib.h>

_Static_assert((int)LW_MEMORY_HANDLE_FILE_DESCRIPTOR == (int)CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR &&
                   (int)LW_MEMORY_ACCESS_READ_WRITE == (int)CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
               "handle types and accesses");

struct lw_physical_impl {
    lw_device_impl *device;
    CUmemGenericAllocationHandle handle;
};

static CUmemLocation location_of(const lw_device_impl *device)
{
    return (CUmemLocation){.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = device->device};
}

static CUmemAllocationProp properties_of(const lw_device_impl *device, bool exportable)
{
    return (CUmemAllocationProp){.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .requestedHandleTypes =
                                     exportable ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : CU_MEM_HANDLE_TYPE_NONE,
                                 .location = location_of(device)};
}

static lw_status granularity(lw_device_impl *device, bool exportable, bool recommended, size_t *bytes)
{
    CUmemAllocationProp properties = properties_of(device, exportable);
    size_t found;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(device,
                               lw_cuda.cuMemGetAllocationGranularity(&found, &properties,
                                                                     recommended ? CU_MEM_ALLOC_GRANULARITY_RECOMMENDED
                                                                                 : CU_MEM_ALLOC_GRANULARITY_MINIMUM),
                               "cuMemGetAllocationGranularity");
    if (!status)
        *bytes = found;
    return status;
}

/* ---- physical memory ---- */
static lw_status make(lw_device_impl *device, lw_physical_impl **made)
{
    lw_physical_impl *memory = lw_allocate(sizeof *memory);
    if (!memory)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the structure of physical memory");
    memory->device = device;
    *made = memory;
    return lw_cuda_enter(device);
}

static lw_status create(lw_device_impl *device, size_t size, bool exportable, lw_physical_impl **created)
{
    CUmemAllocationProp properties = properties_of(device, exportable);
    lw_physical_impl *memory = NULL;
    lw_status status = make(device, &memory);
    if (!status) {
        CUresult error = lw_allocation_fails() ? CUDA_ERROR_OUT_OF_MEMORY
                                               : lw_cuda.cuMemCreate(&memory->handle, size, &properties, 0);
        status = error == CUDA_ERROR_OUT_OF_MEMORY
                     ? lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no device memory for %zu bytes", size)
                     : lw_cuda_check(device, error, "cuMemCreate");
    }
    if (status)
        free(memory);
    else
        *created = memory;
    return status;
}

static void release(lw_physical_impl *memory)
{
    if (lw_cuda_enter(memory->device) == LW_SUCCESS)
        lw_cuda_check(memory->device, lw_cuda.cuMemRelease(memory->handle), "cuMemRelease");
    free(memory);
}

static lw_status export_descriptor(lw_physical_impl *memory, int *descriptor)
{
    int made = -1;
    if (lw_allocation_fails())
        return lw_fail(memory->device, LW_ERROR_OUT_OF_MEMORY, "the system gives no more file descriptors");
    lw_status status = lw_cuda_enter(memory->device);
    if (!status)
        status = lw_cuda_check(
            memory->device,
            lw_cuda.cuMemExportToShareableHandle(&made, memory->handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
            "cuMemExportToShareableHandle");
    if (!status)
        *descriptor = made;
    return status;
}

/* The driver does not say how large the memory is. */
static lw_status import_descriptor(lw_device_impl *device, int descriptor, lw_physical_impl **imported, size_t *size)
{
    lw_physical_impl *memory = NULL;
    lw_status status = make(device, &memory);
    if (!status) {
        CUresult error =
            lw_allocation_fails()
                ? CUDA_ERROR_OUT_OF_MEMORY
                : lw_cuda.cuMemImportFromShareableHandle(&memory->handle, (void *)(uintptr_t)(unsigned)descriptor,
                                                         CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
        /* What the driver returns for a descriptor of another file is not documented. */
        if (error == CUDA_SUCCESS || error == CUDA_ERROR_OUT_OF_MEMORY || LW_ERROR_IS_STICKY(lw_cuda_status(error)))
            status = lw_cuda_check(device, error, "cuMemImportFromShareableHandle");
        else
            status = lw_fail(device, LW_ERROR_INVALID_VALUE,
                             "descriptor is %d, which is not of lw_physical_memory_export() of a CUDA device: %s "
                             "(%s), returned by cuMemImportFromShareableHandle",
                             descriptor, lw_cuda_error_string(error), lw_cuda_error_name(error));
    }
    if (status) {
        free(memory);
        return status;
    }
    *imported = memory;
    *size = 0;
    return LW_SUCCESS;
}

/* ---- addresses and mappings ---- */
static lw_status reserve(lw_device_impl *device, void **pointer, size_t size, size_t alignment, void *wanted)
{
    CUdeviceptr addresses;
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no %zu addresses are left", size);
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status =
            lw_cuda_check(device, lw_cuda.cuMemAddressReserve(&addresses, size, alignment, lw_cuda_address(wanted), 0),
                          "cuMemAddressReserve");
    if (!status)
        *pointer = (void *)(uintptr_t)addresses;
    return status;
}

static lw_status unreserve(lw_device_impl *device, void *pointer, size_t size)
{
    lw_status status = lw_cuda_enter(device);
    return status ? status
                  : lw_cuda_check(device, lw_cuda.cuMemAddressFree(lw_cuda_address(pointer), size), "cuMemAddressFree");
}

static lw_status map(lw_device_impl *device, void *pointer, size_t size, lw_physical_impl *memory)
{
    if (lw_allocation_fails())
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "the driver maps no more memory");
    lw_status status = lw_cuda_enter(device);
    return status ? status
                  : lw_cuda_check(device, lw_cuda.cuMemMap(lw_cuda_address(pointer), size, 0, memory->handle, 0),
                                  "cuMemMap");
}

static lw_status set_access(lw_device_impl *device, void *pointer, size_t size, lw_device_impl *accessing, bool access)
{
    CUmemAccessDesc wanted = {.location = location_of(accessing),
                              .flags = access ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE : CU_MEM_ACCESS_FLAGS_PROT_NONE};
    lw_status status = access ? LW_SUCCESS : lw_cuda_retire(accessing, pointer);
    if (!status)
        status = lw_cuda_enter(device);
    return status ? status
                  : lw_cuda_check(device, lw_cuda.cuMemSetAccess(lw_cuda_address(pointer), size, &wanted, 1),
                                  "cuMemSetAccess");
}

static lw_status get_access(lw_device_impl *device, void *pointer, lw_device_impl *accessing, bool *access)
{
    CUmemLocation location = location_of(accessing);
    unsigned long long flags = 0;
    lw_status status = lw_cuda_enter(device);
    if (!status)
        status = lw_cuda_check(device, lw_cuda.cuMemGetAccess(&flags, &location, lw_cuda_address(pointer)),
                               "cuMemGetAccess");
    if (!status)
        *access = flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    return status;
}

/* A fault does not keep the driver from unmapping: the mapping is of no context. */
static lw_status unmap(lw_device_impl *device, void *pointer, size_t size)
{
    const char *report;
    lw_status status = lw_cuda_fault(device, &report) ? lw_cuda_enter(device) : lw_cuda_retire(device, pointer);
    return status ? status : lw_cuda_check(device, lw_cuda.cuMemUnmap(lw_cuda_address(pointer), size), "cuMemUnmap");
}

const lw_virtual_backend lw_cuda_virtual_memory = {
    .granularity = granularity,
    .create = create,
    .release = release,
    .export_descriptor = export_descriptor,
    .import_descriptor = import_descriptor,
    .reserve = reserve,
    .unreserve = unreserve,
    .map = map,
    .set_access = set_access,
    .get_access = get_access,
    .unmap = unmap,
};
