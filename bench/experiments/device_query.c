/* lanewise-device-query: what each device is and has. */
#include <stdio.h>

#include <lanewise/host.h>

static void print(const char *name, lw_device *device)
{
    lw_device_properties p;
    size_t available, total;
    if (lw_device_get_properties(device, &p) || lw_device_get_memory(device, &available, &total)) {
        printf("%s: %s\n", name, lw_last_error_message(device));
        return;
    }
    printf("%s: %s\n", name, p.name);
    printf("  compute capability            %d.%d\n", p.compute_capability_major, p.compute_capability_minor);
    printf("  multiprocessors               %d\n", p.multiprocessor_count);
    printf("  memory                        %zu MiB, %zu MiB free\n", total >> 20, available >> 20);
    printf("  L2 cache                      %zu KiB, up to %zu KiB persisting\n", (size_t)p.l2_cache_size >> 10,
           p.persisting_l2_cache_max_size >> 10);
    printf("  threads                       %d a block, %d a multiprocessor, %d a warp\n", p.max_threads_per_block,
           p.max_threads_per_multiprocessor, p.warp_size);
    printf("  largest block                 %u x %u x %u\n", p.max_block.x, p.max_block.y, p.max_block.z);
    printf("  largest grid                  %u x %u x %u\n", p.max_grid.x, p.max_grid.y, p.max_grid.z);
    printf("  shared memory                 %zu bytes a block, %zu by opting in\n", (size_t)p.shared_memory_per_block,
           (size_t)p.shared_memory_per_block_optin);
    printf("  constant memory               %zu bytes\n", (size_t)p.constant_memory);
    printf("  cooperative launches          %s\n", p.cooperative_launch ? "yes" : "no");
    printf("  clusters                      %s\n", p.cluster_launch ? "yes" : "no");
    printf("  memory pools                  %s\n", p.memory_pools ? "yes" : "no");
    printf("  managed memory                %s%s\n", p.managed_memory ? "yes" : "no",
           p.concurrent_managed_access ? ", also by the host while kernels run" : "");
}

int main(void)
{
    int count;
    if (lw_device_count(&count))
        return 1;
    for (int i = 0; i < count; i++) {
        const char *name;
        lw_device *device;
        if (lw_device_name(i, &name))
            return 1;
        if (lw_device_open(&device, name)) {
            printf("%s: %s\n", name, lw_last_error_message(NULL));
            continue;
        }
        print(name, device);
        lw_device_close(device);
    }
    return 0;
}
