/* Clusters and distributed shared memory. On a GPU they need compute capability 9.0. */
#include <tests/harness/arrays.h>

#include "clusters.h"
#include "device/Z_cluster_sm90.h"

enum { MOST_BLOCKS = 48 };

/* A grid of clusters; skips if the device has none. */
static lw_launch_config clusters(struct test *t, lw_dim3 grid, lw_dim3 cluster)
{
    lw_launch_config config = shape(t, grid, lw_make_dim3(Z_LANES, 1, 1), 0);
    config.cluster = cluster;
    return config;
}

static void check_places(struct test *t, const z_place *place, lw_dim3 grid, lw_dim3 cluster, unsigned specified)
{
    for (unsigned z = 0; z < grid.z; z++)
        for (unsigned y = 0; y < grid.y; y++)
            for (unsigned x = 0; x < grid.x; x++, place++) {
                unsigned in_x = x % cluster.x, in_y = y % cluster.y, in_z = z % cluster.z;
                CHECK_EQUAL(place->specified, specified);
                CHECK_EQUAL(place->size, cluster.x * cluster.y * cluster.z);
                CHECK(place->dim[0] == cluster.x && place->dim[1] == cluster.y && place->dim[2] == cluster.z);
                CHECK_EQUAL(place->rank, in_x + cluster.x * (in_y + cluster.y * in_z));
                CHECK(place->block_in_cluster[0] == in_x && place->block_in_cluster[1] == in_y &&
                      place->block_in_cluster[2] == in_z);
                CHECK(place->index[0] == x / cluster.x && place->index[1] == y / cluster.y &&
                      place->index[2] == z / cluster.z);
                CHECK(place->grid[0] == grid.x / cluster.x && place->grid[1] == grid.y / cluster.y &&
                      place->grid[2] == grid.z / cluster.z);
            }
}

TEST(row, Z1_C23_clusters_by_attribute_and_by_launch)
{
    static const struct {
        lw_dim3 grid, cluster;
    } cases[] = {{{6, 1, 1}, {2, 1, 1}}, {{4, 4, 1}, {2, 2, 1}}, {{4, 2, 6}, {1, 2, 3}},
                 {{8, 1, 1}, {8, 1, 1}}, {{3, 1, 1}, {1, 1, 1}}, {{2, 4, 4}, {2, 2, 2}}};
    CHECK_CALL(need_clusters(t));
    z_place places[MOST_BLOCKS], *out = array_of(t, NULL, sizeof places);
    CHECK(out);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_STATUS(lw_launch(z_places, clusters(t, cases[i].grid, cases[i].cluster), out), LW_SUCCESS);
        CHECK_CALL(array_read(t, places, out, sizeof places));
        CHECK_CALL(check_places(t, places, cases[i].grid, cases[i].cluster, 1));
    }
    lw_dim3 none = {0, 0, 0}, one = {1, 1, 1}, two = {2, 1, 1}, grid = {6, 1, 1};
    CHECK_STATUS(lw_launch(z_places, clusters(t, grid, none), out), LW_SUCCESS);
    CHECK_CALL(array_read(t, places, out, sizeof places));
    CHECK_CALL(check_places(t, places, grid, one, 0));
    for (int i = 0; i < 2; i++) { /* the kernel's own, repeated by the launch or not */
        CHECK_STATUS(lw_launch(z_places_of_two, clusters(t, grid, i ? two : none), out), LW_SUCCESS);
        CHECK_CALL(array_read(t, places, out, sizeof places));
        CHECK_CALL(check_places(t, places, grid, two, 1));
    }
}

#define REFUSED(kernel, grid, cluster, status, words)                                                                  \
    do {                                                                                                               \
        CHECK_STATUS(lw_launch(kernel, clusters(t, grid, cluster), NULL), status);                                     \
        CHECK_MESSAGE(t->device, words);                                                                               \
    } while (0)

TEST(row, Z1b_a_grid_must_be_a_multiple_of_its_clusters)
{
    CHECK_CALL(need_clusters(t));
    lw_dim3 one = {1, 1, 1}, two = {2, 1, 1}, three = {3, 1, 1}, flat = {2, 0, 1}, huge = {65536, 65536, 1};
    REFUSED(z_places, three, two, LW_ERROR_INVALID_CLUSTER_SIZE, "no multiple of a cluster's 2 x 1 x 1");
    REFUSED(z_places_of_two, three, two, LW_ERROR_INVALID_CLUSTER_SIZE, "no multiple");
    REFUSED(z_places_of_two, two, one, LW_ERROR_INVALID_CLUSTER_SIZE, "has 2 x 1 x 1 (LW_CLUSTER_DIMS)");
    REFUSED(z_places, two, flat, LW_ERROR_INVALID_CLUSTER_SIZE, "cluster is 2 x 0 x 1");
    REFUSED(z_places, two, huge, LW_ERROR_INVALID_CLUSTER_SIZE, "the limit is 8");
}

