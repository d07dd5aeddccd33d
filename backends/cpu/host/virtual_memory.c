/* Virtual memory: physical memory is a file in memory (memfd_create), which is mapped in the device's reserved addresses. So other
 * addresses, and other processes, can have the same memory. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cpu.h"

#define GRANULARITY ((size_t)2 << 20) /* an H200's */
#define SEALS (F_SEAL_SHRINK | F_SEAL_GROW)

struct lw_physical_impl {
    lw_device_impl *device;
    int file;
    size_t charged; /* bytes that count as the device's; 0: another process's memory */
};

static lw_status granularity(lw_device_impl *device, bool exportable, bool recommended, size_t *bytes)
{
    (void)device, (void)exportable, (void)recommended;
    *bytes = GRANULARITY;
    return LW_SUCCESS;
}

/* ---- physical memory ---- */
int lw_cpu_memory_file(lw_device_impl *device, size_t size)
{
    int file = lw_allocation_fails() ? -1 : memfd_create("lanewise", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file >= 0 && (ftruncate(file, (off_t)size) != 0 || fcntl(file, F_ADD_SEALS, SEALS) != 0)) {
        int error = errno;
        close(file);
        errno = error;
        file = -1;
    }
    if (file < 0)
        lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "the system gives no file in memory of %zu bytes: %s", size,
                strerror(errno));
    return file;
}

static lw_status create(lw_device_impl *device, size_t size, bool exportable, lw_physical_impl **created)
{
    (void)exportable;
    lw_physical_impl *memory = lw_allocate(sizeof *memory);
    if (!memory)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the structure of physical memory");
    bool fits = emu_memory_charge(device->memory, size);
    if (!fits && atomic_load_explicit(&device->pools.free_count, memory_order_relaxed)) {
        lw_cpu_wait(device, NULL); /* after that the pools' free memory can be returned */
        lw_cpu_pools_return(device);
        fits = emu_memory_charge(device->memory, size);
    }
    if (!fits) {
        free(memory);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY,
                       "no %zu bytes of device memory are left of %zu (LANEWISE_MEMORY)", size, device->options.memory);
    }
    int file = lw_cpu_memory_file(device, size);
    if (file < 0) {
        emu_memory_uncharge(device->memory, size);
        free(memory);
        return LW_ERROR_OUT_OF_MEMORY;
    }
    *memory = (lw_physical_impl){device, file, size};
    *created = memory;
    return LW_SUCCESS;
}

static void release(lw_physical_impl *memory)
{
    close(memory->file);
    emu_memory_uncharge(memory->device->memory, memory->charged);
    free(memory);
}

int lw_cpu_physical_file(const lw_physical_impl *memory)
{
    return memory->file;
}

static lw_status export_descriptor(lw_physical_impl *memory, int *descriptor)
{
    int made = lw_allocation_fails() ? -1 : fcntl(memory->file, F_DUPFD_CLOEXEC, 0);
    if (made < 0)
        return lw_fail(memory->device, LW_ERROR_OUT_OF_MEMORY, "the system gives no more file descriptors: %s",
                       strerror(errno));
    *descriptor = made;
    return LW_SUCCESS;
}

static lw_status import_descriptor(lw_device_impl *device, int descriptor, lw_physical_impl **imported, size_t *size)
{
    struct stat status;
    int seals = fcntl(descriptor, F_GET_SEALS);
    if (seals < 0 || (seals & SEALS) != SEALS || fstat(descriptor, &status) != 0 || status.st_size == 0 ||
        (size_t)status.st_size % GRANULARITY)
        return lw_fail(device, LW_ERROR_INVALID_VALUE,
                       "descriptor is %d, which is not of lw_physical_memory_export() of a CPU device", descriptor);
    lw_physical_impl *memory = lw_allocate(sizeof *memory);
    int file = memory && !lw_allocation_fails() ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0) : -1;
    if (file < 0) {
        free(memory);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory or file descriptor for physical memory");
    }
    *memory = (lw_physical_impl){device, file, 0};
    *imported = memory;
    *size = (size_t)status.st_size;
    return LW_SUCCESS;
}

