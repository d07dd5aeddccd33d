/* M6 to M9 and M12: tiles of a block, of one lane to 512. */
#include <tests/harness/arrays.h>

#include "device/M_tile.h"

enum { LANES = 96, LARGE_LANES = 512 };

/* The threads of [0, LANES) for which `holds` is true, as a mask of ranks in the tile of n threads that begins at
 * `first`. */
#define RANKS(first, n, lane, holds)                                                                                   \
    __extension__({                                                                                                    \
        unsigned ranks_ = 0;                                                                                           \
        for (unsigned lane = (first); lane < (first) + (n); lane++)                                                    \
            ranks_ |= (unsigned)((holds) != 0) << (lane - (first));                                                    \
        ranks_;                                                                                                        \
    })

static void check_tile(struct test *t, unsigned n, unsigned me, const m_tile *seen)
{
    unsigned first = me / n * n, rank = me % n, all = n == 32 ? 0xffffffffu : (1u << n) - 1;
    CHECK_EQUAL(seen->rank, rank);
    CHECK_EQUAL(seen->size, n);
    CHECK_EQUAL(seen->meta_rank, me / n);
    CHECK_EQUAL(seen->meta_size, LANES / n);
    CHECK_EQUAL(seen->by_index, 1000 + first + (rank + 3) % n);
    CHECK_EQUAL(seen->up, 1000 + (rank >= 1 ? me - 1 : me));
    CHECK_EQUAL(seen->down, 1000 + (rank + 2 < n ? me + 2 : me));
    CHECK_EQUAL(seen->across, 1000 + (me ^ n / 2));
    CHECK_EQUAL(seen->any, first <= 5 && 5 < first + n);
    CHECK_EQUAL(seen->all, first + n <= 64);
    CHECK_EQUAL(seen->ballot, RANKS(first, n, lane, lane % 3 == 0));
    CHECK_EQUAL(seen->match_any, RANKS(first, n, lane, lane % n / 2 % 3 == rank / 2 % 3));
    CHECK_EQUAL(seen->match_all, all);
    CHECK_EQUAL(seen->all_match, 1);
    CHECK_EQUAL(seen->match_none, n == 1 ? 1 : 0);
    CHECK_EQUAL(seen->none_match, n == 1);
}

