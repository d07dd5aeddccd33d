/* What a kernel needs on the CPU device, and its opt-in to more shared memory. */
#include <stdlib.h>

#include "cpu.h"

size_t lw_cpu_static_shared(const lw_kernel *kernel)
{
    /* The kernel's state is the size plus 1, once known: a launch then takes no lock. Descriptors are variables. */
    void **state = (void **)&kernel->state[LW_BACKEND_CPU];
    uintptr_t known = (uintptr_t)__atomic_load_n(state, __ATOMIC_ACQUIRE);
    if (known)
        return known - 1;
    size_t size = emu_shared_layout(kernel);
    __atomic_store_n(state, (void *)(uintptr_t)(size + 1), __ATOMIC_RELEASE);
    return size;
}

static lw_cpu_optin *find(const lw_device_impl *device, const lw_kernel *kernel)
{
    lw_cpu_optin *optin = device->optins;
    while (optin && optin->kernel != kernel)
        optin = optin->next;
    return optin;
}

lw_status lw_cpu_kernel_attributes(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attributes *attributes)
{
    if (!kernel->entry[LW_ENGINE_FIBER])
        return lw_fail(device, LW_ERROR_NO_KERNEL_IMAGE, "the object of kernel %s holds no code for the CPU",
                       kernel->name);
    size_t static_shared = lw_cpu_static_shared(kernel);
    if (static_shared > LW_CPU_SHARED)
        return lw_fail(device, LW_ERROR_OUT_OF_RESOURCES,
                       "kernel %s has %zu bytes of LW_SHARED variables, the limit is %d", kernel->name, static_shared,
                       LW_CPU_SHARED);
    emu_pool_lock(device->pool);
    const lw_cpu_optin *optin = find(device, kernel);
    size_t dynamic = optin && optin->shared ? optin->bytes : LW_CPU_SHARED - static_shared;
    bool non_portable = optin && optin->non_portable;
    emu_pool_unlock(device->pool);
    const lw_dim3 *exact = &kernel->block_size;
    unsigned lanes = exact->x ? exact->x * exact->y * exact->z : kernel->max_threads;
    *attributes = (lw_kernel_attributes){
        .static_shared = static_shared,
        .max_dynamic_shared = dynamic,
        .max_threads_per_block = lanes && lanes < LW_CPU_MAX_LANES ? (int)lanes : LW_CPU_MAX_LANES,
        .block_size = kernel->block_size,
        .parameter_count = (int)kernel->parameter_count,
        .max_cluster_blocks = !device->profile->clusters ? 1
                              : non_portable             ? LW_CPU_MAX_CLUSTER_OPTIN
                                                         : LW_CPU_MAX_CLUSTER,
    };
    return LW_SUCCESS;
}

static lw_status check_attribute(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                 long long value)
{
    size_t static_shared = lw_cpu_static_shared(kernel), optin = (size_t)device->profile->shared_optin << 10;
    switch (attribute) {
    case LW_KERNEL_MAX_DYNAMIC_SHARED:
        if (value < 0 || static_shared > optin || (size_t)value > optin - static_shared)
            return lw_fail(device, LW_ERROR_INVALID_VALUE,
                           "value is %lld bytes, the limit is %zu less the kernel's %zu static ones", value, optin,
                           static_shared);
        return LW_SUCCESS;
    case LW_KERNEL_SHARED_CARVEOUT:
        if (value < -1 || value > 100)
            return lw_fail(device, LW_ERROR_INVALID_VALUE, "value is %lld, it must be -1 to 100", value);
        return LW_SUCCESS;
    case LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE:
        if (value != 0 && value != 1)
            return lw_fail(device, LW_ERROR_INVALID_VALUE, "value is %lld, it must be 0 or 1", value);
        return LW_SUCCESS;
    }
    return lw_fail(device, LW_ERROR_INVALID_VALUE, "attribute is %d, which is unknown", (int)attribute);
}

lw_status lw_cpu_kernel_set_attribute(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                      long long value)
{
    lw_status status = check_attribute(device, kernel, attribute, value);
    if (status)
        return status;
    lw_cpu_optin *fresh = lw_allocate(sizeof *fresh);
    if (!fresh)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for an attribute of kernel %s", kernel->name);
    emu_pool_lock(device->pool);
    lw_cpu_optin *optin = find(device, kernel);
    if (!optin) {
        optin = fresh;
        fresh = NULL;
        optin->kernel = kernel;
        optin->carveout = -1;
        optin->next = device->optins;
        device->optins = optin;
    }
    if (attribute == LW_KERNEL_MAX_DYNAMIC_SHARED) {
        optin->shared = true;
        optin->bytes = (size_t)value;
    } else if (attribute == LW_KERNEL_SHARED_CARVEOUT) {
        optin->carveout = (int)value;
    } else {
        optin->non_portable = value != 0;
    }
    emu_pool_unlock(device->pool);
    free(fresh);
    return LW_SUCCESS;
}

int lw_cpu_carveout(lw_device_impl *device, const lw_kernel *kernel)
{
    emu_pool_lock(device->pool);
    const lw_cpu_optin *optin = find(device, kernel);
    int percent = optin ? optin->carveout : -1;
    emu_pool_unlock(device->pool);
    return percent;
}

void lw_cpu_forget_optins(lw_device_impl *device)
{
    while (device->optins) {
        lw_cpu_optin *optin = device->optins;
        device->optins = optin->next;
        free(optin);
    }
}
