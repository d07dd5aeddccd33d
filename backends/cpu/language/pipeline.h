/* Copies that a thread issues and waits for, from global to the block's shared memory; CUDA: <cuda_pipeline.h>.
 *
 * A copy is done some time between its issue and the wait for its batch, as if by another thread: until then, who writes
 * the source, or reads or writes the destination, races with it. Here it is done late, so that such a read sees the old
 * bytes. After the wait the caller sees its own copies; other threads see them after a barrier.
 */
#ifndef LW_CPU_PIPELINE_H
#define LW_CPU_PIPELINE_H

#include "../../../emu/device/device.h"
#include "place.h"
#include "qualifiers.h"
#include "site.h"

/* __pipeline_memcpy_async(shared, global, size, zfill): `size` bytes, 4, 8 or 16, to which both addresses are aligned;
 * the last `zfill` of them (0 unless given) are zeros and are not read. */
#define __pipeline_memcpy_async(shared, global, ...) LW_CPU_PIPELINE_COPY(shared, global, __VA_ARGS__, 0, )
#define LW_CPU_PIPELINE_COPY(shared, global, size, zfill, ...)                                                         \
    emu_copy_async(shared, global, size, zfill, LW_CPU_SITE("__pipeline_memcpy_async"))

/* The thread's copies since its last commit become a batch. The wait is for all batches but the `prior` latest, at most
 * 8; for copies that are in no batch there is none. */
#define __pipeline_commit() emu_copy_commit()
#define __pipeline_wait_prior(prior) emu_copy_wait(prior)

/* The mbarrier's phase expects one arrival more, which comes when all of the thread's copies so far are done. */
#define __pipeline_arrive_on(barrier) emu_copy_arrive_on(barrier, LW_CPU_SITE("__pipeline_arrive_on"))

#define lw_pipeline_memcpy_async(shared, global, size)                                                                 \
    lw_cpu_pipeline_memcpy_async(shared, global, size, LW_CPU_SITE("lw_pipeline_memcpy_async"))
LW_CPU_INLINE void lw_cpu_pipeline_memcpy_async(void *shared, const void *global, size_t size, const emu_site *site)
{
    size_t all = (size_t)(uintptr_t)shared | (size_t)(uintptr_t)global | size;
    size_t piece = all % 16 == 0 ? 16 : all % 8 == 0 ? 8 : all % 4 == 0 ? 4 : 0;
    if (!piece || LW_CPU_COPIES_AT_ONCE)
        memcpy(shared, global, size);
    for (size_t i = 0; piece && !LW_CPU_COPIES_AT_ONCE && i < size; i += piece)
        emu_copy_async((char *)shared + i, (const char *)global + i, piece, 0, site);
}

#endif
