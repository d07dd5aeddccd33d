/* Cooperative groups for a C++ compiler, which checks kernel files as nvcc reads them, and makes no code: declarations
 * with CUDA's argument types. */
#ifndef LW_CPU_GROUPS_OVERLOADS_H
#define LW_CPU_GROUPS_OVERLOADS_H

#include "vector_types.h"

/* Only functions make groups; a group can be copied, not assigned. */
#define LW_CPU_GROUP_CLASS(name)                                                                                       \
    struct name {                                                                                                      \
        name() = delete;                                                                                               \
        name(const name &) = default;                                                                                  \
        name &operator=(const name &) = delete;                                                                        \
    };
LW_CPU_GROUP_CLASS(lw_thread_group)
LW_CPU_GROUP_CLASS(lw_thread_block)
LW_CPU_GROUP_CLASS(lw_grid_group)
LW_CPU_GROUP_CLASS(lw_cluster_group)
LW_CPU_GROUP_CLASS(lw_coalesced_group)
template <unsigned size> struct lw_cpu_tile {
    static_assert(size >= 1 && size <= 512 && (size & (size - 1)) == 0, "a tile has 1, 2, 4 ... 512 threads");
    lw_cpu_tile() = delete;
    lw_cpu_tile(const lw_cpu_tile &) = default;
    lw_cpu_tile &operator=(const lw_cpu_tile &) = delete;
};
template <unsigned threads> struct lw_cpu_block_tile_memory {
    unsigned long long unused;
};
struct lw_arrival_token {
    unsigned word;
};
#define lw_tile(size) lw_cpu_tile<(size)>
#define lw_block_tile_memory(threads) lw_cpu_block_tile_memory<(threads)>
#undef LW_CPU_GROUP_CLASS

/* ---- traits of groups, and the types of their ranks and sizes ---- */
template <class Number, int lanes, bool has_blocks, bool is_sparse> struct lw_cpu_trait {
    typedef Number number;
    enum { size = lanes, blocks = has_blocks, sparse = is_sparse };
};
template <class G> struct lw_cpu_traits {
    enum { size = 0, blocks = 0, sparse = 0 };
};
template <unsigned n> struct lw_cpu_traits<lw_cpu_tile<n>> : lw_cpu_trait<unsigned, n, false, false> {};
template <> struct lw_cpu_traits<lw_coalesced_group> : lw_cpu_trait<unsigned, 0, false, true> {};
template <> struct lw_cpu_traits<lw_thread_block> : lw_cpu_trait<unsigned, 2048, true, false> {};
template <> struct lw_cpu_traits<lw_cluster_group> : lw_cpu_trait<unsigned, 0, true, false> {};
template <> struct lw_cpu_traits<lw_grid_group> : lw_cpu_trait<unsigned long long, 0, true, false> {};
template <> struct lw_cpu_traits<lw_thread_group> : lw_cpu_trait<unsigned long long, 0, false, false> {};

template <bool, class T> struct lw_cpu_if {};
template <class T> struct lw_cpu_if<true, T> {
    typedef T type;
};
/* The type T, defined for the named groups only. */
template <class G> constexpr bool lw_cpu_is_tile_of(unsigned most)
{
    return lw_cpu_traits<G>::size > 0 && (unsigned)lw_cpu_traits<G>::size <= most;
}
template <class G> constexpr bool lw_cpu_is_lanes_of(unsigned most)
{
    return lw_cpu_is_tile_of<G>(most) || lw_cpu_traits<G>::sparse;
}
template <class G, class T> using lw_cpu_for_tile = typename lw_cpu_if<lw_cpu_is_tile_of<G>(32), T>::type;
template <class G, class T> using lw_cpu_for_warp = typename lw_cpu_if<lw_cpu_is_lanes_of<G>(32), T>::type;
template <class G, class T> using lw_cpu_for_lanes = typename lw_cpu_if<lw_cpu_is_lanes_of<G>(512), T>::type;
template <class G, class T> using lw_cpu_for_copies = typename lw_cpu_if<lw_cpu_is_lanes_of<G>(2048), T>::type;
template <class G, class T> using lw_cpu_for_blocks = typename lw_cpu_if<lw_cpu_traits<G>::blocks, T>::type;
template <class T> struct lw_cpu_identity {
    typedef T type;
};

