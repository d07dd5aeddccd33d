/* E: votes of a warp, and the lanes that take part in them. */
#include <tests/fault/fault.h>

#include "device/E_vote.h"

static const unsigned masks[] = {0xffffffffu, 0x0000ffffu, 0xaaaaaaaau, 0x80000001u, 0x00000010u};
static const unsigned predicates[] = {0, 0xffffffffu, 0x00000001u, 0x0000ffffu, 0xdeadbeefu};

/* One warp, or the `lanes` of a partial one; lanes that take no part keep ballot 0. */
static void run_votes(struct test *t, unsigned lanes, unsigned mask, unsigned leaving, unsigned predicate, vote out[32])
{
    vote *array = array_of(t, NULL, 32 * sizeof *array);
    CHECK(array);
    CHECK_STATUS(lw_launch(vote_lanes, line(t, 1, lanes, 0), mask, leaving, predicate, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, 32 * sizeof *array));
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
}

/* Lanes of the mask wait for each other, wherever each stands in the source: two branches, one ballot. */
TEST(row, E1_the_lanes_of_a_mask_converge, .isolated = true, .seconds = 30)
{
    unsigned out[32], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    CHECK_STATUS(lw_launch(vote_converges, line(t, 1, 32, 0), array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (int lane = 0; lane < 32; lane++)
        CHECK_EQUAL(out[lane], 0x0000aaffu); /* the even lanes below 8 and the odd ones below 16 */
}

static const char *misuse(struct test *t, int kind, lw_status status)
{
    unsigned *out = array_of(t, NULL, 32 * sizeof *out);
    return out ? fault_expect(t, lw_launch(vote_misuse, line(t, 1, 32, 0), kind, out), status) : NULL;
}

TEST(row, E15_a_mask_without_the_caller_is_reported, .cpu_only = true)
{
    const char *report = misuse(t, 0, LW_ERROR_INVALID_MASK);
    CHECK(report);
    CHECK_CONTAINS(report, "invalid mask: __ballot_sync with mask 0xffffffdf, which does not name the calling lane 5");
    CHECK_CONTAINS(report, "thread (5,0,0)");
    CHECK_CALL(fault_place(t, report, "E_vote.c", vote_misuse_line()));
}

TEST(row, E16_masks_that_differ_are_reported, .cpu_only = true)
{
    const char *report = misuse(t, 1, LW_ERROR_DEADLOCK);
    CHECK(report);
    CHECK_CONTAINS(report,
                   "name each other, in different masks: 0xffffffff in __all_sync and 0xfffffffe in __all_sync");
    CHECK_CONTAINS(report, "16 threads: 0-15 waiting in __all_sync at ");
    CHECK_CONTAINS(report, "16 threads: 16-31 waiting in __all_sync at ");
    report = misuse(t, 3, LW_ERROR_DEADLOCK);
    CHECK(report);
    CHECK_CONTAINS(report, "in different masks: 0xffffffff in __syncwarp and 0xfffffffe in __syncwarp");
}

TEST(row, E17_collectives_that_differ_are_reported, .cpu_only = true)
{
    const char *report = misuse(t, 2, LW_ERROR_DEADLOCK);
    CHECK(report);
    CHECK_CONTAINS(report, "threads 0 and 16 wait for each other, in __reduce_add_sync and in __reduce_max_sync");
}

/* For masks, predicates, lanes that have returned, and partial warps: the results that `expected` gives for the
 * lanes that take part. */
static void votes(struct test *t,
                  void (*check)(struct test *t, const vote *mine, unsigned taking_part, unsigned predicate))
{
    static const unsigned leaving[] = {0, 0x00000101u, 0x7ffffffeu}, lanes[] = {32, 20, 1};
    vote out[32];
    for (int i = 0; i < 5 * 5 * 3 * 3; i++) {
        unsigned mask = masks[i % 5], predicate = predicates[i / 5 % 5], left = leaving[i / 25 % 3],
                 some = lanes[i / 75];
        unsigned taking_part = mask & ~left & (some == 32 ? 0xffffffffu : (1u << some) - 1);
        CHECK_CALL(run_votes(t, some, mask, left, predicate, out));
        for (unsigned lane = 0; lane < 32; lane++)
            if (taking_part >> lane & 1)
                CHECK_CALL(check(t, &out[lane], taking_part, predicate & taking_part));
    }
}

static void check_all(struct test *t, const vote *mine, unsigned taking_part, unsigned set)
{
    CHECK_EQUAL(mine->all, set == taking_part);
}
TEST(row, E2_all_holds_where_every_lane_says_so)
{
    votes(t, check_all);
}

static void check_any(struct test *t, const vote *mine, unsigned taking_part, unsigned set)
{
    (void)taking_part;
    CHECK_EQUAL(mine->any, set != 0);
}
TEST(row, E3_any_holds_where_some_lane_says_so)
{
    votes(t, check_any);
}

static void check_ballot(struct test *t, const vote *mine, unsigned taking_part, unsigned set)
{
    (void)taking_part;
    CHECK_EQUAL(mine->ballot, set);
}
TEST(row, E4_ballot_has_the_bits_of_those_who_say_so)
{
    votes(t, check_ballot);
}

static void check_uniform(struct test *t, const vote *mine, unsigned taking_part, unsigned set)
{
    CHECK_EQUAL(mine->uniform, set == taking_part || set == 0);
}
TEST(row, E14_uni_holds_where_all_say_the_same)
{
    votes(t, check_uniform);
}

/* A mask may name lanes that have returned: the vote runs without them. */
TEST(row, E13_votes_ignore_lanes_that_have_ended)
{
    vote out[32];
    CHECK_CALL(run_votes(t, 32, 0xffffffffu, 0xfffffffeu, 1, out)); /* lane 0 is left alone */
    CHECK_EQUAL(out[0].ballot, 1);
    CHECK_EQUAL(out[0].all, 1);
    CHECK_EQUAL(out[1].ballot, 0);
}

static void activemask(struct test *t, unsigned lanes, unsigned leaving, unsigned branch, unsigned out[32])
{
    unsigned *array = array_of(t, NULL, 32 * sizeof *array);
    CHECK(array);
    CHECK_STATUS(lw_launch(vote_active, line(t, 1, lanes, 0), leaving, branch, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, 32 * sizeof *array));
    CHECK_STATUS(lw_free(t->device, array), LW_SUCCESS);
}

/* The caller's bit, and only bits of lanes that can be active with it. */
TEST(row, E5_activemask_names_the_caller_and_none_who_cannot_be_there)
{
    static const unsigned leaving[] = {0, 0x0000ff00u}, branches[] = {0xffffffffu, 0x55555555u, 0x00010000u};
    unsigned out[32];
    for (int i = 0; i < 12; i++) {
        unsigned lanes = i % 2 ? 20 : 32, left = leaving[i / 2 % 2], branch = branches[i / 4];
        CHECK_CALL(activemask(t, lanes, left, branch, out));
        unsigned there = branch & ~left & (lanes == 20 ? 0x000fffffu : 0xffffffffu);
        for (unsigned lane = 0; lane < 32; lane++) {
            CHECK_EQUAL(out[lane] >> lane & 1, there >> lane & 1);
            CHECK_EQUAL(out[lane] & ~there, 0);
            for (unsigned other = 0; other < 32; other++) /* lanes that are active together agree */
                if (out[lane] >> other & 1)
                    CHECK_EQUAL(out[other], out[lane]);
        }
    }
}

static void refused(struct test *t, const char *variable, const char *words)
{
    CHECK(setenv(variable, "2", 1) == 0);
    CHECK_STATUS(lw_device_open(&t->device, "cpu"), LW_ERROR_INVALID_VALUE);
    CHECK(t->device == NULL);
    CHECK_MESSAGE(NULL, words);
    CHECK(unsetenv(variable) == 0);
}

TEST(row, E18_values_of_the_environment_are_checked, .host = true, .isolated = true)
{
    CHECK_CALL(refused(t, "LANEWISE_ACTIVEMASK", "LANEWISE_ACTIVEMASK is \"2\": it must be self or maximal"));
    CHECK_CALL(refused(t, "LANEWISE_STRICT", "LANEWISE_STRICT is \"2\": it must be 0 or 1"));
    CHECK_CALL(refused(t, "LANEWISE_PIN", "LANEWISE_PIN is \"2\": it must be 0 or 1"));
    CHECK_CALL(refused(t, "LANEWISE_DEVICE_WAITS_ON_EXCEPTION",
                       "LANEWISE_DEVICE_WAITS_ON_EXCEPTION is \"2\": it must be 0 or 1"));
}

static void mode(struct test *t, const char *name, bool maximal)
{
    unsigned out[32];
    CHECK_CALL(fault_open(t, "LANEWISE_ACTIVEMASK", name));
    CHECK_CALL(activemask(t, 32, 0x0000ff00u, 0x00ffffffu, out));
    for (unsigned lane = 0; lane < 32; lane++)
        CHECK_EQUAL(out[lane], 0x00ff00ffu >> lane & 1 ? maximal ? 0x00ff00ffu : 1u << lane : 0);
    fault_close(t);
}

TEST(row, E18_activemask_of_the_caller_alone, .host = true, .isolated = true)
{
    mode(t, "self", false);
}
TEST(row, E19_activemask_of_all_who_come, .host = true, .isolated = true)
{
    mode(t, "maximal", true);
}

TEST(row, E19_activemask_of_all_who_come_in_any_order, .host = true, .isolated = true)
{
    CHECK(setenv("LANEWISE_SCHEDULE", "random:3", 1) == 0);
    CHECK_CALL(mode(t, "maximal", true));
    CHECK(setenv("LANEWISE_SCHEDULE", "reverse", 1) == 0);
    CHECK_CALL(mode(t, "maximal", true));
}

/* A correct use: the lanes that are active together share one atomic. */
static void aggregate(struct test *t)
{
    unsigned out[32], counted = 0, seen = 0, *counter = array_of(t, NULL, sizeof *counter),
                      *array = array_of(t, NULL, sizeof out);
    CHECK(counter && array);
    CHECK_STATUS(lw_launch(vote_aggregated, line(t, 1, 32, 0), 0xf0f0fff1u, counter, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    CHECK_CALL(array_read(t, &counted, counter, sizeof counted));
    CHECK_EQUAL(counted, 21);
    for (unsigned lane = 0; lane < 32; lane++)
        if (0xf0f0fff1u >> lane & 1)
            seen |= 1u << out[lane];
    CHECK_EQUAL(seen, (1u << 21) - 1); /* each slot once */
}

TEST(row, E5_activemask_aggregates_atomics)
{
    aggregate(t);
}

TEST(row, E19_activemask_aggregates_atomics_of_all_who_come, .host = true, .isolated = true)
{
    CHECK_CALL(fault_open(t, "LANEWISE_ACTIVEMASK", "maximal"));
    CHECK_CALL(aggregate(t));
    fault_close(t);
}
