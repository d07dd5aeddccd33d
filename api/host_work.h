/* Work that a library over this one does in a stream's order on memory of the CPU device, such as liblanewise-cublas. No program calls
 * this. It needs no kernel: an OS thread of the library's calls a function. */
#ifndef LW_HOST_WORK_H
#define LW_HOST_WORK_H

#include <stdbool.h>
#include <stddef.h>

#include <lanewise/host.h>

/* Memory that the work reads or writes: rows of `width` bytes, at least one of each. */
typedef struct lw_host_work_range {
    const char *argument; /* of the program's call, for messages; static */
    const void *pointer;
    size_t pitch; /* bytes from a row to the next */
    size_t width, height;
    char triangle;  /* 'L': row i lacks the elements before its i-th; 'U': those after it; 0: rows are whole */
    size_t element; /* bytes; of a triangle */
    bool reads, writes;
} lw_host_work_range;

/* The work while it runs. */
typedef struct lw_host_work_run {
    bool alone; /* only the calling OS thread may access device memory */
    /* To be called before the work uses memory that its call did not name. False: it is no device memory, which has become the
     * device's fault; the work must return. */
    bool (*use)(struct lw_host_work_run *run, const lw_host_work_range *range);
} lw_host_work_run;

typedef struct lw_host_work {
    const char *function; /* the program's call, for messages and the profile; static */
    void (*run)(void *arguments, void *scratch, lw_host_work_run *run); /* must not call Lanewise */
    const void *arguments;                                              /* copied */
    size_t size;
    size_t scratch; /* bytes, which are the work's until it returns; aligned to 64 */
    const lw_host_work_range *ranges;
    unsigned count; /* at most LW_HOST_WORK_RANGES */
} lw_host_work;

enum { LW_HOST_WORK_RANGES = 8 };

#pragma GCC visibility push(default)

/* Puts the work into the stream. Its ranges must be memory that the device's kernels may access: device, managed or page-locked.
 * LW_ERROR_INVALID_VALUE: one is not; LW_ERROR_NOT_SUPPORTED: the device is a GPU; LW_ERROR_CAPTURE_UNSUPPORTED; or a common status. */
lw_status lw_host_work_enqueue(lw_stream *stream, const lw_host_work *work);

#pragma GCC visibility pop

#endif
