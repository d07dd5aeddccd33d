/* lanewise: subcommands for programs built with lanewise-cc. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "message.h"
#include "options.h"
#include "profile.h"
#include "run.h"

static const char usage[] =
    "Usage: lanewise check [options] [--] program [arguments]\n"
    "  or:  lanewise run --debug [--] program [arguments]\n"
    "  or:  lanewise profile [options] [--] program [arguments]\n"
    "  or:  lanewise --help, lanewise --version\n"
    "\n"
    "check: runs the program on the CPU and checks every access of its kernels (lanewise check --help).\n"
    "With --engines it runs each launch on fibers and fused, and reports where the two differ.\n"
    "run --debug: starts the program in gdb, with commands for its kernels (lanewise run --help).\n"
    "profile: runs the program and reports the time of its kernels and copies (lanewise profile --help).\n";

int main(int count, char **words)
{
    const char *command = count > 1 ? words[1] : "";
    if (strcmp(command, "check") == 0) {
        cli_options options;
        cli_options_read(&options, words + 2);
        int status = cli_check(&options);
        cli_options_free(&options);
        return status;
    }
    if (strcmp(command, "run") == 0)
        return cli_run(words + 2);
    if (strcmp(command, "profile") == 0)
        return cli_profile_command(words + 2);
    if (strcmp(command, "--version") == 0)
        cli_end_with_version();
    if (strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0 || strcmp(command, "help") == 0) {
        fputs(usage, stdout);
        cli_end_printed();
    }
    if (!*command)
        cli_say("a subcommand is missing");
    else
        cli_say("there is no subcommand \"%s\"", command);
    fputs(usage, stderr);
    return CLI_WRONG;
}
