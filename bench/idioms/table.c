/* The idioms: sizes, buffers and shapes. A kernel takes n, m, then the buffers in this order. */
#include "idioms.h"

#define IDIOM_OF(name_)                                                                                                \
    .loop = "loop_" #name_, .reference = loop_##name_, .subject.name = #name_,                                         \
    .subject.kernel = LW_KERNEL_OF(idiom_##name_)
#define DECLARE(name_)                                                                                                 \
    LW_DECLARE_DESCRIPTOR(idiom_##name_);                                                                              \
    void loop_##name_(int n, int m, void *const *buffer)
#define IN(at, type, length, kind) .subject.buffer[at] = {FUSED_##type, length, true, false}, .fill[at] = IDIOM_##kind
#define BELOW(at, type, length, below)                                                                                 \
    .subject.buffer[at] = {FUSED_##type, length, true, false}, .fill[at] = IDIOM_BELOW, .limit[at] = below
#define OUT(at, type, length) .subject.buffer[at] = {FUSED_##type, length, false, true}
#define SCRATCH(at, type, length) .subject.buffer[at] = {FUSED_##type, length, false, false}

DECLARE(warp_first_after_shuffle);
DECLARE(warp_first_after_tree);
DECLARE(warp_block_scan);
DECLARE(tile_reduce16);
DECLARE(tile_reduce64);
DECLARE(tile_reduce128);
DECLARE(tile_reduce512);
DECLARE(coalesced_atomic);
DECLARE(shuffle_rows_16x16);
DECLARE(shuffle_rows_256x1);
DECLARE(half_warp_tail);
DECLARE(char_if_chain);
DECLARE(branch_black_scholes);
DECLARE(branch_swap);
DECLARE(stride_inner_loop);
DECLARE(guard_inner_loop);
DECLARE(matmul_guard);
DECLARE(convolve_clamped);
DECLARE(row_sum);
DECLARE(softmax);
DECLARE(layernorm_and);
DECLARE(layernorm_bit_and);
DECLARE(loop_tolerance);
DECLARE(atomic_one_int);
DECLARE(atomic_one_float);
DECLARE(atomic_hist16_int);
DECLARE(atomic_hist16_float);
DECLARE(atomic_hist_stride);
DECLARE(load_stride3);
DECLARE(load_stride3_bytes);
DECLARE(load_runtime_stride);
DECLARE(load_char4);
DECLARE(load_float4);
DECLARE(load_struct);
DECLARE(store_accumulate);
DECLARE(spmv_row);
DECLARE(local_row);
DECLARE(local_matrix);
DECLARE(local_nearest);
DECLARE(local_count);
DECLARE(tree_modulo_static);
DECLARE(tree_modulo_dynamic);
DECLARE(tree_volatile_tail);
DECLARE(bitonic_merge);
DECLARE(sort_bitonic);
DECLARE(scan_blelloch);
DECLARE(pathfinder);
DECLARE(srad);
DECLARE(wavefront);
DECLARE(binomial);
DECLARE(sgemm_fmaf);
DECLARE(sgemm_plain);
DECLARE(async_copy);
DECLARE(grid_sync);
DECLARE(rare_append);
DECLARE(rare_force);
DECLARE(rare_hit);

/* clang-format off */
idiom idioms[] = {
    {IDIOM_OF(warp_first_after_shuffle), .about = "if (warp == 0) shuffles, after shuffles by all warps", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 22, SMALL),
     OUT(1, F32, (1 << 22) / 256)},
    {IDIOM_OF(warp_first_after_tree), .about = "if (tid < 32) shuffles, after a tree in shared memory", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 22, SMALL),
     OUT(1, F32, (1 << 22) / 256)},
    {IDIOM_OF(warp_block_scan), .about = "a scan of a block by warp shuffles", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 22, SMALL),
     OUT(1, F32, 1 << 22)},
    {IDIOM_OF(tile_reduce16), .about = "tiles of 16 threads reduce by shuffles", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 22, SMALL),
     OUT(1, F32, (1 << 22) / 16)},
    {IDIOM_OF(tile_reduce64), .about = "tiles of 64 threads reduce", .n = 1 << 18, .m = 0,
     .grid = {(1 << 18) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 18, SMALL),
     OUT(1, F32, (1 << 18) / 64)},
    {IDIOM_OF(tile_reduce128), .about = "tiles of 128 threads reduce", .n = 1 << 18, .m = 0,
     .grid = {(1 << 18) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 18, SMALL),
     OUT(1, F32, (1 << 18) / 128)},
    {IDIOM_OF(tile_reduce512), .about = "tiles of 512 threads reduce", .n = 1 << 18, .m = 0,
     .grid = {(1 << 18) / 512, 1, 1}, .block = {512, 1, 1},
     IN(0, F32, 1 << 18, SMALL),
     OUT(1, F32, (1 << 18) / 512)},
    {IDIOM_OF(coalesced_atomic), .about = "aggregated atomics of coalesced groups", .n = 1 << 21, .m = 0,
     .grid = {(1 << 21) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 21, SMALL),
     OUT(1, F32, 1 << 21),
     SCRATCH(2, U32, 1),
     .unordered = true,
     .clear = 1 << 2},
    {IDIOM_OF(shuffle_rows_16x16), .about = "shuffles of width 16 in blocks of 16x16", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {16, 16, 1},
     IN(0, F32, 1 << 22, SMALL),
     OUT(1, F32, 1 << 22)},
    {IDIOM_OF(shuffle_rows_256x1), .about = "shuffles of width 16 in blocks of 256x1", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 22, SMALL),
     OUT(1, F32, 1 << 22)},
    {IDIOM_OF(half_warp_tail), .about = "half a warp sums in blocks of 16x16", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {16, 16, 1},
     IN(0, F32, 1 << 22, SMALL),
     OUT(1, F32, (1 << 22) / 256)},
    {IDIOM_OF(char_if_chain), .about = "a chain of if over a char", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, U8, 1 << 22, DIGITS),
     IN(1, F32, 1 << 22, SMALL),
     OUT(2, F32, 1 << 22)},
    {IDIOM_OF(branch_black_scholes), .about = "two nested branches with exponentials", .n = 1 << 19, .m = 0,
     .grid = {(1 << 19) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 19, POSITIVE),
     IN(1, F32, 1 << 19, POSITIVE),
     BELOW(2, U32, 1 << 19, 2),
     OUT(3, F32, 1 << 19),
     .subject.absolute = 2e-4, .subject.relative = 2e-4},
    {IDIOM_OF(branch_swap), .about = "a conditional swap", .n = 1 << 23, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     BELOW(0, U32, 1 << 23, 1u << 30),
     OUT(1, U32, 1 << 23)},
    {IDIOM_OF(stride_inner_loop), .about = "a loop in a grid-stride loop", .n = 1 << 20, .m = 64,
     .grid = {128, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 20, SIGNED),
     OUT(1, F32, 1 << 20),
     .subject.absolute = 1e-3, .subject.relative = 1e-3},
    {IDIOM_OF(guard_inner_loop), .about = "the same in if (i < n)", .n = 1 << 20, .m = 64,
     .grid = {(1 << 20) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 20, SIGNED),
     OUT(1, F32, 1 << 20),
     .subject.absolute = 1e-3, .subject.relative = 1e-3},
    {IDIOM_OF(matmul_guard), .about = "a loop for each element of a matrix that is no multiple of the block", .n = 300, .m = 0,
     .grid = {19, 19, 1}, .block = {16, 16, 1},
     IN(0, F32, 300 * 300, SMALL),
     IN(1, F32, 300 * 300, SMALL),
     OUT(2, F32, 300 * 300)},
    {IDIOM_OF(convolve_clamped), .about = "a window of 7 x 7 whose indices are kept within the picture", .n = 1000, .m = 3,
     .grid = {63, 63, 1}, .block = {16, 16, 1},
     IN(0, F32, 1000 * 1000, SMALL),
     IN(1, F32, 49, SMALL),
     OUT(2, F32, 1000 * 1000)},
    {IDIOM_OF(row_sum), .about = "a row of 1000 integers per thread", .n = 4000, .m = 1000,
     .grid = {16, 1, 1}, .block = {256, 1, 1},
     BELOW(0, U32, 4000 * 1000, 1000),
     OUT(1, U32, 4000)},
    {IDIOM_OF(softmax), .about = "block-stride loops in a loop over rows, with &&", .n = 512, .m = 1000,
     .grid = {128, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 512 * 1000, SIGNED),
     BELOW(1, U8, 1000, 4),
     OUT(2, F32, 512 * 1000),
     .subject.absolute = 1e-6, .subject.relative = 1e-6},
    {IDIOM_OF(layernorm_and), .about = "the same, two sums, conditions by && and ||", .n = 2048, .m = 1000,
     .grid = {128, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 2048 * 1000, SMALL),
     BELOW(1, U8, 1000, 4),
     OUT(2, F32, 2048 * 1000),
     .subject.absolute = 1e-5, .subject.relative = 1e-5},
    {IDIOM_OF(layernorm_bit_and), .about = "the same, two sums, conditions by & and |", .n = 2048, .m = 1000,
     .grid = {128, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 2048 * 1000, SMALL),
     BELOW(1, U8, 1000, 4),
     OUT(2, F32, 2048 * 1000),
     .subject.absolute = 1e-5, .subject.relative = 1e-5},
    {IDIOM_OF(loop_tolerance), .about = "a loop that breaks on a tolerance, and one that does not", .n = 1 << 18, .m = 64,
     .grid = {(1 << 18) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 18, SIGNED),
     OUT(1, F32, 1 << 18),
     .subject.absolute = 1e-3, .subject.relative = 1e-3},
    {IDIOM_OF(atomic_one_int), .about = "all threads add to one int", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, U32, 1 << 22, SMALL),
     OUT(1, U32, 1),
     .clear = 1 << 1},
    {IDIOM_OF(atomic_one_float), .about = "all threads add to one float", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 22, SMALL),
     OUT(1, F32, 1),
     .clear = 1 << 1},
    {IDIOM_OF(atomic_hist16_int), .about = "all threads add to 16 ints", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     BELOW(0, U32, 1 << 22, 1u << 30),
     IN(1, U32, 1 << 22, SMALL),
     OUT(2, U32, 16),
     .clear = 1 << 2},
    {IDIOM_OF(atomic_hist16_float), .about = "all threads add to 16 floats", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     BELOW(0, U32, 1 << 22, 1u << 30),
     IN(1, F32, 1 << 22, SMALL),
     OUT(2, F32, 16),
     .clear = 1 << 2},
    {IDIOM_OF(atomic_hist_stride), .about = "a grid-stride loop adds to 256 words", .n = 1 << 22, .m = 0,
     .grid = {64, 1, 1}, .block = {256, 1, 1},
     BELOW(0, U8, 1 << 22, 256),
     OUT(1, U32, 256),
     .clear = 1 << 1},
    {IDIOM_OF(load_stride3), .about = "floats at stride 3", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 3 << 22, SMALL),
     OUT(1, F32, 1 << 22)},
    {IDIOM_OF(load_stride3_bytes), .about = "bytes at stride 3", .n = 1 << 23, .m = 0,
     .grid = {(1 << 23) / 256, 1, 1}, .block = {256, 1, 1},
     BELOW(0, U8, 3 << 23, 256),
     OUT(1, U8, 1 << 23)},
    {IDIOM_OF(load_runtime_stride), .about = "floats at a stride that is an argument", .n = 1 << 22, .m = 2,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 2 << 22, SMALL),
     OUT(1, F32, 1 << 22)},
    {IDIOM_OF(load_char4), .about = "uchar4 in and out", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     BELOW(0, U8, 4 << 22, 256),
     OUT(1, U8, 4 << 22)},
    {IDIOM_OF(load_float4), .about = "float4 in", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 4 << 22, SMALL),
     OUT(1, F32, 1 << 22)},
    {IDIOM_OF(load_struct), .about = "structures of six floats in and out", .n = 1 << 20, .m = 0,
     .grid = {(1 << 20) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 6 << 20, SMALL),
     OUT(1, F32, 6 << 20)},
    {IDIOM_OF(store_accumulate), .about = "out[i] += in an inner loop", .n = 1 << 16, .m = 128,
     .grid = {(1 << 16) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 128 << 16, SMALL),
     IN(1, F32, 128, SMALL),
     OUT(2, F32, 1 << 16)},
    {IDIOM_OF(spmv_row), .about = "a row of a sparse matrix per thread", .n = 1 << 17, .m = 0,
     .grid = {(1 << 17) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, U32, (1 << 17) + 1, ROWS),
     BELOW(1, U32, 16 * ((1 << 17) + 1), 1 << 17),
     IN(2, F32, 16 * ((1 << 17) + 1), SMALL),
     IN(3, F32, 1 << 17, SMALL),
     OUT(4, F32, 1 << 17)},
    {IDIOM_OF(local_row), .about = "a row of an edit distance in a local array", .n = 1 << 13, .m = 1 << 13,
     .grid = {(1 << 13) / 256, 1, 1}, .block = {256, 1, 1},
     BELOW(0, U8, 65 << 13, 4),
     OUT(1, U32, 1 << 13)},
    {IDIOM_OF(local_matrix), .about = "a matrix in a local array", .n = 1 << 16, .m = 1 << 16,
     .grid = {(1 << 16) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 64 << 16, SIGNED),
     OUT(1, F32, 1 << 16),
     .subject.absolute = 1e-4, .subject.relative = 1e-4},
    {IDIOM_OF(local_nearest), .about = "the nearest m points, in order, in a local array", .n = 1 << 14, .m = 512,
     .grid = {(1 << 14) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 512, SIGNED),
     IN(1, F32, 1 << 14, SIGNED),
     OUT(2, F32, 8 << 14)},
    {IDIOM_OF(local_count), .about = "counts of m digits in a local array", .n = 1 << 16, .m = 64,
     .grid = {(1 << 16) / 256, 1, 1}, .block = {256, 1, 1},
     BELOW(0, U8, 64 << 16, 32),
     OUT(1, U32, 1 << 16)},
    {IDIOM_OF(rare_append), .about = "close pairs of points to a list", .n = 1 << 12, .m = 1 << 12,
     .grid = {(1 << 12) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 2 << 12, SIGNED),
     OUT(1, U32, 1),
     OUT(2, U32, 1 << 16),
     .unordered = true, .clear = 1 << 1},
    {IDIOM_OF(rare_force), .about = "exponentials of the few points that are close", .n = 1 << 12, .m = 1 << 12,
     .grid = {(1 << 12) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 2 << 12, SIGNED),
     OUT(1, F32, 1 << 12),
     .subject.relative = 1e-4},
    {IDIOM_OF(rare_hit), .about = "the nearest of m circles, and its shade", .n = 1 << 18, .m = 64,
     .grid = {(1 << 18) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 3 * 64, SIGNED),
     OUT(1, F32, 1 << 18),
     .subject.absolute = 1e-4, .subject.relative = 1e-4},
    {IDIOM_OF(tree_modulo_static), .about = "tid % (2 * s) == 0 in static shared memory", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 22, SMALL),
     OUT(1, F32, (1 << 22) / 256)},
    {IDIOM_OF(tree_modulo_dynamic), .about = "tid % (2 * s) == 0 in dynamic shared memory", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 22, SMALL),
     OUT(1, F32, (1 << 22) / 256),
     .dynamic_shared = 256 * sizeof(float)},
    {IDIOM_OF(tree_volatile_tail), .about = "the last warp through a volatile pointer", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 256, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 22, SMALL),
     OUT(1, F32, (1 << 22) / 256)},
    {IDIOM_OF(bitonic_merge), .about = "addresses 2 * tid - (tid & (size - 1))", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 512, 1, 1}, .block = {256, 1, 1},
     BELOW(0, U32, 1 << 22, 1u << 30),
     OUT(1, U32, 1 << 22)},
    {IDIOM_OF(sort_bitonic), .about = "a bitonic sort of a block", .n = 1 << 20, .m = 0,
     .grid = {(1 << 20) / 512, 1, 1}, .block = {256, 1, 1},
     BELOW(0, U32, 1 << 20, 1u << 30),
     OUT(1, U32, 1 << 20)},
    {IDIOM_OF(scan_blelloch), .about = "Blelloch's scan of a block", .n = 1 << 22, .m = 0,
     .grid = {(1 << 22) / 512, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1 << 22, SMALL),
     OUT(1, F32, 1 << 22)},
    {IDIOM_OF(pathfinder), .about = "conditional regions between barriers, m rows", .n = 1 << 18, .m = 20,
     .grid = {((1 << 18) + 215) / 216, 1, 1}, .block = {256, 1, 1},
     BELOW(0, U32, 20 << 18, 10),
     BELOW(1, U32, 1 << 18, 10),
     OUT(2, U32, 1 << 18)},
    {IDIOM_OF(srad), .about = "a stencil with conditions at borders", .n = 1024, .m = 0,
     .grid = {64, 64, 1}, .block = {16, 16, 1},
     IN(0, F32, 1024 * 1024, SIGNED),
     OUT(1, F32, 1024 * 1024),
     .subject.absolute = 1e-5, .subject.relative = 1e-5},
    {IDIOM_OF(wavefront), .about = "antidiagonals of 16 x 16 scores, 16 threads", .n = 1 << 20, .m = 10,
     .grid = {(1 << 20) / 256, 1, 1}, .block = {16, 1, 1},
     BELOW(0, U32, 1 << 20, 16),
     OUT(1, U32, 1 << 20)},
    {IDIOM_OF(binomial), .about = "binomial options, a block each", .n = 1024, .m = 0,
     .grid = {1024, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 1024, SIGNED),
     OUT(1, F32, 1024),
     .subject.absolute = 1e-4, .subject.relative = 1e-4},
    {IDIOM_OF(sgemm_fmaf), .about = "a product of matrices in tiles of 16 x 16, fmaf", .n = 512, .m = 0,
     .grid = {32, 32, 1}, .block = {16, 16, 1},
     IN(0, F32, 512 * 512, SMALL),
     IN(1, F32, 512 * 512, SMALL),
     OUT(2, F32, 512 * 512)},
    {IDIOM_OF(sgemm_plain), .about = "a product of matrices in tiles of 16 x 16, * and +", .n = 512, .m = 0,
     .grid = {32, 32, 1}, .block = {16, 16, 1},
     IN(0, F32, 512 * 512, SMALL),
     IN(1, F32, 512 * 512, SMALL),
     OUT(2, F32, 512 * 512)},
    {IDIOM_OF(async_copy), .about = "__pipeline_memcpy_async into two tiles in turn", .n = 2048, .m = 8,
     .grid = {2048, 1, 1}, .block = {256, 1, 1},
     IN(0, F32, 2048 * 8 * 256, SMALL),
     OUT(1, F32, 2048 * 256)},
    {IDIOM_OF(grid_sync), .about = "a grid-wide barrier between m steps", .n = 1 << 20, .m = 10,
     .grid = {16, 1, 1}, .block = {256, 1, 1},
     OUT(0, F32, 1 << 20),
     SCRATCH(1, F32, 1 << 20),
     IN(2, F32, 1 << 20, SMALL),
     .cooperative = true},
};
/* clang-format on */

const unsigned idiom_count = sizeof idioms / sizeof *idioms;
