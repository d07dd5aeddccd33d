/* lanewise check: runs the program and reports the findings. */
#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <time.h>
#include <unistd.h>

#include "ci_files.h"
#include "message.h"

#define BAR "========= "

/* Creates or empties the file, and opens it to append: the program appends to it, too. */
static FILE *open_empty(const char *path)
{
    FILE *file = fopen(path, "we");
    if (file)
        file = freopen(path, "ae", file);
    if (!file)
        cli_end(CLI_WRONG, "%s cannot be written to: %s", path, strerror(errno));
    return file;
}

static cli_report open_report(const cli_options *options)
{
    FILE *out = options->log_file ? open_empty(options->log_file) : stderr;
    bool terminal = !options->log_file && isatty(STDERR_FILENO);
    bool colour = options->colour == CLI_COLOUR_AUTO ? terminal : options->colour == CLI_COLOUR_ALWAYS;
    return (cli_report){.text = options->json ? NULL : out,
                        .json = options->json        ? out
                                : options->json_file ? open_empty(options->json_file)
                                                     : NULL,
                        .colour = colour,
                        .races = strcmp(options->tools, "racecheck") == 0};
}

/* False, with a message, if some of the written text is lost. */
static bool close_one(FILE *file, const char *path)
{
    if (!file)
        return true;
    errno = 0;
    bool lost = fflush(file) != 0 || ferror(file); /* ferror() reports an earlier write, without its reason */
    int error = errno;
    if (file != stderr && fclose(file) != 0 && !lost) {
        lost = true;
        error = errno;
    }
    if (lost)
        cli_say("%s cannot be written to: %s", path, error ? strerror(error) : "an earlier line was lost");
    return !lost;
}

/* False if something is lost: findings of the program, or text written here. */
static bool close_report(const cli_report *report, const cli_options *options, const emu_tally *tally)
{
    const char *log = options->log_file ? options->log_file : "standard error";
    bool text = close_one(report->text, log);
    bool json = close_one(report->json, options->json ? log : options->json_file);
    if (tally->unwritten)
        cli_say("%u finding%s lost: a file took no more", tally->unwritten, tally->unwritten == 1 ? " is" : "s are");
    return text && json && !tally->unwritten;
}

void cli_say_end(const cli_report *report, const cli_child *child)
{
    unsigned unreported = child->unreported;
    if (!report->text)
        return;
    if (child->signal)
        fprintf(report->text, BAR "Error: process didn't terminate successfully: %s\n", strsignal(child->signal));
    if (unreported)
        fprintf(report->text, BAR "%u finding%s not shown: the program ended before the kernels did\n", unreported,
                unreported == 1 ? " is" : "s are");
    const char *device = getenv("LANEWISE_DEVICE");
    if (child->tally->devices == 0 && !child->signal)
        fprintf(report->text, BAR "Warning: nothing was checked: the program has opened no CPU device%s\n",
                device && strcmp(device, "cpu") != 0 ? " (LANEWISE_DEVICE is set)" : "");
    fflush(report->text);
}

/* The options have named kernels, and none of these ran. */
static void say_left_out(FILE *out, const emu_tally *tally)
{
    const char *names = tally->left_out_names;
    if (!tally->left_out || tally->launches)
        return;
    fputs(BAR "Warning: no kernel was checked: --kernel-name and the like leave out all that ran", out);
    for (const char *line = names; *line; line += strcspn(line, "\n") + 1)
        fprintf(out, "%s%.*s", line == names ? ": " : ", ", (int)strcspn(line, "\n"), line);
    fputc('\n', out);
}

void cli_say_summary(const cli_report *report, const emu_tally *tally, int status)
{
    if (report->text) {
        say_left_out(report->text, tally);
        emu_tally_print(report->text, tally, report->races);
        fflush(report->text);
    }
    if (report->json) {
        fprintf(report->json,
                "{\"summary\":true,\"errors\":%u,\"warnings\":%u,\"suppressed\":%u,\"unprinted\":%u,"
                "\"unnoted\":%u,\"devices\":%u,\"launches\":%u,\"status\":%d}\n",
                tally->errors, tally->warnings, tally->suppressed, tally->unprinted, tally->unnoted, tally->devices,
                tally->launches, status);
        fflush(report->json);
    }
}

/* In seconds. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int check_once(const cli_options *options, const cli_report *report, emu_tally *all)
{
    cli_child child;
    off_t input = cli_input_begins();
    double began = now();
    cli_child_start(&child, options, options->schedule, false, report->colour);
    cli_child_wait(&child, options);
    int status = child.status;
    cli_say_end(report, &child);
    if (cli_is_to_run_again(options, &child))
        status = cli_check_again(options, report, &child, input, now() - began);
    *all = *child.tally;
    cli_child_free(&child);
    return status;
}

int cli_check(const cli_options *options)
{
    /* Where the system allows it, the program gets the same addresses in each run, so that reports can be compared. */
    int personality_now = personality(0xffffffff);
    if (personality_now >= 0)
        personality((unsigned long)personality_now | ADDR_NO_RANDOMIZE);
    cli_report report = open_report(options);
    cli_ci_files_begin(options);
    cli_signals_catch();
    emu_tally all = {0};
    int status = options->runs > 1 ? cli_check_runs(options, &report, &all) : check_once(options, &report, &all);
    cli_say_summary(&report, &all, status);
    bool written = close_report(&report, options, &all);
    written &= cli_ci_files_end(options, status);
    if (status == 0 && all.errors)
        status = options->error_exitcode;
    return status == 0 && !written ? CLI_WRONG : status;
}
