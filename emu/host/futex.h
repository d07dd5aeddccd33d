/* Sleeping until another thread changes a word. The atomic operations on the word itself provide the memory order. */
#ifndef EMU_FUTEX_H
#define EMU_FUTEX_H

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Sleeps while *word == value. May return at any time. Keeps errno, because the thread may be the program's. */
static inline void emu_futex_wait(atomic_uint *word, unsigned value)
{
    int error = errno;
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, 0, 0, 0);
    errno = error;
}

/* The same, for at most `ns`, less than a second. */
static inline void emu_futex_wait_for(atomic_uint *word, unsigned value, long ns)
{
    int error = errno;
    struct timespec limit = {0, ns};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, &limit, 0, 0);
    errno = error;
}

/* Wakes one sleeper. Harmless if there is none, or if the word is gone. */
static inline void emu_futex_wake(atomic_uint *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

static inline void emu_futex_wake_all(atomic_uint *word)
{
    int error = errno;
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, 0, 0, 0);
    errno = error;
}

#endif
