/* Split barriers in shared memory, 8 bytes each; CUDA: <cuda_awbarrier.h>; where C has no name, cuda::barrier and PTX.
 *
 * A barrier counts arrivals, and bytes that asynchronous copies bring. Its phase is over when nobody is left to arrive
 * and no byte is left to come; then the next phase begins by itself with the count it was made with. Phases have parity
 * 0, 1, 0, ... An arrival waits for nobody; its token names the phase, and is good until the next one is over. What a
 * lane wrote before it arrived is seen by those who found the phase over. One lane makes the barrier, and the block
 * meets (__syncthreads) before others use it.
 *
 * Here, a barrier that is not there, an arrival more than expected, a token of long ago, or bytes past counting end the
 * launch with LW_ERROR_INVALID_BARRIER; on a GPU they are undefined. On a GPU, CUDA's forms with parity and
 * __mbarrier_try_wait need compute capability 9.0, as does what counts bytes or several arrivals or names other blocks.
 */
#ifndef LW_CPU_MBARRIER_H
#define LW_CPU_MBARRIER_H

#include "../../emu/device.h"
#include "qualifiers.h"
#include "site.h"

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

/* Expects `count` arrivals a phase, 1 to __mbarrier_maximum_count(). A barrier's memory is free for other use, another
 * barrier among them, after __mbarrier_inval(). */
#define __mbarrier_init(barrier, count) emu_mbarrier_init(barrier, count, LW_CPU_SITE("__mbarrier_init"))
#define __mbarrier_inval(barrier) emu_mbarrier_inval(barrier, LW_CPU_SITE("__mbarrier_inval"))
LW_CPU_INLINE uint32_t __mbarrier_maximum_count(void)
{
    return (1 << 14) - 1;
}

/* One arrival; the second form also takes one from the count of the phases to come. */
#define __mbarrier_arrive(barrier) emu_mbarrier_arrive(barrier, 1, LW_CPU_SITE("__mbarrier_arrive"))
#define __mbarrier_arrive_and_drop(barrier) emu_mbarrier_arrive_drop(barrier, LW_CPU_SITE("__mbarrier_arrive_and_drop"))
/* How many arrivals the phase still expected when the token's came, itself included. */
#define __mbarrier_token_pending_count(token) emu_mbarrier_pending_count(token)

/* Whether the token's phase is over; whether the phase before the present one has this parity. The try forms may wait,
 * about as long as the nanoseconds say, and may answer false before. */
#define __mbarrier_test_wait(barrier, token)                                                                           \
    emu_mbarrier_test(barrier, token, false, LW_CPU_SITE("__mbarrier_test_wait"))
#define __mbarrier_test_wait_parity(barrier, parity)                                                                   \
    emu_mbarrier_test_parity(barrier, parity, false, LW_CPU_SITE("__mbarrier_test_wait_parity"))
#define __mbarrier_try_wait(barrier, token, nanoseconds)                                                               \
    ((void)(nanoseconds), emu_mbarrier_test(barrier, token, true, LW_CPU_SITE("__mbarrier_try_wait")))
#define __mbarrier_try_wait_parity(barrier, parity, nanoseconds)                                                       \
    ((void)(nanoseconds), emu_mbarrier_test_parity(barrier, parity, true, LW_CPU_SITE("__mbarrier_try_wait_parity")))

/* Waits until it is. The last form is for barriers at which other blocks of the cluster arrive: what they wrote is
 * seen. CUDA: barrier::wait, wait_parity; mbarrier.try_wait in a loop. */
#define lw_mbarrier_wait(barrier, token) emu_mbarrier_wait(barrier, token, LW_CPU_SITE("lw_mbarrier_wait"))
#define lw_mbarrier_wait_parity(barrier, parity)                                                                       \
    emu_mbarrier_wait_parity(barrier, parity, LW_CPU_SITE("lw_mbarrier_wait_parity"))
#define lw_mbarrier_wait_parity_cluster(barrier, parity)                                                               \
    emu_mbarrier_wait_parity(barrier, parity, LW_CPU_SITE("lw_mbarrier_wait_parity_cluster"))

/* Several arrivals at once; 1 to as many as the phase still expects. PTX: mbarrier.arrive with a count. */
#define lw_mbarrier_arrive_count(barrier, count)                                                                       \
    emu_mbarrier_arrive(barrier, count, LW_CPU_SITE("lw_mbarrier_arrive_count"))

/* The present phase expects that many bytes more (up to 2^20 - 1 in all), alone and with an arrival. CUDA:
 * barrier_expect_tx, barrier_arrive_tx. */
#define lw_mbarrier_expect_tx(barrier, bytes) emu_mbarrier_expect(barrier, bytes, LW_CPU_SITE("lw_mbarrier_expect_tx"))
#define lw_mbarrier_arrive_expect_tx(barrier, bytes)                                                                   \
    emu_mbarrier_arrive_expect(barrier, bytes, LW_CPU_SITE("lw_mbarrier_arrive_expect_tx"))

/* The same on the barrier that lies in the cluster's block `rank` where `barrier` does in the caller's; no token. The
 * cluster meets between __mbarrier_init() and these, with lw_fence_mbarrier_init() after the former. PTX: mapa, and
 * mbarrier.arrive of .shared::cluster. */
#define lw_mbarrier_arrive_remote(barrier, rank)                                                                       \
    emu_mbarrier_arrive_remote(barrier, rank, 1, LW_CPU_SITE("lw_mbarrier_arrive_remote"))
#define lw_mbarrier_arrive_expect_tx_remote(barrier, rank, bytes)                                                      \
    emu_mbarrier_arrive_expect_remote(barrier, rank, bytes, LW_CPU_SITE("lw_mbarrier_arrive_expect_tx_remote"))

/* Barriers that the caller made can be used by other blocks of the cluster, and by bulk copies. PTX:
 * fence.mbarrier_init.release.cluster. */
#define lw_fence_mbarrier_init() emu_threadfence_block()

#endif
