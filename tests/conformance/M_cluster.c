/* M23: the cluster as a group; Z has more of clusters. On a GPU they need compute capability 9.0. */
#include <tests/harness/arrays.h>

#include "clusters.h"
#include "device/M_cluster_sm90.h"

/* A grid of 4 x 4 x 2 blocks of 3 x 2 lanes, in clusters of cx x 1 x cz. */
static void check_places(struct test *t, unsigned cx, unsigned cz, lw_dim3 cluster)
{
    enum { BLOCKS = 32, LANES = 6 };
    static m_cluster seen[BLOCKS * LANES];
    m_cluster *array = array_of(t, NULL, sizeof seen);
    CHECK(array);
    lw_launch_config config = shape(t, lw_make_dim3(4, 4, 2), lw_make_dim3(3, 2, 1), 0);
    config.cluster = cluster;
    CHECK_STATUS(lw_launch(m_cluster_place, config, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, array, sizeof seen));
    for (unsigned i = 0; i < BLOCKS * LANES; i++) {
        const m_cluster *mine = &seen[i];
        unsigned block = i / LANES, lane = i % LANES, x = block % 4, y = block / 4 % 4, z = block / 16;
        unsigned rank = x % cx + cx * (z % cz);
        CHECK_EQUAL(mine->block_rank, rank);
        CHECK_EQUAL(mine->blocks, cx * cz);
        CHECK_EQUAL(mine->rank, rank * LANES + lane);
        CHECK_EQUAL(mine->count, cx * cz * LANES);
        CHECK_EQUAL(mine->size, cx * cz * LANES);
        CHECK(is_at(mine->block, x % cx, 0, z % cz));
        CHECK(is_at(mine->dim, cx, 1, cz));
        CHECK(is_at(mine->thread, x % cx * 3 + lane % 3, lane / 3, z % cz));
        CHECK(is_at(mine->lanes, 3 * cx, 2, cz));
        CHECK_EQUAL(mine->cluster_rank, x / cx + 4 / cx * (y + 4 * (z / cz)));
        CHECK_EQUAL(mine->clusters, BLOCKS / (cx * cz));
        CHECK(is_at(mine->cluster, x / cx, y, z / cz));
        CHECK(is_at(mine->grid_dim, 4 / cx, 4, 2 / cz));
    }
}

TEST(row, M23_a_cluster_knows_its_numbers)
{
    CHECK_CALL(need_clusters(t));
    CHECK_CALL(check_places(t, 2, 2, lw_make_dim3(2, 1, 2)));
    CHECK_CALL(check_places(t, 1, 1, lw_make_dim3(0, 0, 0)));
}

TEST(row, M23b_a_cluster_waits_and_shares_memory)
{
    CHECK_CALL(need_clusters(t));
    for (unsigned size = 1; size <= 8; size *= 2) {
        int *errors = array_of(t, NULL, 16 * sizeof *errors);
        CHECK(errors);
        lw_launch_config config = line(t, 16, 64, 0);
        config.cluster = lw_make_dim3(size, 1, 1);
        CHECK_STATUS(lw_launch(m_cluster_ring, config, 5, errors), LW_SUCCESS);
        CHECK_CALL(array_check_zero(t, errors, 16));
        CHECK_STATUS(lw_free(t->device, errors), LW_SUCCESS);
    }
}
