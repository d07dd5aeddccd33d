#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../emu/check/suppression.h"
#include "../../../emu/machine/emu.h"
#include "kernels.h"
#include "message.h"

static const char help[] =
    "Usage: lanewise check [options] [--] program [arguments]\n"
    "\n"
    "Runs a program built with lanewise-cc on the CPU, with every access of its kernels checked, and ends with the\n"
    "program's exit status. Options are named as compute-sanitizer's where it has them.\n"
    "\n"
    "  --tool TOOL             memcheck, racecheck, initcheck, synccheck (several between commas) or all, the default\n"
    "  --engines               compares the engines instead: each launch runs on fibers and then fused, from the same\n"
    "                          memory; reports where they differ, except what depends on the order of threads\n"
    "  --leak-check WHAT       full: memory that was never freed, too; no (the default)\n"
    "  --track-unused-memory WHAT   yes: warns of memory that nothing had written when it was freed; no (the default)\n"
    "  --error-exitcode N      the exit status where there were errors and the program's is 0\n"
    "  --print-limit N         shows N findings at most (100; 0: all); the others are counted. Also --max-errors\n"
    "  --kernel-name FILTER    reports of kernels with that name only: kne=NAME, or kns=PART of it\n"
    "  --kernel-regex FILTER   the same with POSIX extended regular expressions: kns=REGEX, kne=REGEX\n"
    "  --kernel-name-exclude FILTER, --kernel-regex-exclude FILTER   of all other kernels\n"
    "  --suppressions FILE     findings to leave out: lines such as kind=race kernel=sum_* place=sum.c:41\n"
    "  --json[=FILE]           findings as JSON, one object a line, in place of text or, beside it, into FILE\n"
    "  --sarif FILE            findings, besides the report, as SARIF 2.1.0 for code scanning\n"
    "  --junit FILE            the same as JUnit's XML for lists of tests\n"
    "  --html FILE             the same as a page: both places in the source, and the last accesses of the memory in order\n"
    "  --log-file FILE         the report goes to FILE, not to standard error\n"
    "  --color[=WHEN]          auto (on a terminal), always or never\n"
    "  --volatile WHAT         relaxed (the default): a volatile access is a relaxed atomic, as PTX has it; plain: it is none\n"
    "  --timeout SECONDS       ends a block that runs for longer (60; 0: never), and says where its threads are\n"
    "  --schedule SCHEDULE     the order of threads: round-robin, reverse, lockstep, random:SEED, starve:WARP or pct:DEPTH:SEED\n"
    "                          Without it the program runs once in its own order, and once more in reverse order\n"
    "  --runs N                1: one run. More: N runs with seeds one after another, as many at once as there are\n"
    "                          processors; shows those with errors. Without --schedule: round-robin, reverse, random\n"
    "                          and pct by turns\n"
    "  --stop-on-error         ends --runs with the first run that fails\n"
    "  --replay STRING         repeats the run of which a report says \"replay: STRING\"\n"
    "  --no-progress           says nothing while the program runs\n"
    "  --help, --version\n";

typedef struct given_option {
    cli_options *options;
    const char *name;  /* "--tool" */
    const char *value; /* null: none */
} given_option;

static unsigned read_number(const given_option *option, unsigned most)
{
    char *end;
    errno = 0;
    unsigned long number = isdigit((unsigned char)*option->value) ? strtoul(option->value, &end, 10) : 0;
    if (!isdigit((unsigned char)*option->value) || *end || errno || number > most)
        cli_end(CLI_WRONG, "%s takes a number from 0 to %u, not \"%s\"", option->name, most, option->value);
    return (unsigned)number;
}

static void set_tool(const given_option *option)
{
    static const char *const tools[] = {"all", "memcheck", "racecheck", "initcheck", "synccheck"};
    size_t length;
    for (const char *word = option->value;; word += length + 1) {
        length = strcspn(word, ",");
        bool known = false;
        for (size_t i = 0; i < sizeof tools / sizeof *tools; i++)
            known = known || (strlen(tools[i]) == length && strncmp(tools[i], word, length) == 0);
        if (!known)
            cli_end(CLI_WRONG, "--tool takes memcheck, racecheck, initcheck, synccheck or all, not \"%s\"",
                    option->value);
        if (!word[length])
            break;
    }
    free(option->options->tools);
    option->options->tools = cli_format("%s", option->value);
}

