/* Random calls: kernels, their attributes and launches; variables of the device. */
#include "device/kernels.h"
#include "random_calls.h"

/* ---- launches ---- */
struct launch {
    struct block *block;
    lw_launch_config config;
    int *memory, value, n;
};

static bool choose_launch(struct caller *c, struct launch *launch)
{
    struct block *block = pick_block(c, -1, SETTABLE | 1 << PINNED | 1 << REGISTERED);
    if (!block || block->size < sizeof(int))
        return false;
    int place = block->place, n = 1 + (int)below(c, block->size / sizeof(int));
    lw_stream *stream = stream_of(c, place);
    use(c, block, stream, place);
    *launch =
        (struct launch){block, lw_linear(handle(c, STREAM, "stream", stream), (uint64_t)n, 1 + (unsigned)below(c, 200)),
                        (int *)(void *)block->base, (int)below(c, INT32_MAX), n};
    lw_launch_config *config = &launch->config;
    if (wrong(c, "grid", LW_ERROR_INVALID_CONFIGURATION))
        config->grid.x = 0;
    else if (wrong(c, "grid", LW_ERROR_INVALID_CONFIGURATION))
        config->grid.y = 70000;
    else if (wrong(c, "block", LW_ERROR_INVALID_CONFIGURATION))
        config->block = lw_make_dim3(1 + 1024 * (unsigned)below(c, 2), one_in(c, 2) ? 0 : 1025, 1);
    else if (wrong(c, "dynamic_shared is ", LW_ERROR_INVALID_VALUE))
        config->dynamic_shared = one_in(c, 2) ? SIZE_MAX : 1 << 20;
    else if (wrong(c, "cluster", LW_ERROR_INVALID_CLUSTER_SIZE))
        config->cluster = lw_make_dim3(config->grid.x + 1, 1, 1);
    else if (wrong(c, "programmatic is ", LW_ERROR_INVALID_VALUE))
        config->programmatic = 2;
    return true;
}

static void launched(const struct launch *launch)
{
    for (int i = 0; i < launch->n; i++)
        memcpy(launch->block->shadow + (size_t)i * sizeof(int), &launch->value, sizeof(int));
}

RANDOM_CALL(lw_launch_kernel)
{
    struct launch launch;
    if (!choose_launch(c, &launch))
        return;
    struct {
        int *memory;
        int value, n;
    } arguments = {launch.memory, launch.value, launch.n};
    const lw_kernel *kernel = LW_KERNEL_OF(api_fill);
    if (wrong(c, "kernel is null", LW_ERROR_INVALID_VALUE))
        kernel = NULL;
    bool none = wrong(c, "arguments is null", LW_ERROR_INVALID_VALUE);
    if (finish(c, lw_launch_kernel(kernel, launch.config, none ? NULL : &arguments)))
        launched(&launch);
}

RANDOM_CALL(lw_launch_pointers)
{
    struct launch launch;
    if (!choose_launch(c, &launch))
        return;
    const void *pointers[] = {&launch.memory, &launch.value, &launch.n}, *const *arguments = pointers;
    if (wrong(c, "arguments", LW_ERROR_INVALID_VALUE))
        pointers[below(c, 3)] = NULL;
    else if (wrong(c, "arguments is null", LW_ERROR_INVALID_VALUE))
        arguments = NULL;
    const lw_kernel *kernel = wrong(c, "kernel is null", LW_ERROR_INVALID_VALUE) ? NULL : LW_KERNEL_OF(api_fill);
    if (finish(c, lw_launch_pointers(kernel, launch.config, arguments)))
        launched(&launch);
}

/* ---- attributes ---- */
static const lw_kernel *some_kernel(struct caller *c)
{
    if (wrong(c, "kernel is null", LW_ERROR_INVALID_VALUE))
        return NULL;
    return one_in(c, 2) ? LW_KERNEL_OF(api_shared) : LW_KERNEL_OF(api_fill);
}

RANDOM_CALL(lw_kernel_get_attributes)
{
    const lw_kernel *kernel = some_kernel(c);
    lw_kernel_attributes *got = out(c, "attributes", sizeof *got);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    if (finish(c, lw_kernel_get_attributes(device, kernel, got)) &&
        got->parameter_count != (kernel == LW_KERNEL_OF(api_fill) ? 3 : 2))
        caller_fail(c, __FILE__, __LINE__, "%d parameters", got->parameter_count);
}