/* ---- making groups ---- */
lw_thread_block lw_this_thread_block(void);
template <unsigned n> lw_thread_block lw_this_thread_block_with(lw_cpu_block_tile_memory<n> *memory);
lw_grid_group lw_this_grid(void);
lw_cluster_group lw_this_cluster(void);
lw_coalesced_group lw_coalesced_threads(void);
lw_cpu_tile<1> lw_this_thread(void);
template <unsigned n, class G>
typename lw_cpu_if<(lw_cpu_traits<G>::size > (int)n), lw_cpu_tile<n>>::type lw_cpu_tiled_partition(const G &parent);
#define lw_tiled_partition(size, parent) lw_cpu_tiled_partition<(size)>(parent)
lw_thread_group lw_dynamic_tiled_partition(const lw_thread_block &parent, unsigned size);
lw_thread_group lw_dynamic_tiled_partition(const lw_thread_group &parent, unsigned size);
lw_coalesced_group lw_dynamic_tiled_partition(const lw_coalesced_group &parent, unsigned size);
template <class G> lw_cpu_for_warp<G, lw_coalesced_group> lw_binary_partition(const G &group, bool predicate);
template <class G, class T> lw_cpu_for_warp<G, lw_coalesced_group> lw_labeled_partition(const G &group, T label);
template <class G>
typename lw_cpu_if<lw_cpu_traits<G>::size <= 32 || lw_cpu_traits<G>::blocks, lw_thread_group>::type lw_thread_group_of(
    const G &group);

/* ---- ranks, sizes, indices ---- */
template <class G> typename lw_cpu_traits<G>::number lw_group_thread_rank(const G &group);
template <class G> typename lw_cpu_traits<G>::number lw_group_num_threads(const G &group);
template <class G> typename lw_cpu_traits<G>::number lw_group_size(const G &group);
template <class G> lw_cpu_for_lanes<G, unsigned> lw_group_meta_group_rank(const G &group);
template <class G> lw_cpu_for_lanes<G, unsigned> lw_group_meta_group_size(const G &group);
template <class G> lw_cpu_for_blocks<G, dim3> lw_group_thread_index(const G &group);
template <class G> lw_cpu_for_blocks<G, dim3> lw_group_dim_threads(const G &group);
dim3 lw_group_group_index(const lw_thread_block &block);
dim3 lw_group_group_dim(const lw_thread_block &block);
dim3 lw_group_group_dim(const lw_grid_group &grid);
int lw_group_is_valid(const lw_grid_group &grid);
unsigned long long lw_group_num_clusters(const lw_grid_group &grid);
unsigned long long lw_group_cluster_rank(const lw_grid_group &grid);
dim3 lw_group_dim_clusters(const lw_grid_group &grid);
dim3 lw_group_cluster_index(const lw_grid_group &grid);
#define LW_CPU_OF_BLOCKS(type, group)                                                                                  \
    type lw_group_num_blocks(const group &of);                                                                         \
    type lw_group_block_rank(const group &of);                                                                         \
    dim3 lw_group_dim_blocks(const group &of);                                                                         \
    dim3 lw_group_block_index(const group &of);
LW_CPU_OF_BLOCKS(unsigned long long, lw_grid_group)
LW_CPU_OF_BLOCKS(unsigned, lw_cluster_group)
#undef LW_CPU_OF_BLOCKS

