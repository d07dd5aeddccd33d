/* Many runs with consecutive seeds, as many at once as there are processors. Reports come in the order of the runs; a
 * run with the same findings as an earlier one gets one line. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../emu/machine/emu.h"
#include "check.h"
#include "message.h"

#define BAR "========= "

typedef struct run {
    cli_child child;
    char schedule[64];
    bool ended;
} run;

typedef struct runs {
    const cli_options *options;
    const cli_report *report;
    emu_tally *all;
    run *run;
    unsigned count, begun, ended, reported, failed;
    int status;      /* the first status that is not 0 */
    unsigned *shown; /* runs with printed findings; for find_equal_run() */
    unsigned long long *signature;
    unsigned shown_count;
    bool terminal;
} runs;

/* A run's schedule: the options' seed plus the run's number; without a seed, round-robin, reverse, then random and
 * pct. */
static void choose_schedule(const cli_options *options, unsigned number, char *text, size_t size)
{
    emu_options schedule = {.schedule = EMU_SCHEDULE_ROUND_ROBIN};
    if (options->schedule) {
        emu_schedule_read(options->schedule, &schedule);
        schedule.seed += number;
    } else if (number == 1) {
        schedule.schedule = EMU_SCHEDULE_REVERSE;
    } else if (number > 1) {
        schedule.schedule = number % 2 ? EMU_SCHEDULE_PCT : EMU_SCHEDULE_RANDOM;
        schedule.schedule_detail = 3;
        schedule.seed = number / 2;
    }
    emu_schedule_text(&schedule, text, size);
}

static void begin(runs *all)
{
    run *next = &all->run[all->begun];
    choose_schedule(all->options, all->begun, next->schedule, sizeof next->schedule);
    cli_child_start(&next->child, all->options, next->schedule, true, all->report->colour);
    all->begun++;
}

/* The number of an earlier run with the same findings, which were printed; -1: none. */
static int find_equal_run(const runs *all, unsigned long long signature)
{
    for (unsigned i = 0; i < all->shown_count; i++)
        if (all->signature[i] == signature)
            return (int)all->shown[i];
    return -1;
}

static void clear_progress(const runs *all)
{
    if (all->terminal)
        fputs("\r\033[K", stderr);
}

static void report_failed_run(runs *all, unsigned number)
{
    run *one = &all->run[number];
    emu_tally *tally = one->child.tally;
    FILE *out = all->report->text ? all->report->text : stderr;
    clear_progress(all);
    unsigned long long signature = tally->signature + (unsigned)one->child.status;
    int earlier = find_equal_run(all, signature);
    fprintf(out, BAR "Run %u of %u, %s: ", number + 1, all->count, one->schedule);
    if (one->child.status)
        fprintf(out, "status %d, ", one->child.status);
    fprintf(out, "%u error%s, %u warning%s%s", tally->errors, tally->errors == 1 ? "" : "s", tally->warnings,
            tally->warnings == 1 ? "" : "s", earlier >= 0 ? ", as run" : "\n");
    if (earlier >= 0) {
        fprintf(out, " %d\n", earlier + 1);
        return;
    }
    cli_copy_file(one->child.output, stderr);
    cli_say_end(all->report, &one->child);
    all->shown[all->shown_count] = number;
    all->signature[all->shown_count++] = signature;
}

static void report_run(runs *all, unsigned number)
{
    run *one = &all->run[number];
    emu_tally *tally = one->child.tally, *sum = all->all;
    bool failed = one->child.status || tally->errors;
    sum->devices += tally->devices;
    sum->launches += tally->launches;
    sum->left_out += tally->left_out;
    if (!sum->left_out_names[0])
        memcpy(sum->left_out_names, tally->left_out_names, sizeof sum->left_out_names);
    sum->errors += tally->errors;
    sum->warnings += tally->warnings;
    sum->suppressed += tally->suppressed;
    sum->unwritten += tally->unwritten;
    sum->unnoted += tally->unnoted;
    sum->printed += tally->printed;
    sum->unprinted += tally->unprinted;
    if (!all->status)
        all->status = one->child.status;
    all->failed += failed;
    if (failed)
        report_failed_run(all, number);
    cli_child_free(&one->child);
}

/* Waits for one run to end, then reports the ended runs that are next in order. */
static void wait_for_one(runs *all)
{
    int wait_status;
    pid_t id = waitpid(-1, &wait_status, 0);
    if (id < 0 && errno != EINTR)
        cli_end(1, "cannot wait for %s: %s", all->options->command[0], strerror(errno));
    for (unsigned i = all->reported; id > 0 && i < all->begun; i++) {
        if (all->run[i].child.id != id)
            continue;
        cli_child_ended(&all->run[i].child, wait_status);
        all->run[i].ended = true;
        all->ended++;
    }
    while (all->reported < all->begun && all->run[all->reported].ended &&
           !(all->options->stop_on_error && all->failed)) {
        report_run(all, all->reported);
        all->reported++;
    }
    if (all->terminal) {
        fprintf(stderr, "\r%u of %u runs, %u failed\033[K", all->ended, all->count, all->failed);
        fflush(stderr);
    }
}

static void print_runs_summary(const runs *all)
{
    if (!all->report->text)
        return;
    fprintf(all->report->text, BAR "RUNS SUMMARY: %u of %u run%s failed", all->failed, all->reported,
            all->reported == 1 ? "" : "s");
    if (all->shown_count)
        fprintf(all->report->text, "; replay with:");
    for (unsigned i = 0; i < all->shown_count; i++)
        fprintf(all->report->text, " %s", all->run[all->shown[i]].schedule);
    fputc('\n', all->report->text);
}

static void stop_all(const runs *all)
{
    for (unsigned i = all->reported; i < all->begun; i++)
        cli_child_stop(&all->run[i].child);
}

int cli_check_runs(const cli_options *options, const cli_report *report, emu_tally *sum)
{
    runs all = {.options = options, .report = report, .all = sum, .count = options->runs};
    all.terminal = isatty(STDERR_FILENO);
    unsigned most = emu_processors();
    all.run = cli_allocate(all.count * sizeof *all.run);
    all.shown = cli_allocate(all.count * sizeof *all.shown);
    all.signature = cli_allocate(all.count * sizeof *all.signature);
    for (;;) {
        bool stops = cli_signals_caught() || (options->stop_on_error && all.failed);
        if (stops)
            stop_all(&all);
        if (!stops && all.begun < all.count && all.begun - all.ended < most)
            begin(&all);
        else if (all.ended < all.begun)
            wait_for_one(&all);
        else
            break;
    }
    clear_progress(&all);
    print_runs_summary(&all);
    free(all.run);
    free(all.shown);
    free(all.signature);
    return all.status ? all.status : cli_signals_caught() ? 128 + cli_signals_caught() : 0;
}
