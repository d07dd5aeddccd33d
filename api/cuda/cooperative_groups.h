/* Cooperative groups: blocks, tiles of up to 512 threads, coalesced threads, the grid of a cooperative launch. Groups of several
 * grids and clusters are not here. */
#ifndef LANEWISE_CUDA_COOPERATIVE_GROUPS_H
#define LANEWISE_CUDA_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#define LW_CUDA_GROUP __device__ __inline__ __attribute__((always_inline))

LW_CUDA_WORD void lw_cuda_grid_sync(void);
LW_CUDA_WORD void lw_cuda_tile_sync(unsigned threads);
LW_CUDA_WORD void *lw_cuda_tile_slot(unsigned warp);
LW_CUDA_WORD unsigned lw_cuda_copy_share(unsigned rank, unsigned size);
LW_CUDA_WORD unsigned lw_cuda_cooperative(void);

namespace cooperative_groups {
namespace lw {
LW_CUDA_GROUP unsigned rank_in_block()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
LW_CUDA_GROUP unsigned block_size()
{
    return blockDim.x * blockDim.y * blockDim.z;
}

enum class kind { block, tile, lanes, grid };

/* Any trivially copyable value from a lane, 8 bytes at a time. */
template <class T, class F> LW_CUDA_GROUP T exchange(const T &value, F one)
{
    constexpr unsigned words = (sizeof(T) + 7) / 8;
    unsigned long long bits[words] = {};
    __builtin_memcpy(bits, &value, sizeof value);
    for (unsigned i = 0; i < words; i++)
        bits[i] = one(bits[i]);
    T result;
    __builtin_memcpy(&result, bits, sizeof result);
    return result;
}

/* Of the lanes of a group, those of the part with the caller, where each `size` in a row are one. */
LW_CUDA_GROUP unsigned part_of(unsigned lanes, unsigned rank, unsigned size)
{
    unsigned first = rank / size * size, part = 0, at = 0;
    for (unsigned left = lanes; left; left &= left - 1, at++)
        part |= at - first < size ? left & -left : 0;
    return part;
}
} // namespace lw

class thread_group {
  protected:
    lw::kind what;
    unsigned lanes; /* a group in a warp: its lanes */
    unsigned threads, rank;
    LW_CUDA_GROUP thread_group(lw::kind k, unsigned l, unsigned t, unsigned r) : what(k), lanes(l), threads(t), rank(r)
    {
    }
    friend LW_CUDA_GROUP thread_group tiled_partition(const thread_group &parent, unsigned size);

  public:
    LW_CUDA_GROUP unsigned long long size() const { return threads; }
    LW_CUDA_GROUP unsigned long long num_threads() const { return threads; }
    LW_CUDA_GROUP unsigned long long thread_rank() const { return rank; }
    LW_CUDA_GROUP bool is_valid() const { return true; }
    LW_CUDA_GROUP void sync() const
    {
        if (what == lw::kind::block)
            __syncthreads();
        else if (what == lw::kind::grid)
            lw_cuda_grid_sync();
        else if (what == lw::kind::tile)
            lw_cuda_tile_sync(threads);
        else
            __syncwarp(lanes);
    }
};

/* ---- blocks ---- */
class thread_block : public thread_group {
    LW_CUDA_GROUP thread_block() : thread_group(lw::kind::block, 0, lw::block_size(), lw::rank_in_block()) {}
    friend LW_CUDA_GROUP thread_block this_thread_block();

  public:
    static LW_CUDA_GROUP void sync() { __syncthreads(); }
    static LW_CUDA_GROUP unsigned size() { return lw::block_size(); }
    static LW_CUDA_GROUP unsigned num_threads() { return lw::block_size(); }
    static LW_CUDA_GROUP unsigned thread_rank() { return lw::rank_in_block(); }
    static LW_CUDA_GROUP dim3 group_index() { return blockIdx; }
    static LW_CUDA_GROUP dim3 thread_index() { return threadIdx; }
    static LW_CUDA_GROUP dim3 group_dim() { return blockDim; }
    static LW_CUDA_GROUP dim3 dim_threads() { return blockDim; }
};
LW_CUDA_GROUP thread_block this_thread_block()
{
    return thread_block();
}

/* ---- the grid ---- */
class grid_group : public thread_group {
    LW_CUDA_GROUP grid_group() : thread_group(lw::kind::grid, 0, 0, 0) {}
    friend LW_CUDA_GROUP grid_group this_grid();