RANDOM_CALL(lw_kernel_set_attribute)
{
    const lw_kernel *kernel = some_kernel(c);
    lw_kernel_attribute attribute = (lw_kernel_attribute)below(c, 3);
    long long value = attribute == LW_KERNEL_MAX_DYNAMIC_SHARED ? 8192 + (long long)below(c, 8192) : 1;
    if (wrong(c, "attribute is ", LW_ERROR_INVALID_VALUE))
        attribute = (lw_kernel_attribute)(3 + (int)below(c, 100));
    else if (wrong(c, "value is ", LW_ERROR_INVALID_VALUE))
        value = one_in(c, 2) ? -2 : INT64_MAX;
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    finish(c, lw_kernel_set_attribute(device, kernel, attribute, value));
}

RANDOM_CALL(lw_kernel_get_parameter, .while_faulted = true)
{
    static const size_t offsets[] = {0, 8, 12}, sizes[] = {8, 4, 4};
    size_t *offset = out(c, "offset", sizeof *offset), *size = out(c, "size", sizeof *size);
    unsigned index = (unsigned)below(c, 3);
    const lw_kernel *kernel = wrong(c, "kernel is null", LW_ERROR_INVALID_VALUE) ? NULL : LW_KERNEL_OF(api_fill);
    unsigned asked = wrong(c, "index is ", LW_ERROR_INVALID_VALUE) ? 3 + (unsigned)below(c, 1000) : index;
    if (finish(c, lw_kernel_get_parameter(kernel, asked, offset, size)) &&
        (*offset != offsets[index] || *size != sizes[index]))
        caller_fail(c, __FILE__, __LINE__, "parameter %u: %zu bytes at %zu", index, *size, *offset);
}

/* ---- occupancy ---- */
RANDOM_CALL(lw_occupancy_max_active_blocks)
{
    int *blocks = out(c, "blocks", sizeof *blocks);
    const lw_kernel *kernel = some_kernel(c);
    unsigned threads = wrong(c, "threads is 0", LW_ERROR_INVALID_VALUE) ? 0 : 1 + (unsigned)below(c, 2000);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    if (finish(c, lw_occupancy_max_active_blocks(device, kernel, threads, below(c, 2000), blocks)) &&
        (*blocks < 0 || (*blocks == 0) != (threads > 1024)))
        caller_fail(c, __FILE__, __LINE__, "%d blocks of %u threads", *blocks, threads);
}

RANDOM_CALL(lw_occupancy_max_potential_block_size)
{
    unsigned *min = out(c, "min_blocks", sizeof *min), *threads = out(c, "threads", sizeof *threads);
    const lw_kernel *kernel = some_kernel(c);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    unsigned limit = (unsigned)below(c, 1025);
    if (finish(c, lw_occupancy_max_potential_block_size(device, kernel, NULL, NULL, limit, min, threads)) &&
        (!*min || !*threads || (limit && *threads > limit)))
        caller_fail(c, __FILE__, __LINE__, "%u blocks of %u threads", *min, *threads);
}

RANDOM_CALL(lw_occupancy_available_dynamic_shared)
{
    size_t *bytes = out(c, "dynamic_shared", sizeof *bytes);
    const lw_kernel *kernel = some_kernel(c);
    int blocks = 1;
    unsigned threads = 1 + (unsigned)below(c, 1024);
    if (wrong(c, "blocks is ", LW_ERROR_INVALID_VALUE))
        blocks = -(int)below(c, 2);
    else if (wrong(c, "threads is ", LW_ERROR_INVALID_VALUE))
        threads = 0;
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    finish(c, lw_occupancy_available_dynamic_shared(device, kernel, blocks, threads, bytes));
}

RANDOM_CALL(lw_occupancy_max_active_clusters)
{
    int *clusters = out(c, "clusters", sizeof *clusters);
    const lw_kernel *kernel = some_kernel(c);
    lw_launch_config config = lw_grid(NULL, 8, 1 + (unsigned)below(c, 128), 0);
    config.cluster.x = config.cluster.y = config.cluster.z = 1;
    config.cluster.x = 1u << below(c, 3);
    if (wrong(c, "cluster is ", LW_ERROR_INVALID_CLUSTER_SIZE))
        config.cluster.x = 1000;
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    allow(c, LW_ERROR_NOT_SUPPORTED);
    if (finish(c, lw_occupancy_max_active_clusters(device, kernel, config, clusters)) && *clusters < 0)
        caller_fail(c, __FILE__, __LINE__, "%d clusters", *clusters);
}

