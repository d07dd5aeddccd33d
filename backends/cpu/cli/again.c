/* The second run of a program, in reverse order. What depends on the order of threads shows in one of the two runs for most mistakes:
 * the first thread of one is the last of the other. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "message.h"

#define BAR "========= "

/* Programs that mpirun has started are one of many ranks, which must all run, and MPI starts no rank twice. */
static bool is_rank(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]))
            return true;
    return false;
}

bool cli_is_to_run_again(const cli_options *options, const cli_child *child)
{
    bool chosen = options->runs || options->schedule || getenv("LANEWISE_SCHEDULE");
    bool ended_well = child->status == 0 && !cli_signals_caught();
    bool worth_it = child->tally->devices && !child->tally->ended_launches;
    return !chosen && !options->engines && ended_well && worth_it && !is_rank();
}

off_t cli_input_begins(void)
{
    return lseek(0, 0, SEEK_CUR);
}

/* Where standard input is no file, the second run gets one with an empty line. Whether it has read that shows in the file's offset. */
static int stand_in(void)
{
    int file = cli_make_file("lanewise-input");
    if (write(file, "\n", 1) == 1)
        lseek(file, 0, SEEK_SET);
    return file;
}

static void say_progress(const char *text)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%s\033[K", text);
}

/* Reports a status that is not 0, unless it says nothing of the program. */
static int status_of(const cli_report *report, const cli_child *child, bool lacked_input)
{
    FILE *out = report->text ? report->text : stderr;
    if (child->tally->given_up) {
        fprintf(out,
                BAR
                "The run in reverse order was given up: a block of kernel %s takes long, or waits for another block\n",
                child->tally->given_up_in);
        fflush(out);
        return 0;
    }
    if (child->status == 0 || cli_signals_caught())
        return child->status;
    const char *advice = lacked_input ? "; it has no standard input: use a file, or --runs 1" : ":";
    fprintf(out, BAR "The run in reverse order ends with status %d%s\n", child->status, advice);
    fflush(out);
    if (!lacked_input)
        cli_copy_file(child->output, stderr);
    return lacked_input && !child->signal ? 0 : child->status;
}

/* The first run is a measure of how long a block may take in the second one. */
static void set_timeout(const cli_options *options, double seconds)
{
    const char *given = options->timeout ? options->timeout : getenv("LANEWISE_TIMEOUT");
    double limit = 2 * seconds > 5 ? 2 * seconds : 5, most = given ? strtod(given, NULL) : 60;
    if (most > 0 && limit > most)
        limit = most;
    char *text = cli_format("%.2f", limit);
    if (setenv("LANEWISE_TIMEOUT", text, 1) != 0)
        cli_end(1, "out of memory");
    free(text);
}

int cli_check_again(const cli_options *options, const cli_report *report, cli_child *child, off_t input, double seconds)
{
    unsigned devices = child->tally->devices, launches = child->tally->launches;
    off_t input_end = lseek(0, 0, SEEK_CUR);
    int file = input >= 0 ? 0 : stand_in();
    if (input >= 0)
        lseek(0, input, SEEK_SET);
    set_timeout(options, seconds);
    say_progress("once more, in reverse order ...");
    cli_child_start_again(child, options, "reverse", file, report->colour);
    cli_child_wait(child, options);
    say_progress("");
    bool lacked_input = input < 0 && lseek(file, 0, SEEK_CUR) > 0;
    if (input >= 0)
        lseek(0, input_end, SEEK_SET);
    else
        close(file);
    if (child->report >= 0)
        cli_copy_file(child->report, stderr);
    child->tally->devices = devices;
    child->tally->launches = launches;
    int status = status_of(report, child, lacked_input);
    cli_say_end(report, child);
    return status;
}
