/* Aggregated atomics: of the active threads that keep an element, one adds their number to the counter. */
#include "idiom.h"

#include <lanewise/groups.h>

IDIOM(coalesced_atomic, (const float *, in), (float *, out), (unsigned *, count))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) {
        lw_coalesced_group active = lw_coalesced_threads();
        unsigned at = 0;
        if (lw_group_thread_rank(active) == 0)
            at = atomicAdd(count, lw_group_num_threads(active));
        at = lw_group_shfl(active, at, 0);
        out[at + lw_group_thread_rank(active)] = in[i];
    }
}
