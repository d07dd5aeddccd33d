/* Launches from kernels: each is an operation in a stream of its parent's family. The parent is done when its family is
 * done (queue.c). So a tree of grids ends from its leaves to its root, and then the host's stream continues. */
#include "../language/child.h"

#include <stdlib.h>
#include <string.h>

#include "child_inside.h"
#include "graph.h"

lw_cpu_launch *lw_cpu_calling_launch(void)
{
    return (lw_cpu_launch *)((char *)emu_calling_grid() - offsetof(lw_cpu_launch, grid));
}

int lw_cpu_child_allowed(const lw_cpu_launch *parent)
{
    const lw_cpu_node *node = parent->operation.node;
    return node && node->body->device_launch ? cudaErrorNotSupported : cudaSuccess;
}

int lw_cpu_child_failed(int error)
{
    if (error)
        *emu_calling_error() = error;
    return error;
}

int lw_cpu_child_error(int clear)
{
    int *latest = emu_calling_error(), error = *latest;
    if (clear)
        *latest = cudaSuccess;
    return error;
}

/* ---- checks of a launch ---- */
static bool within(const lw_dim3 *shape, const lw_dim3 *limit)
{
    return shape->x - 1 < limit->x && shape->y - 1 < limit->y && shape->z - 1 < limit->z;
}

static int check(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config)
{
    const lw_device_properties *limits = &device->limits;
    const lw_dim3 *block = &config->block, *exact = &kernel->block_size, *cluster = &kernel->cluster;
    if (!within(&config->grid, &limits->max_grid) || !within(block, &limits->max_block))
        return cudaErrorInvalidConfiguration;
    unsigned threads = block->x * block->y * block->z;
    if (threads > (unsigned)limits->max_threads_per_block || (kernel->max_threads && threads > kernel->max_threads))
        return cudaErrorInvalidConfiguration;
    if (exact->x && (block->x != exact->x || block->y != exact->y || block->z != exact->z))
        return cudaErrorInvalidConfiguration;
    if (cluster->x && (config->grid.x % cluster->x || config->grid.y % cluster->y || config->grid.z % cluster->z))
        return cudaErrorInvalidConfiguration;
    lw_kernel_attributes attributes;
    if (lw_cpu_kernel_attributes(device, kernel, &attributes))
        return cudaErrorInvalidDeviceFunction;
    if (cluster->x && (uint64_t)cluster->x * cluster->y * cluster->z > (uint64_t)attributes.max_cluster_blocks)
        return cudaErrorInvalidConfiguration;
    return config->dynamic_shared > attributes.max_dynamic_shared ? cudaErrorInvalidConfiguration : cudaSuccess;
}

bool lw_cpu_is_private(const void *address)
{
    emu_space space = emu_space_of(address);
    return space == EMU_SPACE_SHARED || space == EMU_SPACE_LOCAL;
}

/* Reports an argument that is an address in shared or local memory: the child cannot reach it. */
static void check_arguments(const lw_kernel *kernel, const void *arguments, const emu_site *site)
{
    for (unsigned i = 0; i < kernel->parameter_count; i++) {
        const void *value;
        if (kernel->parameters[i].size != sizeof value)
            continue;
        memcpy(&value, (const char *)arguments + kernel->parameters[i].offset, sizeof value);
        if (lw_cpu_is_private(value))
            emu_calling_fails(
                LW_ERROR_ILLEGAL_ADDRESS, site,
                "illegal address: parameter %u of kernel %s points into the launching %s memory, which the "
                "child cannot reach",
                i + 1, kernel->name, emu_space_of(value) == EMU_SPACE_SHARED ? "block's shared" : "thread's local");
    }
}

/* ---- the stream of a launch ---- */
/* An idle stream of that role, or a new one; null when out of memory. With the lock held. */
static lw_stream_impl *find_idle_stream(lw_cpu_launch *parent, lw_cpu_role role)
{
    lw_stream_impl *stream = parent->family.streams;
    while (stream && (stream->role != role || stream->head || stream->open))
        stream = stream->sibling;
    if (stream && stream->check)
        emu_check_stream_renew(stream->check);
    if (stream)
        return stream;
    stream = lw_allocate(sizeof *stream);
    if (!stream)
        return NULL;
    lw_cpu_stream_add(parent->operation.stream->device, stream);
    stream->role = role;
    stream->sibling = parent->family.streams;
    parent->family.streams = stream;
    return stream;
}

