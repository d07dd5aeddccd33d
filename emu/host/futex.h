/* Sleeping until another thread changes a word. Ordering comes from the word's own atomic operations. */
#ifndef EMU_FUTEX_H
#define EMU_FUTEX_H

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Sleeps while *word == value; may return at any time. The program's errno, where it waits for a kernel, stays. */
static inline void emu_futex_wait(atomic_uint *word, unsigned value)
{
    int error = errno;
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, 0, 0, 0);
    errno = error;
}

/* The same, for at most so long, which is less than a second. */
static inline void emu_futex_wait_for(atomic_uint *word, unsigned value, long ns)
{
    int error = errno;
    struct timespec limit = {0, ns};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, &limit, 0, 0);
    errno = error;
}

/* Wakes one sleeper; harmless where there is none, or no longer a word. */
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
