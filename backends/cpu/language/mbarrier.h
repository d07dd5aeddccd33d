/* Split barriers in shared memory. api/lanewise/reference/mbarrier.h describes them and the lw_ names; CUDA's own names
 * are those of <cuda_awbarrier.h>. */
#ifndef LW_CPU_MBARRIER_H
#define LW_CPU_MBARRIER_H

#include "../../../emu/device/device.h"
#include "qualifiers.h"
#include "site.h"

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

/* Each phase expects `count` arrivals, 1 to __mbarrier_maximum_count(). After __mbarrier_inval() the barrier's memory
 * is free for other use, such as another barrier. */
#define __mbarrier_init(barrier, count) emu_mbarrier_init(barrier, count, LW_CPU_SITE("__mbarrier_init"))
#define __mbarrier_inval(barrier) emu_mbarrier_inval(barrier, LW_CPU_SITE("__mbarrier_inval"))
LW_CPU_INLINE uint32_t __mbarrier_maximum_count(void)
{
    return (1 << 14) - 1;
}

/* One arrival; the second form also reduces the count of later phases by one. */
#define __mbarrier_arrive(barrier) emu_mbarrier_arrive(barrier, 1, LW_CPU_SITE("__mbarrier_arrive"))
#define __mbarrier_arrive_and_drop(barrier) emu_mbarrier_arrive_drop(barrier, LW_CPU_SITE("__mbarrier_arrive_and_drop"))
/* How many arrivals the phase still expected before the token's arrival. */
#define __mbarrier_token_pending_count(token) emu_mbarrier_pending_count(token)

/* Whether the token's phase is complete; whether the last complete phase has this parity. The try forms may wait for
 * about the given nanoseconds, and may return false earlier. */
#define __mbarrier_test_wait(barrier, token)                                                                           \
    emu_mbarrier_test(barrier, token, false, LW_CPU_SITE("__mbarrier_test_wait"))
#define __mbarrier_test_wait_parity(barrier, parity)                                                                   \
    emu_mbarrier_test_parity(barrier, parity, false, LW_CPU_SITE("__mbarrier_test_wait_parity"))
#define __mbarrier_try_wait(barrier, token, nanoseconds)                                                               \
    ((void)(nanoseconds), emu_mbarrier_test(barrier, token, true, LW_CPU_SITE("__mbarrier_try_wait")))
#define __mbarrier_try_wait_parity(barrier, parity, nanoseconds)                                                       \
    ((void)(nanoseconds), emu_mbarrier_test_parity(barrier, parity, true, LW_CPU_SITE("__mbarrier_try_wait_parity")))

#define lw_mbarrier_wait(barrier, token) emu_mbarrier_wait(barrier, token, LW_CPU_SITE("lw_mbarrier_wait"))
#define lw_mbarrier_wait_parity(barrier, parity)                                                                       \
    emu_mbarrier_wait_parity(barrier, parity, LW_CPU_SITE("lw_mbarrier_wait_parity"))
#define lw_mbarrier_wait_parity_cluster(barrier, parity)                                                               \
    emu_mbarrier_wait_parity(barrier, parity, LW_CPU_SITE("lw_mbarrier_wait_parity_cluster"))

#define lw_mbarrier_arrive_count(barrier, count)                                                                       \
    emu_mbarrier_arrive(barrier, count, LW_CPU_SITE("lw_mbarrier_arrive_count"))

#define lw_mbarrier_expect_tx(barrier, bytes) emu_mbarrier_expect(barrier, bytes, LW_CPU_SITE("lw_mbarrier_expect_tx"))
#define lw_mbarrier_arrive_expect_tx(barrier, bytes)                                                                   \
    emu_mbarrier_arrive_expect(barrier, bytes, LW_CPU_SITE("lw_mbarrier_arrive_expect_tx"))

#define lw_mbarrier_arrive_remote(barrier, rank)                                                                       \
    emu_mbarrier_arrive_remote(barrier, rank, 1, LW_CPU_SITE("lw_mbarrier_arrive_remote"))
#define lw_mbarrier_arrive_expect_tx_remote(barrier, rank, bytes)                                                      \
    emu_mbarrier_arrive_expect_remote(barrier, rank, bytes, LW_CPU_SITE("lw_mbarrier_arrive_expect_tx_remote"))

#define lw_fence_mbarrier_init() emu_threadfence_block()

#endif
