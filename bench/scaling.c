/* The gain of more workers: a kernel that computes, and a loop that only multiplies and adds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rival.h"
#include "rivals/rivals.h"

static void multiply_add(const struct bench_data *data, int threads)
{
    (void)data;
    rival_multiply_add(threads);
}

/* The case's largest shape that a CPU finishes in well under a second. */
static const struct kernel_shape *choose_shape(const struct kernel_case *kase, bool quick)
{
    const struct kernel_shape *best = NULL;
    double limit = quick ? 0x1p28 : 0x1p29;
    for (const struct kernel_shape *shape = kase->bench_shapes; shape->dimension[0] != UINT64_MAX; shape++) {
        double flops = kase->flops(shape);
        if (flops <= limit && (!best || flops > kase->flops(best)))
            best = shape;
    }
    return best;
}

void bench_scaling(const bench_options *options)
{
    static const struct bench_rival loop = {.kernel = "sgemm", .openmp = multiply_add};
    const struct kernel_case *kase = kernel_cases();
    while (kase && strcmp(kase->name, "sgemm"))
        kase = kase->next;
    if (!kase || !bench_uses(options, "cpu") || !bench_selected(options, "scaling") || options->thread_counts < 2)
        return;
    bench_contender contender[BENCH_CONTENDERS];
    memset(contender, 0, sizeof contender);
    bench_subject subject = {
        .kase = kase, .shape = choose_shape(kase, options->quick), .rival = &loop, .options = options};
    if (!subject.shape)
        return;
    unsigned each = options->thread_counts, ours = each * options->engine_count;
    unsigned count = bench_add_cpu(&subject, contender, 0);
    for (unsigned i = ours; i < count; i++)
        contender[i].check = NULL; /* it computes nothing to compare */
    bench_measure(contender, count, options->runs, 5e7);
    bench_work work = {.name = "scaling.sgemm", .units = 1, .flops = kase->flops(subject.shape)};
    snprintf(work.size, sizeof work.size, "%llux%llux%llu", (unsigned long long)subject.shape->dimension[0],
             (unsigned long long)subject.shape->dimension[1], (unsigned long long)subject.shape->dimension[2]);
    bench_report(options, &work, contender, ours);
    work = (bench_work){.name = "scaling.fma", .size = "registers", .units = 1, .flops = rival_multiply_add_flops()};
    bench_report(options, &work, contender + ours, count - ours);
    for (unsigned i = 0; i < ours && count == ours + each; i++) {
        unsigned one = i - i % each, beside = ours + i % each;
        if (i == one || contender[i].failed)
            continue;
        double gain = bench_ratio(&contender[one], &contender[i], NULL, NULL);
        double loop_gain = bench_ratio(&contender[ours], &contender[beside], NULL, NULL);
        bench_note(options, "scaling: %s: %d workers gain %.2fx on sgemm, %.2fx on the loop: %.3f of it",
                   contender[i].variant, contender[i].threads, gain, loop_gain, gain / loop_gain);
    }
    bench_release_cpu(&subject);
    for (int i = 0; i < KERNEL_CASE_BUFFERS; i++)
        free(subject.answer[i]);
}
