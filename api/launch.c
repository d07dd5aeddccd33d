/* Launches. The checks here refuse what CUDA refuses, on each device with the same message. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"

lw_status lw_refuse_version(const char *function, const lw_context *context, const lw_kernel *kernel)
{
    return lw_refuse(context, LW_ERROR_VERSION,
                     "%s: kernel was compiled for version %u of kernel objects, this library reads version %u",
                     function, kernel->version, LW_DESCRIPTOR_VERSION);
}

static lw_status refuse_dimension(const char *function, const lw_context *context, const char *argument, unsigned value,
                                  unsigned limit)
{
    if (value == 0)
        return lw_refuse(context, LW_ERROR_INVALID_CONFIGURATION, "%s: %s is 0, which launches nothing", function,
                         argument);
    return lw_refuse(context, LW_ERROR_INVALID_CONFIGURATION, "%s: %s is %u, the limit is %u", function, argument,
                     value, limit);
}

/* Names the dimension that is out of its range; there is one. The block's come first: a block of 0 makes lw_linear()'s
 * grid 0. */
static lw_status refuse_shape(const char *function, const lw_context *context, const lw_dim3 *grid,
                              const lw_dim3 *block)
{
    const lw_device_properties *limits = &context->properties;
    const struct {
        const char *argument;
        unsigned value, limit;
    } dimensions[] = {
        {"block.x", block->x, limits->max_block.x}, {"block.y", block->y, limits->max_block.y},
        {"block.z", block->z, limits->max_block.z}, {"grid.x", grid->x, limits->max_grid.x},
        {"grid.y", grid->y, limits->max_grid.y},    {"grid.z", grid->z, limits->max_grid.z},
    };
    for (size_t i = 0; i < sizeof dimensions / sizeof dimensions[0]; i++)
        if (dimensions[i].value - 1 >= dimensions[i].limit)
            return refuse_dimension(function, context, dimensions[i].argument, dimensions[i].value,
                                    dimensions[i].limit);
    return lw_refuse(context, LW_ERROR_INVALID_CONFIGURATION, "%s: block is %u x %u x %u = %u threads, the limit is %d",
                     function, block->x, block->y, block->z, block->x * block->y * block->z,
                     limits->max_threads_per_block);
}

/* 0 - 1 wraps around to the largest number, so one comparison checks both bounds. */
static inline bool within(const lw_dim3 *shape, const lw_dim3 *limit)
{
    return shape->x - 1 < limit->x && shape->y - 1 < limit->y && shape->z - 1 < limit->z;
}

static lw_status refuse_threads(const char *function, const lw_context *context, const lw_kernel *kernel,
                                const lw_kernel_entry *entry, unsigned threads)
{
    if (kernel->max_threads && threads > kernel->max_threads)
        return lw_refuse(context, LW_ERROR_INVALID_CONFIGURATION,
                         "%s: block has %u threads, kernel %s allows %u (LW_LAUNCH_BOUNDS)", function, threads,
                         kernel->name, kernel->max_threads);
    return lw_refuse(context, LW_ERROR_OUT_OF_RESOURCES,
                     "%s: block has %u threads, the registers that kernel %s needs allow %d", function, threads,
                     kernel->name, entry->attributes.max_threads_per_block);
}

static lw_status check_kernel(const char *function, const lw_context *context, const lw_kernel *kernel,
                              const lw_kernel_entry *entry, const lw_launch_config *config)
{
    const lw_dim3 *block = &config->block, *exact = &kernel->block_size;
    unsigned threads = block->x * block->y * block->z;
    if (exact->x && (block->x != exact->x || block->y != exact->y || block->z != exact->z))
        return lw_refuse(context, LW_ERROR_INVALID_CONFIGURATION,
                         "%s: block is %u x %u x %u, kernel %s runs in %u x %u x %u only (LW_BLOCK_SIZE)", function,
                         block->x, block->y, block->z, kernel->name, exact->x, exact->y, exact->z);
    if (threads > (unsigned)entry->attributes.max_threads_per_block)
        return refuse_threads(function, context, kernel, entry, threads);
    size_t dynamic = atomic_load_explicit(&entry->max_dynamic_shared, memory_order_relaxed);
    if (config->dynamic_shared > dynamic)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: dynamic_shared is %zu bytes, kernel %s may have %zu beside its %zu static ones "
                         "(lw_kernel_set_attribute() can raise that, the device's limit is %zu together)",
                         function, config->dynamic_shared, kernel->name, dynamic, entry->attributes.static_shared,
                         context->properties.shared_memory_per_block_optin);
    return LW_SUCCESS;
}

