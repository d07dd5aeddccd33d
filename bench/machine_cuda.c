/* What a launch costs on a GPU, through the library and straight through CUDA. */
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "device/machine_kernels.h"
#include "gpu.h"
#include "twins/twins.h"

#ifdef LW_HAVE_CUDA

enum { QUEUED = 1000 };

static lw_device *device;

/* Launches `each` times between two waits. The contender's context is `each`. */
static double time_ours(bench_contender *self, unsigned repeats)
{
    const unsigned *each = self->context;
    lw_stream *stream = lw_default_stream(device);
    lw_status status = LW_SUCCESS;
    double begin = bench_now();
    for (unsigned i = 0; i < repeats && status == LW_SUCCESS; i++) {
        for (unsigned k = 0; k < *each && status == LW_SUCCESS; k++)
            status = lw_launch(bench_empty, lw_linear(stream, 32, 32));
        if (status == LW_SUCCESS)
            status = lw_stream_synchronize(stream);
    }
    double end = bench_now();
    if (status == LW_SUCCESS)
        return end - begin;
    snprintf(self->message, sizeof self->message, "%.180s", lw_last_error_message(device));
    return -1;
}

static double time_twin(bench_contender *self, unsigned repeats)
{
    const unsigned *each = self->context;
    int error = 0;
    bool done = true;
    double begin = bench_now();
    for (unsigned i = 0; i < repeats && !error && done; i++) {
        for (unsigned k = 0; k < *each && !error; k++)
            error = twin_empty_launch(bench_gpu_stream());
        done = bench_gpu_wait();
    }
    double end = bench_now();
    if (!error && done)
        return end - begin;
    snprintf(self->message, sizeof self->message, "%.180s", bench_gpu_error(error));
    return -1;
}

static void bench_launches(const bench_options *options, const char *name, const char *bench, const char *unit,
                           unsigned each)
{
    bench_work work = {.name = bench, .size = "1x32 lanes", .units = each, .unit = unit};
    bench_contender contender[3] = {
        {.variant = "cuda", .device = name, .time = time_ours, .context = &each},
        {.variant = "twin", .device = name, .time = time_twin, .context = &each},
        {.variant = "twin", .device = name, .time = time_twin, .context = &each, .again = true}};
    if (!bench_selected(options, bench))
        return;
    bench_measure(contender, 3, options->runs, 2e7);
    bench_report(options, &work, contender, 3);
}

void bench_machine_cuda(const bench_options *options)
{
    const char *name = options->device ? options->device : bench_cuda_name();
    if (!name || !bench_uses(options, "cuda") || !bench_gpu_open(name))
        return;
    if (lw_device_open(&device, name) == LW_SUCCESS) {
        bench_launches(options, name, "machine.launch", "a launch and wait", 1);
        bench_launches(options, name, "machine.queue", "a launch, queued", QUEUED);
        lw_device_close(device);
    } else {
        fprintf(stderr, "lanewise-bench: %s\n", lw_last_error_message(NULL));
    }
    bench_gpu_close();
}

#else

void bench_machine_cuda(const bench_options *options)
{
    (void)options;
}

#endif
