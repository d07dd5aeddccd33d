/* T6: what the structure of a launch says is what its kernel gets. */
#include "clusters.h"
#include "device/T_launch_sm90.h"
#include "tests/api/stream_gate.h"
#include "tests/fault/fault.h"
#include <tests/harness/arrays.h>

enum { MOST_BLOCKS = 16 };

static bool are(const unsigned *got, lw_dim3 expected)
{
    return got[0] == expected.x && got[1] == expected.y && got[2] == expected.z;
}

/* Grid, block, shared memory and cluster. */
TEST(row, T6_launches_have_a_configuration)
{
    static const struct {
        lw_dim3 grid, block, cluster;
        size_t dynamic;
    } cases[] = {
        {{4, 2, 1}, {8, 4, 2}, {2, 1, 1}, 4096},       {{2, 2, 4}, {1, 2, 3}, {1, 2, 2}, 40},
        {{3, 1, 2}, {33, 1, 1}, {1, 1, 2}, 0},         {{1, 5, 1}, {1, 1, 64}, {0, 0, 0}, 1},
        {{6, 1, 1}, {256, 2, 2}, {6, 1, 1}, 24 << 10},
    };
    CHECK_CALL(need_clusters(t));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t_launch got[MOST_BLOCKS], *out = array_of(t, NULL, sizeof got);
        CHECK(out);
        lw_dim3 grid = cases[i].grid, none = {1, 1, 1};
        lw_launch_config config = shape(t, grid, cases[i].block, cases[i].dynamic);
        config.cluster = cases[i].cluster;
        CHECK_STATUS(lw_launch(t_configuration, config, (unsigned)cases[i].dynamic, out), LW_SUCCESS);
        CHECK_CALL(array_read(t, got, out, sizeof got));
        for (unsigned block = 0; block < MOST_BLOCKS; block++) {
            if (block >= grid.x * grid.y * grid.z) {
                CHECK_EQUAL(got[block].launches, 0);
                continue;
            }
            CHECK_EQUAL(got[block].launches, 1);
            CHECK(are(got[block].grid, grid) && are(got[block].block, cases[i].block));
            CHECK(are(got[block].cluster, config.cluster.x ? config.cluster : none));
            CHECK_EQUAL(got[block].usable, cases[i].dynamic);
            if (!on_cpu(t)) /* a GPU may round up, by an unspecified amount */
                CHECK(got[block].dynamic >= cases[i].dynamic && got[block].dynamic < cases[i].dynamic + 1024);
        }
        CHECK_STATUS(lw_free(t->device, out), LW_SUCCESS);
    }
}

/* And no byte of shared memory more than requested. */
TEST(row, T6c_a_launch_has_no_more_shared_memory_than_it_asks_for, .cpu_only = true)
{
    int value = 0, *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    CHECK_STATUS(lw_launch(t_last_byte, line(t, 1, 1, 1000), 999, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, &value, out, sizeof value));
    CHECK_EQUAL(value, 1);
    CHECK_STATUS(lw_launch(t_last_byte, line(t, 1, 1, 1000), 1000, out), LW_SUCCESS);
    CHECK_STATUS(lw_device_synchronize(t->device), LW_ERROR_ILLEGAL_ADDRESS);
    CHECK_MESSAGE(t->device, "is not in the block's 1000 bytes of shared memory");
    lw_device_reset(t->device);
}

/* The stream: after a closed gate a launch waits; in another stream a launch runs. */
TEST(row, T6d_a_launch_is_in_its_stream)
{
    lw_stream *gated, *open;
    t_launch *seen, nothing = {.launches = 0};
    CHECK_CALL(need_clusters(t));
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&seen, 2 * sizeof *seen), LW_SUCCESS);
    seen[0] = seen[1] = nothing;
    CHECK_STATUS(lw_stream_create(t->device, &gated), LW_SUCCESS);
    CHECK_STATUS(lw_stream_create(t->device, &open), LW_SUCCESS);
    lw_launch_config config = lw_linear(open, 1, 1);
    CHECK_STATUS(lw_launch(t_configuration, config, 0, seen),
                 LW_SUCCESS); /* a GPU loads its code while nothing waits */
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    struct stream_gate *gate = gate_close(t->device, gated);
    CHECK(gate);
    config.stream = gated;
    lw_status first = lw_launch(t_configuration, config, 0, seen);
    config.stream = open;
    lw_status second = lw_launch(t_configuration, config, 0, seen + 1), waited = lw_stream_synchronize(open);
    unsigned before = *(volatile unsigned *)&seen[0].launches, beside = *(volatile unsigned *)&seen[1].launches;
    gate_open(gate);
    CHECK(first == LW_SUCCESS && second == LW_SUCCESS && waited == LW_SUCCESS);
    CHECK(before == 1 && beside == 1);
    CHECK_STATUS(lw_stream_synchronize(gated), LW_SUCCESS);
    CHECK_EQUAL(seen[0].launches, 2);
    CHECK_STATUS(lw_stream_destroy(gated), LW_SUCCESS);
    CHECK_STATUS(lw_stream_destroy(open), LW_SUCCESS);
    CHECK_STATUS(lw_free_host(t->device, seen), LW_SUCCESS);
}
