/* Opens and closes the device: options, memory, pool, and the process-wide part of the emulator. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../../emu/check/repeat.h"
#include "../../../emu/host/level.h"
#include "../../../emu/math/family.h"
#include "cpu.h"

int lw_cpu_count(void)
{
    return 1;
}

static void free_device(lw_device_impl *device)
{
    emu_pool_destroy(device->pool);
    if (emu_checking) {
        lw_misuse_hook = NULL;
        emu_check_close();
    }
    if (device->compare_reports)
        emu_check_close_reports();
    lw_cpu_compare_close(device->compare);
    emu_memory_destroy(device->memory);
    pthread_cond_destroy(&device->host.changed);
    pthread_mutex_destroy(&device->host.lock);
    lw_cpu_watcher_destroy(device);
    free(device);
}

lw_status lw_cpu_open(lw_device_impl **opened, int ordinal)
{
    char message[256] = "";
    emu_options options;
    lw_engine engine;
    bool compares;
    if (ordinal != 0)
        return lw_fail(NULL, LW_ERROR_NO_DEVICE, "there is one CPU device, not %d", ordinal + 1);
    lw_status status = emu_options_read(&options, message, sizeof message);
    if (status)
        return lw_fail(NULL, status, "%s", message);
    if (!emu_math_environment(message, sizeof message))
        return lw_fail(NULL, LW_ERROR_INVALID_VALUE, "%s", message);
    int level;
    if (!emu_level_read(emu_math_fuses(), &level, message, sizeof message))
        return lw_fail(NULL, LW_ERROR_INVALID_VALUE, "%s", message);
    status = lw_cpu_read_engine(&engine, &compares);
    if (status)
        return status;
    const lw_cpu_profile *profile;
    unsigned multiprocessors;
    status = lw_cpu_profile_read(&profile, &multiprocessors);
    if (status)
        return status;
    if (multiprocessors)
        options.multiprocessors = multiprocessors;
    options.checked = engine == LW_ENGINE_CHECKED;
    if (options.checked || compares)
        options.workers = 1; /* checked mode sees accesses in one order; a comparison must run alone */
    emu_allocation_fails = lw_allocation_fails;
    lw_device_impl *device = lw_allocate(sizeof *device);
    if (!device)
        return lw_fail(NULL, LW_ERROR_OUT_OF_MEMORY, "no memory for the CPU device");
    device->options = options;
    device->initial_stack_size = options.stack_size;
    device->profile = profile;
    lw_cpu_default_limits(device);
    device->engine = engine;
    device->level = level;
    pthread_mutex_init(&device->host.lock, NULL);
    pthread_cond_init(&device->host.changed, NULL);
    lw_cpu_watcher_initialize(device);
    status = emu_machine_open();
    if (status) {
        free_device(device);
        return lw_fail(NULL, status, "the system gives no thread or signal handlers for the CPU device");
    }
    status = emu_memory_create(&device->memory, options.memory);
    if (!status && options.checked) {
        uintptr_t base, end;
        emu_memory_check(device->memory, &base, &end);
        emu_check_set_schedule(&options);
        status = emu_check_open(base, end, message, sizeof message);
        if (status) {
            free_device(device);
            emu_machine_close();
            return lw_fail(NULL, status, "%s", message);
        }
    }
    device->guards_managed = options.checked && profile->exclusive_managed;
    if (!status && compares && !(device->compare = lw_cpu_compare_open()))
        status = LW_ERROR_OUT_OF_MEMORY;
    if (!status && compares && getenv("LANEWISE_CHECK")) {
        status = emu_check_open_reports(&options, message, sizeof message);
        if (status) {
            free_device(device);
            emu_machine_close();
            return lw_fail(NULL, status, "%s", message);
        }
        device->compare_reports = true;
    }
    if (!status && options.checked)
        lw_misuse_hook = emu_check_api_misuse;
    if (!status)
        status = emu_pool_create(&device->pool, &options);
    if (status == LW_ERROR_SYSTEM)
        lw_fail(NULL, status, "the system does not give %u threads%s for the CPU device: %s", options.workers,
                options.pinned ? ", each on one processor (LANEWISE_PIN)," : "", strerror(errno));
    else if (status)
        lw_fail(NULL, status, "no memory for the CPU device and its %u workers", options.workers);
    if (status) {
        free_device(device);
        emu_machine_close();
        return status;
    }
    lw_cpu_properties(device, &device->limits);
    *opened = device;
    return LW_SUCCESS;
}

void lw_cpu_close(lw_device_impl *device)
{
    lw_cpu_wait(device, NULL);
    lw_cpu_host_thread_stop(device);
    lw_cpu_watcher_stop(device);
    lw_cpu_capture_drop_all(device, NULL);
    emu_pool_lock(device->pool);
    while (device->streams)
        lw_cpu_stream_free(device->streams);
    emu_check_stream_close(device->closed_blocking);
    emu_pool_unlock(device->pool);
    lw_cpu_pools_close(device);
    lw_cpu_managed_close(device);
    lw_cpu_launch_free_spares(device);
    lw_cpu_forget_optins(device);
    emu_print_close();
    emu_heap_close();
    free_device(device);
    emu_machine_close();
}

lw_status lw_cpu_wait_beside_captures(lw_device_impl *device)
{
    lw_cpu_wait(device, NULL);
    return lw_cpu_take_error(device);
}

lw_status lw_cpu_synchronize(lw_device_impl *device)
{
    lw_status status = lw_cpu_capture_forbids_wait(device, NULL);
    return status ? status : lw_cpu_wait_beside_captures(device);
}

lw_status lw_cpu_reset(lw_device_impl *device)
{
    lw_cpu_wait(device, NULL);
    lw_cpu_default_stack(device);
    lw_cpu_pools_return(device); /* the program's allocations are free */
    emu_pool_lock(device->pool);
    atomic_store_explicit(&device->fault, LW_SUCCESS, memory_order_release);
    atomic_store_explicit(&device->launch_error, LW_SUCCESS, memory_order_release);
    device->report[0] = 0;
    lw_cpu_forget_optins(device);
    lw_cpu_default_limits(device);
    emu_pool_unlock(device->pool);
    emu_print_close();
    emu_heap_close();
    return LW_SUCCESS;
}

lw_status lw_cpu_fault(lw_device_impl *device, const char **report)
{
    lw_status status = (lw_status)atomic_load_explicit(&device->fault, memory_order_acquire);
    if (__builtin_expect(status != LW_SUCCESS, 0)) {
        emu_print_flush(); /* the kernels' output so far, and the assertion's line */
        *report = device->report;
    }
    return status;
}
