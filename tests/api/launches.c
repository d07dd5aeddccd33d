/* Launches: the limits, which are CUDA's on both devices. */
#include <string.h>

#include <lanewise/descriptor.h>

#include "device/kernels.h"
#include "tests/harness/test.h"

#define REFUSED(call, status, words)                                                                                   \
    do {                                                                                                               \
        CHECK_STATUS(call, status);                                                                                    \
        CHECK_MESSAGE(t->device, words);                                                                               \
    } while (0)

static lw_launch_config shape(struct test *t, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                              unsigned bz)
{
    return lw_grid(lw_default_stream(t->device), lw_make_dim3(gx, gy, gz), lw_make_dim3(bx, by, bz), 0);
}

TEST(api, launch_shapes)
{
    static const struct {
        unsigned dimension[6]; /* grid, block */
        const char *words;     /* null: it runs */
    } cases[] = {
        {{0, 1, 1, 1, 1, 1}, "lw_launch: grid.x is 0"},
        {{1, 0, 1, 1, 1, 1}, "lw_launch: grid.y is 0"},
        {{1, 1, 0, 1, 1, 1}, "lw_launch: grid.z is 0"},
        {{1, 1, 1, 0, 1, 1}, "lw_launch: block.x is 0"},
        {{1, 1, 1, 1, 0, 1}, "lw_launch: block.y is 0"},
        {{1, 1, 1, 1, 1, 0}, "lw_launch: block.z is 0"},
        {{0, 0, 0, 0, 0, 0}, "lw_launch: block.x is 0"},
        {{0x80000000u, 1, 1, 1, 1, 1}, "grid.x is 2147483648, the limit is 2147483647"},
        {{0xffffffffu, 1, 1, 1, 1, 1}, "grid.x is 4294967295, the limit is 2147483647"},
        {{1, 65536, 1, 1, 1, 1}, "grid.y is 65536, the limit is 65535"},
        {{1, 1, 65536, 1, 1, 1}, "grid.z is 65536, the limit is 65535"},
        {{1, 1, 1, 1025, 1, 1}, "block.x is 1025, the limit is 1024"},
        {{1, 1, 1, 1, 1025, 1}, "block.y is 1025, the limit is 1024"},
        {{1, 1, 1, 1, 1, 65}, "block.z is 65, the limit is 64"},
        {{1, 1, 1, 32, 33, 1}, "block is 32 x 33 x 1 = 1056 threads, the limit is 1024"},
        {{1, 1, 1, 1024, 1024, 64}, "block is 1024 x 1024 x 64 = 67108864 threads, the limit is 1024"},
        {{1, 1, 1, 4, 5, 52}, "block is 4 x 5 x 52 = 1040 threads"},
        {{1, 1, 1, 0xffffffffu, 0xffffffffu, 0xffffffffu}, "block.x is 4294967295"},
        {{1, 1, 1, 65536, 65536, 1}, "block.x is 65536"},
        {{1, 1, 1, 1024, 1, 1}, NULL},
        {{1, 1, 1, 1, 1024, 1}, NULL},
        {{1, 1, 1, 4, 4, 64}, NULL},
        {{3, 65535, 1, 1, 1, 1}, NULL},
        {{1, 1, 65535, 1, 1, 1}, NULL},
        {{65537, 1, 1, 1, 1, 1}, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const unsigned *d = cases[i].dimension;
        lw_status status = lw_launch(api_nothing, shape(t, d[0], d[1], d[2], d[3], d[4], d[5]));
        if (cases[i].words)
            REFUSED(status, LW_ERROR_INVALID_CONFIGURATION, cases[i].words);
        else
            CHECK_STATUS(status, LW_SUCCESS);
    }
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    /* lw_linear() of zero and of too many. */
    lw_stream *stream = lw_default_stream(t->device);
    REFUSED(lw_launch(api_nothing, lw_linear(stream, 0, 256)), LW_ERROR_INVALID_CONFIGURATION, "grid.x is 0");
    REFUSED(lw_launch(api_nothing, lw_linear(stream, 1, 0)), LW_ERROR_INVALID_CONFIGURATION, "block.x is 0");
    REFUSED(lw_launch(api_nothing, lw_linear(stream, UINT64_MAX, 1)), LW_ERROR_INVALID_CONFIGURATION, "grid.x is ");
}

static int is_shape(lw_dim3 dim, unsigned x, unsigned y, unsigned z)
{
    return dim.x == x && dim.y == y && dim.z == z;
}

/* lw_grid() converts numbers of any type to an lw_dim3. */
TEST(api, launch_grid_of_numbers)
{
    lw_stream *stream = lw_default_stream(t->device);
    const lw_dim3 dim = {3, 2, 1};
    const int four = 4;
    size_t many = 1 << 20;
    short few = 9;
    lw_launch_config config = lw_grid(stream, four, 128, 16);
    CHECK(config.stream == stream && is_shape(config.grid, 4, 1, 1) && is_shape(config.block, 128, 1, 1));
    CHECK(config.dynamic_shared == 16 && is_shape(config.cluster, 0, 0, 0) && !config.cooperative &&
          !config.programmatic);
    config = lw_grid(stream, dim, few + 1, 0);
    CHECK(is_shape(config.grid, 3, 2, 1) && is_shape(config.block, 10, 1, 1));
    config = lw_grid(stream, (many + 255) / 256, lw_make_dim3(8, 4, 2), 0);
    CHECK(is_shape(config.grid, 4096, 1, 1) && is_shape(config.block, 8, 4, 2));
    config = lw_grid(stream, (lw_dim3){5, 6, 7}, (lw_dim3){8, 9, 10}, 0);
    CHECK(is_shape(config.grid, 5, 6, 7) && is_shape(config.block, 8, 9, 10));
    lw_launch_config (*function)(lw_stream *, lw_dim3, lw_dim3, size_t) = lw_grid;
    config = function(stream, dim, dim, 0);
    CHECK(is_shape(config.grid, 3, 2, 1) && is_shape(config.block, 3, 2, 1));
    CHECK_STATUS(lw_launch(api_nothing, lw_grid(stream, 2, 32, 0)), LW_SUCCESS);
    CHECK_STATUS(lw_launch(api_nothing, (lw_launch_config){stream, {1, 1, 1}, {1, 1, 1}, 0, {0, 0, 0}, 0, 0}),
                 LW_SUCCESS);
    CHECK_STATUS(lw_launch(api_nothing, (config = lw_grid(stream, 1, 1, 0))), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    REFUSED(lw_launch(api_nothing, lw_grid(stream, -1, 32, 0)), LW_ERROR_INVALID_CONFIGURATION, "grid.x is 4294967295");
    REFUSED(lw_launch(api_nothing, lw_grid(stream, (1ull << 32) + 1, 32, 0)), LW_ERROR_INVALID_CONFIGURATION,
            "grid.x is 4294967295");
    REFUSED(lw_launch(api_nothing, lw_grid(stream, 1, -32l, 0)), LW_ERROR_INVALID_CONFIGURATION,
            "block.x is 4294967295");
    REFUSED(lw_launch(api_nothing, lw_grid(stream, 0, 32, 0)), LW_ERROR_INVALID_CONFIGURATION, "grid.x is 0");
}

TEST(api, launch_bounds)
{
    int *out, got = 0;
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof *out), LW_SUCCESS);
    CHECK_STATUS(lw_launch(api_bounds, shape(t, 1, 1, 1, 128, 1, 1), out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &got, out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_EQUAL(got, 128);
    REFUSED(lw_launch(api_bounds, shape(t, 1, 1, 1, 129, 1, 1), out), LW_ERROR_INVALID_CONFIGURATION,
            "block has 129 threads, kernel api_bounds allows 128 (LW_LAUNCH_BOUNDS)");
    REFUSED(lw_launch(api_bounds, shape(t, 1, 1, 1, 2, 65, 1), out), LW_ERROR_INVALID_CONFIGURATION, "130 threads");
    CHECK_STATUS(lw_launch(api_block, shape(t, 1, 1, 1, 8, 4, 2), out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &got, out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_EQUAL(got, 64);
    static const unsigned others[][3] = {{64, 1, 1}, {4, 8, 2}, {8, 4, 1}, {1, 1, 1}, {8, 2, 4}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        REFUSED(lw_launch(api_block, shape(t, 1, 1, 1, others[i][0], others[i][1], others[i][2]), out),
                LW_ERROR_INVALID_CONFIGURATION, "kernel api_block runs in 8 x 4 x 2 only (LW_BLOCK_SIZE)");
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
}

TEST(api, launch_shared_memory)
{
    enum { STATIC = 4096, LIMIT = 48 * 1024 - STATIC };
    int *out, got = 0;
    lw_kernel_attributes a;
    lw_device_properties p;
    CHECK_STATUS(lw_device_get_properties(t->device, &p), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof *out), LW_SUCCESS);
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(api_shared), &a), LW_SUCCESS);
    CHECK_EQUAL(a.static_shared, STATIC);
    CHECK_EQUAL(a.parameter_count, 2);
    CHECK_EQUAL(a.max_threads_per_block, 1024);
    CHECK_EQUAL(a.block_size.x, 0);

    lw_launch_config config = shape(t, 1, 1, 1, 32, 1, 1);
    CHECK_STATUS(lw_kernel_set_attribute(t->device, LW_KERNEL_OF(api_shared), LW_KERNEL_MAX_DYNAMIC_SHARED, LIMIT),
                 LW_SUCCESS);
    config.dynamic_shared = LIMIT;
    CHECK_STATUS(lw_launch(api_shared, config, out, LIMIT / 4 - 1), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &got, out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_EQUAL(got, 42);
    const size_t too_much[] = {LIMIT + 1, 1 << 20, SIZE_MAX, SIZE_MAX - STATIC + 1};
    for (size_t i = 0; i < sizeof too_much / sizeof too_much[0]; i++) {
        config.dynamic_shared = too_much[i];
        REFUSED(lw_launch(api_shared, config, out, -1), LW_ERROR_INVALID_VALUE, "lw_launch: dynamic_shared is ");
        CHECK_MESSAGE(t->device, "kernel api_shared may have 45056 beside its 4096 static ones");
    }
    /* Opting in. */
    size_t most = p.shared_memory_per_block_optin - STATIC;
    CHECK_STATUS(
        lw_kernel_set_attribute(t->device, LW_KERNEL_OF(api_shared), LW_KERNEL_MAX_DYNAMIC_SHARED, (long long)most),
        LW_SUCCESS);
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(api_shared), &a), LW_SUCCESS);
    CHECK_EQUAL(a.max_dynamic_shared, most);
    config.dynamic_shared = most;
    CHECK_STATUS(lw_launch(api_shared, config, out, (int)(most / 4) - 1), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &got, out, sizeof got, LW_MEMCPY_DEVICE_TO_HOST), LW_SUCCESS);
    CHECK_EQUAL(got, 42);
    const long long refused[] = {-1, (long long)most + 1, 0x7fffffffffffffffll, (long long)1 << 32};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        REFUSED(lw_kernel_set_attribute(t->device, LW_KERNEL_OF(api_shared), LW_KERNEL_MAX_DYNAMIC_SHARED, refused[i]),
                LW_ERROR_INVALID_VALUE, "kernel api_shared can have 0 to ");
    CHECK_STATUS(lw_kernel_set_attribute(t->device, LW_KERNEL_OF(api_shared), LW_KERNEL_MAX_DYNAMIC_SHARED, LIMIT),
                 LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
}

TEST(api, launch_bad_kernel)
{
    lw_launch_config config = shape(t, 1, 1, 1, 1, 1, 1);
    lw_kernel_attributes a;
    int argument[3] = {0};
    const lw_status bad = LW_ERROR_INVALID_VALUE;
    REFUSED(lw_launch_kernel(NULL, config, argument), bad, "lw_launch: kernel is null");
    REFUSED(lw_launch_kernel(LW_KERNEL_OF(api_fill), config, NULL), bad, "arguments is null, kernel api_fill has 3");
    CHECK_STATUS(lw_launch_kernel(LW_KERNEL_OF(api_nothing), config, NULL), LW_SUCCESS);
    REFUSED(lw_kernel_get_attributes(t->device, NULL, &a), bad, "lw_kernel_get_attributes: kernel is null");
    REFUSED(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(api_fill), NULL), bad, "attributes is null");
    REFUSED(lw_kernel_set_attribute(t->device, NULL, LW_KERNEL_MAX_DYNAMIC_SHARED, 0), bad, "kernel is null");
    REFUSED(lw_kernel_set_attribute(t->device, LW_KERNEL_OF(api_fill), (lw_kernel_attribute)7, 0), bad,
            "attribute is 7");

    lw_kernel other = *LW_KERNEL_OF(api_nothing);
    other.version = LW_DESCRIPTOR_VERSION + 1;
    REFUSED(lw_launch_kernel(&other, config, NULL), LW_ERROR_VERSION, "lw_launch: kernel was compiled for version 7");
    REFUSED(lw_kernel_get_attributes(t->device, &other, &a), LW_ERROR_VERSION, "compiled for version 7");
    REFUSED(lw_kernel_set_attribute(t->device, &other, LW_KERNEL_MAX_DYNAMIC_SHARED, 0), LW_ERROR_VERSION,
            "compiled for version 7");

    /* A kernel without code for this device. */
    static lw_kernel empty;
    static lw_module module = {.version = LW_DESCRIPTOR_VERSION, .file = "empty.c"};
    empty = (lw_kernel){.version = LW_DESCRIPTOR_VERSION, .name = "empty", .file = "empty.c", .module = &module};
    REFUSED(lw_launch_kernel(&empty, config, NULL), LW_ERROR_NO_KERNEL_IMAGE,
            "lw_launch: kernel empty (empty.c) was compiled without code for device ");
    REFUSED(lw_kernel_get_attributes(t->device, &empty, &a), LW_ERROR_NO_KERNEL_IMAGE, "kernel empty");
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
}

/* Two kernels, the second at the first one's address, as when a library is unloaded and another is loaded: facts
 * about the first must not be used for the second. */
TEST(api, launch_replaced_kernel, .cpu_only = true)
{
    static lw_kernel place;
    static const char name[] = "narrow";
    lw_launch_config config = shape(t, 1, 1, 1, 65, 1, 1);
    place = *LW_KERNEL_OF(api_nothing);
    place.state[LW_BACKEND_CPU] = NULL;
    CHECK_STATUS(lw_launch_kernel(&place, config, NULL), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    place.name = name;
    place.max_threads = 64;
    place.state[LW_BACKEND_CPU] = NULL;
    REFUSED(lw_launch_kernel(&place, config, NULL), LW_ERROR_INVALID_CONFIGURATION, "kernel narrow allows 64");
}
