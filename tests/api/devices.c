/* Which devices there are, their names, opening by name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanewise/descriptor.h>

#include "device/kernels.h"
#include "tests/harness/test.h"

TEST(api, enumeration, .host = true)
{
    int count = -1;
    const char *name = NULL, *again = NULL, *setting = getenv("LANEWISE_CPU_DEVICES");
    CHECK_STATUS(lw_device_count(&count), LW_SUCCESS);
    CHECK(count >= 1);
    int cpus = setting && *setting ? atoi(setting) : 1;
    for (int i = 0; i < count; i++) {
        char expected[24] = "cpu";
        lw_device *device;
        lw_device_properties properties;
        if (i >= cpus || cpus > 1)
            snprintf(expected, sizeof expected, i < cpus ? "cpu:%d" : "cuda:%d", i < cpus ? i : i - cpus);
        CHECK_STATUS(lw_device_name(i, &name), LW_SUCCESS);
        CHECK_STATUS(lw_device_name(i, &again), LW_SUCCESS);
        CHECK(strcmp(name, expected) == 0 && name == again);
        CHECK_STATUS(lw_device_open(&device, name), LW_SUCCESS);
        CHECK_STATUS(lw_device_get_properties(device, &properties), LW_SUCCESS);
        CHECK(strcmp(properties.kind, i < cpus ? "cpu" : "cuda") == 0);
        CHECK_EQUAL(properties.ordinal, i < cpus ? i : i - cpus);
        CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
    }
    name = "kept";
    CHECK_STATUS(lw_device_name(count, &name), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "lw_device_name: index is ");
    CHECK_STATUS(lw_device_name(-1, &name), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "index is -1");
    CHECK(strcmp(name, "kept") == 0);
}

TEST(api, properties)
{
    lw_device_properties p;
    CHECK_STATUS(lw_device_get_properties(t->device, &p), LW_SUCCESS);
    CHECK(p.name[0] != 0);
    CHECK_EQUAL(p.warp_size, 32);
    CHECK_EQUAL(p.max_threads_per_block, 1024);
    CHECK(p.max_block.x == 1024 && p.max_block.y == 1024 && p.max_block.z == 64);
    CHECK(p.max_grid.x == 2147483647u && p.max_grid.y == 65535 && p.max_grid.z == 65535);
    CHECK_EQUAL(p.shared_memory_per_block, 48 * 1024);
    CHECK(p.shared_memory_per_block_optin >= p.shared_memory_per_block);
    CHECK(p.multiprocessor_count >= 1);
    CHECK(p.total_memory > 1 << 20);
    CHECK_EQUAL(p.constant_memory, 64 * 1024);
}

TEST(api, open_by_bad_name, .host = true)
{
    static const char *const unknown[] = {"",      "gpu",     "CPU",     "cpu ",    " cpu",    "cpu:",     "cpu:00",
                                          "cuda:", "cuda:x",  "cuda:-1", "cuda:+1", "cuda:0x", "cuda: 0",  "cuda:00",
                                          "cuda0", "cuda:1:", "cudas",   "Cuda",    "cuda:1.", "cuda:0\n", "c"};
    lw_device *const kept = (lw_device *)(uintptr_t)64;
    lw_device *device = kept;
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        CHECK_STATUS(lw_device_open(&device, unknown[i]), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(NULL, "lw_device_open: name is \"");
        CHECK_MESSAGE(NULL, unknown[i]);
        CHECK_MESSAGE(NULL, "\"cpu\", \"cpu:N\", \"cuda\" or \"cuda:N\"");
    }
    static const char *const absent[] = {"cpu:16",
                                         "cpu:99999999999",
                                         "cuda:99",
                                         "cuda:2147483647",
                                         "cuda:2147483648",
                                         "cuda:4294967296",
                                         "cuda:99999999999999999999999999"};
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++) {
        CHECK_STATUS(lw_device_open(&device, absent[i]), LW_ERROR_NO_DEVICE);
        CHECK_MESSAGE(NULL, absent[i]);
    }
    CHECK(device == kept);
    char name[2000];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    CHECK_STATUS(lw_device_open(&device, name), LW_ERROR_INVALID_VALUE);
}

/* Isolated, as the next one: the environment is the process's. */
TEST(api, several_cpu_devices, .host = true, .isolated = true)
{
    enum { COUNT = 3 };
    lw_device *devices[COUNT], *again, *none = NULL;
    lw_device_properties properties;
    setenv("LANEWISE_CPU_DEVICES", "3", 1);
    for (int i = 0; i < COUNT; i++) {
        char expected[8];
        snprintf(expected, sizeof expected, "cpu:%d", i % 10);
        lw_status status = lw_device_open(&devices[i], expected);
        if (getenv("LANEWISE_ENGINE") && strcmp(getenv("LANEWISE_ENGINE"), "compare") == 0) {
            CHECK_STATUS(status, LW_ERROR_INVALID_VALUE);
            return;
        }
        CHECK_STATUS(status, LW_SUCCESS);
        CHECK_STATUS(lw_device_get_properties(devices[i], &properties), LW_SUCCESS);
        CHECK_EQUAL(properties.ordinal, i);
    }
    CHECK_STATUS(lw_device_open(&none, "cpu:3"), LW_ERROR_NO_DEVICE);
    CHECK_MESSAGE(NULL, "\"cpu:3\", but the last CPU device is \"cpu:2\"");
    /* "cpu" is the first; each device closes by itself. */
    void *memory;
    CHECK_STATUS(lw_device_open(&again, "cpu"), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(devices[0], &memory, 64), LW_SUCCESS);
    CHECK_STATUS(lw_memset(again, memory, 1, 64), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(devices[0]), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(devices[2]), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&devices[2], "cpu:2"), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(devices[1], &memory, 64), LW_SUCCESS);
    void *word;
    CHECK_STATUS(lw_symbol_get_address(devices[1], &word, LW_SYMBOL(api_counter)), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_value32(lw_default_stream(devices[1]), word, 1, LW_WAIT_EQUAL), LW_ERROR_NOT_SUPPORTED);
    CHECK_MESSAGE(devices[1], "in a variable of kernels");
    /* While one is open, the setting has no effect on the others. */
    setenv("LANEWISE_CPU_DEVICES", "9", 1);
    CHECK_STATUS(lw_device_open(&none, "cpu:8"), LW_ERROR_NO_DEVICE);
    CHECK_MESSAGE(NULL, "LANEWISE_CPU_DEVICES was 3 when");
    CHECK_STATUS(lw_device_close(again), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(devices[1]), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(devices[2]), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&none, "cpu:8"), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(none), LW_SUCCESS);
    /* A program's way without peer access can be tested. */
    int can = 1;
    setenv("LANEWISE_CPU_PEER_ACCESS", "0", 1);
    CHECK_STATUS(lw_device_open(&devices[0], "cpu:0"), LW_SUCCESS);
    CHECK_STATUS(lw_device_open(&devices[1], "cpu:1"), LW_SUCCESS);
    CHECK_STATUS(lw_device_can_access_peer(devices[0], devices[1], &can), LW_SUCCESS);
    CHECK_EQUAL(can, 0);
    CHECK_STATUS(lw_device_enable_peer_access(devices[0], devices[1], 0), LW_ERROR_PEER_ACCESS_UNSUPPORTED);
    lw_memory_pool *pool;
    CHECK_STATUS(lw_memory_pool_create(devices[0], &pool), LW_SUCCESS);
    CHECK_STATUS(lw_memory_pool_set_access(pool, devices[1], LW_MEMORY_ACCESS_READ_WRITE), LW_ERROR_INVALID_VALUE);
    CHECK_STATUS(lw_device_close(devices[0]), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(devices[1]), LW_SUCCESS);
    unsetenv("LANEWISE_CPU_PEER_ACCESS");
    /* One device again. */
    setenv("LANEWISE_CPU_DEVICES", "1", 1);
    CHECK_STATUS(lw_device_open(&devices[0], "cpu"), LW_SUCCESS);
    CHECK_STATUS(lw_symbol_get_address(devices[0], &word, LW_SYMBOL(api_counter)), LW_SUCCESS);
    CHECK_STATUS(lw_stream_write_value32(lw_default_stream(devices[0]), word, 1), LW_SUCCESS);
    CHECK_STATUS(lw_stream_wait_value32(lw_default_stream(devices[0]), word, 1, LW_WAIT_EQUAL), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(devices[0]), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(devices[0]), LW_SUCCESS);
}

