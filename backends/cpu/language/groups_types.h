/* The groups' types. Each is a structure of its own, so that a wrong group does not compile. All contain the same
 * lw_cpu_group, so that one function serves them all. */
#ifndef LW_CPU_GROUPS_TYPES_H
#define LW_CPU_GROUPS_TYPES_H

#include "../../../emu/device/device.h"
#include "qualifiers.h"
#include "site.h"

enum { LW_CPU_BLOCK, LW_CPU_TILE, LW_CPU_COALESCED, LW_CPU_GRID, LW_CPU_CLUSTER };

typedef struct lw_cpu_group {
    unsigned kind;
    unsigned mask;                 /* tiles of up to 32 threads, coalesced groups: their lanes */
    unsigned rank, size;           /* not for grids, which need 64 bits */
    unsigned meta_rank, meta_size; /* for tiles and coalesced groups */
} lw_cpu_group;

#define LW_CPU_GROUP(name)                                                                                             \
    typedef struct name {                                                                                              \
        lw_cpu_group it;                                                                                               \
    } name
LW_CPU_GROUP(lw_thread_group);
LW_CPU_GROUP(lw_thread_block);
LW_CPU_GROUP(lw_grid_group);
LW_CPU_GROUP(lw_cluster_group);
LW_CPU_GROUP(lw_coalesced_group);
LW_CPU_GROUP(lw_cpu_tile_1);
LW_CPU_GROUP(lw_cpu_tile_2);
LW_CPU_GROUP(lw_cpu_tile_4);
LW_CPU_GROUP(lw_cpu_tile_8);
LW_CPU_GROUP(lw_cpu_tile_16);
LW_CPU_GROUP(lw_cpu_tile_32);
LW_CPU_GROUP(lw_cpu_tile_64);
LW_CPU_GROUP(lw_cpu_tile_128);
LW_CPU_GROUP(lw_cpu_tile_256);
LW_CPU_GROUP(lw_cpu_tile_512);
#undef LW_CPU_GROUP

/* The tile type for a constant size. A wrong size leads to an incomplete type with a name that explains the error. */
struct lw_a_tile_has_1_2_4_8_16_32_64_128_256_or_512_lanes;
#define lw_tile(size) __typeof__(*LW_CPU_TILE_POINTER(size))
#define LW_CPU_TILE_POINTER(size)                                                                                      \
    _Generic((char(*)[(size)])0,                                                                                       \
        char(*)[1]: (lw_cpu_tile_1 *)0,                                                                                \
        char(*)[2]: (lw_cpu_tile_2 *)0,                                                                                \
        char(*)[4]: (lw_cpu_tile_4 *)0,                                                                                \
        char(*)[8]: (lw_cpu_tile_8 *)0,                                                                                \
        char(*)[16]: (lw_cpu_tile_16 *)0,                                                                              \
        char(*)[32]: (lw_cpu_tile_32 *)0,                                                                              \
        char(*)[64]: (lw_cpu_tile_64 *)0,                                                                              \
        char(*)[128]: (lw_cpu_tile_128 *)0,                                                                            \
        char(*)[256]: (lw_cpu_tile_256 *)0,                                                                            \
        char(*)[512]: (lw_cpu_tile_512 *)0,                                                                            \
        default: (struct lw_a_tile_has_1_2_4_8_16_32_64_128_256_or_512_lanes *)0)

/* The groups that a function accepts, as associations of _Generic; 0: not accepted. */
/* clang-format off */
#define LW_CPU_SMALL_TILES                                                                                             \
    lw_cpu_tile_1: 1, lw_cpu_tile_2: 2, lw_cpu_tile_4: 4, lw_cpu_tile_8: 8, lw_cpu_tile_16: 16, lw_cpu_tile_32: 32
#define LW_CPU_LARGE_TILES lw_cpu_tile_64: 64, lw_cpu_tile_128: 128, lw_cpu_tile_256: 256, lw_cpu_tile_512: 512
/* clang-format on */
#define LW_CPU_IS_LARGE(group) _Generic((group), LW_CPU_LARGE_TILES, default: 0)
#define LW_CPU_TAKES_TILES_OF_A_WARP(group, name)                                                                      \
    LW_CPU_EXPRESSION_ASSERT(_Generic((group), LW_CPU_SMALL_TILES, default: 0),                                        \
                             name " takes a tile of at most 32 threads")
#define LW_CPU_TAKES_LANES_OF_A_WARP(group, name)                                                                      \
    LW_CPU_EXPRESSION_ASSERT(_Generic((group), LW_CPU_SMALL_TILES, lw_coalesced_group: 1, default: 0),                 \
                             name " takes a tile of at most 32 threads or a coalesced group")
#define LW_CPU_TAKES_LANES(group, name)                                                                                \
    LW_CPU_EXPRESSION_ASSERT(                                                                                          \
        _Generic((group), LW_CPU_SMALL_TILES, LW_CPU_LARGE_TILES, lw_coalesced_group: 1, default: 0),                  \
        name " takes a tile or a coalesced group")
#define LW_CPU_TAKES_BLOCK_OR_LANES(group, name)                                                                       \
    LW_CPU_EXPRESSION_ASSERT(_Generic((group),                                                                         \
                                 LW_CPU_SMALL_TILES,                                                                   \
                                 LW_CPU_LARGE_TILES,                                                                   \
                                 lw_coalesced_group: 1,                                                                \
                                 lw_thread_block: 1,                                                                   \
                                 default: 0),                                                                          \
                             name " takes a thread block, a tile or a coalesced group")

/* The type of an exchanged value, without qualifiers. */
#define LW_CPU_PLAIN_TYPE(value) __typeof__(((void)0, (value)))
#define LW_CPU_FITS(group, value)                                                                                      \
    LW_CPU_EXPRESSION_ASSERT(sizeof(LW_CPU_PLAIN_TYPE(value)) <= (LW_CPU_IS_LARGE(group) ? 8 : 32),                    \
                             "a group exchanges values of at most 32 bytes, a tile of more than 32 threads of 8")

/* CUDA needs this shared memory on GPUs before 8.0; otherwise it is not read. */
typedef struct lw_cpu_block_tile_memory {
    unsigned long long unused;
} lw_cpu_block_tile_memory;
#define lw_block_tile_memory(threads) lw_cpu_block_tile_memory

typedef struct lw_arrival_token {
    unsigned word;
} lw_arrival_token;

#endif
