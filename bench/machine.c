/* What the emulator's own machinery costs: switches, threads, launches, blocks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bare_ring.h"
#include "bench.h"
#include "device/machine_kernels.h"
#include "rivals/rivals.h"

enum { RING_LANES = 256, RING_ROUNDS = 500, LANES = 256, LANE_BLOCKS = 256, GRID_BLOCKS = 1000000 };

static lw_device *device;
static unsigned *out;

static bool open_device(bench_contender *self)
{
    device = bench_open_cpu(self->threads, self->variant);
    if (!device || lw_malloc(device, (void **)&out, BENCH_LANE_SPREAD * sizeof *out) != LW_SUCCESS) {
        snprintf(self->message, sizeof self->message, "%.180s", lw_last_error_message(NULL));
        return false;
    }
    return true;
}

static void close_device(bench_contender *self)
{
    (void)self;
    bench_close_cpu();
}

static lw_status launch_ring(lw_stream *stream)
{
    return lw_launch(bench_ring, lw_linear(stream, RING_LANES, RING_LANES), RING_ROUNDS);
}

static lw_status launch_lanes(lw_stream *stream)
{
    return lw_launch(bench_lane, lw_linear(stream, LANES * LANE_BLOCKS, LANES), out);
}

static lw_status launch_grid(lw_stream *stream)
{
    return lw_launch(bench_empty, lw_linear(stream, GRID_BLOCKS, 1));
}

static lw_status launch_block(lw_stream *stream)
{
    return lw_launch(bench_empty, lw_linear(stream, 32, 32));
}

/* The contender's context is one of these. */
struct launcher {
    lw_status (*launch)(lw_stream *stream);
};

static bool launch_and_wait(bench_contender *self)
{
    const struct launcher *launcher = self->context;
    lw_stream *stream = lw_default_stream(device);
    lw_status status = launcher->launch(stream);
    if (status == LW_SUCCESS)
        status = lw_stream_synchronize(stream);
    if (status != LW_SUCCESS)
        snprintf(self->message, sizeof self->message, "%.180s", lw_last_error_message(device));
    return status == LW_SUCCESS;
}

