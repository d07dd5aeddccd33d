/* The command line. */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static const char usage[] =
    "usage: lanewise-bench [PATTERN] [--json | --markdown] [--device NAME] [--threads N,...] [--runs N] [--quick]\n"
    "  PATTERN         part of a bench's name (saxpy, machine.), or all of it with * and ?\n"
    "  --json          one object a line\n"
    "  --markdown      a table for a README\n"
    "  --device NAME   only this device: cpu, cuda:0\n"
    "  --threads N,... worker counts for the CPU device (1, 2 and all)\n"
    "  --runs N        samples of each contender (11; 5 with --quick)\n"
    "  --quick         small sizes only\n"
    "LANEWISE_ENGINE: that engine of the CPU device alone; else fused, where it is compiled, and fiber\n";

static bool parse_threads(bench_options *options, const char *text)
{
    options->thread_counts = 0;
    for (int previous = 0;;) {
        char *end;
        errno = 0;
        long value = strtol(text, &end, 10);
        if (end == text || errno || value <= previous || value > 4096 || options->thread_counts == BENCH_THREAD_COUNTS)
            return false;
        options->threads[options->thread_counts++] = previous = (int)value;
        if (!*end)
            return true;
        if (*end != ',')
            return false;
        text = end + 1;
    }
}

static void default_threads(bench_options *options)
{
    int all = bench_cpu_count();
    options->threads[options->thread_counts++] = 1;
    if (all > 2)
        options->threads[options->thread_counts++] = 2;
    if (all > 1)
        options->threads[options->thread_counts++] = all;
}

static bool complain(int *code, const char *argument)
{
    fprintf(stderr, "lanewise-bench: cannot use '%s'\n%s", argument, usage);
    *code = 2;
    return false;
}

bool bench_options_parse(bench_options *options, int argc, char **argv, int *code)
{
    *options = (bench_options){0};
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(argument, "--json")) {
            options->format = BENCH_JSON;
        } else if (!strcmp(argument, "--markdown")) {
            options->format = BENCH_MARKDOWN;
        } else if (!strcmp(argument, "--quick")) {
            options->quick = true;
        } else if (!strcmp(argument, "--help") || !strcmp(argument, "-h")) {
            fputs(usage, stdout);
            *code = 0;
            return false;
        } else if (!strcmp(argument, "--device") && value) {
            options->device = argv[++i];
            if (strcmp(value, "cpu") && strncmp(value, "cuda", 4))
                return complain(code, value);
        } else if (!strcmp(argument, "--threads") && value) {
            if (!parse_threads(options, argv[++i]))
                return complain(code, value);
        } else if (!strcmp(argument, "--runs") && value) {
            char *end;
            long runs = strtol(argv[++i], &end, 10);
            if (*end || runs < 1 || runs > BENCH_RUNS)
                return complain(code, value);
            options->runs = (unsigned)runs;
        } else if (argument[0] == '-' || options->pattern) {
            return complain(code, argument);
        } else {
            options->pattern = argument;
        }
    }
    if (!options->thread_counts)
        default_threads(options);
    if (!options->runs)
        options->runs = options->quick ? 5 : 11;
    return true;
}

bool bench_selected(const bench_options *options, const char *name)
{
    const char *pattern = options->pattern;
    if (!pattern)
        return true;
    return strpbrk(pattern, "*?[") ? fnmatch(pattern, name, 0) == 0 : strstr(name, pattern) != NULL;
}

bool bench_uses(const bench_options *options, const char *kind)
{
    return !options->device || !strncmp(options->device, kind, strlen(kind));
}
