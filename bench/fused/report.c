/* Results as a table or as JSON, and their summary. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fused.h"
#include "rivals/hand/hand.h"

enum { HAND, OPENMP, POCL, POCL_BEST, RATIOS };
static const char *const ratio_name[RATIOS] = {"hand", "openmp", "pocl", "pocl-best"};

const bench_contender *fused_find(const fused_row *row, const char *variant, int threads)
{
    for (unsigned i = 0; i < row->count; i++)
        if (!strcmp(row->contender[i].variant, variant) && row->contender[i].threads == threads &&
            !row->contender[i].failed)
            return &row->contender[i];
    return NULL;
}

const bench_contender *fused_ours(const fused_row *row, int threads)
{
    static const char *const engines[] = {"fused", "fiber", "checked"};
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        const bench_contender *found = fused_find(row, engines[i], threads);
        if (found)
            return found;
    }
    return NULL;
}

static const bench_contender *best_of_pocl(const fused_row *row)
{
    const bench_contender *best = NULL;
    for (unsigned i = 0; i < row->count; i++) {
        const bench_contender *other = &row->contender[i];
        if (!strncmp(other->variant, "pocl", 4) && !other->failed && (!best || other->median < best->median))
            best = other;
    }
    return best;
}

static const char *time_text(char *text, size_t size, const bench_contender *self)
{
    if (!self)
        snprintf(text, size, "-");
    else if (self->median < 1e6)
        snprintf(text, size, "%.1f us", self->median / 1e3);
    else
        snprintf(text, size, self->median < 1e8 ? "%.2f ms" : "%.0f ms", self->median / 1e6);
    return text;
}

static const char *ratio_text(char *text, size_t size, double ratio)
{
    if (isnan(ratio))
        snprintf(text, size, "-");
    else
        snprintf(text, size, ratio < 0.1 ? "%.4f" : ratio < 10 ? "%.3f" : "%.1f", ratio);
    return text;
}

void fused_describe(const fused_options *options)
{
    if (options->json)
        return;
    printf("by hand   %s\n", hand_flags());
    printf("pocl      %s\n", fused_has_opencl() ? "its method unset; best: of those too that can be asked for"
                                                : "left out: the build found no OpenCL (ocl-icd-opencl-dev)");
    printf("taken as  medians of %u samples, contenders in turns, %d thread%s each\n", options->runs, options->threads,
           options->threads > 1 ? "s" : "");
    printf("x hand ...: our speed as a multiple of the rival's; 1 is as fast, more is faster\n\n");
    printf("%-15s %-7s %10s %10s %10s %10s %10s %10s %-8s %8s %8s %8s %8s\n", "kernel", "size", "fiber", "fused",
           "hand", "openmp", "pocl", "pocl best", "(method)", "x hand", "x openmp", "x pocl", "x best");
    fflush(stdout);
}

static void print_row(const fused_options *options, const fused_row *row)
{
    static const char *const column[] = {"fiber", "fused", "hand", "openmp", "pocl"};
    char text[24];
    const bench_contender *best = best_of_pocl(row), *other = NULL;
    printf("%-15s %-7s", row->subject->name, row->subject->size_text);
    for (size_t i = 0; i < sizeof column / sizeof *column; i++)
        printf(" %10s", time_text(text, sizeof text, fused_find(row, column[i], options->threads)));
    printf(" %10s %-8s", time_text(text, sizeof text, best),
           !best                       ? ""
           : strlen(best->variant) > 5 ? best->variant + 5
                                       : "default");
    for (int i = 0; i < RATIOS; i++)
        printf(" %8s", ratio_text(text, sizeof text, row->ratio[i]));
    printf("\n");
    if ((other = fused_find(row, "checked", options->threads)))
        printf("  checked: %s\n", time_text(text, sizeof text, other));
    for (unsigned i = 0; i < row->count; i++)
        if (row->contender[i].failed && (!row->entry[i].skipped || !strcmp(row->contender[i].variant, "pocl")))
            printf("  %s: %s\n", row->contender[i].variant, row->contender[i].message);
    if (fused_has_opencl() && !row->subject->opencl.source)
        printf("  pocl: %s\n", row->subject->opencl.why);
}

static bool is_peak(const bench_contender *self)
{
    return strcmp(self->variant, "peak") == 0;
}

static void print_json(const fused_row *row)
{
    for (unsigned i = 0; i < row->count; i++) {
        const bench_contender *self = &row->contender[i];
        printf("{\"kernel\":\"%s\",\"size\":\"%s\",\"variant\":\"%s\",\"threads\":%d,", row->subject->name,
               row->subject->size_text, self->variant, self->threads);
        if (self->failed)
            printf("\"%s\":\"%s\"}\n", row->entry[i].skipped ? "skipped" : "failed", self->message);
        else
            printf("\"median_ns\":%.6g,\"min_ns\":%.6g,\"bytes\":%.0f,\"flops\":%.0f,\"runs\":%u}\n", self->median,
                   self->minimum, is_peak(self) ? 0 : row->subject->bytes,
                   is_peak(self) ? fused_peak_flops() : row->subject->flops, self->runs);
    }
}

void fused_report(const fused_options *options, fused_row *row)
{
    const bench_contender *ours = fused_ours(row, options->threads);
    const bench_contender *rival[RATIOS] = {fused_find(row, "hand", options->threads),
                                            fused_find(row, "openmp", options->threads),
                                            fused_find(row, "pocl", options->threads), best_of_pocl(row)};
    for (int i = 0; i < RATIOS; i++)
        row->ratio[i] = ours && rival[i] ? bench_ratio(rival[i], ours, NULL, NULL) : (double)NAN;
    if (options->json)
        print_json(row);
    else
        print_row(options, row);
    fflush(stdout);
}

/* ---- at the end ---- */

