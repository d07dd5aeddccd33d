#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ci_files.h"
#include "message.h"
#include "progress.h"

extern char **environ;

enum { MAX_RUNNING = 1024 };
static volatile pid_t running[MAX_RUNNING];
static volatile sig_atomic_t caught_signal;

int cli_make_file(const char *name)
{
    int file = memfd_create(name, MFD_CLOEXEC);
    if (file < 0)
        cli_end(1, "the system gives no memory to share with the program: %s", strerror(errno));
    return file;
}

void cli_copy_file(int file, FILE *out)
{
    char bytes[1 << 14];
    ssize_t count;
    fflush(out);
    for (off_t at = 0; (count = pread(file, bytes, sizeof bytes, at)) > 0; at += count)
        fwrite(bytes, 1, (size_t)count, out);
    fflush(out);
}

/* A path by which another process can open the file, even if it has closed its inherited descriptors. */
static char *path_of(int file)
{
    return cli_format("/proc/%ld/fd/%d", (long)getpid(), file);
}

static void make_tally(cli_child *child)
{
    child->tally_file = cli_make_file("lanewise-tally");
    void *memory = MAP_FAILED;
    if (ftruncate(child->tally_file, sizeof *child->tally) == 0)
        memory = mmap(NULL, sizeof *child->tally, PROT_READ | PROT_WRITE, MAP_SHARED, child->tally_file, 0);
    if (memory == MAP_FAILED)
        cli_end(1, "the system gives no memory to share with the program: %s", strerror(errno));
    child->tally = memory;
    char *path = path_of(child->tally_file);
    if (access(path, R_OK | W_OK) != 0)
        cli_end(1, "the program could not say what it finds: %s is missing", path);
    free(path);
}

/* Adds an entry to the value of LANEWISE_CHECK. */
static void add_word(char **words, const char *name, const char *value)
{
    char *quoted = cli_allocate(2 * strlen(value) + 1), *to = quoted, *old = *words;
    for (; *value; value++) {
        if (*value == ',' || *value == '\\')
            *to++ = '\\';
        *to++ = *value;
    }
    *words = cli_format("%s,%s=%s", old, name, quoted);
    free(old);
    free(quoted);
}

/* Adds an entry with an absolute path, because the program may change its directory. */
static void add_path(char **words, const char *name, const char *path)
{
    char *absolute = realpath(path, NULL);
    add_word(words, name, absolute ? absolute : path);
    free(absolute);
}

/* Adds an entry with a file of ours, unless it is -1. */
static void add_lines(char **words, const char *name, int file)
{
    char *path = path_of(file);
    if (file >= 0)
        add_word(words, name, path);
    free(path);
}

static char *check_setting(const cli_child *child, const cli_options *options, bool colour)
{
    char *words = cli_format("%s,in-order,errors=%u%s%s%s%s%s%s", options->tools, options->print_limit,
                             options->leaks ? ",leaks" : "", options->unused ? ",unused" : "",
                             options->volatile_is_plain ? ",volatile=plain" : "", child->again ? ",again" : "",
                             options->json ? ",json" : "", colour ? ",colour" : "");
    char *tally = path_of(child->tally_file);
    add_word(&words, "tally", tally);
    free(tally);
    if (options->kernels)
        add_word(&words, "kernels", options->kernels);
    if (options->except)
        add_word(&words, "except", options->except);
    if (options->suppressions)
        add_path(&words, "suppressions", options->suppressions);
    if (options->json_file)
        add_path(&words, "json", options->json_file);
    add_lines(&words, "sarif", cli_sarif_lines);
    add_lines(&words, "junit", cli_junit_lines);
    add_lines(&words, "html", cli_html_lines);
    if (child->report >= 0) {
        char *report = path_of(child->report);
        add_word(&words, "log", report);
        free(report);
    } else if (options->log_file) {
        add_path(&words, "log", options->log_file);
    }
    return words;
}

