/* Results as a table, as JSON, as Markdown. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

static bool any_failed;

bool bench_report_failed(void)
{
    return any_failed;
}

void bench_report_begin(const bench_options *options)
{
    if (options->format == BENCH_TABLE)
        printf("\n%-26s %-16s %-7s %-7s %7s %10s %10s %8s %8s  %s\n", "bench", "size", "device", "variant", "threads",
               "median", "min", "GB/s", "GFLOP/s", "beside its rivals");
    else if (options->format == BENCH_MARKDOWN)
        printf("\n| bench | size | device | variant | threads | median | min | GB/s | GFLOP/s | beside its rivals |\n"
               "| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n");
    fflush(stdout);
}

void bench_note(const bench_options *options, const char *format, ...)
{
    if (options->format == BENCH_JSON)
        return;
    va_list arguments;
    va_start(arguments, format);
    fputs(options->format == BENCH_TABLE ? "  " : "", stdout);
    vprintf(format, arguments);
    va_end(arguments);
    fputs("\n", stdout);
    fflush(stdout);
}

static const char *format_time(char *text, size_t size, double ns)
{
    static const char *const unit[] = {"ns", "us", "ms", "s"};
    int i = 0;
    while (i < 3 && ns >= 9999.5) {
        ns /= 1000;
        i++;
    }
    snprintf(text, size, "%.*f %s", ns < 10 ? 3 : ns < 100 ? 2 : ns < 1000 ? 1 : 0, ns, unit[i]);
    return text;
}

static const char *format_rate(char *text, size_t size, double amount, double ns)
{
    if (amount > 0 && ns > 0)
        snprintf(text, size, "%.*f", amount / ns < 100 ? 2 : 1, amount / ns);
    else
        snprintf(text, size, "-");
    return text;
}

static const bench_contender *find(const bench_contender *all, unsigned count, const bench_contender *like,
                                   const char *variant, int threads, bool again)
{
    for (unsigned i = 0; i < count; i++) {
        const bench_contender *other = &all[i];
        if (!strcmp(other->device, like->device) && !strcmp(other->variant, variant) && other->threads == threads &&
            other->again == again && !other->failed)
            return other;
    }
    return NULL;
}

static void __attribute__((format(printf, 3, 4))) append(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    if (length && length + 3 < size) {
        strcat(text, "; ");
        length += 2;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

/* Compares Lanewise with its rivals, sample by sample: the time as a multiple of theirs; for scaling, the gain over
 * one worker. */
static void compare_with_rivals(char *text, size_t size, const bench_contender *self, const bench_contender *all,
                                unsigned count)
{
    static const char *const rivals[] = {"hand",   "plain",  "openmp",   "pocl", "twin",
                                         "memcpy", "cublas", "cusparse", "cub"};
    bool ours = !strcmp(self->variant, "fiber") || !strcmp(self->variant, "fused") ||
                !strcmp(self->variant, "checked") || !strcmp(self->variant, "cuda");
    const bench_contender *one = self->threads > 1 ? find(all, count, self, self->variant, 1, false) : NULL;
    if (one)
        append(text, size, "%.2fx of 1 thread", bench_ratio(one, self, NULL, NULL));
    for (size_t i = 0; ours && i < sizeof rivals / sizeof *rivals; i++) {
        const bench_contender *rival = find(all, count, self, rivals[i], self->threads, false);
        if (!rival)
            continue;
        double ratio = bench_ratio(self, rival, NULL, NULL);
        const bench_contender *again = find(all, count, self, rivals[i], self->threads, true);
        if (again) {
            double low, high, middle = bench_ratio(again, rival, &low, &high);
            append(text, size, "%.3f of %s (A/A %.3f, %.3f to %.3f)", ratio, rivals[i], middle, low, high);
        } else if (!strcmp(rivals[i], "memcpy") || !strcmp(rivals[i], "cublas") || !strcmp(rivals[i], "cusparse")) {
            append(text, size, "%.3f of %s's rate", 1 / ratio, rivals[i]);
        } else {
            append(text, size, ratio < 10 ? "%.3f of %s" : "%.1f of %s", ratio, rivals[i]);
        }
    }
}

static void print_json(const bench_work *work, const bench_contender *self)
{
    double per = work->units > 0 ? work->units : 1;
    printf("{\"bench\":\"%s\",\"device\":\"%s\",\"variant\":\"%s\",\"threads\":%d,\"size\":\"%s\",\"median_ns\":%.6g,"
           "\"min_ns\":%.6g,\"bytes\":%.0f,\"flops\":%.0f,\"runs\":%u}\n",
           work->name, self->device, self->variant, self->threads, work->size, self->median / per, self->minimum / per,
           work->bytes / per, work->flops / per, self->runs);
}

static void print_row(const bench_options *options, const bench_work *work, const bench_contender *self,
                      const bench_contender *all, unsigned count)
{
    char median[24], minimum[24], gigabytes[24], gigaflops[24], threads[12] = "-", beside[400] = "";
    double per = work->units > 0 ? work->units : 1;
    format_time(median, sizeof median, self->median / per);
    format_time(minimum, sizeof minimum, self->minimum / per);
    format_rate(gigabytes, sizeof gigabytes, work->bytes, self->median);
    format_rate(gigaflops, sizeof gigaflops, work->flops, self->median);
    if (self->threads)
        snprintf(threads, sizeof threads, "%d", self->threads);
    if (work->unit)
        append(beside, sizeof beside, "%s", work->unit);
    if (self->again)
        append(beside, sizeof beside, "the same again");
    compare_with_rivals(beside, sizeof beside, self, all, count);
    printf(options->format == BENCH_TABLE ? "%-26s %-16s %-7s %-7s %7s %10s %10s %8s %8s  %s\n"
                                          : "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n",
           work->name, work->size, self->device, self->variant, threads, median, minimum, gigabytes, gigaflops, beside);
}

void bench_report(const bench_options *options, const bench_work *work, const bench_contender *contender,
                  unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const bench_contender *self = &contender[i];
        if (self->failed) {
            any_failed = true;
            fprintf(stderr, "lanewise-bench: %s %s: %s on %s with %d threads: %s\n", work->name, work->size,
                    self->variant, self->device, self->threads, *self->message ? self->message : "failed");
        } else if (options->format == BENCH_JSON) {
            print_json(work, self);
        } else {
            print_row(options, work, self, contender, count);
        }
    }
    fflush(stdout);
}
