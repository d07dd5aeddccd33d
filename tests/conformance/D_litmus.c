/* D6 to D11, D14 and D18 to D34: litmus tests. What PTX forbids is not seen in a million runs of each: where fences stand
 * between the accesses the one outcome that they rule out; everywhere a value that nobody wrote, and a write that is lost.
 *
 * What is seen goes to the output as comments, a line for each space and layout:
 *     # litmus DEVICE SHAPE SCOPE FENCE SPACE RUNS OUTCOME=COUNT...
 * An outcome is the registers' values in order, "10" for r0 = 1 and r1 = 0; litmus.tsv keeps what each device showed.
 */
#include <stdio.h>
#include <stdlib.h>

#include <tests/harness/arrays.h>

#include "device/D_litmus.h"

enum { RUNS = 1 << 20, INSTANCES = 1 << 16, PATIENCE = 10 };

/* Whether a case that began then goes on; --slow gives it more time. */
static bool patient(const struct test *t, double start)
{
    return test_seconds() - start < (double)PATIENCE * t->slow;
}

/* With fewer runs the result means nothing. */
static void need_all(struct test *t, long runs)
{
    if (runs < RUNS)
        SKIP("%ld of %d runs in %u seconds; --slow gives them more time", runs, RUNS, PATIENCE * t->slow);
}

typedef struct litmus_form {
    const char *name;
    unsigned parties, registers, forbidden; /* the outcome that fences between all accesses forbid, registers as bits */
    bool always;                            /* it is forbidden without fences, too */
} litmus_form;

static const litmus_form forms[] = {
    [LITMUS_MP] = {"MP", 2, 2, 1, false},     /* r0 = 1, r1 = 0 */
    [LITMUS_SB] = {"SB", 2, 2, 0, false},     /* r0 = 0, r1 = 0 */
    [LITMUS_LB] = {"LB", 2, 2, 3, false},     /* r0 = 1, r1 = 1 */
    [LITMUS_IRIW] = {"IRIW", 4, 4, 5, false}, /* r0 = 1, r1 = 0, r2 = 1, r3 = 0 */
    [LITMUS_CORR] = {"CoRR", 2, 2, 1, true},  /* r0 = 1, r1 = 0 */
};
static const char *const fences[] = {"none", "block", "device", "system"};

typedef enum space { GLOBAL, SHARED, HOST } space;
static const char *const spaces[] = {"global", "shared", "host"};

typedef struct arrays {
    int *variables;
    unsigned *progress;
    unsigned char *seen, *outcome;
    int *after;             /* the variables, when the kernel is done */
    size_t size, seen_size; /* in bytes, of variables and of seen */
} arrays;

static bool emulated(const struct test *t)
{
    return on_cpu(t);
}

/* Of one instance: each of its parties ran, read only zeros and ones, and set only its own registers. */
static void check_outcome(struct test *t, const litmus_form *form, bool grid_scope, const unsigned char *seen, size_t i)
{
    unsigned parties = grid_scope ? form->parties : 1, registers = LITMUS_RAN | ((1u << form->registers) - 1);
    for (unsigned j = 0; j < parties; j++)
        if (!(seen[j] & LITMUS_RAN) || seen[j] & ~registers)
            FAIL("%s, instance %zu: party %u left %#x", form->name, i, j, seen[j]);
}

/* The written values are there at the end. In shared memory the kernel checks. */
static void check_variables(struct test *t, const litmus *test, space where, const arrays *in)
{
    size_t last = (size_t)(INSTANCES - 1) * (size_t)test->stride + (size_t)test->distance + 1;
    if (where == SHARED)
        return;
    if (where == GLOBAL)
        CHECK_CALL(array_read(t, in->after, in->variables, last * sizeof(int)));
    const int *variables = where == HOST ? in->variables : in->after, y = test->shape != LITMUS_CORR;
    for (size_t i = 0; i < INSTANCES; i++) {
        const int *x = variables + i * (size_t)test->stride;
        if (x[0] != 1 || x[test->distance] != y)
            FAIL("instance %zu: x is %d and y is %d at the end", i, x[0], x[test->distance]);
    }
}

