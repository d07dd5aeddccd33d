/* The bench: contenders that do the same work, timed alternately, so that each is compared under the same
 * conditions.
 *
 * A contender is one way to do a piece of work. bench_measure() lets all contenders take a sample one after another,
 * and again (A B C, A B C, ...), so that a change of the machine's speed affects them alike. Rows of results go to
 * bench_report(), which prints a table, JSON or Markdown. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lanewise/host.h>

enum { BENCH_CONTENDERS = 40, BENCH_RUNS = 101, BENCH_THREAD_COUNTS = 8, BENCH_ENGINES = 2 };

/* ---- options ---- */
typedef enum bench_format { BENCH_TABLE, BENCH_JSON, BENCH_MARKDOWN } bench_format;

typedef struct bench_options {
    const char *pattern; /* part of a bench's name, or with * and ? all of it; null: every bench */
    const char *device;  /* only this device; null: the CPU and the first GPU */
    bench_format format;
    unsigned runs;                    /* samples each contender takes */
    bool quick;                       /* small sizes, few samples */
    int threads[BENCH_THREAD_COUNTS]; /* worker counts, ascending */
    unsigned thread_counts;
    const char *engines[BENCH_ENGINES]; /* of the CPU device, the default one first */
    unsigned engine_count;
} bench_options;

/* False: a wrong option, reported on stderr; `*code` is then the exit code (0 after --help). */
bool bench_options_parse(bench_options *options, int argc, char **argv, int *code);
bool bench_selected(const bench_options *options, const char *name);
/* Whether the bench may use devices of this kind, "cpu" or "cuda". */
bool bench_uses(const bench_options *options, const char *kind);

/* ---- contenders ---- */
typedef struct bench_contender bench_contender;
struct bench_contender {
    const char *variant; /* fiber, fused, checked, cuda, plain, openmp, hand, twin, memcpy, cublas, cusparse, ... */
    const char *device;  /* cpu, cuda:0 */
    int threads;         /* 0: does not apply */
    bool again;          /* the twin a second time: shows the difference between two equal programs */
    bool (*prepare)(bench_contender *self); /* untimed, before each sample; may be null */
    void (*release)(bench_contender *self); /* untimed, after each sample; may be null */
    /* Does the work `repeats` times. Returns the nanoseconds of all of them, or -1 if it failed; `message` then says
     * why. */
    double (*time)(bench_contender *self, unsigned repeats);
    bool (*check)(bench_contender *self); /* after the very first time(self, 1); may be null. False: wrong answer */
    void *context, *state;
    char message[200];
    /* Filled in by bench_measure(): nanoseconds for doing the work once. */
    unsigned repeats, runs;
    bool failed;
    double sample[BENCH_RUNS], median, minimum;
};

/* Takes `runs` samples of every contender, alternately. Each sample repeats the work until it lasts about
 * `sample_ns`. A contender that fails is left out from then on. */
void bench_measure(bench_contender *contender, unsigned count, unsigned runs, double sample_ns);

/* The median of first.sample[i] / second.sample[i]. `low`, `high`: the 10th and 90th percentile; may be null. */
double bench_ratio(const bench_contender *first, const bench_contender *second, double *low, double *high);

double bench_now(void); /* nanoseconds of the monotonic clock */
void bench_rest(void);  /* long enough for spinning threads of an earlier contender to go to sleep */

/* ---- results ---- */
typedef struct bench_work {
    const char *name;
    char size[40];
    double bytes, flops; /* of doing the work once; 0: none worth a rate */
    double units;        /* a machine bench divides its time by this (switches, threads, launches); 1 elsewhere */
    const char *unit;    /* "ns a switch"; null elsewhere */
} bench_work;

void bench_report_begin(const bench_options *options);
/* Prints one row for each contender, and their comparison. */
void bench_report(const bench_options *options, const bench_work *work, const bench_contender *contender,
                  unsigned count);
/* A line below the rows; left out of JSON. */
void bench_note(const bench_options *options, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool bench_report_failed(void); /* whether any contender failed */

/* ---- environment ---- */
bool bench_can_time(char *reason, size_t size);          /* false under a sanitizer or valgrind */
bool bench_device_present(const bench_options *options); /* false: the device of --device cannot be opened */
void bench_describe(const bench_options *options);
int bench_cpu_count(void);
const char *bench_cuda_name(void); /* "cuda:0", or null where there is none */

/* Sets which engines of the CPU device are timed: that of LANEWISE_ENGINE; else fused, if this processor has such
 * copies, and fiber. False: LANEWISE_ENGINE names none, or the device cannot be opened; the library's message says
 * why. */
bool bench_choose_engines(bench_options *options);
bool bench_times_engine(const bench_options *options, const char *engine);

/* Opens the CPU device with so many workers and the engine (the name is not copied). A process has one CPU device,
 * so the one opened before is closed; it must not be in use. Null: it could not be opened. */
lw_device *bench_open_cpu(int workers, const char *engine);
void bench_close_cpu(void);

/* ---- the parts ---- */
void bench_machine(const bench_options *options);      /* switches, threads, launches */
void bench_machine_cuda(const bench_options *options); /* launches on a GPU */
void bench_memory(const bench_options *options);       /* memory in the order of streams */
void bench_copy(const bench_options *options);         /* copies within a device */
void bench_graph(const bench_options *options);        /* a graph beside launches, on both */
void bench_scaling(const bench_options *options);      /* workers */
void bench_kernels(const bench_options *options);      /* every kernel case beside its rivals */

#endif
