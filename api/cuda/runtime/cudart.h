/* What the runtime's files share. */
#ifndef LANEWISE_CUDART_H
#define LANEWISE_CUDART_H

#include "../../lanewise/host.h"
#include "../cuda_runtime_api.h"
#include "file.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- error.c ---- */
/* The CUDA error of a status; a failure becomes the thread's last error. */
cudaError_t cudart_error(lw_status status);
/* Makes `error` the thread's last error, with a sentence for lw_last_error_message(). */
cudaError_t cudart_fail(cudaError_t error, const char *format, ...) __attribute__((format(printf, 2, 3)));

cudaError_t cudart_last_error(void); /* the thread's, which stays */
void cudart_set_last_error(cudaError_t error);

/* ---- device.c ---- */
enum { MOST_DEVICES = 64 };
/* The calling thread's current device, which the first call opens. Not 0: an error, already kept as the last one. */
cudaError_t cudart_device(lw_device **device);
cudaError_t cudart_device_numbered(lw_device **device, int number);
/* The device whose memory the pointer is in, page-locked and managed memory included; of other pointers the current one. */
cudaError_t cudart_device_of(lw_device **device, int *number, const void *pointer);
/* Whether `config` is one, for `function`. */
cudaError_t cudart_cache_config(enum cudaFuncCache config, const char *function);
/* Lanewise's stream for CUDA's handle; null is the current device's legacy stream, or what cudart_null_stream() returns. Also
 * for libraries over this one. */
cudaError_t cudart_stream(lw_stream **stream, cudaStream_t of) __attribute__((visibility("default")));

/* ---- per_thread_stream.c ---- */
/* cudaStreamPerThread in calls of a file with CUDA_API_PER_THREAD_DEFAULT_STREAM, else cudaStreamLegacy. */
cudaStream_t cudart_null_stream(void);

/* ---- copy.c ---- */
/* Whether an asynchronous copy is done when its call returns: memory that is not page-locked takes part, and no stream captures. */
bool cudart_waits_for_copy(lw_stream *stream, const void *to, const void *from);

/* ---- registry.c ---- */
/* Null: no kernel, or variable, of this address was registered. */
const lw_kernel *cudart_kernel(const void *host);
const lw_symbol *cudart_symbol(const void *host);
const void *cudart_host_of(const lw_kernel *kernel); /* null: it was not registered */
/* Tells a device that was opened now of the managed variables, whose addresses are memory for its calls. */
lw_status cudart_add_managed(lw_device *device);
/* Gives the device's variables the values that they have when a program begins, except managed ones. */
lw_status cudart_restore_variables(lw_device *device);

/* ---- of liblanewise: in whose name this thread's calls are, for reports (../../backend.h) ---- */
uintptr_t lw_call_from(uintptr_t caller);

/* The first call on the way is the program's. */
static inline uintptr_t cudart_enter(uintptr_t caller)
{
    uintptr_t before = lw_call_from(caller);
    if (before)
        lw_call_from(before);
    return before;
}

static inline void cudart_leave(const uintptr_t *before)
{
    lw_call_from(*before);
}

/* The first line of a function that programs call: reports name the place of that call. */
#define CUDART_CALLED() CUDART_CALLED_FROM((uintptr_t)__builtin_return_address(0) - 1)
#define CUDART_CALLED_FROM(caller) __attribute__((cleanup(cudart_leave))) uintptr_t cudart_before = cudart_enter(caller)

/* Returns from the calling function if the expression is an error. */
#define CUDART_TRY(expression)                                                                                         \
    do {                                                                                                               \
        cudaError_t cudart_result = (expression);                                                                      \
        if (cudart_result != cudaSuccess)                                                                              \
            return cudart_result;                                                                                      \
    } while (0)

#endif
