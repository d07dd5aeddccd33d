/* How fast memory is by the way in which threads go through it. */
#include "experiment.h"
#include "device/experiments.h"

typedef struct copy_task {
    lw_stream *stream;
    int n, offset, stride;
    float *x, *y;
} copy_task;

static void copy(void *data)
{
    const copy_task *task = data;
    TRY(lw_launch(ex_copy, lw_linear(task->stream, (uint64_t)task->n, 256), task->n, task->offset, task->stride,
                  task->x, task->y));
}

static double rate(experiment *e, copy_task *task)
{
    return 2.0 * sizeof(float) * task->n / experiment_time(e, task->stream, copy, task) * 1e-6;
}

static copy_task make(experiment *e, int n, int elements)
{
    return (copy_task){lw_default_stream(e->device),
                       n,
                       0,
                       1,
                       experiment_memory(e, (size_t)elements * sizeof(float)),
                       experiment_memory(e, (size_t)elements * sizeof(float))};
}

void experiment_offset(experiment *e)
{
    enum { MOST = 33 };
    int n = e->quick ? 1 << 16 : 1 << 25;
    copy_task task = make(e, n, n + MOST);
    for (task.offset = 0; task.offset < MOST; task.offset++)
        experiment_print(e, "copy", task.offset, rate(e, &task));
}

void experiment_stride(experiment *e)
{
    enum { MOST = 32 };
    int n = e->quick ? 1 << 14 : 1 << 22;
    copy_task task = make(e, n, n * MOST);
    for (task.stride = 1; task.stride <= MOST; task.stride++)
        experiment_print(e, "copy", task.stride, rate(e, &task));
}

typedef struct reuse_task {
    lw_stream *stream;
    unsigned part, all;
    float *x, *sums;
} reuse_task;

static void reuse(void *data)
{
    const reuse_task *task = data;
    TRY(lw_launch(ex_reuse, lw_grid(task->stream, 1024, 256, 0), task->part, task->all, 64, task->x, task->sums));
}

/* Ali, Weinbach and others at NVIDIA show this for the A100: a part of memory that is read again and again, beside data that is
 * read once. */
void experiment_persisting(experiment *e)
{
    lw_stream *plain, *persisting;
    size_t most = e->properties.persisting_l2_cache_max_size, megabyte = 1 << 20;
    reuse_task task = {.all = e->quick ? 1u << 20 : 1u << 27, .sums = experiment_memory(e, 1024 * 256 * sizeof(float))};
    task.x = experiment_memory(e, task.all * sizeof(float));
    TRY(lw_stream_create(e->device, &plain));
    TRY(lw_stream_create(e->device, &persisting));
    if (most)
        TRY(lw_device_set_limit(e->device, LW_LIMIT_PERSISTING_L2_CACHE_SIZE, most));
    for (size_t size = 4 * megabyte; size <= (e->quick ? 4 : 64) * megabyte; size += 6 * megabyte) {
        task.part = (unsigned)(size / sizeof(float)) / (e->quick ? 16 : 1);
        task.stream = plain;
        experiment_print(e, "normal", (double)size / (double)megabyte, experiment_time(e, plain, reuse, &task));
        size_t window =
            size < e->properties.access_policy_max_window_size ? size : e->properties.access_policy_max_window_size;
        float ratio = most < size ? (float)most / (float)size : 1;
        lw_access_policy_window policy = {.pointer = task.x,
                                          .size = window,
                                          .hit_ratio = ratio,
                                          .hit = LW_ACCESS_PERSISTING,
                                          .miss = LW_ACCESS_STREAMING};
        if (!window || lw_stream_set_access_policy_window(persisting, &policy))
            continue;
        task.stream = persisting;
        experiment_print(e, "persisting", (double)size / (double)megabyte,
                         experiment_time(e, persisting, reuse, &task));
    }
}
