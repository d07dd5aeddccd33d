/* Copies between the host and the device, beside kernels. */
#include <string.h>

#include "experiment.h"
#include "device/experiments.h"

typedef struct sum_task {
    lw_stream *stream;
    int n;
    float *host, *device, *sum; /* the pinned array; room for its copy; the result */
} sum_task;

static void sum_in_place(void *data)
{
    const sum_task *task = data;
    TRY(lw_launch(ex_sum, lw_grid(task->stream, 132, 256, 0), task->n, task->host, task->sum));
}

static void sum_copied(void *data)
{
    const sum_task *task = data;
    TRY(lw_memcpy_async(task->stream, task->device, task->host, sizeof(float) * (size_t)task->n,
                        LW_MEMCPY_HOST_TO_DEVICE));
    TRY(lw_launch(ex_sum, lw_grid(task->stream, 132, 256, 0), task->n, task->device, task->sum));
}

void experiment_zero_copy(experiment *e)
{
    int most = e->quick ? 1 << 14 : 1 << 24;
    sum_task task = {.stream = lw_default_stream(e->device),
                     .device = experiment_memory(e, (size_t)most * sizeof(float)),
                     .sum = experiment_memory(e, sizeof(float))};
    TRY(lw_malloc_host(e->device, (void **)&task.host, (size_t)most * sizeof(float)));
    memset(task.host, 0, (size_t)most * sizeof(float));
    for (task.n = 1 << 10; task.n <= most; task.n *= 4) {
        double kilobytes = (double)task.n * sizeof(float) / 1024;
        experiment_print(e, "in place", kilobytes, experiment_time(e, task.stream, sum_in_place, &task));
        experiment_print(e, "copied first", kilobytes, experiment_time(e, task.stream, sum_copied, &task));
    }
}

enum { MOST_STREAMS = 30 };

typedef struct overlap_task {
    lw_stream *streams[MOST_STREAMS];
    int count, n, rounds;
    bool depth_first;
    float *host, *device;
} overlap_task;

static void copy_in(const overlap_task *task, int i, int piece)
{
    size_t bytes = (size_t)piece * sizeof(float), at = (size_t)i * (size_t)piece;
    TRY(lw_memcpy_async(task->streams[i], task->device + at, task->host + at, bytes, LW_MEMCPY_HOST_TO_DEVICE));
}

static void compute(const overlap_task *task, int i, int piece)
{
    TRY(lw_launch(ex_work, lw_linear(task->streams[i], (uint64_t)piece, 256), piece, task->rounds,
                  task->device + (size_t)i * (size_t)piece));
}

static void copy_out(const overlap_task *task, int i, int piece)
{
    size_t bytes = (size_t)piece * sizeof(float), at = (size_t)i * (size_t)piece;
    TRY(lw_memcpy_async(task->streams[i], task->host + at, task->device + at, bytes, LW_MEMCPY_DEVICE_TO_HOST));
}

/* Depth first: all of a stream's work, then the next stream's. Breadth first: each stream's first work, then its second. */
static void overlap(void *data)
{
    static void (*const steps[])(const overlap_task *task, int i, int piece) = {copy_in, compute, copy_out};
    const overlap_task *task = data;
    int piece = task->n / task->count;
    if (task->depth_first) {
        for (int i = 0; i < task->count; i++)
            for (int step = 0; step < 3; step++)
                steps[step](task, i, piece);
    } else {
        for (int step = 0; step < 3; step++)
            for (int i = 0; i < task->count; i++)
                steps[step](task, i, piece);
    }
}

void experiment_overlap(experiment *e)
{
    overlap_task task = {.n = e->quick ? 1 << 14 : 1 << 24, .rounds = e->quick ? 16 : 2048};
    size_t bytes = (size_t)task.n * sizeof(float);
    task.device = experiment_memory(e, bytes);
    TRY(lw_malloc_host(e->device, (void **)&task.host, bytes));
    memset(task.host, 0, bytes);
    for (int i = 0; i < MOST_STREAMS; i++)
        TRY(lw_stream_create(e->device, &task.streams[i]));
    for (task.count = 1; task.count <= MOST_STREAMS; task.count++) {
        task.depth_first = true;
        experiment_print(e, "depth first", task.count, experiment_host_time(e, overlap, &task));
        task.depth_first = false;
        experiment_print(e, "breadth first", task.count, experiment_host_time(e, overlap, &task));
    }
}
