/* Reductions of tiles and coalesced groups. */
#ifndef LANEWISE_CUDA_GROUPS_REDUCE_H
#define LANEWISE_CUDA_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {
#define LW_CUDA_OPERATION(name, expression)                                                                            \
    template <class T = void> struct name {                                                                            \
        LW_CUDA_GROUP T operator()(const T &a, const T &b) const                                                       \
        {                                                                                                              \
            return expression;                                                                                         \
        }                                                                                                              \
    };                                                                                                                 \
    template <> struct name<void> {                                                                                    \
        template <class T> LW_CUDA_GROUP T operator()(const T &a, const T &b) const                                    \
        {                                                                                                              \
            return expression;                                                                                         \
        }                                                                                                              \
    };
LW_CUDA_OPERATION(plus, a + b)
LW_CUDA_OPERATION(less, b < a ? b : a)
LW_CUDA_OPERATION(greater, a < b ? b : a)
LW_CUDA_OPERATION(bit_and, a &b)
LW_CUDA_OPERATION(bit_or, a | b)
LW_CUDA_OPERATION(bit_xor, a ^ b)
#undef LW_CUDA_OPERATION

template <unsigned Size, class Parent, class T, class Operation>
LW_CUDA_GROUP T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operation operation)
{
    constexpr unsigned in_warp = Size < 32 ? Size : 32;
    thread_block_tile<in_warp> lanes;
    for (unsigned by = in_warp / 2; by; by /= 2)
        value = operation(value, lanes.shfl_xor(value, by));
    if constexpr (Size > 32) {
        static_assert(sizeof(T) <= 8, "a tile of more than 32 threads reduces values of at most 8 bytes");
        unsigned warp = lw::rank_in_block() / 32, first = warp / (Size / 32) * (Size / 32);
        if (lanes.thread_rank() == 0)
            *(T *)lw_cuda_tile_slot(warp) = value;
        tile.sync();
        value = *(const T *)lw_cuda_tile_slot(first);
        for (unsigned i = 1; i < Size / 32; i++)
            value = operation(value, *(const T *)lw_cuda_tile_slot(first + i));
        tile.sync();
    }
    return value;
}

template <class T, class Operation> LW_CUDA_GROUP T reduce(const coalesced_group &group, T value, Operation operation)
{
    T result = group.shfl(value, 0);
    for (unsigned i = 1; i < group.size(); i++)
        result = operation(result, group.shfl(value, i));
    return result;
}
} // namespace cooperative_groups

#endif
