/* Device arrays, filled from the host and read back into it; launches in the default stream. */
#ifndef ARRAYS_H
#define ARRAYS_H

#include <string.h>

#include <lanewise/launch.h>
#include <tests/harness/test.h>

/* A device array with the host's bytes, or zeros if `from` is null. Null, with the test failed, if that failed. */
static inline void *array_of(struct test *t, const void *from, size_t size)
{
    void *array = NULL;
    lw_status status = lw_malloc(t->device, &array, size);
    if (status == LW_SUCCESS)
        status = from ? lw_memcpy(t->device, array, from, size, LW_MEMCPY_HOST_TO_DEVICE)
                      : lw_memset(t->device, array, 0, size);
    if (status != LW_SUCCESS)
        test_fail(t, __FILE__, __LINE__, "a device array of %zu bytes: %s", size, lw_last_error_message(t->device));
    return status == LW_SUCCESS ? array : NULL;
}

/* Waits for earlier work, as any copy in the default stream does. */
static inline void array_read(struct test *t, void *to, const void *array, size_t size)
{
    if (lw_memcpy(t->device, to, array, size, LW_MEMCPY_DEVICE_TO_HOST) != LW_SUCCESS)
        test_fail(t, __FILE__, __LINE__, "reading back %zu bytes: %s", size, lw_last_error_message(t->device));
}

/* Checks that all are zero. */
static inline void array_check_zero(struct test *t, const int *array, int count)
{
    int value[1024];
    array_read(t, value, array, sizeof(int) * (size_t)count);
    for (int i = 0; i < count && !t->failed; i++)
        if (value[i] != 0)
            test_fail(t, __FILE__, __LINE__, "lane %d counted %d errors", i, value[i]);
}

/* ThreadSanitizer holds back the emulator's timer signal while a thread spins, and maps shadow memory at wild
 * addresses: cases that need one of them cannot run under it. */
#if defined(__SANITIZE_THREAD__)
#define SKIP_UNDER_THREAD_SANITIZER() SKIP("not under ThreadSanitizer")
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SKIP_UNDER_THREAD_SANITIZER() SKIP("not under ThreadSanitizer")
#endif
#endif
#ifndef SKIP_UNDER_THREAD_SANITIZER
#define SKIP_UNDER_THREAD_SANITIZER() ((void)0)
#endif

/* A launch in the default stream. */
static inline lw_launch_config shape(struct test *t, lw_dim3 grid, lw_dim3 block, size_t dynamic_shared)
{
    return lw_grid(lw_default_stream(t->device), grid, block, dynamic_shared);
}

static inline lw_launch_config line(struct test *t, unsigned blocks, unsigned lanes, size_t dynamic_shared)
{
    return shape(t, lw_make_dim3(blocks, 1, 1), lw_make_dim3(lanes, 1, 1), dynamic_shared);
}

/* A launch of one thread. */
static inline lw_launch_config one_thread(lw_stream *stream)
{
    return lw_grid(stream, lw_make_dim3(1, 1, 1), lw_make_dim3(1, 1, 1), 0);
}

#endif
