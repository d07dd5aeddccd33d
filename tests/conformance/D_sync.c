/* D: block and warp barriers, fences, and which writes become visible to which threads. */
#include <sched.h>
#include <stdio.h>
#include <time.h>

#include <tests/fault/fault.h>

#include "device/D_sync.h"

static const unsigned lane_counts[] = {1, 31, 32, 33, 100, 256, 1024};

TEST(row, D1_syncthreads_makes_all_earlier_writes_visible)
{
    int *board = array_of(t, NULL, 1024 * sizeof *board), *errors = array_of(t, NULL, 1024 * sizeof *errors);
    CHECK(board && errors);
    for (int i = 0; i < 7; i++) {
        unsigned lanes = lane_counts[i];
        CHECK_STATUS(lw_launch(sync_board, line(t, 1, lanes, lanes * sizeof(int)), 20, board, errors), LW_SUCCESS);
        CHECK_CALL(array_check_zero(t, errors, (int)lanes));
    }
}

/* A condition must be uniform for the block; threads that have returned are not waited for. */
TEST(row, D2_a_conditional_barrier_needs_a_uniform_condition)
{
    int out[128], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    for (int taken = 0; taken < 2; taken++) {
        for (int leaving = 0; leaving < 100; leaving += 33) {
            CHECK_STATUS(lw_launch(sync_conditional, line(t, 1, 100, 100 * sizeof(int)), taken, leaving, array),
                         LW_SUCCESS);
            CHECK_CALL(array_read(t, out, array, sizeof out));
            for (int lane = leaving; lane < 100; lane++)
                CHECK_EQUAL(out[lane], 1 + (lane + 1 < 100 ? lane + 1 : leaving));
        }
    }
}

TEST(row, D41_a_divergent_barrier_is_reported, .cpu_only = true)
{
    int *out = array_of(t, NULL, sizeof *out);
    CHECK(out);
    const char *report = fault_expect(t, lw_launch(sync_divergent, line(t, 1, 64, 0), out), LW_ERROR_DIVERGENT_BARRIER);
    CHECK(report);
    CHECK_CONTAINS(report, "divergent barrier: other threads of the block wait in __syncthreads at ");
    CHECK_CONTAINS(report, "kernel sync_divergent (");
    if (getenv("LANEWISE_SCHEDULE"))
        return; /* the order of arrival decides */
    CHECK_CONTAINS(report, "thread (1,0,0)");
    if (!strstr(report, "threads: 0,2,4,6,")) /* threads of a work-item loop arrive together */
        CHECK_CONTAINS(report, "thread 0 waiting in __syncthreads at ");
    CHECK_CALL(fault_place(t, report, "D_sync.c", sync_divergent_line() + 2));
}

