/* Opens, closes and resets a device. */
#include <stdlib.h>

#include "cpu.h"

static void free_device(lw_device_impl *device)
{
    pthread_cond_destroy(&device->host.changed);
    pthread_mutex_destroy(&device->host.lock);
    lw_cpu_watcher_destroy(device);
    free(device);
}

lw_status lw_cpu_open(lw_device_impl **opened, int ordinal)
{
    lw_cpu_shared *shared;
    lw_status status = lw_cpu_shared_open(&shared);
    if (status)
        return status;
    lw_device_impl *device = NULL;
    if ((unsigned)ordinal >= shared->count)
        status = lw_fail(NULL, LW_ERROR_NO_DEVICE,
                         "there is no device cpu:%d: LANEWISE_CPU_DEVICES was %u when the first CPU device was opened",
                         ordinal, shared->count);
    else if (!(device = lw_allocate(sizeof *device)))
        status = lw_fail(NULL, LW_ERROR_OUT_OF_MEMORY, "no memory for the CPU device");
    if (!device) {
        lw_cpu_shared_close(shared);
        return status;
    }
    device->shared = shared;
    device->ordinal = (unsigned)ordinal;
    device->pool = shared->pool;
    device->memory = shared->memory[ordinal];
    device->options = shared->options;
    device->profile = shared->profile;
    device->gpu_multiprocessors = shared->gpu_multiprocessors;
    device->engine = shared->engine;
    device->compare = shared->compare;
    device->compare_reports = shared->compare_reports;
    device->level = shared->level;
    device->initial_stack_size = device->options.stack_size;
    device->guards_managed =
        device->options.checked && !device->options.unchecked && device->profile->exclusive_managed;
    lw_cpu_default_limits(device);
    pthread_mutex_init(&device->host.lock, NULL);
    pthread_cond_init(&device->host.changed, NULL);
    lw_cpu_watcher_initialize(device);
    lw_cpu_properties(device, &device->limits);
    emu_pool_lock(device->pool);
    shared->device[ordinal] = device;
    emu_pool_unlock(device->pool);
    *opened = device;
    return LW_SUCCESS;
}

void lw_cpu_close(lw_device_impl *device)
{
    lw_cpu_shared *shared = device->shared;
    lw_cpu_wait(device, NULL);
    lw_cpu_wait_for_reach(device, false);
    lw_cpu_host_thread_stop(device);
    lw_cpu_watcher_stop(device);
    lw_cpu_capture_drop_all(device, NULL);
    emu_pool_lock(device->pool);
    while (device->streams)
        lw_cpu_stream_free(device->streams);
    emu_check_stream_close(device->closed_blocking);
    emu_check_stream_close(device->closed);
    emu_pool_unlock(device->pool);
    lw_cpu_pools_close(device);
    lw_cpu_launch_free_spares(device);
    lw_cpu_forget_optins(device);
    emu_pool_lock(device->pool);
    lw_cpu_forget_peer(device);
    shared->device[device->ordinal] = NULL;
    emu_pool_unlock(device->pool);
    emu_print_close(device->ordinal);
    emu_heap_close(device->ordinal);
    free_device(device);
    lw_cpu_shared_close(shared);
}

lw_status lw_cpu_wait_beside_captures(lw_device_impl *device)
{
    lw_cpu_wait(device, NULL);
    return lw_cpu_take_error(device);
}

void lw_cpu_finish_work(lw_device_impl *device)
{
    lw_cpu_wait(device, NULL);
}

lw_status lw_cpu_synchronize(lw_device_impl *device)
{
    lw_status status = lw_cpu_capture_forbids_wait(device, NULL);
    return status ? status : lw_cpu_wait_beside_captures(device);
}

lw_status lw_cpu_reset(lw_device_impl *device)
{
    lw_cpu_wait(device, NULL);
    lw_cpu_wait_for_reach(device, false);
    lw_cpu_default_stack(device);
    lw_cpu_pools_return(device); /* the program's allocations are free */
    emu_pool_lock(device->pool);
    atomic_store_explicit(&device->fault, LW_SUCCESS, memory_order_release);
    atomic_store_explicit(&device->launch_error, LW_SUCCESS, memory_order_release);
    device->report[0] = 0;
    atomic_store_explicit(&device->peers, 0, memory_order_relaxed);
    lw_cpu_forget_peer(device);
    lw_cpu_forget_optins(device);
    lw_cpu_default_limits(device);
    emu_pool_unlock(device->pool);
    emu_print_close(device->ordinal);
    emu_heap_close(device->ordinal);
    return LW_SUCCESS;
}

lw_words lw_cpu_device_words(lw_device_impl *device)
{
    return (lw_words){&device->fault, &device->capture_count};
}

lw_status lw_cpu_fault(lw_device_impl *device, const char **report)
{
    lw_status status = (lw_status)atomic_load_explicit(&device->fault, memory_order_acquire);
    if (__builtin_expect(status != LW_SUCCESS, 0)) {
        emu_print_flush(device->ordinal); /* the kernels' output so far, and the assertion's line */
        *report = device->report;
    }
    return status;
}
