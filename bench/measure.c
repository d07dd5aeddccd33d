/* Times contenders alternately. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

double bench_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

void bench_rest(void)
{
    struct timespec pause = {0,
                             30000000}; /* GNU's OpenMP spins 300000 times: some 15 ms where a pause takes 140 cycles */
    nanosleep(&pause, NULL);
}

/* One contender's turn. The first turn checks the answer and finds how often to repeat the work. */
static bool take_sample(bench_contender *self, unsigned run, double sample_ns)
{
    bool good = !self->prepare || self->prepare(self);
    if (good) {
        double warm = self->time(self, 1); /* faults pages in, fills caches, wakes threads */
        good = warm >= 0 && (run || !self->check || self->check(self));
        if (good && !self->repeats) {
            double once = self->time(self, 1);
            good = once >= 0;
            double repeats = once > 0 ? ceil(sample_ns / once) : 1e6;
            self->repeats = repeats > 1e6 ? 1000000 : repeats < 1 ? 1 : (unsigned)repeats;
        }
        if (good) {
            double all = self->time(self, self->repeats);
            good = all >= 0;
            self->sample[run] = all / self->repeats;
        }
    }
    if (self->release)
        self->release(self);
    return good;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value below which a fraction `where` of `count` sorted values lies, between neighbours linearly. */
static double quantile(const double *sorted, unsigned count, double where)
{
    double position = where * (count - 1);
    unsigned below = (unsigned)position, above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (sorted[above] - sorted[below]) * (position - below);
}

static void summarise(bench_contender *self)
{
    double sorted[BENCH_RUNS];
    if (!self->runs)
        return;
    memcpy(sorted, self->sample, self->runs * sizeof *sorted);
    qsort(sorted, self->runs, sizeof *sorted, compare);
    self->median = quantile(sorted, self->runs, 0.5);
    self->minimum = sorted[0];
}

/* Samples that last seconds are steady, so a few suffice, and more would take too long. */
static bool has_enough(const bench_contender *self, unsigned runs)
{
    const double patience_ns = 8e9;
    return runs >= 3 && (self->runs < runs || self->sample[runs - 1] * self->repeats * runs > patience_ns);
}

void bench_measure(bench_contender *contender, unsigned count, unsigned runs, double sample_ns)
{
    for (unsigned run = 0; run < runs; run++)
        for (unsigned i = 0; i < count; i++) {
            bench_contender *self = &contender[i];
            if (self->failed || has_enough(self, run))
                continue;
            self->failed = !take_sample(self, run, sample_ns);
            self->runs = self->failed ? self->runs : run + 1;
        }
    for (unsigned i = 0; i < count; i++)
        summarise(&contender[i]);
}

double bench_ratio(const bench_contender *first, const bench_contender *second, double *low, double *high)
{
    double ratio[BENCH_RUNS];
    unsigned runs = first->runs < second->runs ? first->runs : second->runs;
    if (!runs || first->failed || second->failed)
        return NAN;
    for (unsigned i = 0; i < runs; i++)
        ratio[i] = first->sample[i] / second->sample[i];
    qsort(ratio, runs, sizeof *ratio, compare);
    if (low)
        *low = quantile(ratio, runs, 0.1);
    if (high)
        *high = quantile(ratio, runs, 0.9);
    return quantile(ratio, runs, 0.5);
}