/* One launch of INSTANCES instances; adds their outcomes. */
static void launch(struct test *t, litmus test, bool grid_scope, space where, const arrays *in, long counts[16])
{
    const litmus_form *form = &forms[test.shape];
    unsigned in_block = grid_scope ? form->parties / 2 : form->parties;
    test.lanes = grid_scope && emulated(t) ? 1 : 32; /* threads of a block take turns there */
    test.rounds = (grid_scope ? INSTANCES : INSTANCES / 2) / test.lanes;
    size_t dynamic = where == SHARED ? sizeof(int) * (size_t)(test.lanes * test.stride + test.distance) : 0;
    lw_launch_config config = line(t, 2, in_block * (unsigned)test.lanes, dynamic);
    if (where == HOST)
        memset(in->variables, 0, in->size);
    else
        CHECK_STATUS(lw_memset(t->device, in->variables, 0, in->size), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, in->seen, 0, in->seen_size), LW_SUCCESS);
    CHECK_STATUS(lw_memset(t->device, in->progress, 0, 2 * LITMUS_PARTIES * LITMUS_MOST_LANES * sizeof(unsigned)),
                 LW_SUCCESS);
    if (grid_scope)
        CHECK_STATUS(lw_launch(litmus_grid, config, test, in->variables, in->progress, in->seen), LW_SUCCESS);
    else
        CHECK_STATUS(lw_launch(litmus_block, config, test, where == SHARED, in->variables, in->seen), LW_SUCCESS);
    CHECK_CALL(array_read(t, in->outcome, in->seen, in->seen_size));
    unsigned a_run = grid_scope ? LITMUS_PARTIES : 1;
    for (size_t i = 0; i < INSTANCES; i++) {
        unsigned outcome = 0;
        CHECK_CALL(check_outcome(t, form, grid_scope, in->outcome + i * a_run, i));
        for (unsigned j = 0; j < a_run; j++)
            outcome |= in->outcome[i * a_run + j];
        counts[outcome & 15]++;
    }
    CHECK_CALL(check_variables(t, &test, where, in));
}

/* Outcomes that the emulator never shows, though CUDA allows them: threads of a block take turns on one OS thread.
 * Between blocks on two OS threads an x86-64 processor lets a load overtake an earlier store, nothing else. (Each of
 * IRIW's readers shares an OS thread with a writer.) */
static bool never_here(const struct test *t, const litmus *test, bool grid_scope)
{
#if defined(__x86_64__)
    const bool orders = true;
#else
    const bool orders = false;
#endif
    return emulated(t) && (!grid_scope || (orders && (test->shape == LITMUS_MP || test->shape == LITMUS_LB)));
}

static void print(struct test *t, litmus test, bool grid_scope, space where, long runs, const long counts[16])
{
    const litmus_form *form = &forms[test.shape];
    char text[400];
    int length = snprintf(text, sizeof text, "# litmus %s %s %s %s %s %ld", t->device_name, form->name,
                          grid_scope ? "grid" : "block", fences[test.fence], spaces[where], runs);
    for (unsigned outcome = 0; outcome < 1u << form->registers; outcome++) {
        if (!counts[outcome])
            continue;
        length += snprintf(text + length, sizeof text - (size_t)length, " ");
        for (unsigned i = 0; i < form->registers; i++)
            length += snprintf(text + length, sizeof text - (size_t)length, "%u", outcome >> i & 1);
        length += snprintf(text + length, sizeof text - (size_t)length, "=%ld", counts[outcome]);
    }
    printf("%s\n", text);
}

/* RUNS instances in one space, over three layouts: x beside y, in separate lines, in separate arrays. A machine that
 * takes more than PATIENCE seconds for them, as under a sanitizer, runs fewer: their outcomes count, but the case is
 * skipped. */
