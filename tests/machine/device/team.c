#include <assert.h>
#include <lanewise/groups.h>
#include <lanewise/kernel.h>

#include "team.h"

static __device__ unsigned hash(unsigned value, unsigned long long rounds)
{
    for (unsigned long long i = 0; i < rounds; i++) {
        value ^= value << 13;
        value ^= value >> 17;
        value ^= value << 5;
    }
    return value;
}

LW_KERNEL(machine_team, (int, steps), (int, rounds), (int, fault), (int, block), (int, step), (unsigned *, a),
          (unsigned *, b), (unsigned long long *, multiprocessors), (int *, null))
{
    LW_SHARED(unsigned, kept, [MACHINE_TEAM_THREADS]);
    unsigned me = threadIdx.x, i = blockIdx.x * blockDim.x + me, all = gridDim.x * blockDim.x, sum = 0;
    size_t offset = __cvta_generic_to_shared(kept);
    kept[me] = i;
    for (int now = 0; now < steps; now++) {
        unsigned *from = now % 2 ? b : a, *to = now % 2 ? a : b;
        if ((int)blockIdx.x == block && now == step) {
            if (fault == MACHINE_TEAM_END)
                return;
            if (me == 5) {
                if (fault == MACHINE_TEAM_STORE)
                    *null = 1;
                if (fault == MACHINE_TEAM_TRAP)
                    __trap();
                assert(fault != MACHINE_TEAM_ASSERTION);
            }
        }
        unsigned long long much = fault == MACHINE_TEAM_LONG && me == 5 && (int)blockIdx.x == block && now == step;
        unsigned mine = hash(from[i] + from[(i + 1) % all] + from[(i + all - MACHINE_TEAM_THREADS) % all],
                             (unsigned)rounds + (much << 45));
        to[i] = mine;
        sum += mine;
        kept[me] += mine;
        if (me == 0)
            multiprocessors[blockIdx.x] |= 1ull << lw_smid() % 64;
        lw_group_sync(lw_this_grid());
        /* Adds 0, whatever the place where the block goes on. */
        sum += (unsigned)(__cvta_generic_to_shared(kept) - offset) + !lw_group_is_valid(lw_this_grid());
    }
    __syncthreads();
    (steps % 2 ? b : a)[i] += sum + kept[MACHINE_TEAM_THREADS - 1 - me];
}