static lw_status check_cluster(const char *function, const lw_context *context, const lw_kernel *kernel,
                               const lw_kernel_entry *entry, const lw_launch_config *config)
{
    const lw_dim3 *cluster = &config->cluster, *own = &kernel->cluster, *grid = &config->grid;
    if (cluster->x == 0 || cluster->y == 0 || cluster->z == 0)
        return lw_refuse(context, LW_ERROR_INVALID_CLUSTER_SIZE, "%s: cluster is %u x %u x %u blocks", function,
                         cluster->x, cluster->y, cluster->z);
    if (own->x && (cluster->x != own->x || cluster->y != own->y || cluster->z != own->z))
        return lw_refuse(context, LW_ERROR_INVALID_CLUSTER_SIZE,
                         "%s: cluster is %u x %u x %u blocks, kernel %s has %u x %u x %u (LW_CLUSTER_DIMS)", function,
                         cluster->x, cluster->y, cluster->z, kernel->name, own->x, own->y, own->z);
    int limit = atomic_load_explicit(&entry->max_cluster_blocks, memory_order_relaxed);
    if (limit == 1)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED, "%s: the device has no clusters (kernel %s)", function,
                         kernel->name);
    /* Checks each dimension first, because the product could wrap around. */
    unsigned most = (unsigned)limit;
    if (cluster->x > most || cluster->y > most || cluster->z > most || cluster->x * cluster->y * cluster->z > most)
        return lw_refuse(context, LW_ERROR_INVALID_CLUSTER_SIZE,
                         "%s: cluster is %u x %u x %u blocks, the limit is %d together%s", function, cluster->x,
                         cluster->y, cluster->z, limit,
                         limit < 16 ? " (LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE can raise it to 16)" : "");
    if (grid->x % cluster->x || grid->y % cluster->y || grid->z % cluster->z)
        return lw_refuse(context, LW_ERROR_INVALID_CLUSTER_SIZE,
                         "%s: grid is %u x %u x %u blocks, no multiple of a cluster's %u x %u x %u", function, grid->x,
                         grid->y, grid->z, cluster->x, cluster->y, cluster->z);
    return LW_SUCCESS;
}

static lw_status check_programmatic(const char *function, const lw_context *context, const lw_kernel *kernel,
                                    int programmatic)
{
    const lw_device_properties *device = &context->properties;
    if (programmatic != 1)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: programmatic is %d, it must be 0 or 1", function,
                         programmatic);
    if (device->compute_capability_major < 9)
        return lw_refuse(context, LW_ERROR_NOT_SUPPORTED,
                         "%s: programmatic is 1 (kernel %s): it needs compute capability 9.0, the device has %d.%d",
                         function, kernel->name, device->compute_capability_major, device->compute_capability_minor);
    return LW_SUCCESS;
}

/* Checks a launch, and sets config->cluster to the kernel's own cluster if the launch names none. */
static inline lw_status check(const char *function, lw_context *context, const lw_kernel *kernel,
                              lw_launch_config *config)
{
    const lw_device_properties *limits = &context->properties;
    if (__builtin_expect(!within(&config->grid, &limits->max_grid) || !within(&config->block, &limits->max_block) ||
                             config->block.x * config->block.y * config->block.z >
                                 (unsigned)limits->max_threads_per_block,
                         0))
        return refuse_shape(function, context, &config->grid, &config->block);
    lw_kernel_entry *entry;
    lw_status status = lw_kernel_find(context, function, kernel, &entry);
    if (!status)
        status = check_kernel(function, context, kernel, entry, config);
    if (!status &&
        __builtin_expect(kernel->cluster.x || config->cluster.x || config->cluster.y || config->cluster.z, 0)) {
        if (!config->cluster.x && !config->cluster.y && !config->cluster.z)
            config->cluster = kernel->cluster;
        status = check_cluster(function, context, kernel, entry, config);
    }
    if (!status && __builtin_expect(config->programmatic != 0, 0))
        status = check_programmatic(function, context, kernel, config->programmatic);
    return status;
}