/* ---- waiting ---- */
template <class G> typename lw_cpu_identity<typename lw_cpu_traits<G>::number>::type lw_cpu_group_sync(const G &group);
#define lw_group_sync(group) ((void)lw_cpu_group_sync(group))
template <class G> lw_cpu_for_blocks<G, lw_arrival_token> lw_group_barrier_arrive(const G &group);
template <class G> lw_cpu_for_blocks<G, void> lw_group_barrier_wait(const G &group, lw_arrival_token token);
template <class T> T *lw_group_map_shared_rank(const lw_cluster_group &cluster, T *pointer, int rank);
unsigned lw_group_query_shared_rank(const lw_cluster_group &cluster, const void *pointer);

/* ---- exchanging ---- */
template <class G, class T> lw_cpu_for_lanes<G, T> lw_group_shfl(const G &group, T value, int rank);
template <class G, class T> lw_cpu_for_warp<G, T> lw_group_shfl_down(const G &group, T value, unsigned delta);
template <class G, class T> lw_cpu_for_warp<G, T> lw_group_shfl_up(const G &group, T value, unsigned delta);
template <class G, class T> lw_cpu_for_tile<G, T> lw_group_shfl_xor(const G &group, T value, unsigned lane_mask);
template <class G> lw_cpu_for_lanes<G, int> lw_group_any(const G &group, int predicate);
template <class G> lw_cpu_for_lanes<G, int> lw_group_all(const G &group, int predicate);
template <class G> lw_cpu_for_warp<G, unsigned> lw_group_ballot(const G &group, int predicate);
template <class G, class T> lw_cpu_for_warp<G, unsigned> lw_group_match_any(const G &group, T value);
template <class G, class T> lw_cpu_for_warp<G, unsigned> lw_group_match_all(const G &group, T value, int *predicate);

struct lw_cpu_operator {
    template <class T> T operator()(T a, T b) const;
};
#define lw_plus (lw_cpu_operator())
#define lw_less (lw_cpu_operator())
#define lw_greater (lw_cpu_operator())
#define lw_bit_and (lw_cpu_operator())
#define lw_bit_or (lw_cpu_operator())
#define lw_bit_xor (lw_cpu_operator())
template <class T> using lw_cpu_binary = T (*)(T, T);
#define LW_CPU_COMBINES(name)                                                                                          \
    template <class G, class T> lw_cpu_for_lanes<G, T> name(const G &group, T value, lw_cpu_operator op);              \
    template <class G, class T>                                                                                        \
    lw_cpu_for_lanes<G, T> name(const G &group, T value, lw_cpu_binary<typename lw_cpu_identity<T>::type> op);
LW_CPU_COMBINES(lw_group_reduce)
LW_CPU_COMBINES(lw_group_inclusive_scan)
LW_CPU_COMBINES(lw_group_exclusive_scan)
#undef LW_CPU_COMBINES
template <class G, class T> lw_cpu_for_lanes<G, T> lw_group_inclusive_scan(const G &group, T value);
template <class G, class T> lw_cpu_for_lanes<G, T> lw_group_exclusive_scan(const G &group, T value);

template <class G, class F, class... A> void lw_group_invoke_one(const G &group, F function, A... arguments);
template <class G, class R, class... P, class... A>
lw_cpu_for_lanes<G, R> lw_group_invoke_one_broadcast(const G &group, R (*function)(P...), A... arguments);

/* ---- copying ---- */
template <class G, class T>
lw_cpu_for_copies<G, void> lw_group_memcpy_async(const G &group, T *to, const T *from, size_t size);
template <class G, class T>
lw_cpu_for_copies<G, void> lw_group_memcpy_async(const G &group, T *to, size_t to_count, const T *from,
                                                 size_t from_count);
template <class G> lw_cpu_for_copies<G, void> lw_group_wait(const G &group);
template <unsigned stages, class G> lw_cpu_for_copies<G, void> lw_cpu_wait_prior(const G &group);
#define lw_group_wait_prior(group, stages) lw_cpu_wait_prior<(stages)>(group)

#endif
