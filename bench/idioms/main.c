/* lanewise-bench-idioms: CUDA's common idioms on the fused engine, beside OpenMP loops. README.md in this folder says how. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <emu/fused/fused.h>
#include <lanewise/descriptor.h>

#include "idioms.h"

static const char usage[] =
    "usage: lanewise-bench-idioms [PATTERN] [--threads N] [--level v2|v3|v4] [--repeats N] [--json|--markdown] [--list]\n"
    "       [--processor-time]\n"
    "  PATTERN      part of an idiom's name (atomic, tree_modulo)\n"
    "  --threads N  threads of every contender (2)\n"
    "  --level L    the x86-64 level of fused kernels and of OpenMP's loops (v3)\n"
    "  --repeats N  samples of each contender (5)\n"
    "  --processor-time  the threads' processor time over their number, for a busy machine\n"
    "  --json       one object a line; --markdown: a table for a document\n"
    "  --list       the idioms, and nothing is timed\n";

static const double open_limit_s = 60, sample_ns = 2e7;
static bool failed;

static bool parse(idiom_options *options, int argc, char **argv)
{
    *options = (idiom_options){.threads = 2, .runs = 5, .level = "v3", .format = BENCH_TABLE};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--json")) {
            options->format = BENCH_JSON;
        } else if (!strcmp(argv[i], "--markdown")) {
            options->format = BENCH_MARKDOWN;
        } else if (!strcmp(argv[i], "--processor-time")) {
            options->is_processor_time = true;
        } else if (!strcmp(argv[i], "--list")) {
            options->list = true;
        } else if (!strcmp(argv[i], "--threads") && atoi(value) > 0) {
            options->threads = atoi(argv[++i]);
        } else if (!strcmp(argv[i], "--level") && value[0] == 'v' && value[1] >= '2' && value[1] <= '4' && !value[2]) {
            options->level = argv[++i];
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

static void add(const idiom_options *options, idiom_row *row, const fused_data *data, int which, const fused_way *way,
                const char *variant, const char *setting)
{
    fused_entry *entry = &row->entry[which];
    bench_contender *self = &row->contender[which];
    *entry = (fused_entry){.way = way,
                           .subject = &row->idiom->subject,
                           .data = data,
                           .variant = variant,
                           .setting = setting,
                           .threads = options->threads,
                           .is_processor_time = options->is_processor_time};
    *self = (bench_contender){.variant = variant,
                              .device = "cpu",
                              .threads = options->threads,
                              .release = release,
                              .time = fused_time,
                              .context = entry};
    self->failed = !fused_start(entry, open_limit_s);
    if (self->failed)
        memcpy(self->message, entry->message, sizeof self->message);
}

static bool is_fused(const idiom *self, const char *level)
{
    const emu_fused_kernel *copy = self->subject.kernel->fused[level[1] - '2'];
    return copy && !copy->reason;
}

static void measure(const idiom_options *options, idiom_row *row, idiom *self)
{
    char library[2][40];
    fused_data data;
    *row = (idiom_row){.idiom = self};
    if (!fused_data_make(&data, &self->subject)) {
        fprintf(stderr, "lanewise-bench-idioms: no memory for %s\n", self->subject.name);
        exit(2);
    }
    if (is_fused(self, options->level))
        add(options, row, &data, IDIOM_FUSED, &idiom_on_engine, "fused", "fused");
    else if (self->subject.kernel->fused[options->level[1] - '2'])
        row->reason = self->subject.kernel->fused[options->level[1] - '2']->reason;
    add(options, row, &data, IDIOM_FIBER, &idiom_on_engine, "fiber", "fiber");
    for (int i = 0; i < 2; i++) {
        snprintf(library[i], sizeof library[i], "loops_%s_%s.so", i ? "clang" : "gcc", options->level);
        add(options, row, &data, i ? IDIOM_CLANG : IDIOM_GCC, &idiom_by_loop, i ? "clang" : "gcc", library[i]);
    }
    /* A contender without time() is absent. */
    for (int i = 0; i < IDIOM_WAYS; i++)
        row->contender[i].failed |= !row->contender[i].time;
    bench_measure(row->contender, IDIOM_WAYS, options->runs, sample_ns);
    for (int i = 0; i < IDIOM_WAYS; i++) {
        fused_stop(&row->entry[i]);
        failed |= row->contender[i].time && row->contender[i].failed && !row->entry[i].skipped;
    }
    fused_data_free(&data);
    idiom_report(options, row);
}

static bool has_level(const char *level)
{
    for (unsigned i = 0; i < idiom_count; i++)
        if (is_fused(&idioms[i], level))
            return true;
    return false;
}

int main(int argc, char **argv)
{
    idiom_options options;
    char reason[120];
    unsigned count = 0;
    if (!parse(&options, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    if (!bench_can_time(reason, sizeof reason)) {
        fprintf(stderr, "lanewise-bench-idioms: nothing timed, because %s\n", reason);
        return 2;
    }
    if (!has_level(options.level)) {
        fprintf(stderr,
                "lanewise-bench-idioms: no kernel was fused for level %s; expected a build with that level "
                "(meson configure -Dfused_levels=v2,v3,v4)\n",
                options.level);
        return 2;
    }
    /* The library reads the level when the process begins. */
    if (!options.list && (!getenv("LANEWISE_CPU") || strcmp(getenv("LANEWISE_CPU"), options.level))) {
        setenv("LANEWISE_CPU", options.level, 1);
        execv("/proc/self/exe", argv);
        perror("lanewise-bench-idioms: execv");
        return 2;
    }
    idiom_row *rows = calloc(idiom_count, sizeof *rows);
    if (!rows)
        return 2;
    if (options.is_processor_time) { /* spinning threads would count */
        setenv("OMP_WAIT_POLICY", "passive", 1);
        setenv("KMP_BLOCKTIME", "0", 1);
    }
    if (!options.list)
        idiom_describe(&options);
    for (unsigned i = 0; i < idiom_count; i++) {
        idiom *self = &idioms[i];
        if (options.pattern && !strstr(self->subject.name, options.pattern))
            continue;
        idiom_prepare(self);
        if (options.list)
            printf("%-26s %s\n", self->subject.name, self->about);
        else
            measure(&options, &rows[count], self);
        count++;
    }
    if (!count)
        fprintf(stderr, "lanewise-bench-idioms: no idiom's name contains that\n");
    else if (!options.list)
        idiom_summary(&options, rows, count);
    free(rows);
    return count ? failed : 2;
}
