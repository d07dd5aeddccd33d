/* The processors that a thread may run on: the scheduler's affinity mask. New threads inherit it. */
#include "affinity.h"

#include <errno.h>
#include <sched.h>

/* Reads the calling thread's mask, which can be larger than cpu_set_t. The caller frees it with CPU_FREE(). Null: not
 * known. */
static cpu_set_t *read_mask(size_t *size)
{
    for (int bits = 1024; bits <= 1 << 16; bits *= 4) {
        cpu_set_t *mask = CPU_ALLOC(bits);
        *size = CPU_ALLOC_SIZE(bits);
        if (mask && sched_getaffinity(0, *size, mask) == 0)
            return mask;
        CPU_FREE(mask);
    }
    return NULL;
}

unsigned emu_affinity_count(void)
{
    size_t size;
    cpu_set_t *mask = read_mask(&size);
    int count = mask ? CPU_COUNT_S(size, mask) : 0;
    CPU_FREE(mask);
    return (unsigned)count;
}

int emu_affinity_pin(pthread_attr_t *attributes, unsigned number)
{
    size_t size;
    cpu_set_t *mask = read_mask(&size);
    int count = mask ? CPU_COUNT_S(size, mask) : 0, error = mask ? EINVAL : errno;
    for (int at = 0, left = count ? (int)(number % (unsigned)count) : -1; left >= 0; at++) {
        if (!CPU_ISSET_S((size_t)at, size, mask) || left-- > 0)
            continue;
        CPU_ZERO_S(size, mask);
        CPU_SET_S((size_t)at, size, mask);
        error = pthread_attr_setaffinity_np(attributes, size, mask);
    }
    CPU_FREE(mask);
    return error;
}

bool emu_affinity_allow(int thread, unsigned processor, bool allowed)
{
    cpu_set_t mask; /* not allocated, because this runs when a thread is woken; larger masks stay as they are */
    int before = errno;
    bool done = processor < CPU_SETSIZE && sched_getaffinity(thread, sizeof mask, &mask) == 0;
    if (done && allowed)
        CPU_SET(processor, &mask);
    else if (done)
        CPU_CLR(processor, &mask);
    done = done && CPU_COUNT(&mask) > 0 && sched_setaffinity(thread, sizeof mask, &mask) == 0;
    errno = before;
    return done;
}
