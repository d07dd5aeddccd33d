/* Collective operations of CUDA's groups: shuffles, votes, matches, reductions, scans, copies. */
#ifndef LW_CUDA_GROUPS_COLLECTIVE_H
#define LW_CUDA_GROUPS_COLLECTIVE_H

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

/* ---- shuffles, votes, matches ---- */
#define LW_CUDA_EXCHANGE(name, operand)                                                                                \
    template <class G, class T>                                                                                        \
    __device__ __forceinline__ auto lw_group_##name(const G &group, T value, operand from)                             \
        ->decltype(group.name(value, from))                                                                            \
    {                                                                                                                  \
        return group.name(value, from);                                                                                \
    }
LW_CUDA_EXCHANGE(shfl, int)
LW_CUDA_EXCHANGE(shfl_down, unsigned)
LW_CUDA_EXCHANGE(shfl_up, unsigned)
LW_CUDA_EXCHANGE(shfl_xor, unsigned)
#undef LW_CUDA_EXCHANGE

#define LW_CUDA_VOTE(name)                                                                                             \
    template <class G>                                                                                                 \
    __device__ __forceinline__ auto lw_group_##name(const G &group, int predicate)->decltype(group.name(predicate))    \
    {                                                                                                                  \
        return group.name(predicate);                                                                                  \
    }
LW_CUDA_VOTE(any)
LW_CUDA_VOTE(all)
LW_CUDA_VOTE(ballot)
#undef LW_CUDA_VOTE

template <class G, class T>
__device__ __forceinline__ auto lw_group_match_any(const G &group, T value) -> decltype(group.match_any(value))
{
    return group.match_any(value);
}
template <class G, class T>
__device__ __forceinline__ auto lw_group_match_all(const G &group, T value, int *predicate)
    -> decltype(group.match_all(value, *predicate))
{
    return group.match_all(value, *predicate);
}

/* ---- reductions and scans: the operator is a tag for CUDA's operator object, or a function ---- */
template <template <class> class Op> struct lw_cuda_operator {};
#define lw_plus (lw_cuda_operator<cooperative_groups::plus>())
#define lw_less (lw_cuda_operator<cooperative_groups::less>())
#define lw_greater (lw_cuda_operator<cooperative_groups::greater>())
#define lw_bit_and (lw_cuda_operator<cooperative_groups::bit_and>())
#define lw_bit_or (lw_cuda_operator<cooperative_groups::bit_or>())
#define lw_bit_xor (lw_cuda_operator<cooperative_groups::bit_xor>())

template <class T> struct lw_cuda_identity {
    typedef T type;
};
template <class T> using lw_cuda_binary = T(T, T);
#define LW_CUDA_COMBINE(name)                                                                                          \
    template <class G, class T, template <class> class Op>                                                             \
    __device__ __forceinline__ T lw_group_##name(const G &group, T value, lw_cuda_operator<Op>)                        \
    {                                                                                                                  \
        return cooperative_groups::name(group, value, Op<T>());                                                        \
    }                                                                                                                  \
    template <class G, class T>                                                                                        \
    __device__ __forceinline__ T lw_group_##name(const G &group, T value,                                              \
                                                 lw_cuda_binary<typename lw_cuda_identity<T>::type> &op)               \
    {                                                                                                                  \
        return cooperative_groups::name(group, value, op);                                                             \
    }
LW_CUDA_COMBINE(reduce)
LW_CUDA_COMBINE(inclusive_scan)
LW_CUDA_COMBINE(exclusive_scan)
#undef LW_CUDA_COMBINE

template <class G, class T> __device__ __forceinline__ T lw_group_inclusive_scan(const G &group, T value)
{
    return cooperative_groups::inclusive_scan(group, value);
}
template <class G, class T> __device__ __forceinline__ T lw_group_exclusive_scan(const G &group, T value)
{
    return cooperative_groups::exclusive_scan(group, value);
}

/* ---- one lane for all ---- */
template <class G, class F, class... A>
__device__ __forceinline__ void lw_group_invoke_one(const G &group, F &&function, A... arguments)
{
    cooperative_groups::invoke_one(group, function, arguments...);
}
template <class G, class F, class... A>
__device__ __forceinline__ auto lw_group_invoke_one_broadcast(const G &group, F &&function, A... arguments)
    -> decltype(cooperative_groups::invoke_one_broadcast(group, function, arguments...))
{
    return cooperative_groups::invoke_one_broadcast(group, function, arguments...);
}

/* ---- copies ---- */
template <class G, class T>
__device__ __forceinline__ void lw_group_memcpy_async(const G &group, T *to, const T *from, size_t size)
{
    cooperative_groups::memcpy_async(group, to, from, size);
}
template <class G, class T>
__device__ __forceinline__ void lw_group_memcpy_async(const G &group, T *to, size_t to_count, const T *from,
                                                      size_t from_count)
{
    cooperative_groups::memcpy_async(group, to, to_count, from, from_count);
}
#define lw_group_wait(group) (cooperative_groups::wait(group))
#define lw_group_wait_prior(group, stages) (cooperative_groups::wait_prior<(stages)>(group))

#endif
