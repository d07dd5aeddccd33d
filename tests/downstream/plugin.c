/* The plugin's own code: plain C. */
#include "plugin_kernel.h"

lw_status plugin_run(lw_device *device, plugin_report *report)
{
    static int factors[FACTORS];
    int *out;
    void *address;
    lw_status status = lw_malloc(device, (void **)&out, sizeof report->results);
    report->kernel = LW_KERNEL_OF(plugin_fill);
    report->room = ROOM * sizeof(int);
    report->bound = BOUND;
    report->value = VALUE;
    report->line = LINE + 1;
    if (!status)
        status = lw_kernel_get_attributes(device, LW_KERNEL_OF(plugin_fill), &report->attributes);
    if (!status)
        status = lw_occupancy_max_active_blocks(device, LW_KERNEL_OF(plugin_fill), 256, 0, &report->active_blocks);
    if (!status)
        status = lw_launch(plugin_fill, lw_linear(lw_default_stream(device), PLUGIN_RESULTS, 256), PLUGIN_RESULTS, out);
    if (!status)
        status = lw_memcpy(device, report->results, out, sizeof report->results, LW_MEMCPY_DEVICE_TO_HOST);
    if (!status)
        status =
            lw_kernel_set_attribute(device, LW_KERNEL_OF(plugin_fill), LW_KERNEL_MAX_DYNAMIC_SHARED, PLUGIN_OPT_IN);
    if (!status)
        status = lw_memcpy_to_symbol(device, LW_SYMBOL(plugin_factors), factors, sizeof factors, 0);
    if (!status) /* by its address, which is device memory */
        status = lw_symbol_get_address(device, &address, LW_SYMBOL(plugin_factors));
    if (!status)
        status = lw_memset(device, address, 1, sizeof factors);
    if (!status)
        status = lw_free(device, out);
    return status;
}

lw_status plugin_fault(lw_device *device)
{
    lw_status status = lw_launch(plugin_fill, lw_linear(lw_default_stream(device), PLUGIN_RESULTS, 256), PLUGIN_RESULTS,
                                 (int *)(uintptr_t)64);
    return status ? status : lw_device_synchronize(device);
}