static void print_geomean(const fused_options *options, const fused_row *row, unsigned rows, int which, int flat)
{
    static const char *const over[] = {"barrier", "flat", "all"};
    double sum = 0;
    unsigned count = 0, fibers = 0, missing = 0;
    for (unsigned i = 0; i < rows; i++) {
        if (flat < 2 && row[i].subject->flat != flat)
            continue;
        missing += !fused_ours(&row[i], options->threads);
        if (isnan(row[i].ratio[which]))
            continue;
        sum += log(row[i].ratio[which]);
        count++;
        fibers += strcmp(fused_ours(&row[i], options->threads)->variant, "fused") != 0;
    }
    if (!count)
        return;
    double mean = exp(sum / count);
    if (options->json)
        printf("{\"geomean\":%.4g,\"beside\":\"%s\",\"over\":\"%s\",\"kernels\":%u,\"not_fused\":%u,\"failed\":%u,"
               "\"threads\":%d}\n",
               mean, ratio_name[which], over[flat], count, fibers, missing, options->threads);
    else
        printf("  %.3f of the speed of %s over %s kernels (%u, of them %u not fused; without those %u that failed)\n",
               mean, ratio_name[which], over[flat], count, fibers, missing);
}

static void print_peak(const fused_options *options, const fused_row *rows, unsigned count, const bench_contender *peak)
{
    double rate = fused_peak_flops() / peak->minimum; /* the best sample */
    if (options->json)
        printf("{\"peak_gflops\":%.4g,\"threads\":%d}\n", rate, peak->threads);
    else
        printf("peak: %.1f GFLOP/s of multiply-adds in registers, %d thread%s", rate, peak->threads,
               peak->threads > 1 ? "s" : "");
    for (unsigned i = 0; i < count && peak->threads == options->threads; i++) {
        static const char *const column[] = {"fused", "fiber", "hand", "pocl"};
        for (size_t j = 0; rows[i].subject->is_products && j < sizeof column / sizeof *column; j++) {
            const bench_contender *self = fused_find(&rows[i], column[j], options->threads);
            const bench_contender *beside = fused_find(&rows[i], "peak", options->threads);
            if (!self || !beside)
                continue;
            double in_turns = rows[i].subject->flops / fused_peak_flops() * bench_ratio(beside, self, NULL, NULL);
            double of_best = rows[i].subject->flops / self->median / rate;
            if (options->json)
                printf("{\"kernel\":\"%s\",\"variant\":\"%s\",\"threads\":%d,\"of_peak\":%.4g,\"in_turns\":%.4g}\n",
                       rows[i].subject->name, column[j], options->threads, of_best, in_turns);
            else
                printf("; %s %s %.1f %% (in turns %.1f)", rows[i].subject->name, column[j], 100 * of_best,
                       100 * in_turns);
        }
    }
    if (!options->json)
        printf("\n");
}

static void print_scaling(const fused_options *options, const char *what, const bench_contender *one,
                          const bench_contender *all)
{
    if (!one || !all)
        return;
    double gain = bench_ratio(one, all, NULL, NULL);
    if (options->json)
        printf("{\"scaling\":\"%s\",\"threads\":%d,\"gain\":%.4g}\n", what, all->threads, gain);
    else
        printf("scaling: %s gains %.2fx on %d threads\n", what, gain, all->threads);
}

void fused_summary(const fused_options *options, const fused_row *row, unsigned rows, const fused_row *peak)
{
    const bench_contender *one = fused_find(peak, "peak", 1), *all = fused_find(peak, "peak", options->threads);
    if (!options->json)
        printf("\n");
    if (one)
        print_peak(options, row, rows, one);
    if (all && all != one) {
        print_peak(options, row, rows, all);
        print_scaling(options, "the loop of multiply-adds", one, all);
    }
    for (unsigned i = 0; i < rows && options->threads > 1; i++)
        if (row[i].subject->scales)
            print_scaling(options, row[i].subject->name, fused_ours(&row[i], 1), fused_ours(&row[i], options->threads));
    if (!options->json)
        printf("geometric means\n");
    print_geomean(options, row, rows, HAND, 2);
    print_geomean(options, row, rows, OPENMP, 1);
    print_geomean(options, row, rows, POCL, 0);
    print_geomean(options, row, rows, POCL_BEST, 0);
}