static void run_in(struct test *t, litmus test, bool grid_scope, space where, arrays *in)
{
    static const int layouts[3][2] = {{2, 1}, {64, 32}, {1, INSTANCES}};
    long counts[16] = {0}, runs = 0;
    double start = test_seconds();
    for (int i = 0; i < RUNS / INSTANCES && (i < 3 || patient(t, start)); i++) {
        test.stride = layouts[i % 3][0];
        test.distance = i % 3 == 2 && where == SHARED ? 1024 : layouts[i % 3][1];
        test.seed = (unsigned)test_random(t);
        CHECK_CALL(launch(t, test, grid_scope, where, in, counts));
        runs += INSTANCES;
    }
    print(t, test, grid_scope, where, runs, counts);
    const litmus_form *form = &forms[test.shape];
    bool forbidden = form->always || test.fence != LITMUS_NONE || never_here(t, &test, grid_scope);
    if (forbidden && counts[form->forbidden])
        FAIL("%s at %s scope with fences of %s: the forbidden outcome came %ld times", form->name,
             grid_scope ? "grid" : "block", fences[test.fence], counts[form->forbidden]);
    need_all(t, runs);
}

static void run(struct test *t, litmus_shape shape, bool grid_scope, litmus_fence fence, space where)
{
    litmus test = {.shape = shape, .fence = fence};
    arrays in = {.size = (size_t)64 * INSTANCES * sizeof(int), .seen_size = (size_t)LITMUS_PARTIES * INSTANCES};
    lw_status status = where == HOST ? lw_malloc_host(t->device, (void **)&in.variables, in.size)
                                     : lw_malloc(t->device, (void **)&in.variables, in.size);
    CHECK_STATUS(status, LW_SUCCESS);
    in.progress = array_of(t, NULL, 2 * LITMUS_PARTIES * LITMUS_MOST_LANES * sizeof(unsigned));
    in.seen = array_of(t, NULL, in.seen_size);
    in.outcome = malloc(in.seen_size);
    in.after = malloc(in.size);
    if (in.progress && in.seen && in.outcome && in.after)
        run_in(t, test, grid_scope, where, &in);
    else
        test_fail(t, __FILE__, __LINE__, "no memory");
    free(in.after);
    free(in.outcome);
}