  public:
    static LW_CUDA_GROUP bool is_valid() { return lw_cuda_cooperative(); }
    static LW_CUDA_GROUP void sync() { lw_cuda_grid_sync(); }
    static LW_CUDA_GROUP unsigned long long num_blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
    static LW_CUDA_GROUP unsigned long long block_rank()
    {
        return blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z);
    }
    static LW_CUDA_GROUP unsigned long long size() { return num_blocks() * lw::block_size(); }
    static LW_CUDA_GROUP unsigned long long num_threads() { return size(); }
    static LW_CUDA_GROUP unsigned long long thread_rank()
    {
        return block_rank() * lw::block_size() + lw::rank_in_block();
    }
    static LW_CUDA_GROUP dim3 group_dim() { return gridDim; }
    static LW_CUDA_GROUP dim3 dim_blocks() { return gridDim; }
    static LW_CUDA_GROUP dim3 block_index() { return blockIdx; }
};
LW_CUDA_GROUP grid_group this_grid()
{
    return grid_group();
}

/* ---- tiles, of a size that is known when compiling ---- */
template <unsigned Size, class Parent = void> class thread_block_tile;
namespace lw {
/* A tile's place among those of its parent. A tile of no known parent has it from the tile that it was made of. */
template <unsigned Size, class Parent> struct place_in_parent {
    static LW_CUDA_GROUP unsigned meta_group_rank() { return Parent::thread_rank() / Size; }
    static LW_CUDA_GROUP unsigned meta_group_size() { return (Parent::size() + Size - 1) / Size; }

  protected:
    template <class Tile> LW_CUDA_GROUP void take_place(const Tile &) {}
};
template <unsigned Size> struct place_in_parent<Size, void> {
    LW_CUDA_GROUP unsigned meta_group_rank() const { return place; }
    LW_CUDA_GROUP unsigned meta_group_size() const { return count; }

  protected:
    unsigned place = rank_in_block() / Size, count = (block_size() + Size - 1) / Size;
    template <class Tile> LW_CUDA_GROUP void take_place(const Tile &of)
    {
        place = of.meta_group_rank();
        count = of.meta_group_size();
    }
};
/* What has tiles of constant size: a block, and a larger tile. */
template <class Parent> struct most_threads {
    static constexpr unsigned in_a_tile = 0;
};
template <> struct most_threads<thread_block> {
    static constexpr unsigned in_a_tile = 512;
};
template <unsigned Size, class Parent> struct most_threads<thread_block_tile<Size, Parent>> {
    static constexpr unsigned in_a_tile = Size / 2;
};
} // namespace lw
template <unsigned Size, class Parent>
class thread_block_tile : public thread_group, public lw::place_in_parent<Size, Parent> {
    static_assert(Size > 0 && Size <= 512 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4 ... 512 threads");
    static constexpr bool in_warp = Size <= 32;

    static LW_CUDA_GROUP unsigned first_lane()
    {
        return lw::rank_in_block() % 32 / (in_warp ? Size : 32) * (in_warp ? Size : 32);
    }

  public:
    LW_CUDA_GROUP thread_block_tile()
        : thread_group(in_warp ? lw::kind::lanes : lw::kind::tile, mask(), Size, lw::rank_in_block() % Size)
    {
    }
    template <class Other>
    LW_CUDA_GROUP thread_block_tile(const thread_block_tile<Size, Other> &other) : thread_block_tile()
    {
        this->take_place(other);
    }
    static LW_CUDA_GROUP unsigned mask()
    {
        return in_warp ? (unsigned)((1ull << (Size & 63)) - 1) << first_lane() : 0xffffffff;
    }
    static LW_CUDA_GROUP void sync()
    {
        if constexpr (in_warp)
            __syncwarp(mask());
        else
            lw_cuda_tile_sync(Size);
    }
    static constexpr __device__ unsigned size() { return Size; }
    static constexpr __device__ unsigned num_threads() { return Size; }
    static LW_CUDA_GROUP unsigned thread_rank() { return lw::rank_in_block() % Size; }
    template <class T> LW_CUDA_GROUP T shfl(T value, int from) const
    {
        static_assert(in_warp, "shfl() is for tiles of at most 32 threads");
        return lw::exchange(value, [=](unsigned long long bits) { return __shfl_sync(mask(), bits, from, Size); });
    }
    template <class T> LW_CUDA_GROUP T shfl_up(T value, unsigned by) const
    {
        static_assert(in_warp, "shfl_up() is for tiles of at most 32 threads");
        return lw::exchange(value, [=](unsigned long long bits) { return __shfl_up_sync(mask(), bits, by, Size); });
    }
    template <class T> LW_CUDA_GROUP T shfl_down(T value, unsigned by) const
    {
        static_assert(in_warp, "shfl_down() is for tiles of at most 32 threads");
        return lw::exchange(value, [=](unsigned long long bits) { return __shfl_down_sync(mask(), bits, by, Size); });
    }
    template <class T> LW_CUDA_GROUP T shfl_xor(T value, unsigned by) const
    {
        static_assert(in_warp, "shfl_xor() is for tiles of at most 32 threads");
        return lw::exchange(value, [=](unsigned long long bits) { return __shfl_xor_sync(mask(), bits, by, Size); });
    }
    LW_CUDA_GROUP int any(int predicate) const
    {
        static_assert(in_warp, "any() is for tiles of at most 32 threads");
        return __any_sync(mask(), predicate);
    }
    LW_CUDA_GROUP int all(int predicate) const
    {
        static_assert(in_warp, "all() is for tiles of at most 32 threads");
        return __all_sync(mask(), predicate);
    }
    LW_CUDA_GROUP unsigned ballot(int predicate) const
    {
        static_assert(in_warp, "ballot() is for tiles of at most 32 threads");
        return __ballot_sync(mask(), predicate) >> first_lane();
    }
    template <class T> LW_CUDA_GROUP unsigned match_any(T value) const
    {
        static_assert(in_warp, "match_any() is for tiles of at most 32 threads");
        return __match_any_sync(mask(), value) >> first_lane();
    }
    template <class T> LW_CUDA_GROUP unsigned match_all(T value, int &same) const
    {
        static_assert(in_warp, "match_all() is for tiles of at most 32 threads");
        return __match_all_sync(mask(), value, &same) >> first_lane();
    }
};
template <unsigned Size, class Parent> LW_CUDA_GROUP thread_block_tile<Size, Parent> tiled_partition(const Parent &)
{
    static_assert(
        Size <= lw::most_threads<Parent>::in_a_tile,
        "tiles of constant size are those of a block, or smaller ones of a tile; for other groups pass the size");
    return thread_block_tile<Size, Parent>();
}
/* Tiles of a size that is known when running: at most 32 threads. */
LW_CUDA_GROUP thread_group tiled_partition(const thread_group &parent, unsigned size)
{
    if (parent.what == lw::kind::lanes) {
        unsigned part = lw::part_of(parent.lanes, parent.rank, size);
        return thread_group(lw::kind::lanes, part, __popc(part), parent.rank % size);
    }
    unsigned first = lw::rank_in_block() % 32 / size * size;
    unsigned lanes = (size < 32 ? (1u << size) - 1 : 0xffffffff) << first;
    return thread_group(lw::kind::lanes, lanes, parent.threads < size ? parent.threads : size,
                        lw::rank_in_block() % size);
}
/* Memory for tiles of more than 32 threads, which the emulator has itself. */
template <unsigned Threads> struct block_tile_memory {
    char unused;
};
template <unsigned Threads> LW_CUDA_GROUP thread_block this_thread_block(block_tile_memory<Threads> &)
{
    return this_thread_block();
}

/* ---- threads of a warp that are together ---- */
class coalesced_group : public thread_group {
    unsigned place, count; /* among the parts of the group that it was made of */