TEST(api, open_by_environment, .host = true, .isolated = true)
{
    lw_device *device;
    lw_device_properties properties;
    int count;
    const char *last = NULL;
    CHECK_STATUS(lw_device_count(&count), LW_SUCCESS);
    CHECK_STATUS(lw_device_name(count - 1, &last), LW_SUCCESS);
    setenv("LANEWISE_DEVICE", "cpu", 1);
    CHECK_STATUS(lw_device_open(&device, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_device_get_properties(device, &properties), LW_SUCCESS);
    CHECK(strcmp(properties.kind, "cpu") == 0);
    CHECK_STATUS(lw_device_close(device), LW_SUCCESS);

    setenv("LANEWISE_DEVICE", "gpu", 1);
    CHECK_STATUS(lw_device_open(&device, NULL), LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(NULL, "LANEWISE_DEVICE is \"gpu\"");
    /* A name in the call takes precedence. */
    CHECK_STATUS(lw_device_open(&device, "cpu"), LW_SUCCESS);
    CHECK_STATUS(lw_device_close(device), LW_SUCCESS);

    setenv("LANEWISE_DEVICE", "cuda:99", 1);
    CHECK_STATUS(lw_device_open(&device, NULL), LW_ERROR_NO_DEVICE);
    CHECK_MESSAGE(NULL, "LANEWISE_DEVICE is \"cuda:99\"");

    for (int empty = 0; empty < 2; empty++) {
        if (empty)
            setenv("LANEWISE_DEVICE", "", 1);
        else
            unsetenv("LANEWISE_DEVICE");
        CHECK_STATUS(lw_device_open(&device, NULL), LW_SUCCESS);
        CHECK_STATUS(lw_device_get_properties(device, &properties), LW_SUCCESS);
        CHECK(strcmp(properties.kind, strncmp(last, "cuda", 4) == 0 ? "cuda" : "cpu") == 0);
        CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
    }
}

/* How the CPU runs kernels. If a kernel's object lacks the copy, the launch says so, or another copy runs. */
TEST(api, engine_by_environment, .host = true, .isolated = true)
{
    static const struct {
        const char *name;
        lw_engine engine;
        bool needed;
    } engines[] = {{"fiber", LW_ENGINE_FIBER, true},
                   {"fused", LW_ENGINE_FUSED, false},
                   {"checked", LW_ENGINE_CHECKED, true},
                   {"compare", LW_ENGINE_FIBER, true},
                   {"", LW_ENGINE_FIBER, true}};
    static const char *const unknown[] = {"fast", "Fiber", "fiber ", "0"};
    lw_device *device = NULL;
    unsetenv("LANEWISE_CPU_DEVICES"); /* several cannot compare */
    for (int i = 0; i < 4; i++) {
        setenv("LANEWISE_ENGINE", unknown[i], 1);
        CHECK_STATUS(lw_device_open(&device, "cpu"), LW_ERROR_INVALID_VALUE);
        CHECK_MESSAGE(NULL, "lw_device_open: LANEWISE_ENGINE is \"");
        CHECK_MESSAGE(NULL, unknown[i]);
        CHECK_MESSAGE(NULL, "it must be fiber, fused, checked or compare");
        CHECK(device == NULL);
    }
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        int *out, value = 0;
        const lw_kernel *kernel = LW_KERNEL_OF(api_fill);
        bool absent = engines[i].needed && !kernel->entry[engines[i].engine];
        setenv("LANEWISE_ENGINE", engines[i].name, 1);
        CHECK_STATUS(lw_device_open(&device, "cpu"), LW_SUCCESS);
        CHECK_STATUS(lw_malloc(device, (void **)&out, sizeof *out), LW_SUCCESS);
        CHECK_STATUS(lw_launch(api_fill, lw_linear(lw_default_stream(device), 1, 1), out, 9, 1),
                     absent ? LW_ERROR_NO_KERNEL_IMAGE : LW_SUCCESS);
        if (absent) {
            CHECK_MESSAGE(device, "lw_launch: the object of kernel api_fill (");
            CHECK_MESSAGE(device, "holds no checked copy for the CPU: build it with lanewise-cc, without --no-checked");
        }
        CHECK_STATUS(lw_memcpy(device, &value, out, sizeof value, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
        CHECK(absent || value == 9);
        CHECK_STATUS(lw_device_close(device), LW_SUCCESS);
    }
}

TEST(api, status_strings, .host = true)
{
    static const struct {
        lw_status status;
        const char *name;
    } names[] = {{LW_SUCCESS, "LW_SUCCESS"},
                 {LW_ERROR_INVALID_VALUE, "LW_ERROR_INVALID_VALUE"},
                 {LW_ERROR_SYSTEM, "LW_ERROR_SYSTEM"},
                 {LW_ERROR_ILLEGAL_ADDRESS, "LW_ERROR_ILLEGAL_ADDRESS"},
                 {LW_ERROR_LAUNCH_FAILURE, "LW_ERROR_LAUNCH_FAILURE"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        CHECK(strcmp(lw_status_string(names[i].status), names[i].name) == 0);
    for (int status = -15; status <= 0; status++)
        CHECK(strncmp(lw_status_string((lw_status)status), "LW_", 3) == 0);
    for (int status = -109; status <= -100; status++)
        CHECK(strncmp(lw_status_string((lw_status)status), "LW_ERROR_", 9) == 0);
    static const int unknown[] = {1, -60, -99, -160, 2147483647, -2147483647 - 1};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        CHECK(strcmp(lw_status_string((lw_status)unknown[i]), "unknown status") == 0);
    CHECK(strcmp(lw_version(), LW_VERSION) == 0);
}
