/* The table: rows as they are measured, and the summary. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "idioms.h"

static const char *const way_name[IDIOM_WAYS] = {"fused", "fibers", "gcc", "clang"};

void idiom_describe(const idiom_options *options)
{
    if (options->format == BENCH_JSON)
        return;
    printf("Level x86-64-%s, %d threads, medians of %u samples in turns, in ms%s.\n\n", options->level,
           options->threads, options->runs, options->is_processor_time ? " of processor time over the threads" : "");
    if (options->format == BENCH_MARKDOWN)
        printf("| idiom | fused | fibers | OpenMP gcc | OpenMP clang | OpenMP / fused | |\n"
               "| --- | ---: | ---: | ---: | ---: | ---: | --- |\n");
    else
        printf("%-26s %9s %9s %9s %9s %9s\n", "idiom", "fused", "fibers", "gcc", "clang", "ratio");
    fflush(stdout);
}

static double median_of(const idiom_row *row, int way)
{
    const bench_contender *self = &row->contender[way];
    return self->time && !self->failed && self->runs ? self->median : NAN;
}

/* The last column. */
static void remark(const idiom_row *row, char *text, size_t size)
{
    double fused = median_of(row, IDIOM_FUSED), fiber = median_of(row, IDIOM_FIBER);
    size_t used = 0;
    *text = 0;
    if (!row->contender[IDIOM_FUSED].time)
        used += (size_t)snprintf(text, size, "fibers only: %s; ", row->reason ? row->reason : "no fused copy");
    else if (fiber < fused)
        used += (size_t)snprintf(text, size, "fibers are faster; ");
    for (int i = 0; i < IDIOM_WAYS && used < size; i++)
        if (row->contender[i].time && row->contender[i].failed)
            used += (size_t)snprintf(text + used, size - used, "%s: %s; ", way_name[i], row->contender[i].message);
    if (used >= 2 && used < size)
        text[used - 2] = 0;
}

static const char *cell(double ns, char *text, size_t size)
{
    if (isnan(ns))
        return "-";
    snprintf(text, size, ns < 1e8 ? "%.2f" : "%.0f", ns / 1e6);
    return text;
}

void idiom_report(const idiom_options *options, idiom_row *row)
{
    const char *name = row->idiom->subject.name;
    char text[IDIOM_WAYS][24], notes[900], ratio[24] = "-";
    const char *shown[IDIOM_WAYS];
    double openmp = fmin(median_of(row, IDIOM_GCC), median_of(row, IDIOM_CLANG));
    double ours = median_of(row, row->contender[IDIOM_FUSED].time ? IDIOM_FUSED : IDIOM_FIBER);
    row->ratio = openmp / ours;
    remark(row, notes, sizeof notes);
    for (int i = 0; i < IDIOM_WAYS; i++)
        shown[i] = cell(median_of(row, i), text[i], sizeof text[i]);
    if (!isnan(row->ratio))
        snprintf(ratio, sizeof ratio, "%.*f", row->ratio < 0.095 ? 3 : 2, row->ratio);
    if (options->format == BENCH_MARKDOWN) {
        printf("| %s | %s | %s | %s | %s | %s | %s |\n", name, shown[0], shown[1], shown[2], shown[3], ratio, notes);
    } else if (options->format == BENCH_JSON) {
        for (int i = 0; i < IDIOM_WAYS; i++)
            if (!isnan(median_of(row, i)))
                printf("{\"bench\":\"%s\",\"variant\":\"%s\",\"level\":\"%s\",\"threads\":%d,\"median_ns\":%.0f,"
                       "\"min_ns\":%.0f,\"runs\":%u}\n",
                       name, way_name[i], options->level, options->threads, row->contender[i].median,
                       row->contender[i].minimum, row->contender[i].runs);
    } else {
        printf("%-26s %9s %9s %9s %9s %9s  %s\n", name, shown[0], shown[1], shown[2], shown[3], ratio, notes);
    }
    fflush(stdout);
}

void idiom_summary(const idiom_options *options, const idiom_row *row, unsigned rows)
{
    double logarithms = 0;
    unsigned counted = 0, below = 0, fibers = 0;
    const idiom_row *lowest = NULL;
    for (unsigned i = 0; i < rows; i++) {
        fibers += median_of(&row[i], IDIOM_FIBER) < median_of(&row[i], IDIOM_FUSED);
        if (isnan(row[i].ratio))
            continue;
        logarithms += log(row[i].ratio);
        counted++;
        below += row[i].ratio < 0.5;
        if (!lowest || row[i].ratio < lowest->ratio)
            lowest = &row[i];
    }
    if (!counted || options->format == BENCH_JSON)
        return;
    printf("\nGeometric mean of %u: %.3f; lowest: %.3f (%s); %u below 0.5; fibers are faster on %u.\n", counted,
           exp(logarithms / counted), lowest->ratio, lowest->idiom->subject.name, below, fibers);
}
