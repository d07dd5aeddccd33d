/* The CPU device's properties: its profile's limits, the machine's name and memory. */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "cpu.h"

/* Reads the text after "model name : ", which Linux writes on x86. */
static bool read_model(char *name, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[512];
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        char *text = strncmp(line, "model name", 10) == 0 ? strchr(line, ':') : NULL;
        if (!text)
            continue;
        text += 1 + strspn(text + 1, " \t");
        text[strcspn(text, "\n")] = 0;
        found = *text != 0;
        snprintf(name, size, "%s", text);
    }
    if (file)
        fclose(file);
    return found;
}

lw_status lw_cpu_properties(lw_device_impl *device, lw_device_properties *properties)
{
    const lw_cpu_profile *profile = device->profile;
    lw_device_properties own = {
        .kind = "cpu",
        .ordinal = (int)device->ordinal,
        .total_memory = device->options.memory,
        .multiprocessor_count = (int)device->options.multiprocessors,
        .warp_size = 32,
        .max_threads_per_block = LW_CPU_MAX_THREADS,
        .max_threads_per_multiprocessor = profile->threads,
        .max_block = {1024, 1024, 64},
        .max_grid = {2147483647, 65535, 65535},
        .shared_memory_per_block = LW_CPU_SHARED,
        .shared_memory_per_block_optin = (size_t)profile->shared_optin << 10,
        .constant_memory = LW_CPU_CONSTANT,
        .compute_capability_major = profile->major,
        .compute_capability_minor = profile->minor,
        .max_blocks_per_multiprocessor = profile->blocks,
        .registers_per_block = profile->registers,
        .registers_per_multiprocessor = profile->registers,
        .shared_memory_per_multiprocessor = (size_t)profile->shared << 10,
        .reserved_shared_memory_per_block = (size_t)profile->shared_reserved << 10,
        .l2_cache_size = (size_t)profile->l2 << 10,
        .persisting_l2_cache_max_size = lw_cpu_max_persisting_l2(profile),
        .concurrent_kernels = 1,
        .async_engine_count = device->options.workers > 1 ? 2 : 0, /* a worker each */
        .cooperative_launch = 1,
        .cluster_launch = profile->clusters,
        .unified_addressing = 1,
        .can_map_host_memory = 1,
        .access_policy_max_window_size = profile->major < 8 ? 0 : 128 << 20, /* an H200's */
        .managed_memory = 1,
        .concurrent_managed_access = !profile->exclusive_managed,
        .pageable_memory_access = device->shared->pageable,
        .memory_pools = 1,
        .virtual_memory = 1,
        .file_descriptor_handles = 1,
        .multicast = !device->shared->refuses_peers,
        .ipc = 1,
    };
    struct utsname system;
    if (!read_model(own.name, sizeof own.name))
        snprintf(own.name, sizeof own.name, "%.64s", uname(&system) == 0 ? system.machine : "CPU");
    *properties = own;
    return LW_SUCCESS;
}