static void set_environment(const cli_child *child, const cli_options *options, const char *schedule, bool colour)
{
    char *wanted = check_setting(child, options, colour);
    bool done = setenv("LANEWISE_ENGINE", options->engines ? "compare" : "checked", 1) == 0 &&
                setenv("LANEWISE_CHECK", wanted, 1) == 0 && setenv("LANEWISE_DEVICE", "cpu", 0) == 0 &&
                (!schedule || setenv("LANEWISE_SCHEDULE", schedule, 1) == 0) &&
                (!options->timeout || child->again || setenv("LANEWISE_TIMEOUT", options->timeout, 1) == 0);
    free(wanted);
    if (!done)
        cli_end(1, "out of memory");
}

/* `input`: null: the program has our standard input. */
static void start(cli_child *child, const cli_options *options, const char *schedule, const int *input, bool colour)
{
    set_environment(child, options, schedule, colour);
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (!error && input)
        error = posix_spawn_file_actions_adddup2(&actions, *input, 0);
    for (int stream = 1; !error && child->output >= 0 && stream <= 2; stream++)
        error = posix_spawn_file_actions_adddup2(&actions, child->output, stream);
    pid_t id = 0;
    if (!error)
        error = posix_spawnp(&id, options->command[0], &actions, NULL, options->command, environ);
    if (error)
        cli_end(error == ENOENT ? 127 : 126, "cannot start %s: %s", options->command[0], strerror(error));
    posix_spawn_file_actions_destroy(&actions);
    child->id = id;
    int place = 0;
    while (place < MAX_RUNNING - 1 && running[place])
        place++;
    running[place] = id;
}

void cli_child_start(cli_child *child, const cli_options *options, const char *schedule, bool keep, bool colour)
{
    *child = (cli_child){.output = keep ? cli_make_file("lanewise-output") : -1, .report = -1};
    make_tally(child);
    int nothing = keep ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
    start(child, options, schedule, keep ? &nothing : NULL, colour);
    if (keep)
        close(nothing);
}

void cli_child_start_again(cli_child *child, const cli_options *options, const char *schedule, int input, bool colour)
{
    child->output = cli_make_file("lanewise-output");
    child->again = true;
    child->report = options->log_file ? -1 : cli_make_file("lanewise-report");
    child->tally->earlier = child->tally->signatures;
    child->tally->judged = child->tally->found;
    start(child, options, schedule, &input, colour);
}

void cli_child_wait(cli_child *child, const cli_options *options)
{
    int wait_status;
    if (!options->quiet && !options->json)
        cli_progress_until_end(child->id, child->tally);
    while (waitpid(child->id, &wait_status, 0) < 0)
        if (errno != EINTR)
            cli_end(1, "cannot wait for %s: %s", options->command[0], strerror(errno));
    cli_child_ended(child, wait_status);
}

void cli_child_ended(cli_child *child, int wait_status)
{
    for (int i = 0; i < MAX_RUNNING; i++)
        if (running[i] == child->id)
            running[i] = 0;
    child->id = 0;
    child->signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
    child->status = child->signal ? 128 + child->signal : WEXITSTATUS(wait_status);
    emu_tally *tally = child->tally;
    child->unreported = tally->found > tally->judged ? tally->found - tally->judged : 0;
    tally->errors += child->unreported;
}

void cli_child_free(cli_child *child)
{
    if (child->tally)
        munmap(child->tally, sizeof *child->tally);
    close(child->tally_file);
    if (child->output >= 0)
        close(child->output);
    if (child->report >= 0)
        close(child->report);
    *child = (cli_child){.output = -1, .report = -1};
}

void cli_child_stop(const cli_child *child)
{
    if (child->id)
        kill(child->id, SIGTERM);
}

/* Passes the signal on to the children, except a terminal's (si_code > 0), which they get themselves. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    (void)context;
    int saved = errno;
    caught_signal = number;
    for (int i = 0; i < MAX_RUNNING && info->si_code <= 0; i++)
        if (running[i])
            kill(running[i], number);
    errno = saved;
}

void cli_signals_catch(void)
{
    static const int numbers[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO}, old;
        sigemptyset(&action.sa_mask);
        /* A signal that was ignored at the start (nohup) stays ignored. */
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

int cli_signals_caught(void)
{
    return caught_signal;
}
