/* A graph of many small kernels beside as many launches: what a launch of the graph saves. On a GPU also beside a graph of CUDA's. */
#include <stdio.h>

#include <lanewise/capture.h>

#include "bench.h"
#include "device/machine_kernels.h"
#include "gpu.h"
#include "twins/twins.h"

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

/* The contender's context: CUDA's graph. */
static double time_twin(bench_contender *self, unsigned repeats)
{
    bool done = true;
    double begin = bench_now();
    for (unsigned i = 0; i < repeats && done; i++)
        done = bench_gpu_graph_launch(self->context) && bench_gpu_wait();
    double end = bench_now();
    if (done)
        return end - begin;
    snprintf(self->message, sizeof self->message, "a launch of CUDA's graph failed");
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

/* After compare(), which made the graph. */
static void compare_twin(const bench_options *options, const char *name)
{
#ifdef LW_HAVE_CUDA
    void *graph;
    bench_work work = {
        .name = "machine.graph_twin", .size = "1000 of 1x32 lanes", .units = KERNELS, .unit = "a kernel, of 1000"};
    if (!exec || !bench_gpu_open(name))
        return;
    if (twin_empty_launch(bench_gpu_stream()) == 0 && bench_gpu_wait() &&
        bench_gpu_graph(&graph, twin_empty_launch, KERNELS)) {
        bench_contender contender[3] = {
            {.variant = "cuda", .device = name, .time = time_kernels, .context = graph},
            {.variant = "twin", .device = name, .time = time_twin, .context = graph},
            {.variant = "twin", .device = name, .time = time_twin, .context = graph, .again = true}};
        bench_measure(contender, 3, options->runs, 1e7);
        bench_report(options, &work, contender, 3);
        bench_gpu_graph_end(graph);
    } else {
        fprintf(stderr, "lanewise-bench: CUDA made no graph\n");
    }
    bench_gpu_close();
#else
    (void)options, (void)name, (void)time_twin;
#endif
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
    compare_twin(options, name);
    lw_device_close(device);
}
