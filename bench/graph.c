/* A graph of many small kernels beside as many launches: what a launch of the graph saves. */
#include <stdio.h>

#include <lanewise/capture.h>

#include "bench.h"
#include "device/machine_kernels.h"
#include "gpu.h"

enum { KERNELS = 1000 };

static lw_device *device;
static lw_graph_exec *exec;

/* One after another, as the launches are: captured from them. */
static lw_status make_graph(void)
{
    lw_graph *graph;
    lw_stream *stream = lw_default_stream(device);
    lw_status status = lw_launch(bench_empty, lw_linear(stream, 32, 32)); /* its code is loaded */
    if (status == LW_SUCCESS)
        status = lw_stream_synchronize(stream);
    if (status == LW_SUCCESS)
        status = lw_stream_begin_capture(stream, LW_CAPTURE_THREAD_LOCAL);
    for (int i = 0; i < KERNELS && status == LW_SUCCESS; i++)
        status = lw_launch(bench_empty, lw_linear(stream, 32, 32));
    if (status == LW_SUCCESS)
        status = lw_stream_end_capture(stream, &graph);
    if (status == LW_SUCCESS)
        status = lw_graph_instantiate(graph, &exec, 0);
    return status;
}

/* The contender's context: not null for the graph. */
static double time_kernels(bench_contender *self, unsigned repeats)
{
    lw_stream *stream = lw_default_stream(device);
    lw_status status = LW_SUCCESS;
    double begin = bench_now();
    for (unsigned i = 0; i < repeats && status == LW_SUCCESS; i++) {
        if (self->context)
            status = lw_graph_launch(exec, stream);
        for (int k = 0; k < KERNELS && !self->context && status == LW_SUCCESS; k++)
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

static void compare(const bench_options *options, const char *name, int threads)
{
    static int is_graph;
    bench_work work = {
        .name = "machine.graph", .size = "1000 of 1x32 lanes", .units = KERNELS, .unit = "a kernel, of 1000"};
    bench_contender contender[2] = {
        {.variant = "launches", .device = name, .threads = threads, .time = time_kernels},
        {.variant = "graph", .device = name, .threads = threads, .time = time_kernels, .context = &is_graph}};
    lw_status status = make_graph();
    if (status != LW_SUCCESS) {
        fprintf(stderr, "lanewise-bench: %s\n", lw_last_error_message(device));
        return;
    }
    bench_measure(contender, 2, options->runs, 2e6);
    bench_report(options, &work, contender, 2);
    bench_note(options, "machine.graph on %s: a graph takes %.3f of the launches' time", name,
               bench_ratio(&contender[1], &contender[0], NULL, NULL));
}

void bench_graph(const bench_options *options)
{
    if (!bench_selected(options, "machine.graph"))
        return;
    for (unsigned i = 0; i < options->thread_counts && bench_uses(options, "cpu"); i++) {
        device = bench_open_cpu(options->threads[i], options->engines[0]);
        if (device)
            compare(options, "cpu", options->threads[i]);
        bench_close_cpu();
    }
    const char *name = options->device ? options->device : bench_cuda_name();
    if (!name || !bench_uses(options, "cuda") || lw_device_open(&device, name))
        return;
    compare(options, name, 0);
    lw_device_close(device);
}
