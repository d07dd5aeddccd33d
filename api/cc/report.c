#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "remarks.h"
#include "words.h"

/* A work-item loop: KERNEL: loop NUMBER: region REGION, THREADS[, own loop at PLACE] */
typedef struct loop_line {
    int kernel, region;
    char threads[16], own[200]; /* the word THREADS; the place of a loop of the kernel */
} loop_line;

typedef struct table {
    loop_line *line;
    cc_loop *loop;
    size_t count;
} table;

static void add_loop(table *all, const char *text, int kernel)
{
    loop_line made = {.kernel = kernel};
    unsigned number;
    const char *at = strstr(text, ": loop ");
    if (!at || sscanf(at, ": loop %u: region %d, %15[a-z], own loop at %199s", &number, &made.region, made.threads,
                      made.own) < 3)
        return;
    all->line = realloc(all->line, (all->count + 1) * sizeof *all->line);
    all->loop = realloc(all->loop, (all->count + 1) * sizeof *all->loop);
    if (!all->line || !all->loop)
        cc_fatal("out of memory");
    all->line[all->count] = made;
    all->loop[all->count++] = (cc_loop){.number = number};
}

static bool same_region(const loop_line *a, const loop_line *b)
{
    return a->kernel == b->kernel && a->region == b->region;
}

static bool has_threads(const table *all, const loop_line *region, const char *threads)
{
    for (size_t i = 0; i < all->count; i++)
        if (same_region(&all->line[i], region) && strcmp(all->line[i].threads, threads) == 0)
            return true;
    return false;
}

/* Names the threads of the region that a loop runs; empty: all. */
static const char *which(const table *all, const loop_line *line)
{
    if (strcmp(line->threads, "rows") != 0)
        return strcmp(line->threads, "apart") == 0   ? "iterations that some threads have left"
               : strcmp(line->threads, "warp") == 0  ? "a warp that runs by itself"
               : strcmp(line->threads, "piece") == 0 ? "threads whose conditions have the same result"
               : strcmp(line->threads, "strip") == 0 ? "strips"
                                                     : "strips that exchange";
    return has_threads(all, line, "strip")      ? "blocks that are no whole strips"
           : has_threads(all, line, "piece")    ? "threads whose conditions differ"
           : has_threads(all, line, "shuffled") ? "threads that are left over"
                                                : "";
}

/* Why the loop is not vectorised over threads; null: it is, or nothing is left of it. The caller frees. */
static char *why(const loop_line *line, const cc_loop *loop)
{
    if (loop->threads.why)
        return cc_format("%s", loop->threads.why);
    if (loop->threads.most || (!loop->own.why && !loop->own.most))
        return NULL;
    const char *place = line->own[0] ? line->own : "an unknown line";
    if (loop->own.most)
        return cc_format("each thread runs the loop at %s by itself; that loop's iterations are vectorised", place);
    return cc_format("each thread runs the loop at %s by itself; only innermost loops are vectorised; of that one: %s",
                     place, loop->own.why);
}

/* Describes the result of the region's work-item loops, grouped by reason. */
static void describe(const table *all, const loop_line *region, FILE *to)
{
    unsigned least = 0, most = 0;
    bool any = false, strips = has_threads(all, region, "strip");
    char **reason = calloc(all->count + 1, sizeof *reason);
    if (!reason)
        cc_fatal("out of memory");
    for (size_t i = 0; i < all->count; i++) {
        if (!same_region(&all->line[i], region))
            continue;
        const cc_verdict *threads = &all->loop[i].threads;
        reason[i] = why(&all->line[i], &all->loop[i]);
        any = any || reason[i];
        if (strips && strcmp(all->line[i].threads, "strip") != 0) /* the other loops are for blocks of other sizes */
            continue;
        least = threads->least && (!least || threads->least < least) ? threads->least : least;
        most = threads->most > most ? threads->most : most;
    }
    if (most && least < most)
        fprintf(to, ": vectorised, %u to %u threads at once\n", least, most);
    else if (most)
        fprintf(to, ": vectorised, %u threads at once\n", most);
    else
        fprintf(to, any ? ": not vectorised\n" : ": nothing is left to do for each thread\n");
    for (size_t i = 0; i < all->count; i++) {
        if (!reason[i])
            continue;
        cc_words threads = {0};
        bool whole = false;
        for (size_t k = i; k < all->count; k++) {
            if (!reason[k] || (k > i && strcmp(reason[k], reason[i]) != 0))
                continue;
            const char *name = which(all, &all->line[k]);
            bool said = !name[0];
            whole = whole || said;
            for (size_t w = 0; w < threads.count; w++)
                said = said || strcmp(threads.items[w], name) == 0;
            if (!said)
                cc_words_add(&threads, name);
            if (k > i) {
                free(reason[k]);
                reason[k] = NULL;
            }
        }
        fprintf(to, "    not vectorised");
        for (size_t w = 0; w < threads.count && !whole; w++)
            fprintf(to, "%s %s", w ? "," : ":", threads.items[w]);
        fprintf(to, ": %s\n", reason[i]);
        cc_words_free(&threads);
        free(reason[i]);
    }
    free(reason);
}