TEST(row, Z2_barrier_of_the_cluster_arrives_and_waits)
{
    CHECK_CALL(need_clusters(t));
    lw_dim3 grid = {16, 1, 1};
    for (unsigned size = 1; size <= 8; size *= 2) {
        unsigned out[16 * Z_LANES], *array = array_of(t, NULL, sizeof out), salt = (unsigned)test_random(t);
        CHECK(array);
        CHECK_STATUS(lw_launch(z_split_barrier, clusters(t, grid, lw_make_dim3(size, 1, 1)), salt, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (unsigned block = 0; block < 16; block++)
            for (unsigned lane = 0; lane < Z_LANES; lane++) {
                unsigned next = block / size * size + (block + 1) % size;
                CHECK_EQUAL(out[block * Z_LANES + lane], salt + next * Z_LANES + lane + lane * lane);
            }
        CHECK_STATUS(lw_launch(z_ring, clusters(t, grid, lw_make_dim3(size, 1, 1)), 3, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (unsigned block = 0; block < 16;
             block++) /* the token reaches rank 0 last, and each other rank a step earlier */
            CHECK_EQUAL(out[block], block % size ? 2 * size + block % size : 3 * size);
        CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
    }
}

/* A barrier that releases one thread too early, or one block. */
TEST(row, Z2c_nobody_passes_before_the_last_lane)
{
    CHECK_CALL(need_clusters(t));
    for (unsigned size = 1; size <= 8; size *= 2) {
        unsigned wrong, *counter = array_of(t, NULL, sizeof wrong), salt = (unsigned)test_random(t);
        lw_launch_config config = clusters(t, lw_make_dim3(16, 1, 1), lw_make_dim3(size, 1, 1));
        CHECK(counter);
        CHECK_STATUS(lw_launch(z_late_lane, config, 50, salt, counter), LW_SUCCESS);
        CHECK_CALL(array_read(t, &wrong, counter, sizeof wrong));
        CHECK_EQUAL(wrong, 0);
        CHECK_STATUS(lw_free(t->device, counter), LW_SUCCESS);
    }
}

TEST(row, Z2b_lanes_that_have_left_count_as_arrived)
{
    CHECK_CALL(need_clusters(t));
    unsigned out[8], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    lw_dim3 grid = {8, 1, 1}, cluster = {4, 1, 1};
    CHECK_STATUS(lw_launch(z_exited_lanes, clusters(t, grid, cluster), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (int i = 0; i < 8; i++)
        CHECK_EQUAL(out[i], Z_LANES / 2);
}

TEST(row, Z3_shared_memory_of_other_blocks)
{
    CHECK_CALL(need_clusters(t));
    lw_dim3 grid = {16, 1, 1};
    for (unsigned size = 1; size <= 8; size *= 2) {
        unsigned out[16 * 8], *array = array_of(t, NULL, sizeof out);
        lw_launch_config config = clusters(t, grid, lw_make_dim3(size, 1, 1));
        CHECK(array);
        CHECK_STATUS(lw_launch(z_read_all, config, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (unsigned i = 0; i < 16 * size; i++)
            CHECK_EQUAL(out[i], i / size / size * size + i % size);
        CHECK_STATUS(lw_launch(z_query, config, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (unsigned i = 0; i < 16 * size; i++)
            CHECK_EQUAL(out[i], i % size);
        CHECK_STATUS(lw_launch(z_add_everywhere, config, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (unsigned i = 0; i < 16; i++)
            CHECK_EQUAL(out[i], size * Z_LANES);
        CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
    }
}

TEST(row, Z4_dynamic_shared_memory_is_each_blocks)
{
    CHECK_CALL(need_clusters(t));
    static const int sizes[] = {16, 48 << 10, 200 << 10};
    unsigned char out[2 * 8], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    CHECK_STATUS(lw_kernel_set_attribute(t->device, LW_KERNEL_OF(z_dynamic), LW_KERNEL_MAX_DYNAMIC_SHARED, 200 << 10),
                 LW_SUCCESS);
    for (int i = 0; i < 3; i++) {
        lw_launch_config config = clusters(t, lw_make_dim3(8, 1, 1), lw_make_dim3(4, 1, 1));
        config.dynamic_shared = (size_t)sizes[i];
        CHECK_STATUS(lw_launch(z_dynamic, config, sizes[i], array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (int block = 0; block < 8; block++) {
            int next = block / 4 * 4 + (block + 1) % 4;
            CHECK_EQUAL(out[2 * block], next);
            CHECK_EQUAL(out[2 * block + 1], 100 + next);
        }
    }
}

TEST(row, Z5_histogram_over_the_cluster)
{
    CHECK_CALL(need_clusters(t));
    enum { COUNT = 20000, SIZE = 4 };
    static unsigned in[COUNT];
    unsigned expected[SIZE * Z_BINS] = {0}, bins[SIZE * Z_BINS];
    for (int i = 0; i < COUNT; i++) {
        in[i] = (unsigned)test_random(t);
        expected[in[i] % (SIZE * Z_BINS)]++;
    }
    unsigned *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof bins);
    CHECK(from && to);
    lw_launch_config config = clusters(t, lw_make_dim3(3 * SIZE, 1, 1), lw_make_dim3(SIZE, 1, 1));
    config.dynamic_shared = Z_BINS * sizeof(unsigned);
    CHECK_STATUS(lw_launch(z_histogram, config, from, COUNT, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, bins, to, sizeof bins));
    for (int i = 0; i < SIZE * Z_BINS; i++)
        CHECK_EQUAL(bins[i], expected[i]);
}

/* Clusters run at the same time: their atomics on global memory must not be those that shared memory needs. */
TEST(row, Z5b_atomics_of_clusters_on_global_memory)
{
    CHECK_CALL(need_clusters(t));
    enum { BLOCKS = 256, ROUNDS = 4, ADDED = BLOCKS * Z_LANES * ROUNDS }; /* a float counts so far */
    unsigned words[2], *out = array_of(t, NULL, sizeof words);
    float number, *sum = array_of(t, NULL, sizeof number);
    CHECK(out && sum);
    lw_launch_config config = clusters(t, lw_make_dim3(BLOCKS, 1, 1), lw_make_dim3(2, 1, 1));
    CHECK_STATUS(lw_launch(z_add_to_global, config, ROUNDS, out, sum), LW_SUCCESS);
    CHECK_CALL(array_read(t, words, out, sizeof words));
    CHECK_CALL(array_read(t, &number, sum, sizeof number));
    CHECK_EQUAL(words[0], ADDED);
    CHECK_EQUAL(words[1], ADDED);
    CHECK_EQUAL((int)number, ADDED);
}

TEST(row, Z6_eight_blocks_are_portable_sixteen_by_opt_in)
{
    CHECK_CALL(need_clusters(t));
    unsigned out[16], *array = array_of(t, NULL, sizeof out);
    lw_dim3 sixteen = {16, 1, 1}, thirty_two = {32, 1, 1};
    lw_kernel_attributes attributes;
    CHECK(array);
    REFUSED(z_add_everywhere, sixteen, sixteen, LW_ERROR_INVALID_CLUSTER_SIZE, "the limit is 8");
    CHECK_STATUS(
        lw_kernel_set_attribute(t->device, LW_KERNEL_OF(z_add_everywhere), LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE, 2),
        LW_ERROR_INVALID_VALUE);
    CHECK_MESSAGE(t->device, "value is 2");
    CHECK_STATUS(
        lw_kernel_set_attribute(t->device, LW_KERNEL_OF(z_add_everywhere), LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE, 1),
        LW_SUCCESS);
    CHECK_STATUS(lw_kernel_get_attributes(t->device, LW_KERNEL_OF(z_add_everywhere), &attributes), LW_SUCCESS);
    CHECK_EQUAL(attributes.max_cluster_blocks, 16);
    CHECK_STATUS(lw_launch(z_add_everywhere, clusters(t, sixteen, sixteen), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (int i = 0; i < 16; i++)
        CHECK_EQUAL(out[i], 16 * Z_LANES);
    REFUSED(z_add_everywhere, thirty_two, thirty_two, LW_ERROR_INVALID_CLUSTER_SIZE, "the limit is 16");
    CHECK_STATUS(
        lw_kernel_set_attribute(t->device, LW_KERNEL_OF(z_add_everywhere), LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE, 0),
        LW_SUCCESS);
    REFUSED(z_add_everywhere, sixteen, sixteen, LW_ERROR_INVALID_CLUSTER_SIZE, "the limit is 8");
}

/* Operations that are undefined on a GPU, or poison it. */
#define FAULTS(kernel, status, words)                                                                                  \
    do {                                                                                                               \
        CHECK_STATUS(lw_launch(kernel, clusters(t, two, two), array), LW_SUCCESS);                                     \
        CHECK_STATUS(lw_device_synchronize(t->device), status);                                                        \
        CHECK_MESSAGE(t->device, words);                                                                               \
        CHECK_MESSAGE(t->device, "Z_cluster_sm90.c:");                                                                 \
        lw_device_reset(t->device);                                                                                    \
    } while (0)

TEST(row, Z7_misuse_of_clusters_is_reported, .cpu_only = true)
{
    lw_dim3 two = {2, 1, 1};
    unsigned *array = array_of(t, NULL, 64); /* only its address is used */
    CHECK(array);
    FAULTS(z_bad_rank, LW_ERROR_ILLEGAL_ADDRESS, "shared memory of block 2 of a cluster of 2");
    FAULTS(z_bad_address, LW_ERROR_ILLEGAL_ADDRESS,
           "cannot be mapped: it is not in the block's 0 bytes of shared memory");
    FAULTS(z_arrives_twice, LW_ERROR_DIVERGENT_BARRIER, "arrives again before it has waited");
    FAULTS(z_waits_first, LW_ERROR_DIVERGENT_BARRIER, "waits and has not arrived");
    FAULTS(z_never_comes, LW_ERROR_DEADLOCK, "32 threads: 32-63 waiting in __syncthreads");
}
