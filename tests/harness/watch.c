/* Names the running case if the process dies or hangs, when nothing else could. */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char last_words[512]; /* ready to write: nothing may be formatted in a signal handler */

static void say_and_die(int signal_number)
{
    ssize_t written = write(STDOUT_FILENO, last_words, strlen(last_words));
    (void)written;
    if (signal_number == SIGALRM) {
        static const char late[] = "# it outlasted its time limit\n";
        written = write(STDOUT_FILENO, late, sizeof late - 1);
        _exit(TEST_FAILED);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void test_watch(const char *name, unsigned seconds)
{
    if (name == NULL) {
        alarm(0);
        return;
    }
    snprintf(last_words, sizeof last_words, "not ok - %s # the process died here\n", name);
    static bool installed;
    if (!installed) {
        installed = true;
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = say_and_die;
        sigaction(SIGALRM, &action, NULL);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* their own handlers report more */
        const int deaths[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
        for (size_t i = 0; i < sizeof deaths / sizeof deaths[0]; i++)
            sigaction(deaths[i], &action, NULL);
#endif
    }
    alarm(seconds);
}