/* KERNEL: region N: WHAT[, at FILE:FIRST[-LAST]] */
typedef struct region_line {
    int first, last; /* consecutive regions with the same text */
    char *what, *file, *loops;
    unsigned from, to;
} region_line;

static void flush_region(region_line *line)
{
    if (!line->what)
        return;
    printf(line->first == line->last ? "  region %d" : "  regions %d-%d", line->first, line->last);
    if (line->file[0])
        printf(line->from == line->to ? ", %s:%u" : ", %s:%u-%u", line->file, line->from, line->to);
    printf(": %s%s", line->what, line->loops);
    free(line->what);
    free(line->file);
    free(line->loops);
    *line = (region_line){0};
}

static void say_region(const table *all, int kernel, int number, const char *text, region_line *last)
{
    const char *place = strstr(text, ", at ");
    region_line now = {.first = number, .last = number};
    now.what = cc_format("%.*s", place ? (int)(place - text) : (int)strlen(text), text);
    char file[200] = "";
    if (place && sscanf(place, ", at %199[^:]:%u-%u", file, &now.from, &now.to) == 2)
        now.to = now.from;
    now.file = cc_format("%s", file);
    size_t size;
    FILE *to = open_memstream(&now.loops, &size);
    if (!to)
        cc_fatal("out of memory");
    describe(all, &(loop_line){.kernel = kernel, .region = number}, to);
    fclose(to);
    if (last->what && strcmp(last->what, now.what) == 0 && strcmp(last->loops, now.loops) == 0 &&
        strcmp(last->file, now.file) == 0) {
        now.first = last->first;
        now.from = last->from < now.from ? last->from : now.from;
        now.to = last->to > now.to ? last->to : now.to;
        free(last->what);
        free(last->file);
        free(last->loops);
    } else {
        flush_region(last);
    }
    *last = now;
}

/* Whether the line is the first about a kernel. */
static bool is_head(const char *text)
{
    return strstr(text, ": fused: ") || strstr(text, ": fibers: ");
}

void cc_report(const char *fuse)
{
    FILE *file = fopen(fuse, "r");
    cc_words lines = {0};
    table all = {0};
    char *line = NULL;
    size_t size = 0;
    while (file && getline(&line, &size, file) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        if (!cc_is_remark(line))
            cc_words_add(&lines, line);
    }
    free(line);
    if (file)
        fclose(file);
    int kernel = -1;
    for (size_t i = 0; i < lines.count; i++) {
        kernel += is_head(lines.items[i]);
        add_loop(&all, lines.items[i], kernel);
    }
    cc_remarks_read(fuse, all.loop, all.count);
    region_line last = {0};
    kernel = -1;
    for (size_t i = 0; i < lines.count; i++) {
        const char *text = lines.items[i], *rest = strstr(text, ": ");
        int number, length = 0;
        if (rest && sscanf(rest, ": region %d: %n", &number, &length) == 1 && length) {
            say_region(&all, kernel, number, rest + length, &last);
            continue;
        }
        flush_region(&last);
        kernel += is_head(text);
        if (is_head(text))
            printf("%s\n", text);
        else if (rest && !strstr(text, ": loop "))
            printf("  %s\n", rest + 2);
    }
    flush_region(&last);
    cc_remarks_free(all.loop, all.count);
    cc_words_free(&lines);
    free(all.loop);
    free(all.line);
}
