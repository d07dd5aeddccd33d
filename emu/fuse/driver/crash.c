/* Odd bitcode can make LLVM raise a signal. It is reported in one line, as other defects of bitcode are. */
#include "crash.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "../support/kernel.h"

static const char *input;

static void on_signal(int number)
{
    const char digits[] = {(char)('0' + number / 10), (char)('0' + number % 10), '\0'};
    const char *const parts[] = {"lanewise-fuse: ", input, ": working on it ended with signal ", digits + (number < 10),
                                 "\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (write(STDERR_FILENO, parts[i], strlen(parts[i])) < 0)
            break;
    _exit(1);
}

void fuse_crash_begin(const char *file)
{
    static char stack[1 << 16]; /* used where the program's own stack has overflowed */
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    input = file;
    if (sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL) != 0)
        return;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &(struct sigaction){.sa_handler = on_signal, .sa_flags = SA_ONSTACK}, NULL);
}