static double time_launch(bench_contender *self, unsigned repeats)
{
    double begin = bench_now();
    for (unsigned i = 0; i < repeats; i++)
        if (!launch_and_wait(self))
            return -1;
    return bench_now() - begin;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of 200 launches, each after the pool had time to go to sleep. */
static double time_idle_launch(bench_contender *self, unsigned repeats)
{
    enum { LAUNCHES = 200 };
    const struct timespec pause = {0, 200000};
    double sample[LAUNCHES];
    for (int i = 0; i < LAUNCHES; i++) {
        nanosleep(&pause, NULL);
        double begin = bench_now();
        if (!launch_and_wait(self))
            return -1;
        sample[i] = bench_now() - begin;
    }
    qsort(sample, LAUNCHES, sizeof *sample, compare);
    return sample[LAUNCHES / 2] * repeats;
}

static bool open_ring(bench_contender *self)
{
    if (bench_bare_ring_open(RING_LANES))
        return true;
    snprintf(self->message, sizeof self->message, "no memory for the bare ring's stacks");
    return false;
}

static void close_ring(bench_contender *self)
{
    (void)self;
    bench_bare_ring_close();
}

static double time_ring(bench_contender *self, unsigned repeats)
{
    (void)self;
    double begin = bench_now();
    for (unsigned i = 0; i < repeats; i++)
        bench_bare_ring_run(RING_ROUNDS);
    return bench_now() - begin;
}

static double time_calls(bench_contender *self, unsigned repeats)
{
    static unsigned spread[BENCH_LANE_SPREAD];
    void (*volatile call)(unsigned *, unsigned, unsigned, unsigned) = bench_lane_call;
    (void)self;
    double begin = bench_now();
    for (unsigned i = 0; i < repeats; i++)
        for (unsigned block = 0; block < LANE_BLOCKS; block++)
            for (unsigned lane = 0; lane < LANES; lane++)
                call(spread, block, LANES, lane);
    return bench_now() - begin;
}

static double time_region(bench_contender *self, unsigned repeats)
{
    double begin = bench_now();
    for (unsigned i = 0; i < repeats; i++)
        rival_empty_region(self->threads);
    return bench_now() - begin;
}

static void let_sleep(bench_contender *self)
{
    (void)self;
    bench_rest();
}

/* Work of a millisecond is sampled often: on a machine with other work, most samples then run undisturbed. */
enum { SHORT_SAMPLE_NS = 1000000 };

static unsigned many_runs(const bench_options *options)
{
    return options->runs * 5 < BENCH_RUNS ? options->runs * 5 : BENCH_RUNS;
}

static bench_contender ours(struct launcher *launcher, const char *engine, int threads)
{
    return (bench_contender){.variant = engine,
                             .device = "cpu",
                             .threads = threads,
                             .prepare = open_device,
                             .release = close_device,
                             .time = time_launch,
                             .context = launcher};
}

/* The launch on each engine with each number of workers; returns their number. */
static unsigned add_ours(const bench_options *options, struct launcher *launcher, bench_contender *contender)
{
    unsigned count = 0;
    for (unsigned i = 0; i < options->engine_count; i++)
        for (unsigned k = 0; k < options->thread_counts; k++)
            contender[count++] = ours(launcher, options->engines[i], options->threads[k]);
    return count;
}

/* Only fibers switch. */
static void bench_switch(const bench_options *options)
{
    static struct launcher ring = {launch_ring};
    bench_work work = {.name = "machine.switch", .units = (double)RING_ROUNDS * RING_LANES, .unit = "a switch"};
    bench_contender contender[2] = {ours(&ring, "fiber", 1),
                                    {.variant = "hand",
                                     .device = "cpu",
                                     .threads = 1,
                                     .prepare = open_ring,
                                     .release = close_ring,
                                     .time = time_ring}};
    unsigned count = BENCH_HAVE_BARE_RING ? 2 : 1;
    snprintf(work.size, sizeof work.size, "%d lanes", RING_LANES);
    bench_measure(contender, count, many_runs(options), SHORT_SAMPLE_NS);
    bench_report(options, &work, contender, count);
    if (!BENCH_HAVE_BARE_RING)
        bench_note(options, "machine.switch: the bare ring is not on this architecture");
}

static void bench_lanes(const bench_options *options)
{
    static struct launcher lanes = {launch_lanes};
    bench_work work = {
        .name = "machine.lane", .units = (double)LANES * LANE_BLOCKS, .unit = "a lane without a barrier"};
    bench_contender contender[BENCH_ENGINES + 1];
    unsigned count = options->engine_count;
    for (unsigned i = 0; i < count; i++)
        contender[i] = ours(&lanes, options->engines[i], 1);
    contender[count] = (bench_contender){.variant = "plain", .device = "cpu", .threads = 1, .time = time_calls};
    snprintf(work.size, sizeof work.size, "%dx%d lanes", LANE_BLOCKS, LANES);
    bench_measure(contender, count + 1, many_runs(options), SHORT_SAMPLE_NS);
    bench_report(options, &work, contender, count + 1);
    for (unsigned i = 0; i < count; i++)
        if (!contender[i].failed)
            bench_note(options, "machine.lane: %s: a lane takes %.2f ns, a plain call %.2f ns", contender[i].variant,
                       contender[i].median / work.units, contender[count].median / work.units);
}

static void bench_launch(const bench_options *options, bool idle)
{
    static struct launcher block = {launch_block};
    bench_work work = {.name = idle ? "machine.launch_idle" : "machine.launch",
                       .size = "1x32 lanes",
                       .units = 1,
                       .unit = idle ? "a launch and wait, the pool asleep" : "a launch and wait"};
    bench_contender contender[BENCH_CONTENDERS];
    unsigned count = add_ours(options, &block, contender);
    for (unsigned i = 0; i < count && idle; i++)
        contender[i].time = time_idle_launch;
    for (unsigned i = 0; i < options->thread_counts && !idle && rival_openmp(); i++)
        contender[count++] = (bench_contender){.variant = "openmp",
                                               .device = "cpu",
                                               .threads = options->threads[i],
                                               .release = let_sleep,
                                               .time = time_region};
    bench_measure(contender, count, options->runs, 2e6);
    bench_report(options, &work, contender, count);
}

static void bench_grid(const bench_options *options)
{
    static struct launcher grid = {launch_grid};
    bench_work work = {
        .name = "machine.grid", .size = "1000000x1 lanes", .units = GRID_BLOCKS, .unit = "an empty block"};
    bench_contender contender[BENCH_CONTENDERS];
    unsigned count = add_ours(options, &grid, contender);
    bench_measure(contender, count, options->runs, 2e7);
    bench_report(options, &work, contender, count);
}

void bench_machine(const bench_options *options)
{
    if (!bench_uses(options, "cpu"))
        return;
    if (bench_selected(options, "machine.switch") && bench_times_engine(options, "fiber"))
        bench_switch(options);
    if (bench_selected(options, "machine.lane"))
        bench_lanes(options);
    if (bench_selected(options, "machine.launch"))
        bench_launch(options, false);
    if (bench_selected(options, "machine.launch_idle"))
        bench_launch(options, true);
    if (bench_selected(options, "machine.grid"))
        bench_grid(options);
}