static void set_leaks(const given_option *option)
{
    option->options->leaks = strcmp(option->value, "full") == 0;
    if (!option->options->leaks && strcmp(option->value, "no") != 0)
        cli_end(CLI_WRONG, "--leak-check takes full or no, not \"%s\"", option->value);
}

static void set_unused(const given_option *option)
{
    option->options->unused = strcmp(option->value, "yes") == 0;
    if (!option->options->unused && strcmp(option->value, "no") != 0)
        cli_end(CLI_WRONG, "--track-unused-memory takes yes or no, not \"%s\"", option->value);
}

static void set_engines(const given_option *option)
{
    option->options->engines = true;
}

static void set_exitcode(const given_option *option)
{
    option->options->error_exitcode = (int)read_number(option, 255);
}

static void set_limit(const given_option *option)
{
    option->options->print_limit = read_number(option, 1000000000);
}

static void set_kernels(const given_option *option)
{
    bool except = strstr(option->name, "-exclude");
    cli_kernels_add(except ? &option->options->except : &option->options->kernels, option->name, option->value,
                    strncmp(option->name, "--kernel-regex", 14) == 0);
}

static void set_suppressions(const given_option *option)
{
    char message[600];
    if (!emu_suppressions_read(option->value, message, sizeof message))
        cli_end(CLI_WRONG, "%s", message);
    emu_suppressions_free(); /* the program reads the file itself */
    option->options->suppressions = option->value;
}

static void set_json(const given_option *option)
{
    option->options->json = !option->value;
    option->options->json_file = option->value;
}

static void set_sarif(const given_option *option)
{
    option->options->sarif_file = option->value;
}

static void set_junit(const given_option *option)
{
    option->options->junit_file = option->value;
}

static void set_html(const given_option *option)
{
    option->options->html_file = option->value;
}

static void set_log(const given_option *option)
{
    option->options->log_file = option->value;
}

static void set_colour(const given_option *option)
{
    static const char *const when[] = {"auto", "always", "never"};
    int i = option->value ? 0 : CLI_COLOUR_ALWAYS;
    while (option->value && i < 3 && strcmp(when[i], option->value) != 0)
        i++;
    if (i == 3)
        cli_end(CLI_WRONG, "%s takes auto, always or never, not \"%s\"", option->name, option->value);
    option->options->colour = (cli_colour)i;
}

static void set_volatile(const given_option *option)
{
    option->options->volatile_is_plain = strcmp(option->value, "plain") == 0;
    if (!option->options->volatile_is_plain && strcmp(option->value, "relaxed") != 0)
        cli_end(CLI_WRONG, "--volatile takes relaxed or plain, not \"%s\"", option->value);
}

static void set_timeout(const given_option *option)
{
    size_t digits = strspn(option->value, "0123456789"), length = strlen(option->value);
    size_t rest = option->value[digits] == '.' ? strspn(option->value + digits + 1, "0123456789") : 0;
    if (digits == 0 || digits > 9 || digits + (rest ? rest + 1 : 0) != length)
        cli_end(CLI_WRONG, "--timeout takes seconds (such as 60 or 0.5; 0 is no limit), not \"%s\"", option->value);
    option->options->timeout = option->value;
}

static void set_schedule(const given_option *option)
{
    emu_options schedule;
    if (!emu_schedule_read(option->value, &schedule))
        cli_end(CLI_WRONG, "%s takes %s, not \"%s\"", option->name, emu_schedule_rule, option->value);
    if (option->options->schedule)
        cli_end(CLI_WRONG, "there can be one --schedule or --replay only");
    option->options->schedule = option->value;
}

static void set_runs(const given_option *option)
{
    option->options->runs = read_number(option, 1000000);
    if (option->options->runs == 0)
        cli_end(CLI_WRONG, "--runs takes a number of runs, 1 at least");
}

static void set_stop(const given_option *option)
{
    option->options->stop_on_error = true;
}

static void set_quiet(const given_option *option)
{
    option->options->quiet = true;
}

static void show_help(const given_option *option)
{
    (void)option;
    fputs(help, stdout);
    cli_end_printed();
}

static void show_version(const given_option *option)
{
    (void)option;
    cli_end_with_version();
}

