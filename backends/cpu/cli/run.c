/* lanewise run --debug: gdb, with its commands for kernels, and a program that runs one thread after another. */
#include "run.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"

static const char help[] =
    "Usage: lanewise run --debug [--gdb=GDB] [--] program [arguments]\n"
    "\n"
    "Starts gdb with a program built with lanewise-cc, and with commands for its kernels on the CPU: lanewise thread,\n"
    "lanewise break, info lanewise threads and others (help lanewise, in gdb). Kernels run on fibers, and no block has a\n"
    "time limit. Compile kernels with -g -O0.\n"
    "\n"
    "  --debug     in gdb; there is no other kind of run\n"
    "  --gdb=GDB   this gdb, with Python, and not the one of PATH\n"
    "  --help, --version\n";

typedef struct run_options {
    bool debug;
    const char *gdb;
    char **command; /* the program and its arguments */
} run_options;

static void read_options(run_options *options, char **words)
{
    *options = (run_options){.gdb = "gdb"};
    for (; *words && **words == '-' && strcmp(*words, "--") != 0; words++) {
        if (strcmp(*words, "--debug") == 0) {
            options->debug = true;
        } else if (strncmp(*words, "--gdb=", 6) == 0 && (*words)[6]) {
            options->gdb = *words + 6;
        } else if (strcmp(*words, "--gdb") == 0 || strcmp(*words, "--gdb=") == 0) {
            cli_end(CLI_WRONG, "--gdb needs a value (--gdb=/usr/bin/gdb)");
        } else if (strcmp(*words, "--help") == 0 || strcmp(*words, "-h") == 0) {
            fputs(help, stdout);
            cli_end_printed();
        } else if (strcmp(*words, "--version") == 0) {
            cli_end_with_version();
        } else {
            cli_end(CLI_WRONG, "there is no option \"%s\" (lanewise run --help has them)", *words);
        }
    }
    options->command = words + (*words && strcmp(*words, "--") == 0);
    if (!*options->command)
        cli_end(CLI_WRONG, "the program to run is missing (lanewise run --debug program [arguments])");
    if (!options->debug)
        cli_end(CLI_WRONG, "lanewise run needs --debug; without a debugger type %s itself", *options->command);
}

/* The folder of this program, which is installed or in a build folder. */
static void find_folder(char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash)
        cli_end(1, "cannot find its own folder: %s", strerror(errno));
    *slash = '\0';
}

/* The first of two paths that exists. */
static char *find(const char *folder, const char *installed, const char *in_build, const char *what)
{
    char *path = cli_format("%s/%s", folder, installed);
    if (access(path, R_OK) == 0)
        return path;
    free(path);
    path = cli_format("%s/%s", folder, in_build);
    if (access(path, R_OK) == 0)
        return path;
    cli_end(1, "%s is missing: there is no %s/%s", what, folder, installed);
}

/* What the program's environment must say, and what it may say otherwise. */
static void set_environment(void)
{
    if (setenv("LANEWISE_ENGINE", "fiber", 1) != 0 || setenv("LANEWISE_DEVICE", "cpu", 0) != 0 ||
        setenv("LANEWISE_WORKERS", "1", 0) != 0 || setenv("LANEWISE_TIMEOUT", "0", 0) != 0)
        cli_end(1, "out of memory");
}

int cli_run(char **words)
{
    run_options options;
    read_options(&options, words);
    size_t count = 0;
    while (options.command[count])
        count++;
    char folder[PATH_MAX];
    find_folder(folder, sizeof folder);
    char *script = find(folder, CLI_GDB_SCRIPT, "lanewise-gdb.py", "the script with gdb's commands");
    char *beside = find(folder, CLI_GDB_AUTO_LOAD, CLI_GDB_AUTO_LOAD_BUILT, "the script beside the library");
    char *source = cli_format("source %s", script), *safe = cli_format("add-auto-load-safe-path %s", beside);
    char *const head[] = {(char *)options.gdb, "-q", "-iex", safe, "-iex", source, "--args"};
    enum { HEAD = sizeof head / sizeof *head };
    char **command = cli_allocate((HEAD + count + 1) * sizeof *command);
    memcpy(command, head, sizeof head);
    memcpy(command + HEAD, options.command, count * sizeof *command);
    set_environment();
    execvp(command[0], command);
    int status = errno == ENOENT ? 127 : 126;
    cli_say("cannot start %s: %s", options.gdb, strerror(errno));
    free(command);
    free(source);
    free(safe);
    free(script);
    free(beside);
    return status;
}
