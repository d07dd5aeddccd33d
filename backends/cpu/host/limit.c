/* Limits of kernels: stack, printf() FIFO, heap, pending launches; and the free device memory. */
#include <time.h>

#include "cpu.h"

/* An H200's values, except the stack: a processor's frames are larger than a GPU's. */
enum { SMALLEST_STACK = 16 << 10, SMALLEST_CHILDREN = 32, L2_FETCH = 64, MAX_L2_FETCH = 128 };
#define LARGEST_STACK ((size_t)1 << 30)

void lw_cpu_default_limits(lw_device_impl *device)
{
    size_t most = lw_cpu_max_persisting_l2(device->profile);
    device->max_children = LW_CPU_MAX_CHILDREN;
    device->l2_fetch = L2_FETCH;
    device->l2_persisting = most / 10 * 3;
}

lw_status lw_cpu_memory(lw_device_impl *device, size_t *available, size_t *total)
{
    size_t live = emu_memory_live(device->memory);
    *total = device->options.memory;
    *available = device->options.memory - live;
    return LW_SUCCESS;
}

static lw_status unsupported(lw_device_impl *device, lw_limit limit)
{
    if (limit == LW_LIMIT_SYNC_DEPTH)
        return lw_fail(device, LW_ERROR_NOT_SUPPORTED, "limit is LW_LIMIT_SYNC_DEPTH, which this device does not have");
    return lw_fail(device, LW_ERROR_INVALID_VALUE, "limit is %d, which is no lw_limit", (int)limit);
}

lw_status lw_cpu_get_limit(lw_device_impl *device, lw_limit limit, size_t *value)
{
    lw_status status = LW_SUCCESS;
    emu_pool_lock(device->pool);
    switch (limit) {
    case LW_LIMIT_STACK_SIZE: *value = device->options.stack_size; break;
    case LW_LIMIT_PRINTF_FIFO_SIZE: *value = emu_print_limit(device->ordinal); break;
    case LW_LIMIT_MALLOC_HEAP_SIZE: *value = emu_heap_limit(device->ordinal); break;
    case LW_LIMIT_PENDING_LAUNCH_COUNT: *value = device->max_children; break;
    case LW_LIMIT_L2_FETCH_GRANULARITY: *value = device->l2_fetch; break;
    case LW_LIMIT_PERSISTING_L2_CACHE_SIZE: *value = device->l2_persisting; break;
    default: status = unsupported(device, limit);
    }
    emu_pool_unlock(device->pool);
    return status;
}

static lw_status used(lw_device_impl *device, const char *what)
{
    return lw_fail(device, LW_ERROR_INVALID_VALUE, "a kernel has used %s already: its size cannot change until a reset",
                   what);
}

static lw_status too_large(lw_device_impl *device, size_t value, size_t most)
{
    return lw_fail(device, LW_ERROR_INVALID_VALUE, "value is %zu bytes, the most is %zu", value, most);
}

/* The largest of the devices' stacks, where this device's is `value`: the devices share the workers. With the lock held. */
static size_t largest_stack(const lw_device_impl *device, size_t value)
{
    for (unsigned i = 0; i < device->shared->count; i++) {
        const lw_device_impl *other = device->shared->device[i];
        if (other && other != device && other->options.stack_size > value)
            value = other->options.stack_size;
    }
    return value;
}

/* Makes the workers' stacks again, when none is in use. */
static void replace_stacks(lw_device_impl *device, size_t value)
{
    const struct timespec nap = {.tv_nsec = 100000};
    bool set = false, has_peer;
    while (!set) {
        lw_cpu_wait(device, NULL);
        emu_pool_lock(device->pool);
        set = emu_pool_set_stack_size(device->pool, largest_stack(device, value));
        has_peer = lw_cpu_has_peer(device);
        if (set)
            device->options.stack_size = value;
        emu_pool_unlock(device->pool);
        if (!set && has_peer)
            nanosleep(&nap, NULL);
    }
}

void lw_cpu_default_stack(lw_device_impl *device)
{
    emu_pool_lock(device->pool);
    bool changed = device->options.stack_size != device->initial_stack_size;
    emu_pool_unlock(device->pool);
    if (changed)
        replace_stacks(device, device->initial_stack_size);
}

static lw_status set_stack_size(lw_device_impl *device, size_t value)
{
    if (value > LARGEST_STACK)
        return too_large(device, value, LARGEST_STACK);
    replace_stacks(device, value < SMALLEST_STACK ? SMALLEST_STACK : value);
    return LW_SUCCESS;
}

static lw_status set_l2(lw_device_impl *device, lw_limit limit, size_t value)
{
    bool fetch = limit == LW_LIMIT_L2_FETCH_GRANULARITY;
    size_t most = fetch ? MAX_L2_FETCH : lw_cpu_max_persisting_l2(device->profile);
    if (value > most)
        return too_large(device, value, most);
    emu_pool_lock(device->pool);
    *(fetch ? &device->l2_fetch : &device->l2_persisting) = value;
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}

lw_status lw_cpu_set_limit(lw_device_impl *device, lw_limit limit, size_t value)
{
    lw_status unsafe = lw_cpu_capture_forbids_unsafe(device);
    if (unsafe)
        return unsafe;
    switch (limit) {
    case LW_LIMIT_STACK_SIZE: return set_stack_size(device, value);
    case LW_LIMIT_PRINTF_FIFO_SIZE:
        lw_cpu_wait(device, NULL);
        return emu_print_set_limit(device->ordinal, value) ? LW_SUCCESS : used(device, "printf()");
    case LW_LIMIT_MALLOC_HEAP_SIZE:
        lw_cpu_wait(device, NULL);
        return emu_heap_set_limit(device->ordinal, value) ? LW_SUCCESS : used(device, "malloc()");
    case LW_LIMIT_PENDING_LAUNCH_COUNT:
        emu_pool_lock(device->pool);
        device->max_children = value < SMALLEST_CHILDREN ? SMALLEST_CHILDREN
                               : value > UINT32_MAX      ? UINT32_MAX
                                                         : (unsigned)value;
        emu_pool_unlock(device->pool);
        return LW_SUCCESS;
    case LW_LIMIT_L2_FETCH_GRANULARITY:
    case LW_LIMIT_PERSISTING_L2_CACHE_SIZE: return set_l2(device, limit, value);
    default: return unsupported(device, limit);
    }
}