TEST(row, D41b_whole_warps_meet_at_barriers_of_their_own)
{
    SKIP_WHERE_CHECKED("reported");
    int out[64], *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    for (int kernel = 0; kernel < 3; kernel++) {
        static const int first[] = {6, 6, 7}, second[] = {50, 10, 70};
        lw_launch_config config = line(t, 1, 64, 0);
        CHECK_STATUS(kernel == 0   ? lw_launch(sync_branches, config, array)
                     : kernel == 1 ? lw_launch(sync_turns, config, array)
                                   : lw_launch(sync_branch_counts, config, array),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (int thread = 0; thread < 64; thread++)
            CHECK_EQUAL(out[thread], thread < 32 ? first[kernel] : second[kernel]);
    }
}

static void predicates(struct test *t, void (*check)(struct test *t, const sync_result *mine, int holding, int all))
{
    static sync_result out[1024];
    sync_result *array = array_of(t, NULL, sizeof out);
    CHECK(array);
    for (int i = 0; i < 7 * 3 * 2; i++) {
        int lanes = (int)lane_counts[i % 7], step = (int[]){1, 3, 2000}[i / 7 % 3], leaving = i < 21 ? 0 : lanes / 3,
            holding = 0;
        for (int lane = leaving; lane < lanes; lane++)
            holding += lane % step == 0;
        CHECK_STATUS(lw_launch(sync_predicates, line(t, 1, (unsigned)lanes, 0), leaving, step, array), LW_SUCCESS);
        CHECK_CALL(array_read(t, out, array, sizeof out));
        for (int lane = leaving; lane < lanes; lane++)
            CHECK_CALL(check(t, &out[lane], holding, lanes - leaving));
    }
}

static void check_count(struct test *t, const sync_result *mine, int holding, int all)
{
    (void)all;
    CHECK_EQUAL(mine->count, holding);
}
TEST(row, D3_syncthreads_count_counts_predicates)
{
    predicates(t, check_count);
}

static void check_and_or(struct test *t, const sync_result *mine, int holding, int all)
{
    CHECK_EQUAL(mine->conjunction, holding == all);
    CHECK_EQUAL(mine->disjunction, holding != 0);
}
TEST(row, D4_syncthreads_and_or_join_predicates)
{
    predicates(t, check_and_or);
}

/* Parts of a warp synchronise by themselves, any number of times, and see each other's writes. */
TEST(row, D5_syncwarp_joins_the_lanes_of_its_mask)
{
    int *errors = array_of(t, NULL, 128 * sizeof *errors);
    CHECK(errors);
    CHECK_STATUS(lw_launch(sync_half_warps, line(t, 1, 128, 128 * sizeof(int)), errors), LW_SUCCESS);
    CHECK_CALL(array_check_zero(t, errors, 128));
}

TEST(row, D9_the_fence_of_the_system_orders_for_the_host)
{
    enum { STEPS = 20000 };
    volatile int *words = NULL;
    int late = 0;
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&words, 1024), LW_SUCCESS);
    words[0] = words[128] = 0;
    CHECK_STATUS(lw_launch(sync_for_the_host, line(t, 1, 1, 0), STEPS, (int *)words, (int *)words + 128), LW_SUCCESS);
    while (lw_stream_query(lw_default_stream(t->device)) == LW_ERROR_NOT_READY) {
        int y = __atomic_load_n(&words[128], __ATOMIC_ACQUIRE);
        late += words[0] < y;
    }
    CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
    CHECK_EQUAL(late, 0);
    CHECK_EQUAL(words[0], STEPS);
    CHECK_EQUAL(words[128], STEPS);
}

/* Both ways, in step, so that every round shows whether the data came with its word. */
TEST(row, D9_device_and_host_take_turns)
{
    SKIP_UNDER_THREAD_SANITIZER();
    enum { ROUNDS = 2000, SECONDS = 8 };
    volatile int *words = NULL;
    int late = 0, answered = 0, result[2], *out = array_of(t, NULL, sizeof result);
    CHECK(out);
    CHECK_STATUS(lw_malloc_host(t->device, (void **)&words, 4096), LW_SUCCESS);
    memset((void *)words, 0, 4096);
    CHECK_STATUS(lw_launch(sync_with_the_host, line(t, 1, 1, 0), ROUNDS, (int *)words, (int *)words + 512, out),
                 LW_SUCCESS);
    for (time_t end = time(NULL) + SECONDS; answered < ROUNDS && time(NULL) < end;) {
        if (__atomic_load_n(&words[64], __ATOMIC_ACQUIRE) != answered + 1) {
            sched_yield();
            continue;
        }
        late += words[0] != ++answered;
        words[512] = -answered;
        __atomic_store_n(&words[512 + 64], answered, __ATOMIC_RELEASE);
    }
    CHECK_CALL(array_read(t, result, out, sizeof result));
    CHECK_EQUAL(late, 0);
    CHECK_EQUAL(result[0], 0);
    CHECK(result[1] > 10 && (result[1] == answered || result[1] == answered - 1));
    CHECK_STATUS(lw_free_host(t->device, (void *)words), LW_SUCCESS);
}

