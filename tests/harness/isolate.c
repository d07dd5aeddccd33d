/* A case in a process of its own: spawned, captured, ended in time. */
#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int64_t now_ms(void)
{
    return (int64_t)(test_seconds() * 1e3);
}

/* The command that starts a program built for another processor (qemu-user): MESON_EXE_WRAPPER, which Meson sets.
 * Splits `text` into `words` and returns their number. */
static int wrapper(char *text, size_t size, char **words, int most)
{
    const char *named = getenv("MESON_EXE_WRAPPER");
    char *rest = text;
    int count = 0;
    snprintf(text, size, "%s", named ? named : "");
    for (char *word; count < most && (word = strsep(&rest, " ")) != NULL;) {
        if (*word)
            words[count++] = word;
    }
    return count;
}

static int spawn_self(const char *name, uint64_t seed, unsigned slow, pid_t *pid, int *output)
{
    char path[4096], seed_text[32], slow_text[16];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return errno ? errno : ENOENT;
    path[length] = 0;
    snprintf(seed_text, sizeof seed_text, "%llu", (unsigned long long)seed);
    snprintf(slow_text, sizeof slow_text, "%u", slow);
    enum { WRAPPER_WORDS = 8 };
    char wrapper_text[1024], *arguments[WRAPPER_WORDS + 8];
    int count = wrapper(wrapper_text, sizeof wrapper_text, arguments, WRAPPER_WORDS);
    char *own[] = {path,      (char *)"--case", (char *)name, (char *)"--seed",
                   seed_text, (char *)"--slow", slow_text,    NULL};
    memcpy(arguments + count, own, sizeof own);

    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return errno;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error == 0) {
        error = posix_spawnattr_init(&attributes);
        if (error == 0) {
            error = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
            if (error == 0)
                error = posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
            if (error == 0) /* a group of its own, so that its processes can be ended with it */
                error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
            if (error == 0)
                error = posix_spawnp(pid, arguments[0], &actions, &attributes, arguments, environ);
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    if (error != 0)
        close(ends[0]);
    *output = ends[0];
    return error;
}

/* Collects output until its end or the deadline. Excess output is read and dropped, so the child never blocks. */
static bool collect(int output, int64_t deadline, char *text, size_t size)
{
    size_t used = 0;
    for (;;) {
        text[used] = 0;
        int64_t left = deadline - now_ms();
        if (left <= 0)
            return false;
        struct pollfd ready = {output, POLLIN, 0};
        int found = poll(&ready, 1, (int)(left < 1000 ? left : 1000));
        if (found < 0 && errno != EINTR)
            return true;
        if (found <= 0)
            continue;
        char chunk[4096];
        ssize_t count = read(output, chunk, sizeof chunk);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return true;
        size_t room = size - 1 - used, kept = (size_t)count < room ? (size_t)count : room;
        memcpy(text + used, chunk, kept);
        used += kept;
    }
}

/* The process may have closed its output and still run, so its end has the same deadline. */
static bool finish(pid_t pid, int64_t deadline, int *status)
{
    for (;;) {
        pid_t done = waitpid(pid, status, WNOHANG);
        if (done == pid)
            return true;
        if (now_ms() >= deadline)
            return false;
        struct timespec pause = {0, 1000000};
        nanosleep(&pause, NULL);
    }
}

static void copy_reason(const char *text, char *reason, size_t size)
{
    const char *found = strstr(text, "# SKIP ");
    snprintf(reason, size, "%.*s", found ? (int)strcspn(found + 7, "\n") : 0, found ? found + 7 : "");
}

int test_run_isolated(const char *name, uint64_t seed, unsigned slow, unsigned seconds, char *reason, size_t size)
{
    enum { CAPTURE = 1 << 16 };
    char *text = malloc(CAPTURE);
    if (text == NULL) {
        printf("# out of memory\n");
        return TEST_FAILED;
    }
    fflush(stdout);
    pid_t pid;
    int output;
    int error = spawn_self(name, seed, slow, &pid, &output);
    if (error != 0) {
        printf("# cannot start a process: %s\n", strerror(error));
        free(text);
        return TEST_FAILED;
    }
    int64_t deadline = now_ms() + (int64_t)seconds * 1000;
    int status = 0;
    bool in_time = collect(output, deadline, text, CAPTURE) && finish(pid, deadline, &status);
    kill(-pid, SIGKILL);
    if (!in_time)
        waitpid(pid, &status, 0);
    close(output);

    int result = TEST_FAILED;
    if (in_time && WIFEXITED(status) && (WEXITSTATUS(status) == TEST_PASSED || WEXITSTATUS(status) == TEST_SKIPPED))
        result = WEXITSTATUS(status);
    if (result == TEST_SKIPPED)
        copy_reason(text, reason, size);
    if (result == TEST_FAILED) {
        test_print_comment(text);
        if (!in_time)
            printf("# killed: it had not ended after %u s\n", seconds);
        else if (WIFSIGNALED(status))
            printf("# died of signal %d (%s)\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
        else if (WEXITSTATUS(status) != TEST_FAILED)
            printf("# ended with exit status %d\n", WEXITSTATUS(status));
    }
    free(text);
    return result;
}