lw_status lw_launch_check(const char *function, lw_context *context, const lw_kernel *kernel, lw_launch_config *config)
{
    return check(function, context, kernel, config);
}

static inline lw_status launch(const lw_kernel *kernel, lw_launch_config config, const void *arguments)
{
    lw_status status = lw_enter_stream("lw_launch", config.stream);
    if (__builtin_expect(status != LW_SUCCESS, 0))
        return status;
    lw_context *context = config.stream->context;
    if (__builtin_expect(!kernel, 0))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "lw_launch: kernel is null");
    if (__builtin_expect(kernel->version != LW_DESCRIPTOR_VERSION, 0))
        return lw_refuse_version("lw_launch", context, kernel);
    if (__builtin_expect(!arguments && kernel->parameter_count, 0))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "lw_launch: arguments is null, kernel %s has %u parameters",
                         kernel->name, kernel->parameter_count);
    status = check("lw_launch", context, kernel, &config);
    if (__builtin_expect(status != LW_SUCCESS, 0))
        return status;
    lw_message_discard();
    status = lw_finish(context, "lw_launch", context->backend->launch(config.stream->impl, kernel, &config, arguments));
    return __builtin_expect(context->launch_blocking, 0) ? lw_wait_for_launch("lw_launch", config.stream, status)
                                                         : status;
}

lw_status lw_launch_kernel(const lw_kernel *kernel, lw_launch_config config, const void *arguments)
{
    LW_NOTE_CALLER();
    if (__builtin_expect(lw_misuse_hook != NULL, 0))
        lw_report_unchecked_launch("lw_launch", kernel);
    lw_status status = launch(kernel, config, arguments);
    return __builtin_expect(status != LW_SUCCESS, 0) && kernel ? lw_launch_failed(kernel, status) : status;
}

lw_status lw_kernel_get_parameter(const lw_kernel *kernel, unsigned index, size_t *offset, size_t *size)
{
    LW_NOTE_CALLER();
    if (!kernel || !offset || !size)
        return lw_refuse(NULL, LW_ERROR_INVALID_VALUE, "%s: %s is null", __func__,
                         !kernel  ? "kernel"
                         : offset ? "size"
                                  : "offset");
    if (kernel->version != LW_DESCRIPTOR_VERSION)
        return lw_refuse_version(__func__, NULL, kernel);
    if (index >= kernel->parameter_count)
        return lw_refuse(NULL, LW_ERROR_INVALID_VALUE, "%s: index is %u, kernel %s has %u parameters", __func__, index,
                         kernel->name, kernel->parameter_count);
    *offset = kernel->parameters[index].offset;
    *size = kernel->parameters[index].size;
    return LW_SUCCESS;
}

lw_status lw_launch_pointers(const lw_kernel *kernel, lw_launch_config config, const void *const *arguments)
{
    enum { USUAL = 1024 };
    LW_NOTE_CALLER();
    _Alignas(max_align_t) char usual[USUAL] = {0}, *copy = usual;
    unsigned count = kernel && kernel->version == LW_DESCRIPTOR_VERSION ? kernel->parameter_count : 0;
    if (count && !arguments)
        return lw_refuse(NULL, LW_ERROR_INVALID_VALUE, "%s: arguments is null, kernel %s has %u parameters", __func__,
                         kernel->name, count);
    for (unsigned i = 0; i < count; i++)
        if (!arguments[i])
            return lw_refuse(NULL, LW_ERROR_INVALID_VALUE, "%s: arguments[%u] is null", __func__, i);
    if (count && kernel->arguments_size > USUAL && !(copy = lw_allocate(kernel->arguments_size)))
        return lw_refuse(NULL, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for %zu bytes of arguments", __func__,
                         kernel->arguments_size);
    for (unsigned i = 0; i < count; i++)
        memcpy(copy + kernel->parameters[i].offset, arguments[i], kernel->parameters[i].size);
    if (__builtin_expect(lw_misuse_hook != NULL, 0))
        lw_report_unchecked_launch("lw_launch", kernel);
    lw_status status = launch(kernel, config, copy);
    if (copy != usual)
        free(copy);
    return __builtin_expect(status != LW_SUCCESS, 0) && kernel ? lw_launch_failed(kernel, status) : status;
}
