#include "progress.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static unsigned seconds_since(const struct timespec *begin)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned)(now.tv_sec - begin->tv_sec);
}

/* The cursor goes back to the line's begin, so that what the program prints overwrites it. */
static void say(const emu_tally *tally, unsigned seconds, bool terminal)
{
    unsigned tens = seconds / 10, launches = tally->launches + tally->left_out;
    if (seconds < 2 || (!terminal && (seconds % 10 || (tens & (tens - 1)))))
        return;
    fprintf(stderr, "lanewise: %u s: %u launch%s ended%s%.63s%s", seconds, launches, launches == 1 ? " has" : "es have",
            tally->running[0] ? "; the last kernel to run is " : "", tally->running, terminal ? "\033[K\r" : "\n");
    fflush(stderr);
}

void cli_progress_until_end(pid_t process, const emu_tally *tally)
{
    bool terminal = isatty(STDERR_FILENO);
    struct timespec begin;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    struct pollfd ends = {.fd = (int)syscall(SYS_pidfd_open, process, 0), .events = POLLIN};
    unsigned said = 0;
    if (ends.fd < 0)
        return;
    for (int ended; (ended = poll(&ends, 1, 1000)) <= 0;) {
        if (ended < 0 && errno != EINTR)
            break;
        unsigned seconds = seconds_since(&begin);
        if (seconds != said)
            say(tally, said = seconds, terminal);
    }
    if (terminal && said >= 2)
        fputs("\033[K", stderr);
    close(ends.fd);
}