static const struct {
    const char *name;
    void (*set)(const given_option *option);
    enum { NO_VALUE, MAY_HAVE_VALUE, VALUE } value;
} table[] = {
    {"--tool", set_tool, VALUE},
    {"--engines", set_engines, NO_VALUE},
    {"--leak-check", set_leaks, VALUE},
    {"--track-unused-memory", set_unused, VALUE},
    {"--error-exitcode", set_exitcode, VALUE},
    {"--print-limit", set_limit, VALUE},
    {"--max-errors", set_limit, VALUE},
    {"--kernel-name", set_kernels, VALUE},
    {"--kernel-regex", set_kernels, VALUE},
    {"--kernel-name-exclude", set_kernels, VALUE},
    {"--kernel-regex-exclude", set_kernels, VALUE},
    {"--suppressions", set_suppressions, VALUE},
    {"--json", set_json, MAY_HAVE_VALUE},
    {"--sarif", set_sarif, VALUE},
    {"--junit", set_junit, VALUE},
    {"--html", set_html, VALUE},
    {"--log-file", set_log, VALUE},
    {"--color", set_colour, MAY_HAVE_VALUE},
    {"--colour", set_colour, MAY_HAVE_VALUE},
    {"--volatile", set_volatile, VALUE},
    {"--timeout", set_timeout, VALUE},
    {"--schedule", set_schedule, VALUE},
    {"--replay", set_schedule, VALUE},
    {"--runs", set_runs, VALUE},
    {"--stop-on-error", set_stop, NO_VALUE},
    {"--no-progress", set_quiet, NO_VALUE},
    {"--help", show_help, NO_VALUE},
    {"-h", show_help, NO_VALUE},
    {"--version", show_version, NO_VALUE},
};

/* Reads one option, with its value after "=" or in the next word; returns how many words it took. */
static int read_option(cli_options *options, char **words)
{
    size_t length = strcspn(words[0], "="), i = 0, count = sizeof table / sizeof *table;
    while (i < count && !(strlen(table[i].name) == length && strncmp(table[i].name, words[0], length) == 0))
        i++;
    if (i == count)
        cli_end(CLI_WRONG, "there is no option \"%.*s\" (lanewise check --help has them)", (int)length, words[0]);
    given_option option = {options, table[i].name, words[0][length] ? words[0] + length + 1 : NULL};
    if (option.value && table[i].value == NO_VALUE)
        cli_end(CLI_WRONG, "%s takes no value", option.name);
    bool next = !option.value && table[i].value == VALUE;
    if (next)
        option.value = words[1];
    if (table[i].value != NO_VALUE && ((!option.value && table[i].value == VALUE) || (option.value && !*option.value)))
        cli_end(CLI_WRONG, "%s needs a value", option.name);
    table[i].set(&option);
    return next ? 2 : 1;
}

void cli_options_read(cli_options *options, char **words)
{
    *options = (cli_options){.print_limit = 100};
    options->tools = cli_format("all");
    while (*words && **words == '-' && strcmp(*words, "--") != 0)
        words += read_option(options, words);
    words += *words && strcmp(*words, "--") == 0;
    options->command = words;
    if (!*words)
        cli_end(CLI_WRONG, "the program to check is missing (lanewise check [options] program [arguments])");
    emu_options schedule = {.schedule = EMU_SCHEDULE_RANDOM};
    if (options->schedule)
        emu_schedule_read(options->schedule, &schedule);
    if (options->runs > 1 && schedule.schedule != EMU_SCHEDULE_RANDOM && schedule.schedule != EMU_SCHEDULE_PCT)
        cli_end(CLI_WRONG,
                "--runs needs a schedule with a seed, random:SEED or pct:DEPTH:SEED, not %s: all runs would "
                "be the same",
                options->schedule);
    if (options->engines && (strcmp(options->tools, "all") != 0 || options->leaks || options->unused))
        cli_end(CLI_WRONG,
                "--engines checks no accesses: it cannot have --tool, --leak-check or --track-unused-memory");
    if (options->stop_on_error && !options->runs)
        cli_end(CLI_WRONG, "--stop-on-error is for --runs");
}

void cli_options_free(cli_options *options)
{
    free(options->tools);
    free(options->kernels);
    free(options->except);
}
