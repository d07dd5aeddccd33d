/** @file
 * Handles of the host interface, and three dimensions as a value. Part of <lanewise/host.h>, which says what all calls have in common.
 */
#ifndef LANEWISE_HANDLE_H
#define LANEWISE_HANDLE_H

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/** An opened device: one handle of the program on a CPU or a GPU. */
typedef struct lw_device lw_device;
/** A first-in first-out queue of work on one device. CUDA: cudaStream_t. */
typedef struct lw_stream lw_stream;
/** A mark in a stream, with the time when the stream reached it unless it has LW_EVENT_DISABLE_TIMING. CUDA: cudaEvent_t. */
typedef struct lw_event lw_event;

/** Device memory that stream-ordered allocations are taken from. CUDA: cudaMemPool_t. */
typedef struct lw_memory_pool lw_memory_pool;

/** Blocks of a grid, or threads of a block, in three dimensions. CUDA: dim3. */
typedef struct lw_dim3 {
    unsigned x; /**< in the first dimension, whose index changes fastest */
    unsigned y; /**< in the second */
    unsigned z; /**< in the third */
} lw_dim3;

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
