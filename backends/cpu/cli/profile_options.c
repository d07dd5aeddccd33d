#include "profile_options.h"

#include <stdio.h>
#include <string.h>

#include "message.h"

static const char help[] =
    "Usage: lanewise profile [options] [--] program [arguments]\n"
    "\n"
    "Runs a program that uses Lanewise, on the CPU or a GPU, and reports each kernel, copy and set: how often it ran,\n"
    "for how long, and how many bytes it moved. The exit status is the program's.\n"
    "\n"
    "  --metrics         runs the program a second time, on the CPU, and counts the accesses of each kernel as a GPU's warps\n"
    "                    make them: sectors, bank conflicts, threads, under ncu's names; and occupancy\n"
    "  --csv FILE        the table as CSV; -: to standard output\n"
    "  --json FILE       the table as JSON; -: to standard output\n"
    "  --html FILE       a page with the table and, with --metrics, how near each kernel's accesses are to the best\n"
    "  --timeline FILE   each run in Chrome's trace format, for https://ui.perfetto.dev\n"
    "  --log-file FILE   the table goes to FILE, not to standard error\n"
    "  --no-progress     says nothing while the program runs\n"
    "  --events          times by events on the CPU, too, as on a GPU\n"
    "  --help, --version\n";

static const char *value_of(char ***words, const char *name)
{
    size_t length = strlen(name);
    const char *value = (**words)[length] == '=' ? **words + length + 1 : *++*words;
    if (!value || !*value)
        cli_end(CLI_WRONG, "%s needs a value", name);
    return value;
}

static bool is(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && (!word[length] || word[length] == '=');
}

void cli_profile_options_read(cli_profile_options *options, char **words)
{
    *options = (cli_profile_options){.progress = true};
    struct {
        const char *name;
        const char **value;
    } values[] = {{"--csv", &options->csv},
                  {"--json", &options->json},
                  {"--html", &options->html},
                  {"--timeline", &options->timeline},
                  {"--log-file", &options->log_file}};
    for (; *words && **words == '-' && strcmp(*words, "--") != 0; words++) {
        size_t i = 0, count = sizeof values / sizeof *values;
        while (i < count && !is(*words, values[i].name))
            i++;
        if (i < count) {
            *values[i].value = value_of(&words, values[i].name);
        } else if (strcmp(*words, "--events") == 0) {
            options->events = true;
        } else if (strcmp(*words, "--metrics") == 0) {
            options->metrics = true;
        } else if (strcmp(*words, "--no-progress") == 0) {
            options->progress = false;
        } else if (strcmp(*words, "--help") == 0 || strcmp(*words, "-h") == 0) {
            fputs(help, stdout);
            cli_end_printed();
        } else if (strcmp(*words, "--version") == 0) {
            cli_end_with_version();
        } else {
            cli_end(CLI_WRONG, "there is no option \"%s\" (lanewise profile --help has them)", *words);
        }
    }
    options->command = words + (*words && strcmp(*words, "--") == 0);
    if (!*options->command)
        cli_end(CLI_WRONG, "the program to profile is missing (lanewise profile [options] program [arguments])");
}
