/* lanewise-bench-checked: what checked mode costs compared with fibers, check by check, and how much memory it uses.
 *
 * Each setting runs in its own process, as a device reads its environment when it is opened. The settings alternate.
 * A sample is the median of some launches after one that is not timed; a table's entry is the median of the samples.
 * --brief: only all checks at once, in the processor's time, which other programs change less; and no memory. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <lanewise/host.h>

#include "kernels/histogram.h"
#include "kernels/reduce_sum.h"
#include "kernels/saxpy.h"
#include "kernels/sgemm.h"

enum { LAUNCHES = 5, TURNS = 5 };

typedef struct subject {
    const char *name, *size;
    size_t inputs, outputs; /* bytes */
    lw_status (*launch)(lw_stream *stream, void *in, void *out, void *workspace);
    size_t (*workspace)(void);
} subject;

enum { SAXPY = 1 << 20, PRODUCT = 128, SUM = 1 << 20, COUNTED = 1 << 20 };

static lw_status run_saxpy(lw_stream *stream, void *in, void *out, void *workspace)
{
    (void)workspace;
    return lwk_saxpy_launch(stream, SAXPY, 2.0f, in, out);
}

static lw_status run_product(lw_stream *stream, void *in, void *out, void *workspace)
{
    (void)workspace;
    const float *a = in;
    return lwk_sgemm_tile16_launch(stream, PRODUCT, PRODUCT, PRODUCT, 1.0f, a, PRODUCT, a + PRODUCT * PRODUCT, PRODUCT,
                                   0.0f, out, PRODUCT);
}

static lw_status run_registers(lw_stream *stream, void *in, void *out, void *workspace)
{
    (void)workspace;
    const float *a = in;
    return lwk_sgemm_launch(stream, PRODUCT, PRODUCT, PRODUCT, 1.0f, a, PRODUCT, a + PRODUCT * PRODUCT, PRODUCT, 0.0f,
                            out, PRODUCT);
}

static lw_status run_sum(lw_stream *stream, void *in, void *out, void *workspace)
{
    return lwk_reduce_sum_tree_launch(stream, SUM, in, out, workspace);
}

static lw_status run_histogram(lw_stream *stream, void *in, void *out, void *workspace)
{
    (void)workspace;
    return lwk_histogram_launch(stream, COUNTED, in, out);
}

static size_t sum_workspace(void)
{
    return lwk_reduce_sum_workspace(SUM);
}

