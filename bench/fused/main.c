/* lanewise-bench-fused: the CPU engines beside loops by hand, OpenMP and PoCL. README.md in this folder says how. */
#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fused.h"

static const char usage[] =
    "usage: lanewise-bench-fused [PATTERN] [--json] [--threads all|one] [--repeats N] [--list]\n"
    "  PATTERN       part of a kernel's name (scan, stencil.tiled)\n"
    "  --json        one object a line\n"
    "  --threads all every contender on all processors; one (the default): on one\n"
    "  --repeats N   samples of each contender (11)\n"
    "  --list        the kernels, and nothing is timed\n"
    "LANEWISE_ENGINE: that engine alone; else fiber, and fused where the kernel has a fused copy.\n";

static const double open_limit_s = 60, sample_ns = 2e7;
static bool failed;

static bool parse(fused_options *options, int argc, char **argv)
{
    *options = (fused_options){.threads = 1, .runs = 11};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--json")) {
            options->json = true;
        } else if (!strcmp(argv[i], "--list")) {
            options->list = true;
        } else if (!strcmp(argv[i], "--threads") && (!strcmp(value, "all") || !strcmp(value, "one"))) {
            options->threads = !strcmp(argv[++i], "all") ? bench_cpu_count() : 1;
        } else if (!strcmp(argv[i], "--repeats") && atoi(value) > 0 && atoi(value) <= BENCH_RUNS) {
            options->runs = (unsigned)atoi(argv[++i]);
        } else if (argv[i][0] == '-' || options->pattern) {
            return false;
        } else {
            options->pattern = argv[i];
        }
    }
    return true;
}

static void release(bench_contender *self)
{
    if (self->threads > 1)
        bench_rest();
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

static void add(fused_row *row, const fused_data *data, const fused_way *way, const char *variant, const char *setting,
                int threads)
{
    fused_entry *entry = &row->entry[row->count];
    bench_contender *self = &row->contender[row->count++];
    *entry = (fused_entry){
        .way = way, .subject = row->subject, .data = data, .variant = variant, .setting = setting, .threads = threads};
    *self = (bench_contender){.variant = variant,
                              .device = "cpu",
                              .threads = threads,
                              .release = release,
                              .time = fused_time,
                              .context = entry};
    if (way == &fused_by_opencl) {
        snprintf(entry->folder, sizeof entry->folder, "/tmp/lanewise-bench-XXXXXX");
        if (!mkdtemp(entry->folder))
            entry->folder[0] = 0;
    }
    self->failed = !fused_start(entry, open_limit_s);
    if (self->failed)
        memcpy(self->message, entry->message, sizeof self->message);
}

static void add_ours(fused_row *row, const fused_data *data, int threads)
{
    const char *wanted = getenv("LANEWISE_ENGINE");
    bool has_copy = fused_has_copy(row->subject->kernel);
    if (wanted && *wanted) { /* kernels that could not be fused run on fibers in the fused engine */
        add(row, data, &fused_on_engine, !strcmp(wanted, "fused") && !has_copy ? "fiber" : wanted, wanted, threads);
        return;
    }
    add(row, data, &fused_on_engine, "fiber", "fiber", threads);
    if (has_copy)
        add(row, data, &fused_on_engine, "fused", "fused", threads);
}

static void add_opencl(fused_row *row, const fused_data *data, int threads)
{
    static const struct {
        const char *variant, *method;
    } ways[] = {{"pocl", NULL},
                {"pocl-loopvec", "loopvec"},
                {"pocl-loops", "loops"},
                {"pocl-repl", "repl"},
                {"pocl-cbs", "cbs"}};
    if (!fused_has_opencl() || !row->subject->opencl.source)
        return;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        add(row, data, &fused_by_opencl, ways[i].variant, ways[i].method, threads);
        if (i == 0 && row->entry[row->count - 1].skipped)
            return;
    }
}

static void finish(fused_row *row)
{
    for (unsigned i = 0; i < row->count; i++) {
        fused_entry *entry = &row->entry[i];
        fused_stop(entry);
        if (entry->folder[0])
            nftw(entry->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
        /* A failure in another project's compiler is reported, but is no failure of this program. */
        failed |= row->contender[i].failed && entry->way != &fused_by_opencl;
    }
}

static void measure(const fused_options *options, fused_row *row, const fused_subject *subject)
{
    fused_data data;
    *row = (fused_row){.subject = subject};
    if (!fused_data_make(&data, subject)) {
        fprintf(stderr, "lanewise-bench-fused: no memory for %s\n", subject->name);
        exit(2);
    }
    add_ours(row, &data, options->threads);
    add(row, &data, &fused_by_hand, "hand", NULL, options->threads);
    if (subject->openmp && fused_has_openmp())
        add(row, &data, &fused_by_openmp, "openmp", NULL, options->threads);
    add_opencl(row, &data, options->threads);
    if (options->threads > 1 && subject->scales)
        add_ours(row, &data, 1);
    if (subject->is_products)
        add(row, &data, &fused_peak, "peak", NULL, options->threads);
    bench_measure(row->contender, row->count, options->runs, sample_ns);
    finish(row);
    fused_data_free(&data);
    fused_report(options, row);
}

int main(int argc, char **argv)
{
    static fused_row rows[FUSED_SUBJECTS], peak;
    unsigned count = 0;
    fused_options options;
    char reason[120];
    if (!parse(&options, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    if (!bench_can_time(reason, sizeof reason)) {
        fprintf(stderr, "lanewise-bench-fused: nothing timed, because %s\n", reason);
        return 2;
    }
    if (!options.list)
        fused_describe(&options);
    for (const fused_subject *subject = fused_subjects(); subject && count < FUSED_SUBJECTS; subject = subject->next) {
        if (options.pattern && !strstr(subject->name, options.pattern))
            continue;
        if (options.list)
            printf("%s %s%s\n", subject->name, subject->size_text, subject->flat ? " flat" : "");
        else
            measure(&options, &rows[count++], subject);
    }
    if (options.list || !count)
        return options.list ? 0 : (fprintf(stderr, "lanewise-bench-fused: no kernel's name contains that\n"), 2);
    add(&peak, NULL, &fused_peak, "peak", NULL, 1);
    if (options.threads > 1)
        add(&peak, NULL, &fused_peak, "peak", NULL, options.threads);
    bench_measure(peak.contender, peak.count, options.runs, sample_ns);
    finish(&peak);
    fused_summary(&options, rows, count, &peak);
    return failed;
}
