#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "message.h"
#include "scratch.h"

extern char **environ;

enum { MAX_RUNNING = 8 }; /* more than there are targets */

static bool print_commands, run_commands = true, asking;
/* Running process groups, for the signal handler. */
static volatile pid_t running[MAX_RUNNING];
static volatile sig_atomic_t caught;

void cc_process_mode(bool print, bool run)
{
    print_commands = print;
    run_commands = run;
}

/* Prints a command as a shell takes it. */
static void print_command(const cc_words *command)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    for (size_t i = 0; i < command->count; i++) {
        const char *word = command->items[i];
        if (i)
            fputc(' ', stderr);
        if (*word && !word[strspn(word, plain)]) {
            fputs(word, stderr);
            continue;
        }
        fputc('\'', stderr);
        for (; *word; word++)
            *word == '\'' ? fputs("'\\''", stderr) : fputc(*word, stderr);
        fputc('\'', stderr);
    }
    fputc('\n', stderr);
}

static void forget(pid_t id)
{
    for (int i = 0; i < MAX_RUNNING; i++)
        if (running[i] == id)
            running[i] = 0;
}

bool cc_start(cc_process *process, const cc_words *command, const char *log)
{
    *process = (cc_process){.program = command->items[0]};
    if (print_commands)
        print_command(command);
    if (!run_commands)
        return true;

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0 || posix_spawnattr_init(&attributes) != 0)
        cc_fatal("out of memory");
    /* Each command gets a process group, because nvcc starts compilers, which must end with it. */
    int error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    if (!error && log) {
        error = posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (!error)
            error = posix_spawn_file_actions_adddup2(&actions, 1, 2);
    }
    pid_t id = 0;
    if (!error)
        error = posix_spawnp(&id, command->items[0], &actions, &attributes, command->items, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error && asking)
        return false;
    if (error) {
        cc_say("cannot start %s: %s", command->items[0], strerror(error));
        process->reported = true;
        return false;
    }
    process->id = id;
    for (int i = 0; i < MAX_RUNNING; i++) {
        if (!running[i]) {
            running[i] = id;
            break;
        }
    }
    return true;
}

int cc_wait(cc_process *process)
{
    if (process->id == 0)
        return 0;
    int status;
    while (waitpid(process->id, &status, 0) < 0) {
        if (errno != EINTR)
            cc_fatal("cannot wait for %s: %s", process->program, strerror(errno));
    }
    forget(process->id);
    process->id = 0;
    cc_check_signals();
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    if (process->spare)
        return 128 + WTERMSIG(status);
    process->reported = true;
    cc_say("%s was ended by signal %d (%s)", process->program, WTERMSIG(status), strsignal(WTERMSIG(status)));
    return 1;
}

void cc_stop(cc_process *process)
{
    if (process->id == 0)
        return;
    kill(-process->id, SIGTERM);
    while (waitpid(process->id, NULL, 0) < 0 && errno == EINTR)
        ;
    forget(process->id);
    process->id = 0;
    cc_check_signals();
}

int cc_run(const cc_words *command)
{
    cc_process process;
    return cc_start(&process, command, NULL) ? cc_wait(&process) : 1;
}

int cc_ask(const cc_words *command, const char *log)
{
    bool prints = print_commands, runs = run_commands;
    cc_process_mode(false, true);
    cc_process process;
    asking = true;
    int status = cc_start(&process, command, log) ? cc_wait(&process) : 1;
    asking = false;
    cc_process_mode(prints, runs);
    return status;
}

static void on_signal(int number)
{
    int saved = errno;
    caught = number;
    for (int i = 0; i < MAX_RUNNING; i++)
        if (running[i])
            kill(-running[i], number);
    errno = saved;
}

void cc_catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action = {.sa_handler = on_signal}, old;
        sigemptyset(&action.sa_mask);
        /* A signal that was ignored at the start (nohup) stays ignored. */
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

void cc_check_signals(void)
{
    if (!caught)
        return;
    cc_scratch_remove();
    signal(caught, SIG_DFL);
    raise(caught);
    exit(1);
}
