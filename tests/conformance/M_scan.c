/* M20: scans in CUDA's order, bit for bit. */
#include <math.h>

#include <tests/harness/arrays.h>

#include "M_order.h"
#include "device/M_scan.h"

enum { LANES = 512 };

/* The lanes of a group, by rank, whether a tile or a coalesced one: the two scan alike. */
static void check_group(struct test *t, const unsigned *lane, unsigned n, const float *in, const m_scanned *seen)
{
    float in_sum[MOST], ex_sum[MOST], in_strange[MOST], ex_strange[MOST];
    for (unsigned rank = 0; rank < n; rank++)
        in_sum[rank] = ex_sum[rank] = in_strange[rank] = ex_strange[rank] = in[lane[rank]];
    scan_tile(in_sum, n, sum_of, 0);
    scan_tile(ex_sum, n, sum_of, 1);
    scan_tile(in_strange, n, strange_of, 0);
    scan_tile(ex_strange, n, strange_of, 1);
    unsigned sum = 0, most = 0;
    for (unsigned rank = 0; rank < n; rank++) {
        const m_scanned *mine = &seen[lane[rank]];
        CHECK_EQUAL(float_bits(mine->inclusive), float_bits(in_sum[rank]));
        CHECK_EQUAL(float_bits(mine->exclusive), float_bits(ex_sum[rank]));
        CHECK_EQUAL(float_bits(mine->strange_inclusive), float_bits(in_strange[rank]));
        CHECK_EQUAL(float_bits(mine->strange_exclusive), float_bits(ex_strange[rank]));
        CHECK_EQUAL(mine->integer_exclusive, (int)sum);
        CHECK_EQUAL(mine->most_exclusive, most);
        sum += 1000000007u * lane[rank];
        most = lane[rank] * 7 % 32 > most ? lane[rank] * 7 % 32 : most;
        CHECK_EQUAL(mine->integer_inclusive, (int)sum);
        CHECK_EQUAL(mine->most_inclusive, most);
    }
}

#define CHECK_SCAN(n)                                                                                                  \
    do {                                                                                                               \
        CHECK_STATUS(lw_launch(m_scan_##n, line(t, 1, LANES, 0), values, array), LW_SUCCESS);                          \
        CHECK_CALL(array_read(t, seen, array, sizeof seen));                                                           \
        for (unsigned first = 0; first < LANES; first += n) {                                                          \
            for (unsigned rank = 0; rank < n; rank++)                                                                  \
                lane[rank] = first + rank;                                                                             \
            CHECK_CALL(check_group(t, lane, n, in, seen));                                                             \
        }                                                                                                              \
    } while (0)

TEST(row, M20_tiles_scan_in_steps_of_1_2_4_ranks)
{
    static m_scanned seen[LANES];
    float in[LANES];
    unsigned lane[LANES];
    fill(t, in, LANES);
    float *values = array_of(t, in, sizeof in);
    m_scanned *array = array_of(t, NULL, sizeof seen);
    CHECK(values && array);
    CHECK_SCAN(1);
    CHECK_SCAN(2);
    CHECK_SCAN(4);
    CHECK_SCAN(8);
    CHECK_SCAN(16);
    CHECK_SCAN(32);
    CHECK_SCAN(64);
    CHECK_SCAN(128);
    CHECK_SCAN(256);
    CHECK_SCAN(512);
}

TEST(row, M20b_coalesced_groups_scan_by_rank)
{
    static const unsigned masks[] = {0xffffffffu, 0x0000ffffu, 0x55555555u, 0x80000001u,
                                     0x00000010u, 0x7fffffffu, 0x0ff0f00du};
    float in[64];
    m_scanned seen[64], *array = array_of(t, NULL, sizeof seen);
    fill(t, in, 64);
    float *values = array_of(t, in, sizeof in);
    CHECK(values && array);
    for (unsigned i = 0; i < sizeof masks / sizeof *masks; i++) {
        CHECK_STATUS(lw_launch(m_scan_coalesced, line(t, 1, 64, 0), masks[i], values, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, array, sizeof seen));
        for (unsigned part = 0; part < 4; part++) { /* two of each warp */
            unsigned lanes = part & 1 ? masks[i] : ~masks[i], lane[32], n = 0;
            for (unsigned bit = 0; bit < 32; bit++)
                if (lanes >> bit & 1)
                    lane[n++] = part / 2 * 32 + bit;
            if (n > 0)
                CHECK_CALL(check_group(t, lane, n, in, seen));
        }
    }
}

TEST(row, M20c_ranks_of_a_tile_of_8_scan_to_0_1_3_6_10_15_21_28)
{
    static const unsigned golden[8] = {0, 1, 3, 6, 10, 15, 21, 28};
    unsigned seen[64], *array = array_of(t, NULL, sizeof seen);
    CHECK(array);
    CHECK_STATUS(lw_launch(m_scan_example, line(t, 1, 64, 0), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, array, sizeof seen));
    for (unsigned i = 0; i < 64; i++)
        CHECK_EQUAL(seen[i], golden[i % 8]);
}