/* ---- variables: each thread has an element of api_counter ---- */
RANDOM_CALL(lw_symbol_get_address)
{
    int place = place_of(c);
    void **pointer = out(c, "pointer", sizeof *pointer);
    lw_device *device = device_of(c, place);
    const lw_symbol *symbol = wrong(c, "symbol is null", LW_ERROR_INVALID_SYMBOL) ? NULL : LW_SYMBOL(api_counter);
    if (!finish(c, lw_symbol_get_address(handle(c, DEVICE, "device", device), pointer, symbol)))
        return;
    unsigned char *address = (unsigned char *)*pointer + (size_t)c->number * sizeof(int);
    for (int i = 0; i < BLOCKS; i++)
        if (c->blocks[i].base == address)
            return;
    struct block *block = block_room(c);
    if (block)
        block_made(c, block, address, sizeof(int), IN_SYMBOL, c->own[place], place);
}

RANDOM_CALL(lw_symbol_get_size)
{
    size_t *size = out(c, "size", sizeof *size);
    const lw_symbol *symbol = wrong(c, "symbol is null", LW_ERROR_INVALID_SYMBOL) ? NULL : LW_SYMBOL(api_counter);
    lw_device *device = handle(c, DEVICE, "device", device_of(c, place_of(c)));
    if (finish(c, lw_symbol_get_size(device, size, symbol)) && *size != 4 * sizeof(int))
        caller_fail(c, __FILE__, __LINE__, "%zu bytes", *size);
}

struct variable {
    struct block *block, *other;
    lw_device *device;
    lw_stream *stream;
    const lw_symbol *symbol;
    void *pointer;
    size_t size, offset, asked, at; /* of the variable; in the caller's part */
};

static bool choose_variable(struct caller *c, struct variable *variable, bool waits)
{
    struct block *block = pick_block(c, -1, 1 << IN_SYMBOL);
    struct block *other = block ? pick_block(c, block->place, ANY_SPACE & ~(1u << IN_SYMBOL)) : NULL;
    if (!block || !other || other->size < sizeof(int))
        return false;
    size_t at = below(c, sizeof(int)), size = 1 + below(c, sizeof(int) - at);
    *variable = (struct variable){.block = block,
                                  .other = other,
                                  .device = device_of(c, block->place),
                                  .stream = waits ? NULL : stream_of(c, block->place),
                                  .symbol = LW_SYMBOL(api_counter),
                                  .pointer = other->base,
                                  .size = size,
                                  .asked = size,
                                  .at = at,
                                  .offset = (size_t)c->number * sizeof(int) + at};
    use_two(c, &block->last, &other->last, variable->stream, block->place);
    if (wrong(c, "symbol is null", LW_ERROR_INVALID_SYMBOL))
        variable->symbol = NULL;
    else if (wrong(c, " is null", LW_ERROR_INVALID_VALUE))
        variable->pointer = NULL;
    else if (wrong(c, "offset is ", LW_ERROR_INVALID_VALUE))
        variable->offset = one_in(c, 2) ? SIZE_MAX : 17 + below(c, 100);
    else if (wrong(c, "offset + size is ", LW_ERROR_INVALID_VALUE))
        variable->asked = one_in(c, 2) ? SIZE_MAX - variable->offset : 17;
    return true;
}

static void to_variable(const struct variable *variable)
{
    memcpy(variable->block->shadow + variable->at, variable->other->shadow, variable->size);
}

static void from_variable(const struct variable *variable)
{
    memcpy(variable->other->shadow, variable->block->shadow + variable->at, variable->size);
}

RANDOM_CALL(lw_memcpy_to_symbol)
{
    struct variable v;
    if (choose_variable(c, &v, true) &&
        finish(c, lw_memcpy_to_symbol(handle(c, DEVICE, "device", v.device), v.symbol, v.pointer, v.asked, v.offset)))
        to_variable(&v);
}

RANDOM_CALL(lw_memcpy_to_symbol_async)
{
    struct variable v;
    if (choose_variable(c, &v, false) && finish(c, lw_memcpy_to_symbol_async(handle(c, STREAM, "stream", v.stream),
                                                                             v.symbol, v.pointer, v.asked, v.offset)))
        to_variable(&v);
}

RANDOM_CALL(lw_memcpy_from_symbol)
{
    struct variable v;
    if (choose_variable(c, &v, true) &&
        finish(c, lw_memcpy_from_symbol(handle(c, DEVICE, "device", v.device), v.pointer, v.symbol, v.asked, v.offset)))
        from_variable(&v);
}

RANDOM_CALL(lw_memcpy_from_symbol_async)
{
    struct variable v;
    if (choose_variable(c, &v, false) && finish(c, lw_memcpy_from_symbol_async(handle(c, STREAM, "stream", v.stream),
                                                                               v.pointer, v.symbol, v.asked, v.offset)))
        from_variable(&v);
}
