/* Asynchronous copies by a thread, from global to the block's shared memory; CUDA: <cuda_pipeline.h>.
 *
 * A copy is made at some time between its issue and the wait for its batch, as if by another thread. Until then, a
 * write to the source, or an access to the destination, races with it. Here it is made late, so that such a read gets
 * the old bytes. After the wait the caller sees its own copies; other threads see them after a barrier.
 */
#ifndef LW_CPU_PIPELINE_H
#define LW_CPU_PIPELINE_H

#include "../../../emu/device/device.h"
#include "place.h"
#include "qualifiers.h"
#include "site.h"

/* __pipeline_memcpy_async(shared, global, size, zfill): copies `size` bytes, 4, 8 or 16; both addresses are aligned to
 * it. The last `zfill` bytes (default 0) become zeros and are not read. */
#define __pipeline_memcpy_async(shared, global, ...) LW_CPU_PIPELINE_COPY(shared, global, __VA_ARGS__, 0, )
#define LW_CPU_PIPELINE_COPY(shared, global, size, zfill, ...)                                                         \
    emu_copy_async(shared, global, size, zfill, LW_CPU_SITE("__pipeline_memcpy_async"))

/* Commit: the thread's copies since its last commit become a batch. Wait: for all batches except the `prior` latest, 8
 * at most; it does not wait for copies that are in no batch. */
#define __pipeline_commit() emu_copy_commit()
#define __pipeline_wait_prior(prior) emu_copy_wait(prior)

/* The mbarrier's phase expects one more arrival, which occurs when all of the thread's copies so far are done. */
#define __pipeline_arrive_on(barrier) emu_copy_arrive_on(barrier, LW_CPU_SITE("__pipeline_arrive_on"))

#define lw_pipeline_memcpy_async(shared, global, size)                                                                 \
    lw_cpu_pipeline_memcpy_async(shared, global, size, LW_CPU_SITE("lw_pipeline_memcpy_async"))
LW_CPU_INLINE void lw_cpu_pipeline_memcpy_async(void *shared, const void *global, size_t size, const emu_site *site)
{
    size_t all = (size_t)(uintptr_t)shared | (size_t)(uintptr_t)global | size;
    size_t piece = all % 16 == 0 ? 16 : all % 8 == 0 ? 8 : all % 4 == 0 ? 4 : 0;
    if (!piece || LW_CPU_SYNCHRONOUS_COPIES)
        memcpy(shared, global, size);
    for (size_t i = 0; piece && !LW_CPU_SYNCHRONOUS_COPIES && i < size; i += piece)
        emu_copy_async((char *)shared + i, (const char *)global + i, piece, 0, site);
}

#endif
