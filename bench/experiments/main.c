/* lanewise-experiments [--device NAME] [--quick] [--list] [EXPERIMENT...] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "experiment.h"

enum { RUNS = 9, FIRST_RUNS = 2 };

const experiment_entry experiments[] = {
    {"offset", "A copy that begins off a boundary", "offset (elements)", "GB/s", experiment_offset},
    {"stride", "A copy of every n-th element", "stride (elements)", "GB/s of elements", experiment_stride},
    {"persisting_l2", "Random reads of a part of memory, beside a stream through the rest", "part (MiB)", "ms",
     experiment_persisting},
    {"zero_copy", "A sum over pinned host memory: read in place, or copied first", "size (KiB)", "ms",
     experiment_zero_copy},
    {"overlap", "Copy, kernel, copy of pieces in streams", "streams", "ms", experiment_overlap},
    {"shared_copy", "Copies from global to shared memory", "bytes a thread", "clocks", experiment_shared_copy},
    {"occupancy", "A kernel whose blocks have dynamic shared memory that they do not use", "KiB a block", "ms",
     experiment_occupancy},
    {"divergence", "Branches within a warp and between warps", "paths", "ms", experiment_divergence},
    {"concurrency", "Small kernels in streams", "streams", "ms", experiment_concurrency},
    {"host_work", "Work of the host beside a kernel", "host's work (share of the kernel's)", "ms",
     experiment_host_work},
    {"threads", "OpenMP threads with a stream each", "threads", "ms", experiment_threads},
    {NULL, NULL, NULL, NULL, NULL}};

void experiment_check(lw_status status, const char *call)
{
    if (!status)
        return;
    fprintf(stderr, "%.60s: %s: %s\n", call, lw_status_string(status), lw_last_error_message(NULL));
    exit(1);
}

void *experiment_memory(experiment *e, size_t bytes)
{
    void *memory;
    TRY(lw_malloc(e->device, &memory, bytes));
    TRY(lw_memset(e->device, memory, 0, bytes));
    return memory;
}

void experiment_print(const experiment *e, const char *variant, double x, double value)
{
    printf("%s\t%s\t%g\t%.5g\n", e->name, variant, x, value);
    fflush(stdout);
}

double experiment_time(experiment *e, lw_stream *stream, void (*work)(void *data), void *data)
{
    float best = 0, elapsed;
    for (int run = -FIRST_RUNS; run < (e->quick ? 1 : RUNS); run++) {
        TRY(lw_event_record(e->start, stream));
        work(data);
        TRY(lw_event_record(e->stop, stream));
        TRY(lw_event_synchronize(e->stop));
        TRY(lw_event_elapsed_time(&elapsed, e->start, e->stop));
        if (run == 0 || (run > 0 && elapsed < best))
            best = elapsed;
    }
    return best;
}

double experiment_host_time(experiment *e, void (*work)(void *data), void *data)
{
    double best = 0;
    for (int run = -FIRST_RUNS; run < (e->quick ? 1 : RUNS); run++) {
        struct timespec from, to;
        TRY(lw_device_synchronize(e->device));
        clock_gettime(CLOCK_MONOTONIC, &from);
        work(data);
        TRY(lw_device_synchronize(e->device));
        clock_gettime(CLOCK_MONOTONIC, &to);
        double elapsed = (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) * 1e-6;
        if (run == 0 || (run > 0 && elapsed < best))
            best = elapsed;
    }
    return best;
}

static void run(const experiment_entry *entry, const char *device, bool quick)
{
    experiment e = {.name = entry->name, .quick = quick};
    TRY(lw_device_open(&e.device, device));
    TRY(lw_device_get_properties(e.device, &e.properties));
    TRY(lw_event_create(e.device, &e.start));
    TRY(lw_event_create(e.device, &e.stop));
    printf("# %s\t%s\t%s\t%s\n", entry->name, entry->title, entry->x, entry->y);
    entry->run(&e);
    TRY(lw_device_close(e.device));
}

int main(int count, char **words)
{
    const char *device = NULL;
    bool quick = false, any = false;
    for (int i = 1; i < count; i++) {
        const experiment_entry *entry = experiments;
        if (strcmp(words[i], "--device") == 0 && i + 1 < count) {
            device = words[++i];
        } else if (strcmp(words[i], "--quick") == 0) {
            quick = true;
        } else if (strcmp(words[i], "--list") == 0) {
            for (; entry->name; entry++)
                printf("%s: %s\n", entry->name, entry->title);
            return 0;
        } else {
            while (entry->name && strcmp(entry->name, words[i]))
                entry++;
            if (!entry->name) {
                fprintf(stderr, "usage: lanewise-experiments [--device NAME] [--quick] [--list] [EXPERIMENT...]\n");
                return 2;
            }
            any = true;
        }
    }
    for (const experiment_entry *entry = experiments; entry->name; entry++) {
        bool named = !any;
        for (int i = 1; i < count; i++)
            named |= strcmp(words[i], entry->name) == 0;
        if (named)
            run(entry, device, quick);
    }
    return 0;
}
