/* Launches the kernels that its arguments name, as often as the number after the name says. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lanewise/capture.h>

#include "kernels.h"

enum { ELEMENTS = 1 << 16 };

static lw_device *device;
static float *in, *out;

static void check(lw_status status)
{
    if (status) {
        fprintf(stderr, "%s\n", lw_last_error_message(device));
        exit(1);
    }
}

static lw_launch_config shape(unsigned blocks, unsigned x, unsigned y)
{
    return lw_grid(lw_default_stream(device), (lw_dim3){blocks, 1, 1}, (lw_dim3){x, y, 1}, 0);
}

/* A copy each way, a set, and two kernels as a graph. */
static void run_graph(void)
{
    lw_stream *stream;
    lw_graph *graph;
    lw_graph_exec *exec;
    check(lw_stream_create(device, &stream));
    check(lw_stream_begin_capture(stream, LW_CAPTURE_GLOBAL));
    check(lw_memset_async(stream, out, 0, 4096));
    lw_launch_config config = shape(4, 64, 1);
    config.stream = stream;
    check(lw_launch(strided, config, 1, 0, in, out));
    check(lw_launch(strided, config, 1, 0, in, out));
    check(lw_stream_end_capture(stream, &graph));
    check(lw_graph_instantiate(graph, &exec, 0));
    check(lw_graph_launch(exec, stream));
    check(lw_stream_synchronize(stream));
    check(lw_graph_exec_destroy(exec));
    check(lw_graph_destroy(graph));
    check(lw_stream_destroy(stream));
}

static void run(const char *name)
{
    if (strcmp(name, "copies") == 0) {
        static float host[2500];
        check(lw_memcpy(device, in, host, 10000, LW_MEMCPY_HOST_TO_DEVICE));
        check(lw_memcpy(device, out, in, 5000, LW_MEMCPY_DEVICE_TO_DEVICE));
        check(lw_memcpy(device, host, out, 3000, LW_MEMCPY_DEVICE_TO_HOST));
        check(lw_memset(device, out, 1, 2000));
    } else if (strcmp(name, "graph") == 0) {
        run_graph();
    } else if (strcmp(name, "coalesced") == 0) {
        check(lw_launch(strided, shape(2, 64, 1), 1, 0, in, out));
    } else if (strcmp(name, "stride2") == 0) {
        check(lw_launch(strided, shape(2, 64, 1), 2, 0, in, out));
    } else if (strcmp(name, "stride32") == 0) {
        check(lw_launch(strided, shape(2, 64, 1), 32, 0, in, out));
    } else if (strcmp(name, "misaligned") == 0) {
        check(lw_launch(strided, shape(2, 64, 1), 1, 1, in, out));
    } else if (strcmp(name, "spins") == 0) {
        check(lw_launch(spins, shape(8, 256, 1), 20000, out));
    } else if (strcmp(name, "plain") == 0) {
        check(lw_launch(transpose_plain, shape(1, 32, 32), in, out));
    } else if (strcmp(name, "padded") == 0) {
        check(lw_launch(transpose_padded, shape(1, 32, 32), in, out));
    } else if (strcmp(name, "halves") == 0) {
        check(lw_launch(halves, shape(1, 64, 1), in, out));
    } else if (strcmp(name, "wide") == 0) {
        check(lw_launch(wide, shape(1, 32, 1), (const double *)in, in, (double *)out, out + 1024));
    } else if (strncmp(name, "shared", 6) == 0) {
        check(lw_launch(shared_wide, shape(1, 32, 1), atoi(name + 6), (double *)out));
    } else if (strcmp(name, "nested") == 0) {
        int lengths[32];
        for (int i = 0; i < 32; i++)
            lengths[i] = i % 2 ? 3 : 5;
        check(lw_memcpy(device, out + 1024, lengths, sizeof lengths, LW_MEMCPY_HOST_TO_DEVICE));
        check(lw_launch(nested, shape(1, 32, 1), (const int *)(out + 1024), in, out));
    } else if (strcmp(name, "nines") == 0) {
        check(lw_launch(nines, shape(1, 32, 1), in, out));
    } else if (strcmp(name, "skips") == 0) {
        check(lw_launch(skips, shape(1, 32, 1), in, out));
    } else if (strcmp(name, "interleaved") == 0) {
        check(lw_launch(reduce_interleaved, shape(1, 256, 1), out));
    } else if (strcmp(name, "sequential") == 0) {
        check(lw_launch(reduce_sequential, shape(1, 256, 1), out));
    } else if (strcmp(name, "strided") == 0) {
        check(lw_launch(reduce_strided, shape(1, 256, 1), out));
    } else if (strcmp(name, "counts") == 0) {
        check(lw_launch(counts, shape(1, 32, 1), (unsigned *)out));
    } else if (strcmp(name, "reset") == 0) {
        check(lw_device_reset(device));
        check(lw_malloc(device, (void **)&in, ELEMENTS * sizeof *in));
        check(lw_malloc(device, (void **)&out, ELEMENTS * sizeof *out));
    } else if (strcmp(name, "killed") == 0) {
        check(lw_device_synchronize(device));
        sleep(1);
        check(lw_launch(strided, shape(2, 64, 1), 1, 0, in, out));
        check(lw_device_synchronize(device));
        raise(SIGKILL);
    } else if (strcmp(name, "sleeps") == 0) {
        for (int i = 0; i < 3; i++) {
            usleep(1100000);
            check(lw_launch(strided, shape(2, 64, 1), 1, 0, in, out));
            check(lw_device_synchronize(device));
        }
    } else if (strcmp(name, "exits") == 0) {
        check(lw_device_synchronize(device));
        exit(3);
    } else {
        fprintf(stderr, "there is no %s\n", name);
        exit(1);
    }
}

int main(int count, char **words)
{
    check(lw_device_open(&device, NULL));
    check(lw_malloc(device, (void **)&in, ELEMENTS * sizeof *in));
    check(lw_malloc(device, (void **)&out, ELEMENTS * sizeof *out));
    for (int i = 1; i < count; i++) {
        int times = i + 1 < count && atoi(words[i + 1]) ? atoi(words[i + 1]) : 1;
        for (int j = 0; j < times; j++)
            run(words[i]);
        i += i + 1 < count && atoi(words[i + 1]);
    }
    check(lw_device_synchronize(device));
    printf("done\n");
    check(lw_device_close(device));
}
