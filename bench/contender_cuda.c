/* Contenders on a GPU: ours, its twin written by hand in CUDA (twice), the vendor's library, a plain copy. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu.h"
#include "rival.h"

/* All contenders work on the same device buffers. There are several sets of them, used alternately, so that the data
 * of one launch has left the cache before it is used again. */
enum { MAX_SETS = 64 };
static const double rotation_bytes = 0x1p28; /* over four times the L2 of the largest GPU so far */

static lw_device *device;
static lw_event *begin, *end;
static struct kernel_run *set;
static unsigned sets, turn;
static void *copy_source, *copy_destination; /* for cudaMemcpy */
static size_t copy_bytes, copy_stride;

static bool complain(bench_contender *self, const char *text)
{
    snprintf(self->message, sizeof self->message, "%.180s", text);
    return false;
}

/* Before a contender's first sample, resets inputs and outputs. */
static bool prepare(bench_contender *self)
{
    if (self->runs)
        return true;
    turn = 0;
    if (kernel_run_reset(&set[0]) != LW_SUCCESS || lw_device_synchronize(device) != LW_SUCCESS)
        return complain(self, lw_last_error_message(device));
    return true;
}

static double time_ours(bench_contender *self, unsigned repeats)
{
    float milliseconds;
    lw_status status = lw_event_record(begin, set->stream);
    for (unsigned i = 0; i < repeats && status == LW_SUCCESS; i++)
        status = kernel_run_launch(&set[turn++ % sets]);
    if (status == LW_SUCCESS)
        status = lw_event_record(end, set->stream);
    if (status == LW_SUCCESS)
        status = lw_event_synchronize(end);
    if (status == LW_SUCCESS)
        status = lw_event_elapsed_time(&milliseconds, begin, end);
    if (status == LW_SUCCESS)
        return (double)milliseconds * 1e6;
    complain(self, lw_last_error_message(device));
    return -1;
}

/* A rival that takes a stream and device buffers: the contender's state. */
struct device_rival {
    bench_device_rival *run;
};

static struct device_rival rival_state[5];

static double time_rival(bench_contender *self, unsigned repeats)
{
    const struct device_rival *rival = self->state;
    struct bench_data data;
    int error = bench_gpu_start() ? 0 : -1;
    for (unsigned i = 0; i < repeats && !error; i++) {
        const struct kernel_run *run = &set[turn++ % sets];
        data.shape = run->shape;
        data.variant = run->variant->name;
        for (int b = 0; b < run->buffer_count; b++) {
            data.buffer[b] = run->buffer[b].device;
            data.bytes[b] = run->buffer[b].bytes;
        }
        error = rival->run(&data, bench_gpu_stream());
    }
    double all = error ? -1 : bench_gpu_stop();
    if (error)
        complain(self, bench_gpu_error(error));
    return all;
}

static double time_copy(bench_contender *self, unsigned repeats)
{
    bool good = bench_gpu_start();
    for (unsigned i = 0; i < repeats && good; i++) {
        size_t offset = turn++ % sets * copy_stride;
        good = bench_gpu_copy((char *)copy_destination + offset, (char *)copy_source + offset, copy_bytes);
    }
    double all = good ? bench_gpu_stop() : -1;
    if (all < 0)
        complain(self, "cudaMemcpyAsync failed");
    return all;
}

static bool check(bench_contender *self)
{
    return bench_near_device(self, self->context, &set[0]);
}

static bool open_sets(bench_subject *subject)
{
    double bytes = 0;
    set = calloc(MAX_SETS, sizeof *set);
    sets = 0;
    if (!set)
        return false;
    do {
        struct kernel_run *run = &set[sets];
        sets++; /* also closed if opening fails */
        if (kernel_run_open(run, device, lw_default_stream(device), subject->kase, subject->variant, subject->shape,
                            KERNEL_FILL_RANDOM, BENCH_SEED + sets) != LW_SUCCESS)
            return false;
        for (int i = 0; i < set->buffer_count; i++)
            bytes += (double)set->buffer[i].bytes;
    } while (bytes < rotation_bytes && sets < MAX_SETS);
    return true;
}

/* Two ranges between which a copy moves as many bytes, read and written, as the kernel does. */
static bool open_copy(const bench_subject *subject)
{
    copy_bytes = (size_t)(subject->kase->bytes(subject->shape) / 2) & ~(size_t)255;
    copy_stride = copy_bytes;
    return copy_bytes && lw_malloc(device, &copy_source, copy_bytes * sets) == LW_SUCCESS &&
           lw_malloc(device, &copy_destination, copy_bytes * sets) == LW_SUCCESS &&
           lw_memset(device, copy_source, 0x5a, copy_bytes * sets) == LW_SUCCESS;
}

static bench_device_rival *twin_of(const bench_subject *subject)
{
    const char *variant = subject->kase->variants[subject->variant].name;
    for (int i = 0; subject->rival && i < BENCH_TWINS && subject->rival->twin[i].variant; i++)
        if (!strcmp(subject->rival->twin[i].variant, variant))
            return subject->rival->twin[i].run;
    return NULL;
}

unsigned bench_add_cuda(bench_subject *subject, bench_contender *contender, unsigned count)
{
    const char *name = subject->options->device ? subject->options->device : bench_cuda_name();
    const struct bench_rival *rival = subject->rival;
    bench_device_rival *twin = twin_of(subject);
    if (lw_device_open(&device, name) != LW_SUCCESS || lw_event_create(device, &begin) != LW_SUCCESS ||
        lw_event_create(device, &end) != LW_SUCCESS || !open_sets(subject)) {
        fprintf(stderr, "lanewise-bench: %s on %s: %s\n", subject->kase->name, name, lw_last_error_message(NULL));
        return count;
    }
    bench_contender like = {
        .variant = "cuda", .device = name, .prepare = prepare, .time = time_ours, .check = check, .context = subject};
    contender[count++] = like;
    if (!bench_gpu_open(name))
        return count;
    struct {
        const char *variant;
        bench_device_rival *run;
        bool again;
    } wanted[] = {{"twin", twin, false},
                  {"twin", twin, true},
                  {"cublas", rival && bench_cublas_present() ? rival->cublas : NULL, false},
                  {"cusparse", rival && bench_cusparse_present() ? rival->cusparse : NULL, false},
                  {"cub", rival ? rival->cub : NULL, false}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if (!wanted[i].run)
            continue;
        rival_state[i].run = wanted[i].run;
        contender[count] = like;
        contender[count].variant = wanted[i].variant;
        contender[count].again = wanted[i].again;
        contender[count].time = time_rival;
        contender[count++].state = &rival_state[i];
    }
    if (rival && rival->copies && open_copy(subject)) {
        contender[count] = like;
        contender[count].variant = "memcpy";
        contender[count].time = time_copy;
        contender[count++].check = NULL;
    }
    return count;
}

void bench_release_cuda(bench_subject *subject)
{
    (void)subject;
    for (unsigned i = 0; i < sets; i++)
        kernel_run_close(&set[i]);
    free(set);
    set = NULL;
    sets = 0;
    copy_source = copy_destination = NULL; /* freed with the device */
    bench_gpu_close();
    if (device)
        lw_device_close(device);
    device = NULL;
    begin = end = NULL;
}