/* A block of 8 x 4 x 3 threads, whose ranks have x fastest. */
#define CHECK_TILES(n)                                                                                                 \
    do {                                                                                                               \
        CHECK_STATUS(lw_launch(m_tile_##n, shape(t, lw_make_dim3(1, 1, 1), lw_make_dim3(8, 4, 3), 0), array),          \
                     LW_SUCCESS);                                                                                      \
        CHECK_CALL(array_read(t, seen, array, sizeof seen));                                                           \
        for (unsigned me = 0; me < LANES; me++)                                                                        \
            CHECK_CALL(check_tile(t, n, me, &seen[me]));                                                               \
    } while (0)

TEST(row, M6_tiles_of_a_warp_vote_and_shuffle_by_their_own_ranks)
{
    m_tile seen[LANES], *array = array_of(t, NULL, sizeof seen);
    CHECK(array);
    CHECK_TILES(1);
    CHECK_TILES(2);
    CHECK_TILES(4);
    CHECK_TILES(8);
    CHECK_TILES(16);
    CHECK_TILES(32);
}

/* Threads that have ended, and those that a block's last tile lacks. */
TEST(row, M6c_not_all_hold_where_a_lane_has_ended)
{
    unsigned seen[60][4], *array = array_of(t, NULL, sizeof seen);
    CHECK(array);
    for (unsigned leaving = 0; leaving < 8; leaving++) {
        unsigned lanes = leaving * 0x01020408u; /* of one tile more of the warp than of another */
        CHECK_STATUS(lw_launch(m_vote_of_ended, line(t, 1, 60, 0), lanes, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, array, sizeof seen));
        for (unsigned me = 0; me < 60; me++) {
            unsigned missing = lanes >> me % 32 / 8 * 8 & 0xff, present = 0xff & ~missing;
            if (me / 8 == 7) /* the last has lanes 56 to 59 */
                present &= 0xf;
            if (lanes >> me % 32 & 1)
                continue;
            CHECK_EQUAL(seen[me][0], 1);
            CHECK_EQUAL(seen[me][1], present == 0xff);
            CHECK_EQUAL(seen[me][2], present);
            CHECK_EQUAL(seen[me][3], missing == 0);
        }
    }
}

TEST(row, M7_F13_lanes_exchange_any_type_of_up_to_32_bytes)
{
    int *errors = array_of(t, NULL, 64 * sizeof *errors);
    CHECK(errors);
    CHECK_STATUS(lw_launch(m_payload, line(t, 1, 64, 0), errors), LW_SUCCESS);
    CHECK_CALL(array_check_zero(t, errors, 64));
}

#define CHECK_LARGE_TILES(n)                                                                                           \
    do {                                                                                                               \
        CHECK_STATUS(lw_launch(m_tile_##n, line(t, 2, LARGE_LANES, 0), array), LW_SUCCESS);                            \
        CHECK_CALL(array_read(t, seen, array, sizeof seen));                                                           \
        for (unsigned me = 0; me < LARGE_LANES; me++) {                                                                \
            CHECK_EQUAL(seen[me].rank, me % n);                                                                        \
            CHECK_EQUAL(seen[me].size, n);                                                                             \
            CHECK_EQUAL(seen[me].meta_rank, me / n);                                                                   \
            CHECK_EQUAL(seen[me].meta_size, LARGE_LANES / n);                                                          \
            CHECK_EQUAL(seen[me].any, me / n == 100 / n);                                                              \
            CHECK_EQUAL(seen[me].all, me / n != 100 / n);                                                              \
            CHECK_EQUAL(seen[me].wrong_shuffles, 0);                                                                   \
            CHECK_EQUAL(seen[me].wrong_barriers, 0);                                                                   \
        }                                                                                                              \
    } while (0)

TEST(row, M8_tiles_of_several_warps_shuffle_vote_and_wait)
{
    static m_large_tile seen[LARGE_LANES];
    m_large_tile *array = array_of(t, NULL, sizeof seen);
    CHECK(array);
    CHECK_LARGE_TILES(64);
    CHECK_LARGE_TILES(128);
    CHECK_LARGE_TILES(256);
    CHECK_LARGE_TILES(512);
}

TEST(row, M9_this_thread_is_a_tile_of_one)
{
    m_tile seen[40], *array = array_of(t, NULL, sizeof seen);
    CHECK(array);
    CHECK_STATUS(lw_launch(m_this_thread, line(t, 1, 40, 0), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, array, sizeof seen));
    for (unsigned me = 0; me < 40; me++) {
        CHECK_EQUAL(seen[me].rank, 0);
        CHECK_EQUAL(seen[me].size, 1);
        CHECK_EQUAL(seen[me].meta_rank, 0);
        CHECK_EQUAL(seen[me].meta_size, 1);
        CHECK_EQUAL(seen[me].by_index, me);
        CHECK_EQUAL(seen[me].ballot, me % 2 == 0);
        CHECK_EQUAL(seen[me].all, me);
    }
}

TEST(row, M12_tiles_of_blocks_and_of_tiles)
{
    unsigned seen[128][8], *array = array_of(t, NULL, sizeof seen);
    CHECK(array);
    CHECK_STATUS(lw_launch(m_nested, line(t, 1, 128, 0), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, seen, array, sizeof seen));
    for (unsigned me = 0; me < 128; me++) {
        unsigned four = me / 4 * 4, eight = me / 8 * 8;
        CHECK_EQUAL(seen[me][0], me % 4);
        CHECK_EQUAL(seen[me][1], me % 16 / 4);
        CHECK_EQUAL(seen[me][2], 4);
        CHECK_EQUAL(seen[me][3], 4 * four + 6);
        CHECK_EQUAL(seen[me][4], me % 8);
        CHECK_EQUAL(seen[me][5], me % 64 / 8);
        CHECK_EQUAL(seen[me][6], 8);
        CHECK_EQUAL(seen[me][7], 8 * eight + 28);
    }
}

/* The size is an argument; the last tile of a block has the remaining threads. */
TEST(row, M12b_tiles_of_a_size_known_at_run_time)
{
    unsigned seen[100][5], *array = array_of(t, NULL, sizeof seen);
    CHECK(array);
    for (unsigned size = 1; size <= 32; size *= 2) {
        CHECK_STATUS(lw_launch(m_dynamic, line(t, 1, 100, 0), size, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, array, sizeof seen));
        for (unsigned me = 0; me < 100; me++) {
            unsigned first = me / size * size, count = first + size <= 100 ? size : 100 - first;
            unsigned half = size > 1 && count > size / 2 ? size / 2 : count;
            CHECK_EQUAL(seen[me][0], me % size);
            CHECK_EQUAL(seen[me][1], count);
            CHECK_EQUAL(seen[me][2], count * first + count * (count - 1) / 2);
            CHECK_EQUAL(seen[me][3], me % size % half);
            CHECK_EQUAL(seen[me][4], count - me % size / half * half < half ? count - me % size / half * half : half);
        }
    }
}

/* Of the odd lanes of a warp, and of the even: 16 each, of which the first 8 are below 16. */
TEST(row, M12c_tiles_of_coalesced_lanes)
{
    unsigned seen[32][5], *array = array_of(t, NULL, sizeof seen);
    CHECK(array);
    for (unsigned size = 1; size <= 32; size *= 2) {
        unsigned lanes = size < 16 ? size : 16;
        CHECK_STATUS(lw_launch(m_dynamic_coalesced, line(t, 1, 32, 0), size, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, array, sizeof seen));
        for (unsigned me = 0; me < 32; me++) {
            unsigned below = me / 2 / lanes * lanes >= 8 ? 0 : lanes == 16 ? 8 : lanes;
            CHECK_EQUAL(seen[me][0], me / 2 % lanes);
            CHECK_EQUAL(seen[me][1], lanes);
            /* A group that is no larger stays the same. */
            CHECK_EQUAL(seen[me][2], size < 16 ? me / 2 / size : me % 2);
            CHECK_EQUAL(seen[me][3], size < 16 ? 16 / size : 2);
            CHECK_EQUAL(seen[me][4], (1u << below) - 1);
        }
    }
}
