/* Launches from kernels: a thread calls these functions on its fiber. They return CUDA's error numbers, and set the
 * calling thread's latest error. */
#ifndef LW_CPU_CHILD_H
#define LW_CPU_CHILD_H

#include "../../../api/lanewise/host.h"
#include "../../../emu/device/device.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Queues a grid. `stream`: null, 3 (tail launch), 4 (fire and forget) or one that lw_cpu_child_stream_create() made. */
void lw_cpu_child_launch(const lw_kernel *kernel, void *stream, lw_dim3 grid, lw_dim3 block, size_t dynamic_shared,
                         const void *arguments, const emu_site *site);
int lw_cpu_child_error(int clear); /* returns the thread's latest error */

int lw_cpu_child_stream_create(void **stream, unsigned flags);
int lw_cpu_child_stream_destroy(void *stream);
int lw_cpu_child_stream_wait_event(void *stream, void *event, unsigned flags);
int lw_cpu_child_event_create(void **event, unsigned flags);
int lw_cpu_child_event_destroy(void *event);
int lw_cpu_child_event_record(void *event, void *stream);

/* A copy; with a null source, a set to `value`. */
int lw_cpu_child_transfer(void *destination, const void *source, int value, size_t size, int kind, void *stream);

int lw_cpu_child_device(void); /* the ordinal of the device that runs the grid */
int lw_cpu_child_device_count(void);
int lw_cpu_child_attribute(int *value, int attribute, int device);
int lw_cpu_child_limit(size_t *value, int limit);
void lw_cpu_graph_set_conditional(unsigned long long handle, unsigned value);
/* Launches of graphs, which do not set the thread's latest error. */
int lw_cpu_graph_device_launch(unsigned long long handle, void *stream);
unsigned long long lw_cpu_graph_current(void); /* 0: the calling kernel is of no graph that kernels may launch */
int lw_cpu_child_failed(int error);            /* sets the thread's latest error, unless `error` is 0; returns it */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
