/* Two devices with a multicast object, which is used wrongly, and its right twin: one case a run, by name. The script beside it
 * says what is to be reported. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <lanewise/multicast.h>

#include "kernels.h"

enum { N = 256, SIZE = N * sizeof(int) };
static lw_device *device[2];
static lw_stream *stream[2];
static lw_event *event;
static lw_multicast *object;
static size_t unit;
static int *own[2], *all[2], *result[2];
static const char *name;

#define MUST(call)                                                                                                     \
    do {                                                                                                               \
        if (call)                                                                                                      \
            printf("line %d: %s\n", __LINE__, lw_last_error_message(NULL));                                            \
    } while (0)

static bool is(const char *case_name)
{
    return strcmp(name, case_name) == 0;
}

static void make(void)
{
    lw_multicast_properties properties = {.device_count = 2};
    MUST(lw_multicast_granularity(device[0], &properties, LW_MEMORY_GRANULARITY_MINIMUM, &unit));
    properties.size = unit;
    MUST(lw_multicast_create(device[0], &object, &properties));
    for (int d = 0; d < 2; d++)
        MUST(lw_multicast_add_device(object, device[d]));
    for (int d = 0; d < 2; d++) {
        lw_physical_memory *memory;
        const lw_virtual_memory_access self = {device[d], LW_MEMORY_ACCESS_READ_WRITE};
        MUST(lw_physical_memory_create(device[d], &memory, unit, NULL));
        MUST(lw_virtual_memory_reserve(device[d], (void **)&own[d], 2 * unit, 0, NULL));
        MUST(lw_virtual_memory_map(own[d], unit, memory, 0));
        MUST(lw_virtual_memory_set_access(device[d], own[d], unit, &self, 1));
        MUST(lw_multicast_bind_memory(object, 0, memory, 0, unit));
        MUST(lw_physical_memory_release(memory));
        all[d] = own[d] + unit / sizeof(int);
        MUST(lw_multicast_map(device[d], all[d], unit, object, 0));
        MUST(lw_virtual_memory_set_access(device[d], all[d], unit, &self, 1));
        MUST(lw_malloc(device[d], (void **)&result[d], SIZE));
        MUST(lw_memset(device[d], own[d], 0, SIZE));
    }
}

static void drop(void)
{
    for (int d = 0; d < 2; d++) {
        MUST(lw_device_synchronize(device[d]));
        MUST(lw_free(device[d], result[d]));
        if (is("left"))
            continue;
        if (!is("unmapped"))
            MUST(lw_virtual_memory_unmap(device[d], own[d], unit));
        MUST(lw_virtual_memory_unmap(device[d], all[d], unit));
        MUST(lw_virtual_memory_free(device[d], own[d], 2 * unit));
        MUST(lw_multicast_unbind(object, device[d], 0, unit));
    }
    if (!is("left"))
        MUST(lw_multicast_release(object));
}

/* Orders the second device's next kernel after the first one's, where the case has it so. */
static void order(void)
{
    if (!strstr(name, "-event"))
        return;
    MUST(lw_event_record(event, stream[0]));
    MUST(lw_stream_wait_event(stream[1], event));
}

static void run(void)
{
    lw_launch_config here = lw_linear(stream[0], N, 64), there = lw_linear(stream[1], N, 64);
    if (strncmp(name, "write-sum", 9) == 0) {
        MUST(lw_launch(fill, here, own[0], N));
        order();
        MUST(lw_launch(sum, there, result[1], all[1], N));
    } else if (strncmp(name, "store-read", 10) == 0) {
        MUST(lw_launch(store, here, all[0], N));
        order();
        MUST(lw_launch(copy, there, result[1], own[1], N));
    } else if (strncmp(name, "add-write", 9) == 0) {
        MUST(lw_launch(add, here, all[0], N));
        order();
        MUST(lw_launch(fill, there, own[1], N));
    } else if (is("sum-copy")) { /* a copy by the host, of memory that the other device's kernel changes */
        static int numbers[N];
        MUST(lw_launch(store, here, all[0], N));
        MUST(lw_memcpy_async(stream[1], numbers, own[1], SIZE, LW_MEMCPY_DEVICE_TO_HOST));
    } else if (is("add-add") || is("store-sum") || is("unmapped")) {
        if (is("unmapped"))
            for (int d = 0; d < 2; d++)
                MUST(lw_virtual_memory_unmap(device[d], own[d], unit));
        if (is("store-sum"))
            MUST(lw_launch(store, here, all[0], N));
        else
            MUST(lw_launch(add, here, all[0], N));
        if (is("add-add"))
            MUST(lw_launch(add, there, all[1], N));
        else
            MUST(lw_launch(sum, there, result[1], all[1], N));
    } else if (strncmp(name, "block", 5) == 0) {
        MUST(lw_launch(in_block, lw_grid(stream[0], 1, 64, 0), own[0], all[0], is("block-barrier")));
    } else if (strncmp(name, "pass", 4) == 0) {
        MUST(lw_launch(pass, lw_grid(stream[0], 2, 1, 0), own[0], all[0] + 64, result[0], !is("pass-unreleased"),
                       !is("pass-unacquired")));
    } else if (is("plain") || is("plain-add")) {
        lw_status status = is("plain") ? lw_launch(plain, lw_grid(stream[0], 1, 1, 0), all[0])
                                       : lw_launch(plain_add, lw_grid(stream[0], 1, 1, 0), all[0]);
        if (status || lw_device_synchronize(device[0]) != LW_ERROR_ILLEGAL_ADDRESS)
            printf("line %d: no fault\n", __LINE__);
    }
}

int main(int count, char **arguments)
{
    name = count > 1 ? arguments[1] : "";
    MUST(lw_device_open(&device[0], "cpu:0"));
    MUST(lw_device_open(&device[1], "cpu:1"));
    for (int d = 0; d < 2; d++)
        stream[d] = lw_default_stream(device[d]);
    MUST(lw_event_create(device[0], &event));
    make();
    run();
    if (strncmp(name, "plain", 5) == 0) { /* the device's fault ends what can be asked of it */
        lw_device_close(device[0]);
        lw_device_close(device[1]);
        return 0;
    }
    drop();
    MUST(lw_device_close(device[0]));
    MUST(lw_device_close(device[1]));
}
