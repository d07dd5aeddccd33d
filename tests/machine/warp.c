/* Votes, shuffles, matches and reductions of several warps, whole and partial, against the same done here for all lanes at
 * once. */
#include <stdlib.h>

#include <tests/harness/arrays.h>
#include "device/warp.h"

/* Masks, and lanes of a block whose last warp may be a partial one. */
static const unsigned masks[] = {0xffffffffu, 0x0000ffffu, 0xffff0000u, 0x55555555u,
                                 0x80000001u, 0x00000010u, 0x0ff0f00fu};
enum { MASKS = sizeof masks / sizeof masks[0] };
static const unsigned lane_counts[] = {32, 1, 7, 31, 33, 40, 96, 100};
enum { LANE_COUNTS = sizeof lane_counts / sizeof lane_counts[0], MOST_LANES = 128 };

/* The lanes of `rank`'s warp that exist. */
static unsigned existing(unsigned lanes, unsigned rank)
{
    unsigned left = lanes - rank / 32 * 32;
    return left >= 32 ? 0xffffffffu : (1u << left) - 1;
}

static void vote(struct test *t, unsigned lanes, unsigned mask, unsigned leaving, unsigned predicates)
{
    machine_votes out[MOST_LANES], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    CHECK_STATUS(lw_launch(machine_vote, line(t, 1, lanes, 0), mask, leaving, predicates, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (unsigned rank = 0; rank < lanes; rank++) {
        unsigned present = mask & existing(lanes, rank) & ~leaving;
        if (!(present >> rank % 32 & 1))
            continue;
        CHECK_EQUAL(out[rank].ballot, predicates & present);
        CHECK_EQUAL(out[rank].all, (predicates & present) == present);
        CHECK_EQUAL(out[rank].any, (predicates & present) != 0);
    }
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
}

TEST(machine, vote)
{
    for (int m = 0; m < MASKS; m++) {
        for (int l = 0; l < LANE_COUNTS; l++) {
            CHECK_CALL(vote(t, lane_counts[l], masks[m], 0, 0));
            CHECK_CALL(vote(t, lane_counts[l], masks[m], 0, 0xffffffffu));
            CHECK_CALL(vote(t, lane_counts[l], masks[m], 0, (unsigned)test_random(t)));
        }
    }
}

/* Lanes that have returned are not waited for and do not count. */
TEST(machine, vote_early_exits)
{
    for (int m = 0; m < MASKS; m++)
        for (int l = 0; l < LANE_COUNTS; l++)
            CHECK_CALL(vote(t, lane_counts[l], masks[m], (unsigned)test_random(t), (unsigned)test_random(t)));
}

/* The lane that `lane` reads: PTX's shfl.sync. */
static unsigned source(int direction, unsigned lane, int operand, unsigned width)
{
    unsigned b = (unsigned)operand & 31, clamp = direction == MACHINE_UP ? 0 : 31, segment = 32 - width;
    unsigned most = (lane & segment) | (clamp & ~segment), least = lane & segment, j;
    switch (direction) {
    case MACHINE_INDEX: j = least | (b & ~segment & 31); return j;
    case MACHINE_UP: return (int)lane - (int)b >= (int)most ? lane - b : lane;
    case MACHINE_DOWN: j = lane + b; return j <= most ? j : lane;
    default: j = lane ^ b; return j <= most ? j : lane;
    }
}

static void shuffle(struct test *t, int direction, unsigned lanes, unsigned mask, unsigned width, const int *operands)
{
    int out[MOST_LANES], *array = array_of(t, NULL, sizeof out), *table = array_of(t, operands, 32 * sizeof(int));
    CHECK(array && table);
    CHECK_STATUS(lw_launch(machine_shuffle, line(t, 1, lanes, 0), direction, mask, (int)width, table, array),
                 LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (unsigned rank = 0; rank < lanes; rank++) {
        unsigned present = mask & existing(lanes, rank), lane = rank % 32;
        unsigned from = source(direction, lane, operands[lane], width);
        /* The value from a lane that takes no part is undefined. */
        if ((present >> lane & 1) && (present >> from & 1))
            CHECK_EQUAL(out[rank], 1000 + rank / 32 * 32 + from);
    }
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
    CHECK_STATUS(lw_free(t->device, table), LW_SUCCESS);
}

static void shuffles(struct test *t, int direction)
{
    static const int special[] = {0, 1, 2, 15, 16, 31, 32, 33, 63, -1, -5, 1000};
    enum { SPECIAL = sizeof special / sizeof special[0] };
    int operands[32];
    for (unsigned width = 2; width <= 32; width *= 2) {
        for (int s = 0; s < SPECIAL; s++) {
            for (int i = 0; i < 32; i++)
                operands[i] = special[s];
            CHECK_CALL(shuffle(t, direction, 64, 0xffffffffu, width, operands));
        }
        for (int m = 0; m < MASKS; m++) {
            /* Each lane its own operand: allowed for all four. */
            for (int i = 0; i < 32; i++)
                operands[i] = (int)test_random_below(t, 64) - 16;
            CHECK_CALL(shuffle(t, direction, lane_counts[(m + width) % LANE_COUNTS], masks[m], width, operands));
        }
    }
}

TEST(machine, shuffle_index)
{
    shuffles(t, MACHINE_INDEX);
}
TEST(machine, shuffle_up)
{
    shuffles(t, MACHINE_UP);
}
TEST(machine, shuffle_down)
{
    shuffles(t, MACHINE_DOWN);
}
TEST(machine, shuffle_xor)
{
    shuffles(t, MACHINE_XOR);
}

static void check_matches(struct test *t, const machine_matches *out, unsigned lanes, unsigned mask,
                          const uint64_t *bits)
{
    for (unsigned rank = 0; rank < lanes; rank++) {
        unsigned present = mask & existing(lanes, rank), lane = rank % 32, same = 0;
        if (!(present >> lane & 1))
            continue;
        for (unsigned i = 0; i < 32; i++)
            if (present >> i & 1 && bits[i] == bits[lane])
                same |= 1u << i;
        CHECK_EQUAL(out[rank].any, same);
        CHECK_EQUAL(out[rank].all, same == present ? present : 0);
        CHECK_EQUAL(out[rank].equal, same == present);
    }
}

TEST(machine, match)
{
    machine_matches out[MOST_LANES], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    for (int round = 0; round < 4 * MASKS; round++) {
        unsigned lanes = lane_counts[round % LANE_COUNTS], mask = masks[round % MASKS], kinds = (unsigned)round % 4 + 1;
        uint64_t wide[32];
        unsigned narrow[32];
        uint64_t narrow_bits[32];
        for (int i = 0; i < 32; i++) {
            wide[i] = (test_random_below(t, kinds) << 40) + 5; /* alike in the low half */
            narrow[i] = (unsigned)(wide[i] >> 9);
            narrow_bits[i] = narrow[i];
        }
        void *values = array_of(t, narrow, sizeof narrow);
        CHECK(values);
        CHECK_STATUS(lw_launch(machine_match_32, line(t, 1, lanes, 0), mask, values, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        CHECK_CALL(check_matches(t, out, lanes, mask, narrow_bits));
        values = array_of(t, wide, sizeof wide);
        CHECK(values);
        CHECK_STATUS(lw_launch(machine_match_64, line(t, 1, lanes, 0), mask, values, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        CHECK_CALL(check_matches(t, out, lanes, mask, wide));
    }
}

static machine_reductions reductions(const unsigned *values, unsigned present)
{
    machine_reductions all = {0, ~0u, 0, ~0u, 0, 0, 0, 0x7fffffff, -0x7fffffff - 1};
    for (int i = 0; i < 32; i++) {
        if (!(present >> i & 1))
            continue;
        unsigned value = values[i];
        all.add_unsigned += value;
        all.min_unsigned = value < all.min_unsigned ? value : all.min_unsigned;
        all.max_unsigned = value > all.max_unsigned ? value : all.max_unsigned;
        all.conjunction &= value;
        all.disjunction |= value;
        all.exclusive ^= value;
        all.min_int = (int)value < all.min_int ? (int)value : all.min_int;
        all.max_int = (int)value > all.max_int ? (int)value : all.max_int;
    }
    all.add_int = (int)all.add_unsigned;
    return all;
}

TEST(machine, reduce)
{
    machine_reductions out[MOST_LANES], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    for (int round = 0; round < 4 * MASKS; round++) {
        unsigned lanes = lane_counts[round % LANE_COUNTS], mask = masks[round % MASKS], values[32];
        for (int i = 0; i < 32; i++)
            values[i] = (unsigned)test_random(t) >> (round % 3 * 8);
        unsigned *table = array_of(t, values, sizeof values);
        CHECK(table);
        CHECK_STATUS(lw_launch(machine_reduce, line(t, 1, lanes, 0), mask, table, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (unsigned rank = 0; rank < lanes; rank++) {
            unsigned present = mask & existing(lanes, rank);
            if (!(present >> rank % 32 & 1))
                continue;
            machine_reductions expected = reductions(values, present);
            CHECK(memcmp(&out[rank], &expected, sizeof expected) == 0);
        }
    }
}

TEST(machine, warp_halves)
{
    int *errors = array_of(t, NULL, 128 * sizeof *errors);
    CHECK(errors);
    CHECK_STATUS(lw_launch(machine_halves, line(t, 1, 128, 0), errors), LW_SUCCESS);
    CHECK_CALL(array_check_zero(t, errors, 128));
}

TEST(machine, syncwarp)
{
    int *errors = array_of(t, NULL, 256 * sizeof *errors);
    CHECK(errors);
    CHECK_STATUS(lw_launch(machine_syncwarp, line(t, 1, 256, 256 * sizeof(int)), errors), LW_SUCCESS);
    CHECK_CALL(array_check_zero(t, errors, 256));
    CHECK_STATUS(
        lw_launch(machine_syncwarp, shape(t, lw_make_dim3(1, 1, 1), lw_make_dim3(4, 8, 4), 128 * sizeof(int)), errors),
        LW_SUCCESS);
    CHECK_CALL(array_check_zero(t, errors, 128));
}

/* The last warp's lanes run one collective, though the last of them store nothing. */
TEST(machine, guarded_exchange)
{
    enum { MOST = 256 };
    int in[MOST], shuffled[MOST], voted[MOST];
    for (int i = 0; i < MOST; i++)
        in[i] = (int)((unsigned)i * 2654435761u >> 20);
    for (int n = 1; n <= MOST; n += 13) {
        int *from = array_of(t, in, sizeof in), *to = array_of(t, NULL, sizeof in),
            *votes = array_of(t, NULL, sizeof in);
        CHECK(from && to && votes);
        CHECK_STATUS(lw_launch(machine_guarded_shuffle, line(t, 4, 64, 0), n, from, to), LW_SUCCESS);
        CHECK_STATUS(lw_launch(machine_guarded_vote, line(t, 4, 64, 0), n, from, votes), LW_SUCCESS);
        CHECK_CALL(array_read(t, shuffled, to, sizeof in));
        CHECK_CALL(array_read(t, voted, votes, sizeof in));
        for (int i = 0; i < MOST; i++) {
            int odd = 0;
            for (int k = i / 32 * 32; k < i / 32 * 32 + 32 && k < n; k++)
                odd += in[k] & 1;
            CHECK_EQUAL(shuffled[i], i < n ? in[i] + ((i ^ 3) < n ? in[i ^ 3] : 0) : 0);
            CHECK_EQUAL(voted[i], i < n ? in[i] + odd : 0);
        }
        CHECK_STATUS(lw_free(t->device, from), LW_SUCCESS);
        CHECK_STATUS(lw_free(t->device, to), LW_SUCCESS);
        CHECK_STATUS(lw_free(t->device, votes), LW_SUCCESS);
    }
}
