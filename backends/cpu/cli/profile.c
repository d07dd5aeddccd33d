/* lanewise profile: runs the program, which writes what ran into a file of ours, and prints the table at the end. */
#include "profile.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "message.h"
#include "profile_options.h"

extern char **environ;

/* Opens an output of ours ahead of the run, so that a wrong name costs no run. "-": standard output. */
static FILE *open_output(const char *path)
{
    FILE *file = !path ? NULL : strcmp(path, "-") == 0 ? stdout : fopen(path, "we");
    if (path && !file)
        cli_end(CLI_WRONG, "%s cannot be written to: %s", path, strerror(errno));
    return file;
}

static bool close_output(FILE *file, const char *path)
{
    bool lost = file && (fflush(file) != 0 || ferror(file));
    if (file && file != stdout && file != stderr)
        lost |= fclose(file) != 0;
    if (lost)
        cli_say("%s cannot be written to", path);
    return !lost;
}

/* A file without a name: on a disk, because a timeline can be long. */
static FILE *make_file(void)
{
    FILE *file = tmpfile();
    if (!file)
        cli_end(1, "no temporary file: %s", strerror(errno));
    fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
    return file;
}

/* Signals that would end us wait here, so that the profile is still reported: sigtimedwait() takes them. */
static sigset_t block_signals(sigset_t *old)
{
    sigset_t waited;
    sigemptyset(&waited);
    static const int numbers[] = {SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&waited, numbers[i]);
    sigprocmask(SIG_BLOCK, &waited, old);
    return waited;
}

/* The second run's standard input is where the first one's began, if it is a file; else empty. Its output is not shown again. */
static int redirect(posix_spawn_file_actions_t *actions, off_t input)
{
    int error = 0;
    if (input < 0 || lseek(0, input, SEEK_SET) != input)
        error = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
    for (int stream = 1; !error && stream <= 2; stream++)
        error = posix_spawn_file_actions_addopen(actions, stream, "/dev/null", O_WRONLY, 0);
    return error;
}

/* `counts`: the second run, which counts. `input`: where standard input began; -1: it is no file. */
static pid_t start(const cli_profile_options *options, FILE *file, const sigset_t *mask, bool counts, off_t input)
{
    char *setting = cli_format("file=/proc/%ld/fd/%d%s%s%s", (long)getpid(), fileno(file),
                               options->timeline && !counts ? ",timeline" : "",
                               options->events && !counts ? ",events" : "", counts ? ",counts" : "");
    if (setenv("LANEWISE_PROFILER", setting, 1) != 0 || (counts && setenv("LANEWISE_DEVICE", "cpu", 1) != 0))
        cli_end(1, "out of memory");
    free(setting);
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    pid_t id = 0;
    int error = posix_spawnattr_init(&attributes);
    if (!error)
        error = posix_spawn_file_actions_init(&actions);
    if (!error)
        error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    if (!error)
        error = posix_spawnattr_setsigmask(&attributes, mask);
    if (!error && counts)
        error = redirect(&actions, input);
    if (!error)
        error = posix_spawnp(&id, options->command[0], &actions, &attributes, options->command, environ);
    if (error)
        cli_end(error == ENOENT ? 127 : 126, "cannot start %s: %s", options->command[0], strerror(error));
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return id;
}

/* A line about a run that takes long: on a terminal each second, in the same line; else after 10, 20, 40 ... seconds. */
static void say_progress(FILE *file, unsigned seconds, bool terminal)
{
    uint64_t total, count;
    unsigned tens = seconds / 10;
    if (seconds < 2 || (!terminal && (seconds % 10 || (tens & (tens - 1)))))
        return;
    count = cli_profile_count(file, &total);
    fprintf(stderr, "%slanewise: %u s: %llu kernels and copies, %.1f s in them%s", terminal ? "\r" : "", seconds,
            (unsigned long long)count, (double)total * 1e-9, terminal ? " " : "\n");
    fflush(stderr);
}

static unsigned seconds_since(const struct timespec *begin)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned)(now.tv_sec - begin->tv_sec);
}

/* Waits for the program's end; its exit status, or 128 and the number of its signal. */
static int wait_for(pid_t id, FILE *file, const sigset_t *waited, bool progress)
{
    bool terminal = isatty(STDERR_FILENO);
    struct timespec begin;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    unsigned said = 0;
    int status;
    for (pid_t ended; (ended = waitpid(id, &status, WNOHANG)) != id;) {
        if (ended < 0 && errno != EINTR)
            cli_end(1, "cannot wait for the program: %s", strerror(errno));
        siginfo_t info;
        int number = sigtimedwait(waited, &info, &(struct timespec){.tv_sec = 1});
        if (number > 0 && number != SIGCHLD && info.si_code <= 0) /* a terminal's goes to the program by itself */
            kill(id, number);
        unsigned seconds = seconds_since(&begin);
        if (progress && seconds != said)
            say_progress(file, said = seconds, terminal);
    }
    if (terminal && progress && said >= 2)
        fputc('\n', stderr);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int cli_profile_command(char **words)
{
    cli_profile_options options;
    cli_profile_options_read(&options, words);
    FILE *table = options.log_file ? open_output(options.log_file) : stderr;
    FILE *csv = open_output(options.csv), *json = open_output(options.json), *html = open_output(options.html);
    FILE *timeline = open_output(options.timeline);
    FILE *file = make_file();
    sigset_t old, waited = block_signals(&old);
    off_t input = lseek(0, 0, SEEK_CUR);
    int status = wait_for(start(&options, file, &old, false, -1), file, &waited, options.progress);
    cli_profile profile;
    cli_profile_read(&profile, file);
    cli_profile_print(&profile, table);
    if (options.metrics) {
        FILE *counts = make_file();
        int again = wait_for(start(&options, counts, &old, true, input), counts, &waited, options.progress);
        cli_profile_add_counts(&profile, counts);
        cli_profile_derive(&profile);
        cli_profile_print_metrics(&profile, table);
        if (again != status)
            cli_say(
                "the run that counts ended with status %d, not %d: counts may be missing (it needs each kernel's checked copy, "
                "and standard input again: a file, not a pipe)",
                again, status);
        fclose(counts);
    }
    if (csv)
        cli_profile_write_csv(&profile, csv);
    if (json)
        cli_profile_write_json(&profile, json);
    if (html)
        cli_profile_write_html(&profile, html);
    if (timeline)
        cli_profile_write_timeline(file, timeline);
    bool written = close_output(table, options.log_file ? options.log_file : "standard error");
    written &= close_output(csv, options.csv);
    written &= close_output(json, options.json);
    written &= close_output(html, options.html);
    written &= close_output(timeline, options.timeline);
    fclose(file);
    cli_profile_free(&profile);
    return status == 0 && !written ? CLI_WRONG : status;
}