static const subject subjects[] = {
    {"saxpy", "2^20", SAXPY * sizeof(float), SAXPY * sizeof(float), run_saxpy, NULL},
    {"matmul 16x16", "128^3", 2 * PRODUCT *PRODUCT * sizeof(float), PRODUCT *PRODUCT * sizeof(float), run_product,
     NULL},
    {"matmul, arrays in registers", "128^3", 2 * PRODUCT *PRODUCT * sizeof(float), PRODUCT *PRODUCT * sizeof(float),
     run_registers, NULL},
    {"reduce.tree", "2^20", SUM * sizeof(float), sizeof(float), run_sum, sum_workspace},
    {"histogram", "2^20", COUNTED, 256 * sizeof(unsigned), run_histogram, NULL},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* {name, engine, checks}: the others are multiples of the first. */
static const char *const settings[][3] = {
    {"fibers", "fiber", ""},
    {"memcheck", "checked", "memcheck"},
    {"racecheck", "checked", "racecheck"},
    {"initcheck", "checked", "initcheck"},
    {"synccheck", "checked", "synccheck"},
    {"all", "checked", "all"},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

typedef struct sample {
    double seconds;
    long kilobytes; /* the process at most */
} sample;

static bool brief;

static double now(void)
{
    struct timespec time;
    clock_gettime(brief ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_value);
    return values[count / 2];
}

static void check(lw_device *device, lw_status status)
{
    if (!status)
        return;
    fprintf(stderr, "lanewise-bench-checked: %s: %s\n", lw_status_string(status),
            device ? lw_last_error_message(device) : "");
    _exit(1);
}

/* In a process of its own. */
static sample measure(const subject *kernel)
{
    lw_device *device = NULL;
    void *in, *out, *workspace = NULL;
    check(NULL, lw_device_open(&device, "cpu"));
    check(device, lw_malloc(device, &in, kernel->inputs));
    check(device, lw_malloc(device, &out, kernel->outputs));
    if (kernel->workspace) {
        check(device, lw_malloc(device, &workspace, kernel->workspace()));
        check(device, lw_memset(device, workspace, 0, kernel->workspace()));
    }
    check(device, lw_memset(device, in, 1, kernel->inputs));
    check(device, lw_memset(device, out, 0, kernel->outputs));
    double seconds[LAUNCHES + 1];
    for (int i = 0; i <= LAUNCHES; i++) {
        double start = now();
        check(device, kernel->launch(lw_default_stream(device), in, out, workspace));
        check(device, lw_device_synchronize(device));
        seconds[i] = now() - start;
    }
    sample result = {median(seconds + 1, LAUNCHES), 0};
    lw_device_close(device);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    result.kilobytes = usage.ru_maxrss;
    return result;
}

static sample measure_apart(const subject *kernel, const char *const setting[3])
{
    int ends[2];
    sample result = {0};
    if (pipe(ends) != 0)
        exit(1);
    pid_t child = fork();
    if (child == 0) {
        setenv("LANEWISE_ENGINE", setting[1], 1);
        setenv("LANEWISE_CHECK", setting[2], 1);
        setenv("LANEWISE_WORKERS", "1", 1);
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        result = measure(kernel);
        _exit(write(ends[1], &result, sizeof result) != sizeof result);
    }
    int status = 1;
    bool read_all = child > 0 && read(ends[0], &result, sizeof result) == sizeof result;
    if (child > 0)
        waitpid(child, &status, 0);
    close(ends[0]);
    close(ends[1]);
    if (!read_all || status != 0) {
        fprintf(stderr, "lanewise-bench-checked: %s with %s failed\n", kernel->name, setting[0]);
        exit(1);
    }
    return result;
}

static void print_brief(void)
{
    for (size_t i = 0; i < SUBJECTS; i++) {
        double fibers[TURNS], all[TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            fibers[turn] = measure_apart(&subjects[i], settings[0]).seconds;
            all[turn] = measure_apart(&subjects[i], settings[SETTINGS - 1]).seconds;
        }
        printf("%s: %.2f\n", subjects[i].name, median(all, TURNS) / median(fibers, TURNS));
        fflush(stdout);
    }
}

int main(int count, char **words)
{
    brief = count > 1 && strcmp(words[1], "--brief") == 0;
    if (brief) {
        print_brief();
        return 0;
    }
    printf("| kernel | size | fibers |");
    for (size_t i = 1; i < SETTINGS; i++)
        printf(" %s |", settings[i][0]);
    printf(" bytes noted for a byte |\n|---|---|---|");
    for (size_t i = 0; i < SETTINGS; i++)
        printf("---|");
    printf("\n");
    for (size_t i = 0; i < SUBJECTS; i++) {
        const subject *kernel = &subjects[i];
        double seconds[SETTINGS][TURNS];
        long kilobytes[SETTINGS] = {0};
        for (int turn = 0; turn < TURNS; turn++)
            for (size_t j = 0; j < SETTINGS; j++) {
                sample one = measure_apart(kernel, settings[j]);
                seconds[j][turn] = one.seconds;
                kilobytes[j] = one.kilobytes;
            }
        double fibers = median(seconds[0], TURNS);
        printf("| %s | %s | %.2f ms |", kernel->name, kernel->size, fibers * 1e3);
        for (size_t j = 1; j < SETTINGS; j++)
            printf(" %.1f |", median(seconds[j], TURNS) / fibers);
        printf(" %.1f |\n",
               (double)(kilobytes[SETTINGS - 1] - kilobytes[0]) * 1024.0 / (double)(kernel->inputs + kernel->outputs));
        fflush(stdout);
    }
    return 0;
}
