/* Runs a step on each device: memory, repeated timed runs, comparison. */
#include "step.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MAX = 15 };
static const double patience_ms = 400; /* no further run after they took this long together */

static size_t size_of(step_type type)
{
    static const size_t sizes[] = {sizeof(unsigned char), sizeof(unsigned), sizeof(float), sizeof(double)};
    return sizes[type];
}

static double element(step_type type, const void *data, size_t i)
{
    switch (type) {
    case STEP_BYTE: return ((const unsigned char *)data)[i];
    case STEP_WORD: return ((const unsigned *)data)[i];
    case STEP_FLOAT: return (double)((const float *)data)[i];
    default: return ((const double *)data)[i];
    }
}

/* The largest difference, relative to the largest expected value, or to 255 for bytes; infinite where a value is not a
 * number. */
static double difference(size_t count, step_type type, const void *got, step_type expected_type, const void *expected)
{
    double largest = 0, scale = type == STEP_BYTE ? 255 : 0;
    for (size_t i = 0; i < count; i++) {
        double value = element(expected_type, expected, i);
        double apart = fabs(element(type, got, i) - value);
        if (!(apart <= largest))
            largest = isnan(apart) ? INFINITY : apart;
        scale = fmax(scale, fabs(value));
    }
    return scale > 0 ? largest / scale : largest;
}

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* One run; *ms is the time between two marks around it in the stream. */
static lw_status run_once(const step *s, lw_device *device, lw_event *const mark[2], void *const memory[STEP_BUFFERS],
                          float *ms)
{
    lw_stream *stream = lw_default_stream(device);
    lw_status status = LW_SUCCESS;
    for (int i = 0; i < STEP_BUFFERS && status == LW_SUCCESS; i++) {
        if (s->buffer[i].host)
            status = lw_memcpy(device, memory[i], s->buffer[i].host, s->buffer[i].size, LW_MEMCPY_HOST_TO_DEVICE);
        else if (s->buffer[i].size)
            status = lw_memset(device, memory[i], 0, s->buffer[i].size);
    }
    if (status == LW_SUCCESS)
        status = lw_device_synchronize(device);
    if (status == LW_SUCCESS)
        status = lw_event_record(mark[0], stream);
    if (status == LW_SUCCESS)
        status = s->launch(stream, s, memory);
    if (status == LW_SUCCESS)
        status = lw_event_record(mark[1], stream);
    if (status == LW_SUCCESS)
        status = lw_device_synchronize(device);
    if (status == LW_SUCCESS)
        status = lw_event_elapsed_time(ms, mark[0], mark[1]);
    return status;
}

/* The result to `out`, the median of the runs' times to *median. */
static lw_status run_on(const step *s, lw_device *device, void *out, float *median)
{
    void *memory[STEP_BUFFERS] = {NULL};
    lw_event *mark[2] = {NULL, NULL};
    float ms[RUNS_MAX], total = 0;
    int runs = 0;
    lw_status status = lw_event_create(device, &mark[0]);
    if (status == LW_SUCCESS)
        status = lw_event_create(device, &mark[1]);
    for (int i = 0; i < STEP_BUFFERS && status == LW_SUCCESS; i++)
        status = lw_malloc(device, &memory[i], s->buffer[i].size);
    if (status == LW_SUCCESS)
        status = run_once(s, device, mark, memory, &ms[0]); /* warms up; counts if it was long */
    if (status == LW_SUCCESS && (double)ms[0] >= patience_ms)
        total = ms[runs++];
    while (status == LW_SUCCESS && runs < RUNS_MAX && (runs == 0 || (double)total < patience_ms)) {
        status = run_once(s, device, mark, memory, &ms[runs]);
        total += ms[runs++];
    }
    if (status == LW_SUCCESS) {
        qsort(ms, (size_t)runs, sizeof *ms, compare);
        *median = ms[runs / 2];
        status = lw_memcpy(device, out, memory[0], s->count * size_of(s->type), LW_MEMCPY_DEVICE_TO_HOST);
    }
    for (int i = 0; i < STEP_BUFFERS; i++)
        lw_free(device, memory[i]);
    for (int i = 0; i < 2; i++) {
        if (mark[i])
            lw_event_destroy(mark[i]);
    }
    return status;
}

void step_print_heading(const step_devices *devices)
{
    printf("%-22s %-18s %-7s %10s %9s %7s  %-10s%s\n", "kernel", "size", "device", "ms", "rate", "", "difference",
           devices->count > 1 ? "  between" : "");
}

bool step_run(const step *s, const step_devices *devices, void *result)
{
    size_t bytes = s->count * size_of(s->type);
    void *out[STEP_DEVICES] = {NULL};
    bool all_right = true;
    for (int d = 0; d < devices->count; d++) {
        float ms = 0;
        out[d] = calloc(s->count, size_of(s->type));
        if (!out[d]) {
            fprintf(stderr, "%s: out of memory\n", s->kernel);
            all_right = false;
            break;
        }
        printf("%-22s %-18s %-7s ", s->kernel, s->size, devices->name[d]);
        fflush(stdout); /* so that a slow kernel shows while it runs */
        lw_status status = run_on(s, devices->device[d], out[d], &ms);
        if (status != LW_SUCCESS) {
            printf("failed: %s\n%s\n", lw_status_string(status), lw_last_error_message(devices->device[d]));
            all_right = false;
            continue;
        }
        double apart = difference(s->count, s->type, out[d], s->expected_type, s->expected);
        bool right = apart <= s->tolerance;
        double rate = (s->flops > 0 ? s->flops : s->bytes) / ((double)ms * 1e6);
        printf("%10.3f %9.2f %-7s  %-10.2g", (double)ms, rate, s->flops > 0 ? "GFLOP/s" : "GB/s", apart);
        if (devices->count > 1 && d > 0)
            printf("  %-8.2g", difference(s->count, s->type, out[d], s->type, out[0]));
        else if (devices->count > 1)
            printf("  %-8s", "");
        printf("  %s\n", right ? "ok" : "WRONG");
        all_right = all_right && right;
    }
    if (result && out[0])
        memcpy(result, out[0], bytes);
    for (int d = 0; d < devices->count; d++)
        free(out[d]);
    return all_right;
}
