/* Runs one entry of the catalogue of faults, in a process of its own, as some faults make the device unusable:
 *
 *     fault-catalogue NAME faulty|fixed SHAPE [DEVICE]
 *     fault-catalogue --list
 *
 * Exit status: 0 when every call succeeded, 1 when one failed (its message is printed), 2 for a wrong argument. A
 * checker prints its findings by itself. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanewise/host.h>

#include "catalogue.h"

struct run {
    lw_device *device;
    bool fixed;
    lw_launch_config config;
    int *g, *h;
    int n;
    lw_status (*launch)(lw_launch_config config, int fixed, int *g, int *h, int n);
};

static bool failed;

static void check(const char *what, lw_status status)
{
    if (status == LW_SUCCESS)
        return;
    failed = true;
    printf("%s: %s: %s\n", what, lw_status_string(status), lw_last_error_message(NULL));
}

static void launch(struct run *run)
{
    check("launch", run->launch(run->config, run->fixed, run->g, run->h, run->n));
}

static void launch_and_wait(struct run *run)
{
    launch(run);
    check("synchronize", lw_device_synchronize(run->device));
}

static void freed(struct run *run)
{
    if (!run->fixed)
        check("free", lw_free(run->device, run->h));
    launch_and_wait(run);
    if (!run->fixed)
        run->h = NULL;
}

static void short_memset(struct run *run)
{
    int *fresh, *cleared = run->g;
    size_t n = (size_t)run->n;
    check("malloc", lw_malloc(run->device, (void **)&fresh, n * sizeof *fresh)); /* fresh */
    check("memset", lw_memset(run->device, fresh, 0, run->fixed ? n * sizeof *fresh : n));
    run->g = fresh;
    launch_and_wait(run);
    run->g = cleared;
    check("free", lw_free(run->device, fresh));
}

static void large_block(struct run *run)
{
    if (!run->fixed)
        run->config.block = (lw_dim3){64, 32, 1};
    launch_and_wait(run);
}

static void large_shared(struct run *run)
{
    run->config.dynamic_shared = run->fixed ? 48 << 10 : 300 << 10;
    launch_and_wait(run);
}

/* The host makes the streams wait for each other, or not. */
static void two_streams(struct run *run)
{
    lw_stream *stream;
    lw_event *event;
    check("stream", lw_stream_create(run->device, &stream));
    check("event", lw_event_create(run->device, &event));
    check("synchronize", lw_device_synchronize(run->device));
    launch(run);
    if (run->fixed) {
        check("record", lw_event_record(event, run->config.stream));
        check("wait", lw_stream_wait_event(stream, event));
    }
    run->config.stream = stream;
    launch_and_wait(run);
    check("event", lw_event_destroy(event));
    check("stream", lw_stream_destroy(stream));
}

static void cooperative(struct run *run)
{
    run->config.cooperative = run->fixed;
    launch_and_wait(run);
}

static void leak(struct run *run)
{
    int *lost;
    check("malloc", lw_malloc(run->device, (void **)&lost, 1000)); /* fault */
    launch_and_wait(run);
    if (run->fixed)
        check("free", lw_free(run->device, lost));
}

static void freed_twice(struct run *run)
{
    int *more;
    check("malloc", lw_malloc(run->device, (void **)&more, 1000));
    launch_and_wait(run);
    check("free", lw_free(run->device, more));
    if (!run->fixed)
        check("free", lw_free(run->device, more)); /* fault */
}

static void host_reads(struct run *run)
{
    int value = 0;
    launch_and_wait(run);
    if (run->fixed)
        check("memcpy", lw_memcpy(run->device, &value, run->h, sizeof value, LW_MEMCPY_DEVICE_TO_HOST));
    else
        value = *(volatile int *)run->h; /* fault */
    if (value != 0)
        puts("the value is another");
}

/* Of n: SHORT, a few less than there are threads. Of g: DOUBLE, twice as long. SHARED: an element of dynamic shared
 * memory a thread. MANY: more blocks than a device with one multiprocessor holds at once; the large grid, than any. */
