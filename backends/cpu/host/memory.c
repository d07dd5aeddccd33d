/* Device memory from the arena, pinned memory from the C library, and symbols, which are plain variables. */
#include <stdlib.h>

#include "cpu.h"

lw_status lw_cpu_allocate(lw_device_impl *device, void **pointer, size_t size)
{
    lw_status unsafe = lw_cpu_capture_forbids_unsafe(device);
    if (unsafe)
        return unsafe;
    lw_status status = emu_memory_allocate(device->memory, pointer, size);
    if (status && atomic_load_explicit(&device->pools.free_count, memory_order_relaxed)) {
        lw_cpu_wait(device, NULL); /* after that the pools' free memory can be returned */
        lw_cpu_pools_return(device);
        status = emu_memory_allocate(device->memory, pointer, size);
    }
    if (status)
        lw_fail(device, status, "no %zu bytes of device memory are left of %zu (LANEWISE_MEMORY)", size,
                device->options.memory);
    else if (emu_checking)
        emu_check_allocated(*pointer, size, lw_caller);
    if (!status && device->compare && !lw_cpu_compare_add_memory(device->compare, false, *pointer, size, lw_caller)) {
        emu_memory_free(device->memory, *pointer);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory to note the allocation for LANEWISE_ENGINE=compare");
    }
    return status;
}

lw_status lw_cpu_retire(lw_device_impl *device, void *pointer)
{
    lw_status unsafe = lw_cpu_capture_forbids_unsafe(device);
    if (unsafe)
        return unsafe;
    /* With the lock: a copy by a kernel is either queued before, and waited for, or refused. */
    emu_pool_lock(device->pool);
    emu_memory_retire(device->memory, pointer);
    emu_pool_unlock(device->pool);
    lw_cpu_wait(device, NULL);
    lw_cpu_wait_for_reach(device, !emu_memory_contains(device->memory, pointer));
    if (device->compare &&
        !emu_memory_note(device->memory,
                         pointer)) { /* a comparison that began since then can still write to the memory */
        lw_cpu_compare_begin(device->compare);
        lw_cpu_compare_remove_memory(device->compare, pointer);
        lw_cpu_compare_end(device->compare);
    }
    return LW_SUCCESS;
}

lw_status lw_cpu_release(lw_device_impl *device, void *pointer)
{
    lw_cpu_block *block = emu_memory_note(device->memory, pointer);
    if (block)
        return lw_cpu_block_free_now(device, block);
    if (!emu_memory_contains(device->memory, pointer) && lw_cpu_release_managed(device, pointer))
        return LW_SUCCESS;
    if (!emu_memory_free(device->memory, pointer))
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "%p is not the start of a live allocation", pointer);
    if (emu_checking)
        emu_check_freed(pointer, lw_caller);
    return LW_SUCCESS;
}

/* The flags have no effect: every thread reaches all host memory. */
lw_status lw_cpu_allocate_host(lw_device_impl *device, void **pointer, size_t size, unsigned flags)
{
    lw_status unsafe = lw_cpu_capture_forbids_unsafe(device);
    if (unsafe)
        return unsafe;
    (void)flags;
    enum { PAGE = 4096 }; /* as CUDA's */
    void *memory = NULL;
    bool made = !lw_allocation_fails() && posix_memalign(&memory, PAGE, size) == 0;
    if (made && device->compare && !lw_cpu_compare_add_memory(device->compare, true, memory, size, lw_caller)) {
        free(memory);
        made = false;
    }
    if (!made)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no %zu bytes of host memory", size);
    if (emu_checking)
        emu_check_pinned(memory, size, lw_caller);
    *pointer = memory;
    return LW_SUCCESS;
}

lw_status lw_cpu_release_host(lw_device_impl *device, void *pointer)
{
    (void)device;
    if (emu_checking)
        emu_check_unpinned(pointer);
    free(pointer);
    return LW_SUCCESS;
}

/* Locks no pages: copies read pageable memory directly. */
lw_status lw_cpu_register_host(lw_device_impl *device, void *pointer, size_t size, unsigned flags)
{
    lw_status unsafe = lw_cpu_capture_forbids_unsafe(device);
    if (unsafe)
        return unsafe;
    (void)flags;
    if (emu_memory_contains(device->memory, pointer))
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "pointer is %p, the %zu bytes from there are device memory",
                       pointer, size);
    if (device->compare && !lw_cpu_compare_add_memory(device->compare, true, pointer, size, lw_caller))
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory to note the range for LANEWISE_ENGINE=compare");
    if (emu_checking)
        emu_check_pinned(pointer, size, lw_caller);
    return LW_SUCCESS;
}

lw_status lw_cpu_unregister_host(lw_device_impl *device, void *pointer)
{
    (void)device;
    if (emu_checking)
        emu_check_unpinned(pointer);
    return LW_SUCCESS;
}

lw_status lw_cpu_symbol(lw_device_impl *device, const lw_symbol *symbol, void **address, size_t *size)
{
    lw_cpu_variables *image;
    if (!lw_cpu_variables_prepare(device, symbol->module, &image))
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for the device's instance of %s", symbol->name);
    *address = symbol->address;
    *size = symbol->size;
    return LW_SUCCESS;
}
