/* What it costs to allocate and free memory in the order of a stream: beside malloc() on the CPU, beside CUDA's own calls on a
 * GPU. Pools keep what is freed. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "gpu.h"

enum { PAIRS = 1000 };

static lw_device *device;
static lw_stream *stream; /* as the twin's: not ordered with the legacy stream */

static bool fail(bench_contender *self)
{
    snprintf(self->message, sizeof self->message, "%.180s", lw_last_error_message(device));
    return false;
}

static bool prepare(bench_contender *self)
{
    lw_memory_pool *pool;
    bool kept = lw_stream_create_with(device, &stream, LW_STREAM_NON_BLOCKING, 0) == LW_SUCCESS &&
                lw_device_get_memory_pool(device, &pool) == LW_SUCCESS &&
                lw_memory_pool_set_attribute(pool, LW_MEMORY_POOL_RELEASE_THRESHOLD, UINT64_MAX) == LW_SUCCESS;
    return kept || fail(self);
}

static bool open_cpu(bench_contender *self)
{
    device = bench_open_cpu(1, self->variant);
    return device ? prepare(self) : fail(self);
}

static void close_cpu(bench_contender *self)
{
    (void)self;
    bench_close_cpu();
}

/* Pairs of an allocation and a free, and a wait. The contender's context is the size. */
static double time_ours(bench_contender *self, unsigned repeats)
{
    const size_t *size = self->context;
    lw_status status = LW_SUCCESS;
    void *memory;
    double begin = bench_now();
    for (unsigned i = 0; i < repeats && status == LW_SUCCESS; i++) {
        for (unsigned k = 0; k < PAIRS && status == LW_SUCCESS; k++) {
            status = lw_malloc_async(stream, &memory, *size);
            if (status == LW_SUCCESS)
                status = lw_free_async(stream, memory);
        }
        if (status == LW_SUCCESS)
            status = lw_stream_synchronize(stream);
    }
    double end = bench_now();
    return status == LW_SUCCESS || fail(self) ? end - begin : -1;
}

static double time_malloc(bench_contender *self, unsigned repeats)
{
    const size_t *size = self->context;
    double begin = bench_now();
    for (unsigned i = 0; i < repeats; i++)
        for (unsigned k = 0; k < PAIRS; k++) {
            void *volatile memory = malloc(*size);
            free(memory);
        }
    return bench_now() - begin;
}

static double time_twin(bench_contender *self, unsigned repeats)
{
    const size_t *size = self->context;
    void *memory;
    bool done = true;
    double begin = bench_now();
    for (unsigned i = 0; i < repeats && done; i++) {
        for (unsigned k = 0; k < PAIRS && done; k++)
            done = bench_gpu_allocate(&memory, *size) && bench_gpu_free(memory);
        done = done && bench_gpu_wait();
    }
    double end = bench_now();
    if (done)
        return end - begin;
    snprintf(self->message, sizeof self->message, "an allocation of CUDA's failed");
    return -1;
}

static void bench_cpu(const bench_options *options, const bench_work *work, size_t *size)
{
    bench_contender contender[BENCH_ENGINES + 1];
    unsigned count = options->engine_count;
    for (unsigned i = 0; i < count; i++)
        contender[i] = (bench_contender){.variant = options->engines[i],
                                         .device = "cpu",
                                         .threads = 1,
                                         .prepare = open_cpu,
                                         .release = close_cpu,
                                         .time = time_ours,
                                         .context = size};
    contender[count++] =
        (bench_contender){.variant = "plain", .device = "cpu", .threads = 1, .time = time_malloc, .context = size};
    bench_measure(contender, count, options->runs, 2e7);
    bench_report(options, work, contender, count);
}

static void bench_cuda(const bench_options *options, const bench_work *work, size_t *size)
{
    const char *name = options->device ? options->device : bench_cuda_name();
    bench_contender contender[3] = {
        {.variant = "cuda", .device = name, .time = time_ours, .context = size},
        {.variant = "twin", .device = name, .time = time_twin, .context = size},
        {.variant = "twin", .device = name, .time = time_twin, .context = size, .again = true}};
    if (!name || !bench_gpu_open(name))
        return;
    if (lw_device_open(&device, name) == LW_SUCCESS) {
        if (prepare(&contender[0])) {
            bench_measure(contender, 3, options->runs, 2e7);
            bench_report(options, work, contender, 3);
        } else {
            fprintf(stderr, "lanewise-bench: %s\n", contender[0].message);
        }
        lw_device_close(device);
    } else {
        fprintf(stderr, "lanewise-bench: %s\n", lw_last_error_message(NULL));
    }
    bench_gpu_close();
}

void bench_memory(const bench_options *options)
{
    static size_t sizes[] = {1 << 10, 1 << 20};
    static const char *const names[] = {"memory.pool_small", "memory.pool_large"};
    for (int i = 0; i < 2; i++) {
        bench_work work = {.name = names[i], .units = PAIRS, .unit = "an allocation and a free"};
        snprintf(work.size, sizeof work.size, "%zu bytes", sizes[i]);
        if (!bench_selected(options, names[i]))
            continue;
        if (bench_uses(options, "cpu"))
            bench_cpu(options, &work, &sizes[i]);
        if (bench_uses(options, "cuda"))
            bench_cuda(options, &work, &sizes[i]);
    }
}