enum { SHORT = 1, DOUBLE = 2, SHARED = 4, MANY = 8, MANY_TIMES = 100 };
static const struct entry {
    const char *name;
    lw_status (*launch)(lw_launch_config config, int fixed, int *g, int *h, int n);
    unsigned flags;
    void (*body)(struct run *run); /* null: one launch */
} entries[] = {
#define ENTRY(name, ...) {#name, fault_##name##__LW_DECLARE_KERNEL, __VA_ARGS__}
    ENTRY(write_end, 0, NULL),
    ENTRY(read_before, 0, NULL),
    ENTRY(guard, SHORT, NULL),
    ENTRY(neighbour, 0, NULL),
    ENTRY(misaligned, 0, NULL),
    ENTRY(vector, 0, NULL),
    ENTRY(dynamic, SHARED, NULL),
    ENTRY(spill, 0, NULL),
    ENTRY(private_array, 0, NULL),
    ENTRY(freed, 0, freed),
    ENTRY(rows, 0, NULL),
    ENTRY(overflow, 0, NULL),
    ENTRY(constant, 0, NULL),
    ENTRY(read_only, 0, NULL),
    ENTRY(builtin_set, 0, NULL),
    ENTRY(unused_load, 0, NULL),
    ENTRY(by_value, 0, NULL),
    ENTRY(row_end, 0, NULL),
    ENTRY(warp, 0, NULL),
    ENTRY(block, 0, NULL),
    ENTRY(tile, 0, NULL),
    ENTRY(all_write, 0, NULL),
    ENTRY(same_value, 0, NULL),
    ENTRY(seventh_value, 0, NULL),
    ENTRY(scan, 0, NULL),
    ENTRY(warp_tail, 0, NULL),
    ENTRY(warp_tail_global, 0, NULL),
    ENTRY(grid_sum, 0, NULL),
    ENTRY(test_maximum, 0, NULL),
    ENTRY(read_before_swap, 0, NULL),
    ENTRY(read_and_swap, 0, NULL),
    ENTRY(plain_beside_atomic, 0, NULL),
    ENTRY(count_from_zero, 0, NULL),
    ENTRY(bytes, 0, NULL),
    ENTRY(shuffle_fence, 0, NULL),
    ENTRY(no_release, 0, NULL),
    ENTRY(polled, 0, NULL),
    ENTRY(volatile_flag, 0, NULL),
    ENTRY(block_fence, 0, NULL),
    ENTRY(no_acquire, 0, NULL),
    ENTRY(no_fence_of_reader, 0, NULL),
    ENTRY(block_exchange, 0, NULL),
    ENTRY(acquires_alone, 0, NULL),
    ENTRY(relaxed_flag, 0, NULL),
    ENTRY(block_release, 0, NULL),
    ENTRY(failed_swap, 0, NULL),
    ENTRY(lock, 0, NULL),
    ENTRY(block_lock, 0, NULL),
    ENTRY(some_wait, 0, NULL),
    ENTRY(two_sites, 0, NULL),
    ENTRY(loop, 0, NULL),
    ENTRY(mask_without_self, 0, NULL),
    ENTRY(mask_of_absent, 0, NULL),
    ENTRY(shuffle_source, 0, NULL),
    ENTRY(some_end, 0, NULL),
    ENTRY(spin_block, 0, cooperative),
    ENTRY(spin_grid, MANY, NULL),
    ENTRY(spin_warp, 0, NULL),
    ENTRY(grid_sync, 0, cooperative),
    ENTRY(shared_first, 0, NULL),
    ENTRY(short_memset, 0, short_memset),
    ENTRY(padding, DOUBLE, NULL),
    ENTRY(two_streams, 0, two_streams),
    ENTRY(async_copy, 0, NULL),
    {"large_block", fault_plain__LW_DECLARE_KERNEL, 0, large_block},
    {"large_shared", fault_plain__LW_DECLARE_KERNEL, 0, large_shared},
    {"leak", fault_plain__LW_DECLARE_KERNEL, 0, leak},
    {"freed_twice", fault_plain__LW_DECLARE_KERNEL, 0, freed_twice},
    {"host_reads", fault_plain__LW_DECLARE_KERNEL, 0, host_reads},
};
enum { ENTRIES = sizeof entries / sizeof *entries };

static const struct shape {
    const char *name;
    lw_dim3 grid, block;
} shapes[] = {{"line", {3, 1, 1}, {64, 1, 1}}, {"plane", {2, 3, 1}, {16, 8, 1}}, {"large", {40, 1, 1}, {256, 1, 1}}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void run_entry(lw_device *device, const struct entry *entry, bool fixed, const struct shape *shape)
{
    struct run run = {.device = device, .fixed = fixed, .launch = entry->launch};
    lw_dim3 grid = shape->grid, block = shape->block;
    if (entry->flags & MANY)
        grid.x *= MANY_TIMES;
    size_t total = (size_t)grid.x * grid.y * block.x * block.y;
    run.n = (int)(entry->flags & SHORT ? total - 3 : total);
    run.config = lw_grid(lw_default_stream(device), grid, block,
                         entry->flags & SHARED ? (size_t)block.x * block.y * sizeof(int) : 0);
    size_t h_size = (size_t)run.n * sizeof(int), g_size = entry->flags & DOUBLE ? 2 * h_size : h_size;
    check("malloc", lw_malloc(device, (void **)&run.g, g_size)); /* g */
    check("malloc", lw_malloc(device, (void **)&run.h, h_size)); /* h */
    check("memset", lw_memset(device, run.g, 0, g_size));
    check("memset", lw_memset(device, run.h, 0, h_size));
    if (!failed)
        (entry->body ? entry->body : launch_and_wait)(&run);
    bool had_failed = failed; /* nothing can be freed on a device with a fault */
    lw_status of_g = lw_free(device, run.g), of_h = lw_free(device, run.h);
    if (!had_failed) {
        check("free", of_g);
        check("free", of_h);
    }
}

static int usage(void)
{
    fputs("usage: fault-catalogue NAME faulty|fixed line|plane|large [DEVICE]\n       fault-catalogue --list\n",
          stderr);
    return 2;
}

int main(int argc, char **argv)
{
    int entry = 0, shape = 0;
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (entry = 0; entry < ENTRIES; entry++)
            puts(entries[entry].name);
        return 0;
    }
    if (argc < 4 || argc > 5)
        return usage();
    while (entry < ENTRIES && strcmp(entries[entry].name, argv[1]) != 0)
        entry++;
    while (shape < SHAPES && strcmp(shapes[shape].name, argv[3]) != 0)
        shape++;
    bool fixed = strcmp(argv[2], "fixed") == 0;
    if (entry == ENTRIES || shape == SHAPES || (!fixed && strcmp(argv[2], "faulty") != 0))
        return usage();
    lw_device *device;
    lw_status status = lw_device_open(&device, argc > 4 ? argv[4] : NULL);
    check("open", status);
    if (status)
        return 1;
    run_entry(device, &entries[entry], fixed, &shapes[shape]);
    status = lw_device_close(device);
    if (!failed)
        check("close", status);
    return failed;
}
