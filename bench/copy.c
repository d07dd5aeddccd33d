/* What a copy within a device costs, queued: beside memcpy() on the CPU, beside CUDA's own call on a GPU. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "gpu.h"

enum { QUEUED = 100 };

typedef struct copy {
    size_t size;
    char *from, *to; /* of the device, or the host's for memcpy() */
} copy;

static lw_device *device;

static bool fail(bench_contender *self)
{
    snprintf(self->message, sizeof self->message, "%.180s", lw_last_error_message(device));
    return false;
}

/* Both arrays in one: pages that nothing was written to may be one page. */
static bool allocate(bench_contender *self)
{
    copy *of = self->context;
    if (lw_malloc(device, (void **)&of->from, 2 * of->size) || lw_memset(device, of->from, 1, 2 * of->size))
        return fail(self);
    of->to = of->from + of->size;
    return true;
}

static bool open_cpu(bench_contender *self)
{
    device = bench_open_cpu(self->threads, self->variant);
    return device ? allocate(self) : fail(self);
}

static void close_cpu(bench_contender *self)
{
    (void)self;
    bench_close_cpu();
}

static double time_ours(bench_contender *self, unsigned repeats)
{
    const copy *of = self->context;
    lw_stream *stream = lw_default_stream(device);
    lw_status status = LW_SUCCESS;
    double begin = bench_now();
    for (unsigned i = 0; i < repeats && status == LW_SUCCESS; i++) {
        for (unsigned k = 0; k < QUEUED && status == LW_SUCCESS; k++)
            status = lw_memcpy_async(stream, of->to, of->from, of->size, LW_MEMCPY_DEVICE_TO_DEVICE);
        if (status == LW_SUCCESS)
            status = lw_stream_synchronize(stream);
    }
    double end = bench_now();
    return status == LW_SUCCESS || fail(self) ? end - begin : -1;
}

static bool open_plain(bench_contender *self)
{
    copy *of = self->context;
    of->from = malloc(2 * of->size);
    if (!of->from)
        return false;
    memset(of->from, 1, 2 * of->size);
    of->to = of->from + of->size;
    return true;
}

static void close_plain(bench_contender *self)
{
    free(((copy *)self->context)->from);
}

static double time_memcpy(bench_contender *self, unsigned repeats)
{
    const copy *of = self->context;
    double begin = bench_now();
    for (unsigned i = 0; i < repeats; i++)
        for (unsigned k = 0; k < QUEUED; k++) {
            memcpy(of->to, of->from, of->size);
            __asm__ volatile("" : : "r"(of->to) : "memory"); /* each copy is made */
        }
    return bench_now() - begin;
}

static double time_twin(bench_contender *self, unsigned repeats)
{
    const copy *of = self->context;
    bool done = true;
    double begin = bench_now();
    for (unsigned i = 0; i < repeats && done; i++) {
        for (unsigned k = 0; k < QUEUED && done; k++)
            done = bench_gpu_copy(of->to, of->from, of->size);
        done = done && bench_gpu_wait();
    }
    double end = bench_now();
    if (done)
        return end - begin;
    snprintf(self->message, sizeof self->message, "a copy of CUDA's failed");
    return -1;
}

static void bench_cpu(const bench_options *options, const bench_work *work, size_t size)
{
    copy copies[BENCH_ENGINES + 1];
    bench_contender contender[BENCH_ENGINES + 1];
    unsigned count = options->engine_count;
    for (unsigned i = 0; i <= count; i++) {
        bool plain = i == count;
        copies[i] = (copy){.size = size};
        contender[i] = (bench_contender){.variant = plain ? "plain" : options->engines[i],
                                         .device = "cpu",
                                         .threads = 1,
                                         .prepare = plain ? open_plain : open_cpu,
                                         .release = plain ? close_plain : close_cpu,
                                         .time = plain ? time_memcpy : time_ours,
                                         .context = &copies[i]};
    }
    bench_measure(contender, count + 1, options->runs, 2e7);
    bench_report(options, work, contender, count + 1);
}

static void bench_cuda(const bench_options *options, const bench_work *work, size_t size)
{
    const char *name = options->device ? options->device : bench_cuda_name();
    copy of = {.size = size};
    bench_contender contender[3] = {
        {.variant = "cuda", .device = name, .time = time_ours, .context = &of},
        {.variant = "twin", .device = name, .time = time_twin, .context = &of},
        {.variant = "twin", .device = name, .time = time_twin, .context = &of, .again = true}};
    if (!name || !bench_gpu_open(name))
        return;
    if (lw_device_open(&device, name) == LW_SUCCESS && allocate(&contender[0])) {
        bench_measure(contender, 3, options->runs, 2e7);
        bench_report(options, work, contender, 3);
    } else {
        fprintf(stderr, "lanewise-bench: %s\n", lw_last_error_message(device));
    }
    lw_device_close(device);
    bench_gpu_close();
}

void bench_copy(const bench_options *options)
{
    static const struct {
        const char *name;
        size_t size;
    } copies[] = {{"memory.copy_small", 4 << 10}, {"memory.copy_large", 64 << 20}};
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
        bench_work work = {.name = copies[i].name,
                           .units = QUEUED,
                           .bytes = 2.0 * QUEUED * (double)copies[i].size,
                           .unit = "a copy, queued"};
        snprintf(work.size, sizeof work.size, "%zu bytes", copies[i].size);
        if (!bench_selected(options, copies[i].name))
            continue;
        if (bench_uses(options, "cpu"))
            bench_cpu(options, &work, copies[i].size);
        if (bench_uses(options, "cuda"))
            bench_cuda(options, &work, copies[i].size);
    }
}
