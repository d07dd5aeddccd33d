/* What happens in a block and on a multiprocessor. */
#include <stdio.h>

#include "experiment.h"
#include "device/experiments.h"

void experiment_shared_copy(experiment *e)
{
    enum { ROUNDS = 64, THREADS = 128, WIDEST = 16, RUNS = 5 };
    char variant[32];
    char *in = experiment_memory(e, (size_t)ROUNDS * THREADS * WIDEST);
    float *out = experiment_memory(e, THREADS * sizeof(float));
    long long *clocks = experiment_memory(e, sizeof *clocks), best, taken;
    for (int bytes = 4; bytes <= WIDEST; bytes *= 2)
        for (int asynchronous = 0; asynchronous < 2; asynchronous++) {
            best = 0;
            for (int run = 0; run < RUNS; run++) {
                TRY(lw_launch(ex_shared_copy, lw_grid(lw_default_stream(e->device), 1, THREADS, 0), bytes, ROUNDS,
                              asynchronous, in, clocks, out));
                TRY(lw_memcpy(e->device, &taken, clocks, sizeof taken, LW_MEMCPY_DEVICE_TO_HOST));
                if (run == 0 || taken < best)
                    best = taken;
            }
            snprintf(variant, sizeof variant, "%s", asynchronous ? "asynchronous" : "through registers");
            experiment_print(e, variant, bytes, (double)best / ROUNDS);
        }
}

typedef struct work_task {
    lw_stream *stream;
    lw_launch_config config;
    int n, rounds, paths, between_warps;
    float *x;
} work_task;

static void work(void *data)
{
    const work_task *task = data;
    TRY(lw_launch(ex_work, task->config, task->n, task->rounds, task->x));
}

void experiment_occupancy(experiment *e)
{
    lw_stream *stream = lw_default_stream(e->device);
    work_task task = {.n = e->quick ? 1 << 14 : 1 << 24, .rounds = 16};
    size_t most = e->properties.shared_memory_per_block_optin, kilobyte = 1024;
    char variant[32];
    task.x = experiment_memory(e, (size_t)task.n * sizeof(float));
    TRY(lw_kernel_set_attribute(e->device, LW_KERNEL_OF(ex_work), LW_KERNEL_MAX_DYNAMIC_SHARED, (long long)most));
    for (size_t shared = 0; shared <= most; shared += 8 * kilobyte) {
        int blocks;
        task.config = lw_grid(stream, (unsigned)task.n / 256, 256, shared);
        TRY(lw_occupancy_max_active_blocks(e->device, LW_KERNEL_OF(ex_work), 256, shared, &blocks));
        double kilobytes = (double)shared / (double)kilobyte;
        experiment_print(e, "time", kilobytes, experiment_time(e, stream, work, &task));
        snprintf(variant, sizeof variant, "blocks of a multiprocessor");
        experiment_print(e, variant, kilobytes, blocks);
    }
}

static void diverge(void *data)
{
    const work_task *task = data;
    TRY(lw_launch(ex_diverge, task->config, task->paths, task->between_warps, task->rounds, task->x));
}

void experiment_divergence(experiment *e)
{
    enum { THREADS = 1024 };
    lw_stream *stream = lw_default_stream(e->device);
    unsigned blocks = e->quick ? 4 : 1056;
    work_task task = {.rounds = 256, .config = lw_grid(stream, blocks, THREADS, 0)};
    task.x = experiment_memory(e, blocks * THREADS * sizeof(float));
    for (task.paths = 1; task.paths <= 32; task.paths *= 2)
        for (task.between_warps = 0; task.between_warps < 2; task.between_warps++)
            experiment_print(e, task.between_warps ? "between warps" : "within a warp", task.paths,
                             experiment_time(e, stream, diverge, &task));
}
