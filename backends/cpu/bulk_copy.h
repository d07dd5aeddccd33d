/* Bulk copies: many bytes by one lane's call, done by the hardware beside the lanes; PTX: cp.async.bulk, on compute
 * capability 9.0.
 *
 * Sizes are multiples of 16 bytes, and so are both addresses. Done late, as in pipeline.h. Copies see what lanes wrote
 * before only after lw_fence_proxy_async(), called by the lanes that wrote, ahead of the barrier that lets the copying
 * lane go on.
 */
#ifndef LW_CPU_BULK_COPY_H
#define LW_CPU_BULK_COPY_H

#include "../../emu/device.h"
#include "qualifiers.h"
#include "site.h"

/* From global to the block's shared memory. When done, the mbarrier's phase has `size` bytes less to expect: it is told
 * to expect them by lw_mbarrier_arrive_expect_tx(). */
#define lw_bulk_copy_to_shared(shared, global, size, barrier)                                                          \
    emu_bulk_to_shared(shared, global, size, barrier, LW_CPU_SITE("lw_bulk_copy_to_shared"))

/* From the block's shared memory to that of the cluster's block `rank`: `destination` and `barrier` are addresses in
 * the caller's shared memory, and those are meant that lie at the same places in the other's. That block must not end
 * before. */
#define lw_bulk_copy_to_block(destination, shared, size, barrier, rank)                                                \
    emu_bulk_to_block(destination, shared, size, barrier, rank, LW_CPU_SITE("lw_bulk_copy_to_block"))

/* From the block's shared to global memory, in batches as of __pipeline_commit(). After the first wait all batches of
 * the lane but the `prior` latest (at most 8) are in global memory, after the second they have been read: the shared
 * memory may be written again. A block does not end before its copies have been read. */
#define lw_bulk_copy_to_global(global, shared, size)                                                                   \
    emu_bulk_to_global(global, shared, size, LW_CPU_SITE("lw_bulk_copy_to_global"))
#define lw_bulk_commit_group() emu_bulk_commit()
#define lw_bulk_wait_group(prior) emu_bulk_wait(prior, false)
#define lw_bulk_wait_group_read(prior) emu_bulk_wait(prior, true)

/* PTX: fence.proxy.async. */
#define lw_fence_proxy_async() emu_threadfence_block()

#endif