    LW_CUDA_GROUP explicit coalesced_group(unsigned l, unsigned p = 0, unsigned c = 1)
        : thread_group(lw::kind::lanes, l, __popc(l), __popc(l & ((1u << lw::rank_in_block() % 32) - 1))), place(p),
          count(c)
    {
    }
    friend LW_CUDA_GROUP coalesced_group coalesced_threads();
    friend LW_CUDA_GROUP coalesced_group tiled_partition(const coalesced_group &, unsigned);
    template <class Group> friend LW_CUDA_GROUP coalesced_group binary_partition(const Group &, bool);
    template <class Group, class T> friend LW_CUDA_GROUP coalesced_group labeled_partition(const Group &, T);

    /* The lanes' bits, by rank. */
    LW_CUDA_GROUP unsigned packed(unsigned of) const
    {
        unsigned result = 0;
        for (unsigned from = lanes, to = 1; from; from &= from - 1, to <<= 1)
            result |= of & (from & -from) ? to : 0;
        return result;
    }
    LW_CUDA_GROUP int lane_of(unsigned of) const { return (int)__fns(lanes, 0, (int)of + 1); }

  public:
    LW_CUDA_GROUP unsigned mask() const { return lanes; }
    LW_CUDA_GROUP unsigned size() const { return threads; }
    LW_CUDA_GROUP unsigned num_threads() const { return threads; }
    LW_CUDA_GROUP unsigned thread_rank() const { return rank; }
    LW_CUDA_GROUP unsigned meta_group_rank() const { return place; }
    LW_CUDA_GROUP unsigned meta_group_size() const { return count; }
    template <class T> LW_CUDA_GROUP T shfl(T value, unsigned from) const
    {
        unsigned among = lanes;
        int lane = lane_of(from % threads);
        return lw::exchange(value, [=](unsigned long long bits) { return __shfl_sync(among, bits, lane); });
    }
    template <class T> LW_CUDA_GROUP T shfl_up(T value, unsigned by) const
    {
        return shfl(value, rank >= by ? rank - by : rank);
    }
    template <class T> LW_CUDA_GROUP T shfl_down(T value, unsigned by) const
    {
        return shfl(value, rank + by < threads ? rank + by : rank);
    }
    LW_CUDA_GROUP int any(int predicate) const { return __any_sync(lanes, predicate); }
    LW_CUDA_GROUP int all(int predicate) const { return __all_sync(lanes, predicate); }
    LW_CUDA_GROUP unsigned ballot(int predicate) const { return packed(__ballot_sync(lanes, predicate)); }
    template <class T> LW_CUDA_GROUP unsigned match_any(T value) const
    {
        return packed(__match_any_sync(lanes, value));
    }
    template <class T> LW_CUDA_GROUP unsigned match_all(T value, int &same) const
    {
        return packed(__match_all_sync(lanes, value, &same));
    }
};
LW_CUDA_GROUP coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}
template <class Group> LW_CUDA_GROUP coalesced_group binary_partition(const Group &group, bool predicate)
{
    unsigned all = group.mask(), yes = __ballot_sync(all, predicate);
    if (yes == 0 || yes == all)
        return coalesced_group(all);
    return coalesced_group(predicate ? yes : all & ~yes, predicate, 2);
}
/* The groups are in the order of their first lanes. */
template <class Group, class T> LW_CUDA_GROUP coalesced_group labeled_partition(const Group &group, T label)
{
    unsigned lanes = __match_any_sync(group.mask(), label), first = lanes & -lanes;
    unsigned firsts = __ballot_sync(group.mask(), first == 1u << lw::rank_in_block() % 32);
    return coalesced_group(lanes, __popc(firsts & (first - 1)), __popc(firsts));
}
template <class Group> LW_CUDA_GROUP coalesced_group labeled_partition(const Group &group, bool label)
{
    return binary_partition(group, label);
}
template <class Group, class T> LW_CUDA_GROUP coalesced_group labeled_partition(const Group &group, T *label)
{
    return labeled_partition(group, (unsigned long long)label);
}
/* Parts of `size` threads, by rank. */
LW_CUDA_GROUP coalesced_group tiled_partition(const coalesced_group &group, unsigned size)
{
    return coalesced_group(lw::part_of(group.lanes, group.rank, size), group.rank / size,
                           (group.threads + size - 1) / size);
}

/* ---- functions of any group ---- */
template <class Group> LW_CUDA_GROUP void sync(const Group &group)
{
    group.sync();
}
template <class Group> LW_CUDA_GROUP unsigned long long thread_rank(const Group &group)
{
    return group.thread_rank();
}
template <class Group> LW_CUDA_GROUP unsigned long long group_size(const Group &group)
{
    return group.size();
}
LW_CUDA_GROUP dim3 group_index(const thread_block &)
{
    return blockIdx;
}
LW_CUDA_GROUP dim3 thread_index(const thread_block &)
{
    return threadIdx;
}
} // namespace cooperative_groups

#endif