/* A fence orders the caller's accesses. A value arrives because the reader reads memory: volatile, or atomic. */
TEST(row, D12_a_volatile_read_sees_what_a_fence_only_orders)
{
    SKIP_UNDER_THREAD_SANITIZER();
    int out[8], *array = array_of(t, NULL, sizeof out), *word = array_of(t, NULL, sizeof *word);
    CHECK(array && word);
    CHECK_STATUS(lw_launch(sync_poll, line(t, 1, 256, 0), word, array), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, array, sizeof out));
    for (int warp = 1; warp < 8; warp++)
        CHECK_EQUAL(out[warp], 7);
}

TEST(row, D13_the_last_block_sums_what_the_others_left)
{
    enum { N = 100000, MOST = 200 };
    static int in[N];
    int sum = 0, total = 0;
    for (int i = 0; i < N; i++)
        sum += in[i] = (int)test_random_below(t, 1001) - 500;
    int *array = array_of(t, in, sizeof in), *partial = array_of(t, NULL, MOST * sizeof *partial);
    int *result = array_of(t, NULL, sizeof *result);
    unsigned *count = array_of(t, NULL, sizeof *count), left = 1;
    CHECK(array && partial && result && count);
    for (unsigned blocks = 1; blocks <= MOST; blocks = blocks * 3 + 1) {
        CHECK_STATUS(lw_memset(t->device, result, 0x55, sizeof *result), LW_SUCCESS);
        CHECK_STATUS(lw_launch(sync_last_block, line(t, blocks, 64, 0), N, array, partial, count, result), LW_SUCCESS);
        CHECK_CALL(array_read(t, &total, result, sizeof total));
        CHECK_EQUAL(total, sum);
        CHECK_CALL(array_read(t, &left, count, sizeof left));
        CHECK_EQUAL(left, 0); /* ready for the next launch */
    }
}

/* All writes of one grid are visible when the next grid of the stream begins. */
TEST(row, D15_the_end_of_a_grid_is_a_barrier)
{
    enum { N = 50000 };
    static int out[N];
    int *first = array_of(t, NULL, sizeof out), *second = array_of(t, NULL, sizeof out);
    CHECK(first && second);
    lw_launch_config config = lw_linear(lw_default_stream(t->device), N, 128);
    CHECK_STATUS(lw_launch(sync_fill, config, N, first), LW_SUCCESS);
    for (int i = 0; i < 5; i++) { /* and back */
        CHECK_STATUS(lw_launch(sync_mirror, config, N, first, second), LW_SUCCESS);
        CHECK_STATUS(lw_launch(sync_mirror, config, N, second, first), LW_SUCCESS);
    }
    CHECK_STATUS(lw_launch(sync_mirror, config, N, first, second), LW_SUCCESS);
    CHECK_CALL(array_read(t, out, second, sizeof out));
    for (int i = 0; i < N; i++)
        CHECK_EQUAL(out[i], N - 1 - i);
}

/* An aligned access of 1, 2, 4 or 8 bytes to host memory is one access: the host never sees half of it. */
TEST(row, D16_aligned_accesses_to_host_memory_are_whole)
{
    for (int size = 1; size <= 8; size *= 2) {
        volatile uint64_t *word = NULL;
        uint64_t all = size == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * size) - 1, torn = 0;
        CHECK_STATUS(lw_malloc_host(t->device, (void **)&word, sizeof *word), LW_SUCCESS);
        *word = 0;
        CHECK_STATUS(lw_launch(sync_flicker, line(t, 1, 1, 0), size, 50001, (void *)(uintptr_t)word), LW_SUCCESS);
        while (lw_stream_query(lw_default_stream(t->device)) == LW_ERROR_NOT_READY) {
            uint64_t seen = *word;
            if (seen != 0 && seen != all)
                torn = seen;
        }
        CHECK_STATUS(lw_device_synchronize(t->device), LW_SUCCESS);
        CHECK_EQUAL(torn, 0);
        CHECK_EQUAL(*word, all);
        CHECK_STATUS(lw_free_host(t->device, (void *)(uintptr_t)word), LW_SUCCESS);
    }
}