static lw_stream_impl *find_null_stream(lw_cpu_launch *parent)
{
    uint64_t block = emu_calling_block();
    lw_stream_impl *stream = parent->family.streams;
    while (stream && (stream->role != LW_CPU_NULL || !stream->head || stream->block != block))
        stream = stream->sibling;
    if (!stream && (stream = find_idle_stream(parent, LW_CPU_NULL)))
        stream->block = block;
    return stream;
}

static lw_stream_impl *find_tail_stream(lw_cpu_launch *parent)
{
    lw_stream_impl *stream = parent->family.tail;
    if (!stream && (stream = lw_allocate(sizeof *stream))) {
        lw_cpu_stream_add(parent->operation.stream->device, stream);
        stream->blocked = true; /* until nothing else of the family is unfinished */
        parent->family.tail = stream;
    }
    return stream;
}

int lw_cpu_find_stream(lw_cpu_launch *parent, void *handle, lw_stream_impl **found)
{
    if (!handle) {
        *found = find_null_stream(parent);
    } else if (handle == (void *)cudaStreamTailLaunch) {
        *found = find_tail_stream(parent);
    } else if (handle == (void *)cudaStreamFireAndForget) {
        *found = find_idle_stream(parent, LW_CPU_FIRE_AND_FORGET);
    } else {
        lw_stream_impl *stream = parent->family.streams;
        while (stream && ((void *)stream != handle || !stream->open))
            stream = stream->sibling;
        *found = stream;
        return stream ? cudaSuccess : cudaErrorInvalidValue;
    }
    return *found ? cudaSuccess : cudaErrorMemoryAllocation;
}

/* Called with the lock held; releases it. */
static int enqueue(lw_cpu_launch *parent, void *handle, lw_cpu_launch *child, const emu_site *site)
{
    lw_device_impl *device = parent->operation.stream->device;
    lw_stream_impl *stream;
    int error = device->children >= device->max_children ? cudaErrorLaunchPendingCountExceeded
                                                         : lw_cpu_find_stream(parent, handle, &stream);
    child->family.site = site;
    if (error) {
        child->operation.stream = parent->operation.stream; /* lw_cpu_launch_recycle() reads its device */
        lw_cpu_launch_recycle(child);
    } else {
        lw_cpu_enqueue_for(parent, stream, &child->operation);
    }
    emu_pool_unlock(device->pool);
    return error;
}

void lw_cpu_child_launch(const lw_kernel *kernel, void *stream, lw_dim3 grid, lw_dim3 block, size_t dynamic_shared,
                         const void *arguments, const emu_site *site)
{
    lw_cpu_launch *parent = lw_cpu_calling_launch();
    lw_device_impl *device = parent->operation.stream->device;
    const lw_launch_config config = {
        .grid = grid, .block = block, .dynamic_shared = dynamic_shared, .cluster = kernel->cluster};
    int error = lw_cpu_child_allowed(parent);
    if (!error)
        error =
            kernel->version == LW_DESCRIPTOR_VERSION ? check(device, kernel, &config) : cudaErrorInvalidDeviceFunction;
    if (error) {
        lw_cpu_child_failed(error);
        return;
    }
    check_arguments(kernel, arguments, site);
    lw_status status;
    lw_cpu_launch *child = lw_cpu_launch_make(device, kernel, &config, arguments, &status);
    lw_cpu_child_failed(child                                ? enqueue(parent, stream, child, site)
                        : status == LW_ERROR_NO_KERNEL_IMAGE ? cudaErrorNoKernelImageForDevice
                                                             : cudaErrorMemoryAllocation);
}

void lw_cpu_family_free(lw_cpu_family *family)
{
    while (family->streams) {
        lw_stream_impl *stream = family->streams;
        family->streams = stream->sibling;
        lw_cpu_stream_free(stream);
    }
    while (family->events) {
        lw_event_impl *event = family->events;
        family->events = event->sibling;
        lw_cpu_mark_release(event->mark);
        free(event);
    }
}