/* ---- addresses and mappings ---- */
static lw_status reserve(lw_device_impl *device, void **pointer, size_t size, size_t alignment, void *wanted)
{
    lw_status status = emu_memory_reserve(device->memory, pointer, size, alignment, wanted);
    return status ? lw_fail(device, status, "no %zu addresses are left", size) : LW_SUCCESS;
}

static lw_status unreserve(lw_device_impl *device, void *pointer, size_t size)
{
    (void)size;
    emu_memory_free(device->memory, pointer);
    return LW_SUCCESS;
}

static lw_status map(lw_device_impl *device, void *pointer, size_t size, lw_physical_impl *memory)
{
    lw_status status = emu_memory_map(device->memory, pointer, size, memory->file);
    return status ? lw_fail(device, status, "the system maps no more memory") : LW_SUCCESS;
}

lw_status lw_cpu_open_mapping(lw_device_impl *device, void *pointer, size_t size)
{
    if (device->compare && !lw_cpu_compare_add_memory(device->compare, false, pointer, size, lw_caller))
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory to note the mapping for LANEWISE_ENGINE=compare");
    if (!emu_memory_open(device->memory, pointer, true)) {
        if (device->compare)
            lw_cpu_compare_remove_memory(device->compare, pointer);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "the system gives no access to the memory");
    }
    if (emu_checking)
        emu_check_mapped(pointer, size, lw_caller);
    return LW_SUCCESS;
}

/* As lw_cpu_retire() and lw_cpu_release(). */
lw_status lw_cpu_close_mapping(lw_device_impl *device, void *pointer)
{
    lw_status unsafe = lw_cpu_capture_forbids_unsafe(device);
    if (unsafe)
        return unsafe;
    emu_pool_lock(device->pool);
    emu_memory_discount_mapping(device->memory, pointer);
    emu_pool_unlock(device->pool);
    lw_cpu_wait(device, NULL);
    lw_cpu_wait_for_reach(device, false);
    if (device->compare) { /* a comparison that began since then can still write to the memory */
        lw_cpu_compare_begin(device->compare);
        lw_cpu_compare_remove_memory(device->compare, pointer);
        lw_cpu_compare_end(device->compare);
    }
    if (emu_checking)
        emu_check_freed(pointer, lw_caller);
    emu_memory_open(device->memory, pointer, false);
    return LW_SUCCESS;
}

/* A mapping is accessible as long as any device has access: only checked mode finds a kernel of another one. */
static lw_status set_access(lw_device_impl *device, void *pointer, size_t size, lw_device_impl *accessing, bool access)
{
    unsigned before = emu_memory_allowed(device->memory, pointer), bit = 1u << accessing->ordinal;
    lw_status status = LW_SUCCESS;
    if (((before & bit) != 0) == access)
        return LW_SUCCESS;
    if (access && !emu_memory_covers(device->memory, pointer, 1))
        status = lw_cpu_open_mapping(device, pointer, size);
    else if (before == bit)
        status = lw_cpu_close_mapping(device, pointer);
    else if (!access && !(status = lw_cpu_capture_forbids_unsafe(accessing)))
        lw_cpu_wait(accessing, NULL);
    if (status)
        return status;
    if (access)
        lw_cpu_note_reach(accessing, device);
    emu_memory_allow(device->memory, pointer, accessing->ordinal, access);
    unsigned allowed = emu_memory_allowed(device->memory, pointer);
    if (allowed && !(allowed >> device->ordinal & 1))
        atomic_store_explicit(&emu_check_withheld, true, memory_order_relaxed);
    return LW_SUCCESS;
}

static lw_status get_access(lw_device_impl *device, void *pointer, lw_device_impl *accessing, bool *access)
{
    *access = emu_memory_allowed(device->memory, pointer) >> accessing->ordinal & 1;
    return LW_SUCCESS;
}

static lw_status unmap(lw_device_impl *device, void *pointer, size_t size)
{
    (void)size;
    lw_status status = emu_memory_covers(device->memory, pointer, 1) ? lw_cpu_close_mapping(device, pointer)
                                                                     : lw_cpu_capture_forbids_unsafe(device);
    if (!status)
        emu_memory_unmap(device->memory, pointer);
    return status;
}

const lw_virtual_backend lw_cpu_virtual_memory = {
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
