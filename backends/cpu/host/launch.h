/* Launches of kernels, which copy of a kernel runs, and comparisons of engines. */
#ifndef LW_CPU_LAUNCH_H
#define LW_CPU_LAUNCH_H

#include "device.h"

/* launch.c, kernel.c */
lw_status lw_cpu_launch_kernel(lw_stream_impl *stream, const lw_kernel *kernel, const lw_launch_config *config,
                               const void *arguments);
/* Makes a launch that is ready to be queued, and takes the lock. Out of memory, or without a copy of the kernel: sets
 * the status and a message, returns null and does not take the lock. */
lw_cpu_launch *lw_cpu_launch_make(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config,
                                  const void *arguments, lw_status *status);
void lw_cpu_launch_recycle(lw_cpu_launch *launch); /* with the lock held */
void lw_cpu_launch_free(lw_cpu_launch *launch);    /* of a graph's node */
/* Whether all blocks of a cooperative grid can be resident at once. */
lw_status lw_cpu_check_resident(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config);
void lw_cpu_launch_free_spares(lw_device_impl *device);

/* compare.c: runs a task of one item, which is the launch on fibers and fused */
void lw_cpu_compare_run(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count);

/* compare_memory.c */
lw_cpu_compare *lw_cpu_compare_open(void); /* null: out of memory */
void lw_cpu_compare_close(lw_cpu_compare *compare);
/* A lock, held during a comparison and while memory that a kernel can write is freed. */
void lw_cpu_compare_begin(lw_cpu_compare *compare);
void lw_cpu_compare_end(lw_cpu_compare *compare);
/* Adds device or pinned memory to the memory that kernels can write (false: out of memory); removes it. */
bool lw_cpu_compare_add_memory(lw_cpu_compare *compare, bool pinned, void *pointer, size_t size, uintptr_t made_at);
void lw_cpu_compare_remove_memory(lw_cpu_compare *compare, const void *pointer);

/* kernel.c */
/* Reads LANEWISE_ENGINE. `compares`: it is "compare"; then `engine` is LW_ENGINE_COUNT. */
lw_status lw_cpu_read_engine(lw_engine *engine, bool *compares);
size_t lw_cpu_static_shared(const lw_kernel *kernel);    /* in bytes; lays the variables out at the first call */
size_t lw_cpu_shared_alignment(const lw_kernel *kernel); /* of its blocks' shared memory, in bytes */
/* The fused copy for launches of the kernel; null: none. */
const struct emu_fused_kernel *lw_cpu_fused_copy(const lw_device_impl *device, const lw_kernel *kernel);
/* That copy, or one for blocks of exactly this shape. */
const struct emu_fused_kernel *lw_cpu_fused_copy_for(const lw_device_impl *device, const lw_kernel *kernel,
                                                     lw_dim3 block);
lw_status lw_cpu_kernel_attributes(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attributes *attributes);
lw_status lw_cpu_kernel_set_attribute(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                      long long value);
int lw_cpu_carveout(lw_device_impl *device, const lw_kernel *kernel);
void lw_cpu_forget_optins(lw_device_impl *device); /* with the lock held, or without other threads */

/* occupancy.c */
lw_status lw_cpu_active_blocks(lw_device_impl *device, const lw_kernel *kernel, unsigned threads, size_t dynamic_shared,
                               int *blocks);
lw_status lw_cpu_available_shared(lw_device_impl *device, const lw_kernel *kernel, int blocks, unsigned threads,
                                  size_t *dynamic_shared);
lw_status lw_cpu_active_clusters(lw_device_impl *device, const lw_kernel *kernel, const lw_launch_config *config,
                                 int *clusters);
/* For the profile: how many blocks a multiprocessor holds, by LW_FIT_. */
void lw_cpu_fit(lw_device_impl *device, const lw_kernel *kernel, unsigned threads, size_t dynamic_shared,
                unsigned occupancy[LW_WORK_OCCUPANCY]);
/* The most blocks of a cooperative grid: as many as the device's multiprocessors hold at once. */
uint64_t lw_cpu_max_resident_blocks(lw_device_impl *device, const lw_kernel *kernel, unsigned threads,
                                    size_t dynamic_shared);

/* The most blocks of a plain launch that are resident together where blocks wait for each other: as many as the GPU of
 * the profile holds, also where device code sees fewer multiprocessors. At least 1. */
uint64_t lw_cpu_most_blocks_beside(lw_device_impl *device, const lw_kernel *kernel, unsigned threads,
                                   size_t dynamic_shared);

/* child.c: frees the streams and events of a grid that is done; with the lock held */
void lw_cpu_family_free(lw_cpu_family *family);

#endif