#define LITMUS(name, shape, grid_scope, fence)                                                                         \
    TEST(row, name)                                                                                                    \
    {                                                                                                                  \
        run(t, LITMUS_##shape, grid_scope, LITMUS_##fence, GLOBAL);                                                    \
    }
/* At block scope in shared memory as well. */
#define LITMUS_IN_BLOCK(name, shape, fence)                                                                            \
    TEST(row, name)                                                                                                    \
    {                                                                                                                  \
        CHECK_CALL(run(t, LITMUS_##shape, false, LITMUS_##fence, GLOBAL));                                             \
        CHECK_CALL(run(t, LITMUS_##shape, false, LITMUS_##fence, SHARED));                                             \
    }

LITMUS_IN_BLOCK(D18_litmus_message_passing_in_a_block, MP, NONE)
LITMUS_IN_BLOCK(D7_litmus_message_passing_in_a_block_fenced, MP, BLOCK)
LITMUS(D6_litmus_message_passing_in_the_grid, MP, true, NONE)
LITMUS(D8_litmus_message_passing_in_the_grid_fenced, MP, true, DEVICE)
LITMUS_IN_BLOCK(D19_litmus_store_buffering_in_a_block, SB, NONE)
LITMUS_IN_BLOCK(D20_litmus_store_buffering_in_a_block_fenced, SB, BLOCK)
LITMUS(D21_litmus_store_buffering_in_the_grid, SB, true, NONE)
LITMUS(D22_litmus_store_buffering_in_the_grid_fenced, SB, true, DEVICE)
LITMUS_IN_BLOCK(D23_litmus_load_buffering_in_a_block, LB, NONE)
LITMUS_IN_BLOCK(D24_litmus_load_buffering_in_a_block_fenced, LB, BLOCK)
LITMUS(D25_litmus_load_buffering_in_the_grid, LB, true, NONE)
LITMUS(D26_litmus_load_buffering_in_the_grid_fenced, LB, true, DEVICE)
LITMUS_IN_BLOCK(D27_litmus_independent_reads_in_a_block, IRIW, NONE)
LITMUS_IN_BLOCK(D28_litmus_independent_reads_in_a_block_fenced, IRIW, BLOCK)
LITMUS(D29_litmus_independent_reads_in_the_grid, IRIW, true, NONE)
LITMUS(D30_litmus_independent_reads_in_the_grid_fenced, IRIW, true, DEVICE)
LITMUS_IN_BLOCK(D31_litmus_coherence_in_a_block, CORR, NONE)
LITMUS_IN_BLOCK(D32_litmus_coherence_in_a_block_fenced, CORR, BLOCK)
LITMUS(D33_litmus_coherence_in_the_grid, CORR, true, NONE)
LITMUS(D34_litmus_coherence_in_the_grid_fenced, CORR, true, DEVICE)

/* Each scope's fence for the threads that it covers, and none wider. */
TEST(row, D14_litmus_each_scope_orders_for_its_threads)
{
    CHECK_CALL(run(t, LITMUS_SB, false, LITMUS_BLOCK, GLOBAL));
    CHECK_CALL(run(t, LITMUS_SB, true, LITMUS_DEVICE, GLOBAL));
    CHECK_CALL(run(t, LITMUS_SB, true, LITMUS_SYSTEM, HOST));
}

/* A fence of system scope orders accesses for the device, in every space that other threads can reach. */
TEST(row, D9_litmus_the_fence_of_the_system)
{
    CHECK_CALL(run(t, LITMUS_MP, true, LITMUS_SYSTEM, GLOBAL));
    CHECK_CALL(run(t, LITMUS_SB, true, LITMUS_SYSTEM, GLOBAL));
}

TEST(row, D10_litmus_fences_order_every_space)
{
    CHECK_CALL(run(t, LITMUS_MP, false, LITMUS_DEVICE, SHARED));
    CHECK_CALL(run(t, LITMUS_MP, true, LITMUS_DEVICE, GLOBAL));
    CHECK_CALL(run(t, LITMUS_MP, true, LITMUS_SYSTEM, HOST));
}

/* X = 10; fence; Y = 20 against B = Y; fence; A = X, from X = 1 and Y = 2: of (A, B), (1, 20) never. */
TEST(row, D11_litmus_of_the_guide)
{
    enum { PROGRESS = 2 * LITMUS_PARTIES * LITMUS_MOST_LANES };
    static int ones[INSTANCES], twos[INSTANCES], seen[INSTANCES];
    long before = 0, between = 0, after = 0;
    double start = test_seconds();
    unsigned lanes = emulated(t) ? 1 : 32;
    for (int i = 0; i < INSTANCES; i++)
        ones[i] = 1, twos[i] = 2;
    int *x = array_of(t, ones, sizeof ones), *y = array_of(t, twos, sizeof twos),
        *array = array_of(t, NULL, sizeof seen);
    unsigned *progress = array_of(t, NULL, PROGRESS * sizeof *progress);
    CHECK(x && y && array && progress);
    for (int round = 0; round < RUNS / INSTANCES && (round < 3 || patient(t, start)); round++) {
        CHECK_STATUS(lw_memcpy(t->device, x, ones, sizeof ones, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        CHECK_STATUS(lw_memcpy(t->device, y, twos, sizeof twos, LW_MEMCPY_HOST_TO_DEVICE), LW_SUCCESS);
        CHECK_STATUS(lw_memset(t->device, progress, 0, PROGRESS * sizeof *progress), LW_SUCCESS);
        CHECK_STATUS(lw_launch(litmus_guide, line(t, 2, lanes, 0), (int)(INSTANCES / lanes), x, y, progress, array),
                     LW_SUCCESS);
        CHECK_CALL(array_read(t, seen, array, sizeof seen));
        for (int i = 0; i < INSTANCES; i++) {
            CHECK(seen[i] == 1 + 200 || seen[i] == 10 + 200 || seen[i] == 10 + 2000);
            before += seen[i] == 201;
            between += seen[i] == 210;
            after += seen[i] == 2010;
        }
    }
    printf("# litmus %s guide grid device global %ld (1,2)=%ld (10,2)=%ld (10,20)=%ld\n", t->device_name,
           before + between + after, before, between, after);
    need_all(t, before + between + after);
}
