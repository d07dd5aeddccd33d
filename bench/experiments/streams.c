/* Kernels beside kernels, and beside the host. */
#include <omp.h>
#include <time.h>

#include "experiment.h"
#include "device/experiments.h"

enum { MOST_STREAMS = 30, KERNELS = 3, SMALL = 256 };

typedef struct streams_task {
    lw_stream *streams[MOST_STREAMS];
    int count, rounds, n;
    bool depth_first;
    double host_ms; /* the host works for so long */
    float *x;
} streams_task;

static void small_kernel(const streams_task *task, int stream)
{
    TRY(lw_launch(ex_work, lw_linear(task->streams[stream], SMALL, SMALL), SMALL, task->rounds,
                  task->x + stream * SMALL));
}

static void small_kernels(void *data)
{
    const streams_task *task = data;
    for (int outer = 0; outer < (task->depth_first ? task->count : KERNELS); outer++)
        for (int inner = 0; inner < (task->depth_first ? KERNELS : task->count); inner++)
            small_kernel(task, task->depth_first ? outer : inner);
}

static void open_streams(experiment *e, streams_task *task)
{
    for (int i = 0; i < MOST_STREAMS; i++)
        TRY(lw_stream_create(e->device, &task->streams[i]));
}

void experiment_concurrency(experiment *e)
{
    streams_task task = {.rounds = e->quick ? 100 : 20000,
                         .x = experiment_memory(e, MOST_STREAMS * SMALL * sizeof(float))};
    open_streams(e, &task);
    for (task.count = 1; task.count <= MOST_STREAMS; task.count++) {
        task.depth_first = true;
        experiment_print(e, "depth first", task.count, experiment_host_time(e, small_kernels, &task));
        task.depth_first = false;
        experiment_print(e, "breadth first", task.count, experiment_host_time(e, small_kernels, &task));
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void large_kernel(void *data)
{
    const streams_task *task = data;
    double end = now() + task->host_ms;
    TRY(lw_launch(ex_work, lw_linear(task->streams[0], (uint64_t)task->n, 256), task->n, task->rounds, task->x));
    while (task->host_ms > 0 && now() < end)
        continue;
}

void experiment_host_work(experiment *e)
{
    streams_task task = {.n = e->quick ? 1 << 12 : 1 << 20, .rounds = e->quick ? 100 : 20000};
    task.x = experiment_memory(e, (size_t)task.n * sizeof(float));
    open_streams(e, &task);
    double kernel = experiment_host_time(e, large_kernel, &task);
    for (int share = 0; share <= 8; share++) {
        task.host_ms = kernel * share / 4;
        experiment_print(e, "beside", share / 4.0, experiment_host_time(e, large_kernel, &task));
        experiment_print(e, "one after the other", share / 4.0, kernel + task.host_ms);
    }
}

static void from_threads(void *data)
{
    const streams_task *task = data;
#pragma omp parallel for num_threads(task->count)
    for (int i = 0; i < task->count; i++)
        for (int launch = 0; launch < 4 * KERNELS; launch++)
            small_kernel(task, i);
}

void experiment_threads(experiment *e)
{
    streams_task task = {.rounds = e->quick ? 100 : 5000,
                         .x = experiment_memory(e, MOST_STREAMS * SMALL * sizeof(float))};
    open_streams(e, &task);
    for (task.count = 1; task.count <= 16; task.count *= 2) {
        experiment_print(e, "a thread and a stream each", task.count, experiment_host_time(e, from_threads, &task));
    }
}
