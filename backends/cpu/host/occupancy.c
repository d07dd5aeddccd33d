/* How many blocks a multiprocessor of the device's profile holds, by the rules of NVIDIA's occupancy calculator: warps,
 * blocks and shared memory. Registers set no limit, because a kernel's registers on a GPU are unknown here. */
#include "cpu.h"

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* The smallest shared-memory size of a multiprocessor that is at least `wanted`; if there is none, the largest. */
static size_t carveout_of(const lw_cpu_profile *profile, size_t wanted)
{
    size_t size = 0;
    for (int i = 0; i < LW_CPU_CARVEOUTS; i++) {
        size_t bytes = (size_t)profile->carveouts[i] << 10;
        if (i > 0 && bytes == 0)
            break;
        size = bytes;
        if (size >= wanted)
            break;
    }
    return size;
}

/* A block's share of a multiprocessor's shared memory. */
static size_t shared_of_block(const lw_cpu_profile *profile, size_t static_shared, size_t dynamic_shared)
{
    return round_up(static_shared + ((size_t)profile->shared_reserved << 10) + dynamic_shared,
                    (size_t)profile->shared_granularity);
}

static int by_warps(const lw_cpu_profile *profile, unsigned threads)
{
    int fit = profile->threads / 32 / (int)((threads + 31) / 32);
    return fit < profile->blocks ? fit : profile->blocks;
}

static size_t by_shared(lw_device_impl *device, const lw_kernel *kernel, size_t block)
{
    const lw_cpu_profile *profile = device->profile;
    size_t most = (size_t)profile->shared << 10;
    int percent = lw_cpu_carveout(device, kernel);
    size_t size = percent < 0 ? most : carveout_of(profile, most * (size_t)percent / 100);
    if (size < block) /* the carveout is a preference: a block may need more */
        size = carveout_of(profile, block);
    return block ? size / block : SIZE_MAX;
}

lw_status lw_cpu_active_blocks(lw_device_impl *device, const lw_kernel *kernel, unsigned threads, size_t dynamic_shared,
                               int *blocks)
{
    lw_kernel_attributes attributes;
    lw_status status = lw_cpu_kernel_attributes(device, kernel, &attributes);
    if (status)
        return status;
    *blocks = 0;
    if (threads > LW_CPU_MAX_THREADS || dynamic_shared > attributes.max_dynamic_shared)
        return LW_SUCCESS;
    int fit = by_warps(device->profile, threads);
    size_t shared =
        by_shared(device, kernel, shared_of_block(device->profile, attributes.static_shared, dynamic_shared));
    *blocks = shared < (size_t)fit ? (int)shared : fit;
    return LW_SUCCESS;
}

void lw_cpu_fit(lw_device_impl *device, const lw_kernel *kernel, unsigned threads, size_t dynamic_shared,
                unsigned occupancy[LW_WORK_OCCUPANCY])
{
    const lw_cpu_profile *profile = device->profile;
    size_t block = shared_of_block(profile, lw_cpu_static_shared(kernel), dynamic_shared);
    size_t shared = by_shared(device, kernel, block);
    int warps = profile->threads / 32 / (int)((threads + 31) / 32), all = by_warps(profile, threads);
    occupancy[LW_FIT_BLOCKS] = (unsigned)profile->blocks;
    occupancy[LW_FIT_WARPS] = (unsigned)warps;
    occupancy[LW_FIT_SHARED] = shared < (size_t)profile->blocks ? (unsigned)shared : (unsigned)profile->blocks;
    occupancy[LW_FIT_ALL] = shared < (size_t)all ? (unsigned)shared : (unsigned)all;
    occupancy[LW_FIT_MOST_WARPS] = (unsigned)profile->threads / 32;
}

lw_status lw_cpu_available_shared(lw_device_impl *device, const lw_kernel *kernel, int blocks, unsigned threads,
                                  size_t *dynamic_shared)
{
    const lw_cpu_profile *profile = device->profile;
    lw_kernel_attributes attributes;
    lw_status status = lw_cpu_kernel_attributes(device, kernel, &attributes);
    if (status)
        return status;
    int most = threads <= LW_CPU_MAX_THREADS ? by_warps(profile, threads) : 0;
    if (blocks > most)
        return lw_fail(device, LW_ERROR_INVALID_VALUE,
                       "blocks is %d, but a multiprocessor holds %d blocks of %u threads", blocks, most, threads);
    /* An equal share for each block, as on an H200: the system's reserve in each block is not subtracted. */
    size_t share = ((size_t)profile->shared << 10) / (size_t)blocks;
    size_t optin = (size_t)profile->shared_optin << 10;
    share -= share % (size_t)profile->shared_granularity;
    if (share > optin)
        share = optin;
    share = share > attributes.static_shared ? share - attributes.static_shared : 0;
    *dynamic_shared = share < attributes.max_dynamic_shared ? share : attributes.max_dynamic_shared;
    return LW_SUCCESS;
}

uint64_t lw_cpu_max_resident_blocks(lw_device_impl *device, const lw_kernel *kernel, unsigned threads,
                                    size_t dynamic_shared)
{
    int blocks;
    if (lw_cpu_active_blocks(device, kernel, threads, dynamic_shared, &blocks))
        return 0;
    return (uint64_t)blocks * device->options.multiprocessors;
}

uint64_t lw_cpu_most_blocks_beside(lw_device_impl *device, const lw_kernel *kernel, unsigned threads,
                                   size_t dynamic_shared)
{
    int blocks;
    if (lw_cpu_active_blocks(device, kernel, threads, dynamic_shared, &blocks))
        return 1;
    return (uint64_t)(blocks ? blocks : 1) * device->gpu_multiprocessors;
}

lw_status lw_cpu_active_clusters(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config,
                                 int *clusters)
{
    unsigned threads = config->block.x * config->block.y * config->block.z;
    unsigned size = config->cluster.x * config->cluster.y * config->cluster.z;
    /* This ignores that a GPU's multiprocessors form groups of about 16, and that a cluster stays within one. */
    *clusters = (int)(lw_cpu_max_resident_blocks(device, kernel, threads, config->dynamic_shared) / size);
    return LW_SUCCESS;
}
