#include <lanewise/kernel.h>

#include "warp.h"
#include <tests/harness/place.h>

LW_KERNEL(machine_vote, (unsigned, mask), (unsigned, exits), (unsigned, predicates), (machine_votes *, out))
{
    unsigned lane = thread_in_block() % 32;
    if (exits >> lane & 1)
        return;
    if (mask >> lane & 1) {
        int predicate = predicates >> lane & 1 ? -5 : 0;
        machine_votes votes;
        votes.all = __all_sync(mask, predicate) != 0;
        votes.any = __any_sync(mask, predicate) != 0;
        votes.ballot = __ballot_sync(mask, predicate);
        out[thread_in_block()] = votes;
    }
}

LW_KERNEL(machine_shuffle, (int, direction), (unsigned, mask), (int, width), (const int *, operands), (int *, out))
{
    unsigned lane = thread_in_block() % 32;
    int value = 1000 + (int)thread_in_block(), result = 0;
    if (mask >> lane & 1) {
        switch (direction) {
        case MACHINE_INDEX: result = __shfl_sync(mask, value, operands[lane], width); break;
        case MACHINE_UP: result = __shfl_up_sync(mask, value, (unsigned)operands[lane], width); break;
        case MACHINE_DOWN: result = __shfl_down_sync(mask, value, (unsigned)operands[lane], width); break;
        default: result = __shfl_xor_sync(mask, value, operands[lane], width);
        }
        out[thread_in_block()] = result;
    }
}

LW_KERNEL(machine_match_32, (unsigned, mask), (const unsigned *, values), (machine_matches *, out))
{
    unsigned lane = thread_in_block() % 32;
    if (mask >> lane & 1) {
        machine_matches *mine = &out[thread_in_block()];
        int equal = -1;
        mine->any = __match_any_sync(mask, values[lane]);
        mine->all = __match_all_sync(mask, values[lane], &equal);
        mine->equal = equal != 0;
    }
}

LW_KERNEL(machine_match_64, (unsigned, mask), (const unsigned long long *, values), (machine_matches *, out))
{
    unsigned lane = thread_in_block() % 32;
    if (mask >> lane & 1) {
        machine_matches *mine = &out[thread_in_block()];
        int equal = -1;
        mine->any = __match_any_sync(mask, values[lane]);
        mine->all = __match_all_sync(mask, values[lane], &equal);
        mine->equal = equal != 0;
    }
}

LW_KERNEL(machine_reduce, (unsigned, mask), (const unsigned *, values), (machine_reductions *, out))
{
    unsigned lane = thread_in_block() % 32;
    if (mask >> lane & 1) {
        unsigned value = values[lane];
        machine_reductions *mine = &out[thread_in_block()];
        mine->add_unsigned = __reduce_add_sync(mask, value);
        mine->min_unsigned = __reduce_min_sync(mask, value);
        mine->max_unsigned = __reduce_max_sync(mask, value);
        mine->conjunction = __reduce_and_sync(mask, value);
        mine->disjunction = __reduce_or_sync(mask, value);
        mine->exclusive = __reduce_xor_sync(mask, value);
        mine->add_int = __reduce_add_sync(mask, (int)value);
        mine->min_int = __reduce_min_sync(mask, (int)value);
        mine->max_int = __reduce_max_sync(mask, (int)value);
    }
}

LW_KERNEL(machine_halves, (int *, errors))
{
    int lane = (int)(thread_in_block() % 32), wrong = 0, turns = lane < 16 ? 7 : 12;
    unsigned half = lane < 16 ? 0x0000ffffu : 0xffff0000u;
    for (int i = 0; i < turns; i++) {
        wrong += __shfl_xor_sync(half, lane * 100 + i, 5) != (lane ^ 5) * 100 + i;
        wrong += __ballot_sync(half, 1) != half;
    }
    wrong += __ballot_sync(LW_FULL_MASK, 1) != LW_FULL_MASK;
    errors[thread_in_block()] += wrong;
}

LW_KERNEL(machine_syncwarp, (int *, errors))
{
    LW_DYNAMIC_SHARED(int, board);
    int me = (int)thread_in_block(), first = me / 32 * 32, wrong = 0;
    for (int round = 0; round < 10; round++) {
        int other = first + (me + 1 + round) % 32;
        board[me] = me + 1000 * round;
        __syncwarp();
        wrong += board[other] != other + 1000 * round;
        __syncwarp(LW_FULL_MASK);
    }
    errors[me] += wrong;
}

LW_KERNEL(machine_guarded_shuffle, (int, n), (const int *, in), (int *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), value = i < n ? in[i] : 0;
    value += __shfl_xor_sync(~0u, value, 3);
    if (i < n)
        out[i] = value;
}

LW_KERNEL(machine_guarded_vote, (int, n), (const int *, in), (int *, out))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), value = i < n ? in[i] : 0;
    __syncwarp();
    value += __popc(__ballot_sync(~0u, value & 1));
    if (i < n)
        out[i] = value;
}
