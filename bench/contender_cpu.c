/* Contenders on a CPU: the kernel on each engine of the emulator with so many workers, a plain loop, a loop with OpenMP. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"

/* The kernel's run, one at a time: its device exists only during a sample, since each worker count needs its own. */
static struct kernel_run run;

static bool prepare_ours(bench_contender *self)
{
    bench_subject *subject = self->context;
    lw_device *device = bench_open_cpu(self->threads, self->variant);
    lw_status status = LW_ERROR_NO_DEVICE;
    if (device)
        status = kernel_run_open(&run, device, lw_default_stream(device), subject->kase, subject->variant,
                                 subject->shape, KERNEL_FILL_RANDOM, BENCH_SEED);
    if (status != LW_SUCCESS)
        snprintf(self->message, sizeof self->message, "%.180s", lw_last_error_message(NULL));
    return status == LW_SUCCESS;
}

static void release_ours(bench_contender *self)
{
    (void)self;
    kernel_run_close(&run);
    bench_close_cpu();
}

static double time_ours(bench_contender *self, unsigned repeats)
{
    lw_status status = LW_SUCCESS;
    double begin = bench_now();
    for (unsigned i = 0; i < repeats && status == LW_SUCCESS; i++) {
        status = kernel_run_launch(&run);
        if (status == LW_SUCCESS)
            status = lw_stream_synchronize(run.stream);
    }
    double end = bench_now();
    if (status == LW_SUCCESS)
        return end - begin;
    snprintf(self->message, sizeof self->message, "%.180s", lw_last_error_message(NULL));
    return -1;
}

static bool check_ours(bench_contender *self)
{
    return bench_near_device(self, self->context, &run);
}

/* ---- rivals, on the subject's own copies of the buffers ---- */

/* Resets the copies: inputs as filled, all others zero. */
static void refill(bench_subject *subject)
{
    for (int i = 0; i < KERNEL_CASE_BUFFERS; i++) {
        const struct kernel_buffer *buffer = &subject->layout[i];
        if (buffer->host)
            memcpy(subject->data.buffer[i], buffer->host, buffer->bytes);
        else if (subject->data.buffer[i])
            memset(subject->data.buffer[i], 0, buffer->bytes);
    }
}

/* Learns the buffers from a run of the case, and keeps its inputs. */
static bool make_buffers(bench_subject *subject)
{
    lw_device *device = bench_open_cpu(subject->options->threads[0], subject->options->engines[0]);
    if (!device)
        return false;
    bool good = kernel_run_open(&run, device, lw_default_stream(device), subject->kase, subject->variant,
                                subject->shape, KERNEL_FILL_RANDOM, BENCH_SEED) == LW_SUCCESS;
    for (int i = 0; good && i < run.buffer_count; i++) {
        subject->layout[i] = run.buffer[i];
        run.buffer[i].host = NULL;
        subject->data.bytes[i] = run.buffer[i].bytes;
        if (run.buffer[i].bytes)
            good = posix_memalign(&subject->data.buffer[i], 4096, run.buffer[i].bytes) == 0;
    }
    kernel_run_close(&run);
    bench_close_cpu();
    return good;
}

static bool prepare_rival(bench_contender *self)
{
    refill(self->context);
    return true;
}

static void release_rival(bench_contender *self)
{
    if (self->threads > 1)
        bench_rest();
}

static double time_rival(bench_contender *self, unsigned repeats)
{
    const bench_subject *subject = self->context;
    const struct bench_rival *rival = subject->rival;
    bool plain = !strcmp(self->variant, "plain");
    double begin = bench_now();
    for (unsigned i = 0; i < repeats; i++) {
        if (plain)
            rival->plain(&subject->data);
        else
            rival->openmp(&subject->data, self->threads);
        __asm__ volatile("" ::: "memory"); /* no repetition may be optimised away */
    }
    return bench_now() - begin;
}

static bool check_rival(bench_contender *self)
{
    bench_subject *subject = self->context;
    bool good = true;
    for (int i = 0; good && i < KERNEL_CASE_BUFFERS; i++)
        if (bench_is_output(&subject->layout[i]))
            good = bench_near(self, subject, i, &subject->layout[i], subject->data.buffer[i]);
    return good;
}

unsigned bench_add_cpu(bench_subject *subject, bench_contender *contender, unsigned count)
{
    const bench_options *options = subject->options;
    const struct bench_rival *rival = subject->rival;
    bool rivals = rival && (rival->plain || rival->openmp);
    subject->data.shape = *subject->shape;
    subject->data.variant = subject->kase->variants[subject->variant].name;
    if (rivals && !make_buffers(subject)) {
        fprintf(stderr, "lanewise-bench: no memory for the rivals of %s\n", subject->kase->name);
        rivals = false;
    }
    for (unsigned i = 0; i < options->engine_count * options->thread_counts; i++)
        contender[count++] = (bench_contender){.variant = options->engines[i / options->thread_counts],
                                               .device = "cpu",
                                               .threads = options->threads[i % options->thread_counts],
                                               .prepare = prepare_ours,
                                               .release = release_ours,
                                               .time = time_ours,
                                               .check = check_ours,
                                               .context = subject};
    bench_contender loop = {.variant = "plain",
                            .device = "cpu",
                            .threads = 1,
                            .prepare = prepare_rival,
                            .release = release_rival,
                            .time = time_rival,
                            .check = check_rival,
                            .context = subject};
    if (rivals && rival->plain)
        contender[count++] = loop;
    for (unsigned i = 0; rivals && rival->openmp && rival_openmp() && i < options->thread_counts; i++) {
        contender[count] = loop;
        contender[count].variant = "openmp";
        contender[count++].threads = options->threads[i];
    }
    return count;
}

void bench_release_cpu(bench_subject *subject)
{
    for (int i = 0; i < KERNEL_CASE_BUFFERS; i++) {
        free(subject->data.buffer[i]);
        free(subject->layout[i].host);
    }
}
