/* Elements of a tile are chosen and copied in one launch: what select, unique and run lengths share on a GPU.
 *
 * A warp has eight rows of 32 times four elements. Its lanes bring the chosen elements together in shared memory while other blocks still count,
 * then copy them side by side. */
#ifndef LWK_DEVICE_SELECT_H
#define LWK_DEVICE_SELECT_H

#include "compact.h"
#include "look_back.h"

enum { SELECT_ROW = 32 * COMPACT_EACH, SELECT_ROWS = 8, SELECT_PART = SELECT_ROWS * SELECT_ROW };

LWK_WARP_SCAN(select_scan, unsigned)
LWK_WARP_SCAN(select_scan_counts, size_t)
LWK_LOOK_BACK(select_look_back, size_t, select_scan_counts, LWK_ENCODE_COUNT, LWK_DECODE_COUNT)

/* A lane's four elements; beyond the end zeros. whole: one load takes them. */
static __device__ __forceinline__ uint4 select_load(size_t n, const unsigned *in, size_t i, bool whole)
{
    if (whole)
        return *(const uint4 *)(const void *)(in + i);
    uint4 four;
    four.x = i < n ? in[i] : 0;
    four.y = i + 1 < n ? in[i + 1] : 0;
    four.z = i + 2 < n ? in[i + 2] : 0;
    four.w = i + 3 < n ? in[i + 3] : 0;
    return four;
}

/* Which of four elements have a flag, a bit each. */
static __device__ __forceinline__ unsigned select_flagged(size_t n, const unsigned char *flags, size_t i, bool whole)
{
    if (whole) {
        uchar4 four = *(const uchar4 *)(const void *)(flags + i);
        return (four.x != 0) | (four.y != 0) << 1 | (four.z != 0) << 2 | (four.w != 0) << 3;
    }
    unsigned bits = 0;
#pragma unroll
    for (unsigned k = 0; k < COMPACT_EACH; k++)
        bits |= (i + k < n && flags[i + k] != 0 ? 1u : 0u) << k;
    return bits;
}

/* Which of four elements differ from the one before; the first of all does. */
static __device__ __forceinline__ unsigned select_heads(size_t n, const unsigned *in, size_t i, uint4 four)
{
    unsigned lower = __shfl_up_sync(LW_FULL_MASK, four.w, 1);
    if (threadIdx.x % 32 == 0)
        lower = i == 0 || i >= n ? ~four.x : in[i - 1];
    unsigned bits = (four.x != lower) | (four.y != four.x) << 1 | (four.z != four.y) << 2 | (four.w != four.z) << 3;
    return i + COMPACT_EACH <= n ? bits : i < n ? bits & ((1u << (n - i)) - 1) : 0;
}

/* Copies the chosen elements of all tiles to out, and how many there are to *count. flagged, indexed: constants. flagged: those with a
 * flag, else the first of runs. indexed: also writes indices of the chosen to starts, and how many the tiles before have to offsets. */
static __device__ __forceinline__ void select_tile(bool flagged, bool indexed, size_t n, const unsigned char *flags,
                                                   const unsigned *in, unsigned *out, unsigned *starts, size_t *offsets,
                                                   size_t *count, unsigned long long *state)
{
    LW_SHARED(unsigned, number);
    LW_SHARED(size_t, preceding);
    LW_SHARED(unsigned, sums, [COMPACT_THREADS / 32]);
    LW_SHARED(unsigned, staged, [COMPACT_TILE]);
    unsigned lane = threadIdx.x % 32, part = threadIdx.x / 32;
    unsigned tile = gridDim.x == 1 ? 0 : lwk_look_back_tile(state, number);
    size_t first = (size_t)tile * COMPACT_TILE + part * SELECT_PART, own = first + lane * COMPACT_EACH;
    bool whole = ((size_t)tile + 1) * COMPACT_TILE <= n && (uintptr_t)in % sizeof(uint4) == 0 &&
                 (!flagged || (uintptr_t)flags % sizeof(uchar4) == 0);
    uint4 four[SELECT_ROWS];
    unsigned chosen = 0;
    if (whole) { /* all loads are in flight together */
#pragma unroll
        for (unsigned row = 0; row < SELECT_ROWS; row++)
            four[row] = select_load(n, in, own + row * SELECT_ROW, true);
    } else {
#pragma unroll
        for (unsigned row = 0; row < SELECT_ROWS; row++)
            four[row] = select_load(n, in, own + row * SELECT_ROW, false);
    }
#pragma unroll
    for (unsigned row = 0; row < SELECT_ROWS; row++) {
        size_t i = own + row * SELECT_ROW;
        chosen |= (flagged ? select_flagged(n, flags, i, whole) : select_heads(n, in, i, four[row])) << 4 * row;
    }

    /* How many each row has: four bits a row, then a byte a row, rows 0 2 4 6 and 1 3 5 7. A row has at most 128. */
    unsigned pairs = chosen - (chosen >> 1 & 0x55555555u);
    unsigned rows = (pairs & 0x33333333u) + (pairs >> 2 & 0x33333333u);
    unsigned even = rows & 0x0f0f0f0fu, odd = rows >> 4 & 0x0f0f0f0fu;
    unsigned even_up_to = select_scan(even), odd_up_to = select_scan(odd);
    unsigned even_all = __shfl_sync(LW_FULL_MASK, even_up_to, 31), odd_all = __shfl_sync(LW_FULL_MASK, odd_up_to, 31);
    unsigned all = 0;
#pragma unroll
    for (unsigned row = 0; row < SELECT_ROWS; row++) {
        unsigned place = row / 2 * 8, lower = row % 2 == 0 ? even_up_to - even : odd_up_to - odd;
        unsigned *to = staged + part * SELECT_PART + all + (lower >> place & 0xff);
        unsigned at = row * SELECT_ROW + lane * COMPACT_EACH, bits = chosen >> 4 * row;
        if (bits & 1)
            *to++ = indexed ? at : four[row].x;
        if (bits & 2)
            *to++ = indexed ? at + 1 : four[row].y;
        if (bits & 4)
            *to++ = indexed ? at + 2 : four[row].z;
        if (bits & 8)
            *to = indexed ? at + 3 : four[row].w;
        all += (row % 2 == 0 ? even_all : odd_all) >> place & 0xff;
    }
    if (lane == 0)
        sums[part] = all;
    __syncthreads();
    unsigned before = 0, sum = 0;
#pragma unroll
    for (unsigned i = 0; i < COMPACT_THREADS / 32; i++) {
        before = i == part ? sum : before;
        sum += sums[i];
    }
    if (part == 0) {
        size_t of_tiles = 0;
        if (gridDim.x > 1) {
            struct select_look_back_before found = select_look_back(state, gridDim.x, tile, sum);
            of_tiles = found.spans + found.within;
        }
        if (lane == 0) {
            *preceding = of_tiles;
            if (indexed)
                offsets[tile] = of_tiles;
            if (tile == gridDim.x - 1)
                *count = of_tiles + sum;
        }
    }
    __syncthreads();
    size_t to = *preceding + before;
    for (unsigned i = lane; i < all; i += 32) {
        unsigned value = staged[part * SELECT_PART + i];
        if (indexed) {
            starts[to + i] = (unsigned)first + value;
            value = in[first + value];
        }
        out[to + i] = value;
    }
}

#endif
