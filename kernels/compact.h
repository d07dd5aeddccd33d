/** @file
 * compact: the chosen elements of an array, in order; distinct neighbours; runs of equal elements.
 *
 *     k = 0; for (i = 0; i < n; i++) if (flags[i]) out[k++] = in[i];                            select
 *     for (i = 0; i < n; i++) if (!flags[i]) out[k++] = in[i];                                  partition goes on so
 *     k = 0; for (i = 0; i < n; i++) if (i == 0 || in[i] != in[i - 1]) out[k++] = in[i];        unique
 *
 * Elements are any of 32 bits, such as floats; they are copied and compared by their bits. The results do not depend on an order: they are
 * the same on every device and in every run. No array may overlap another.
 *
 * There are two ways. In one pass a block counts what is chosen in its tile of 8192 elements, gets the count of all tiles before it from other
 * blocks (*look-back*), and copies. In several passes blocks count, one block adds up, then blocks read the elements again and copy. Blocks that wait for
 * others are fast on a GPU and slow on a CPU, so the launchers without a variant look back on a GPU alone.
 */
#ifndef LWK_COMPACT_H
#define LWK_COMPACT_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** counts[blockIdx.x] = how many elements of a tile have a flag. One block of 256 threads a tile of 8192.
 * @param n elements, any number
 * @param flags n bytes of device memory; not 0: chosen
 * @param counts gridDim.x numbers of device memory */
LW_DECLARE_KERNEL(lwk_compact_count, (size_t, n), (const unsigned char *, flags), (size_t *, counts));
/** counts[blockIdx.x] = how many elements of a tile differ from the one before; the first of all does. One block of 256 threads a tile
 * of 8192.
 * @param n elements, any number
 * @param in n elements of device memory
 * @param counts gridDim.x numbers of device memory */
LW_DECLARE_KERNEL(lwk_compact_count_heads, (size_t, n), (const unsigned *, in), (size_t *, counts));
/** Each count becomes the sum of those before. One block of 256 threads.
 * @param tiles how many counts
 * @param counts so many numbers of device memory
 * @param total a number of device memory: the sum of all */
LW_DECLARE_KERNEL(lwk_compact_offsets, (size_t, tiles), (size_t *, counts), (size_t *, total));
/** Copies elements with a flag, and those without after them. One block of 256 threads a tile of 8192.
 * @param n elements, any number
 * @param flags n bytes of device memory; not 0: chosen
 * @param in n elements of device memory
 * @param counts what lwk_compact_offsets() has made
 * @param out elements of device memory: as many as are chosen, or n
 * @param total how many are chosen, in device memory; null: the others are not copied
 *
 * Nothing overlaps. */
LW_DECLARE_KERNEL(lwk_compact_copy, (size_t, n), (const unsigned char *, flags), (const unsigned *, in),
                  (const size_t *, counts), (unsigned *, out), (const size_t *, total));
/** Copies elements that differ from the one before. One block of 256 threads a tile of 8192.
 * @param n elements, any number; at most 2^32 - 1 with lengths
 * @param in n elements of device memory
 * @param counts what lwk_compact_offsets() has made
 * @param out elements of device memory, as many as differ
 * @param lengths as many numbers of device memory: the indices of these elements; null: none
 *
 * Nothing overlaps. */
LW_DECLARE_KERNEL(lwk_compact_heads, (size_t, n), (const unsigned *, in), (const size_t *, counts), (unsigned *, out),
                  (unsigned *, lengths));
/** Makes lengths of runs from their first indices. One block of 256 threads a tile of 8192.
 * @param n elements, at most 2^32 - 1
 * @param in n elements of device memory
 * @param counts what lwk_compact_offsets() has made
 * @param lengths what lwk_compact_heads() has written; how many elements each run has
 *
 * Nothing overlaps. */
LW_DECLARE_KERNEL(lwk_compact_ends, (size_t, n), (const unsigned *, in), (const size_t *, counts),
                  (unsigned *, lengths));

/** Copies elements with a flag, in one pass. One block of 256 threads a tile of 8192. A block waits only for blocks that have begun.
 * @param n elements, at least 1
 * @param flags n bytes of device memory; not 0: chosen
 * @param in n elements of device memory
 * @param out elements of device memory: as many as are chosen
 * @param count a number of device memory: how many are chosen
 * @param state 1 + t + t / 32 + t / 1024 words of device memory for t tiles, 0 before, undefined afterwards; not read for one tile
 *
 * Nothing overlaps. */
LW_DECLARE_KERNEL(lwk_compact_select_look_back, (size_t, n), (const unsigned char *, flags), (const unsigned *, in),
                  (unsigned *, out), (size_t *, count), (unsigned long long *, state));
/** Copies elements that differ from the one before, in one pass. Grids and blocks as lwk_compact_select_look_back()'s.
 * @param n,in,out,count,state as lwk_compact_select_look_back()'s */
LW_DECLARE_KERNEL(lwk_compact_unique_look_back, (size_t, n), (const unsigned *, in), (unsigned *, out),
                  (size_t *, count), (unsigned long long *, state));
/** As lwk_compact_unique_look_back(), with indices.
 * @param n,in,out,count,state as lwk_compact_select_look_back()'s; n at most 2^32 - 1
 * @param starts numbers of device memory, as many as differ: the indices of these elements
 * @param offsets a number of device memory a tile: how many differ in the tiles before it */
LW_DECLARE_KERNEL(lwk_compact_starts_look_back, (size_t, n), (const unsigned *, in), (unsigned *, out),
                  (unsigned *, starts), (size_t *, offsets), (size_t *, count), (unsigned long long *, state));

/** How large a workspace the launchers need, the same for all.
 * @param n elements
 * @return bytes */
size_t lwk_compact_workspace(size_t n);

/** Queues a selection: the elements with a flag, in order.
 * @param stream where
 * @param n elements, at most 2^44 - 8192; 0 gives none
 * @param flags n bytes of device memory; not 0: chosen
 * @param in n elements of 32 bits of device memory
 * @param out elements of device memory: as many as are chosen
 * @param count a number of device memory: how many are chosen
 * @param workspace lwk_compact_workspace(n) bytes of device memory, aligned to 8; contents undefined before and afterwards. Nothing
 *     overlaps
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or n > 2^44 - 8192; or as lw_launch_kernel(), where parts may be queued already
 *
 * CUDA: cub::DeviceSelect::Flagged. */
lw_status lwk_select_launch(lw_stream *stream, size_t n, const unsigned char *flags, const void *in, void *out,
                            size_t *count, void *workspace);
/** Queues lwk_select_launch()'s work in one pass on every device.
 * @copydetails lwk_select_launch() */
lw_status lwk_select_look_back_launch(lw_stream *stream, size_t n, const unsigned char *flags, const void *in,
                                      void *out, size_t *count, void *workspace);
/** Queues lwk_select_launch()'s work in several passes on every device.
 * @copydetails lwk_select_launch() */
lw_status lwk_select_passes_launch(lw_stream *stream, size_t n, const unsigned char *flags, const void *in, void *out,
                                   size_t *count, void *workspace);
/** Queues a stable partition: the elements with a flag in order, then the others in order. In several passes on every device: where the
 * others go is known after all have been counted.
 * @param stream,n,flags,in,count,workspace as lwk_select_launch()'s
 * @param out n elements of device memory
 * @return as lwk_select_launch()
 *
 * CUDA: cub::DevicePartition::Flagged, which turns the order of the others round. */
lw_status lwk_partition_launch(lw_stream *stream, size_t n, const unsigned char *flags, const void *in, void *out,
                               size_t *count, void *workspace);
/** Queues the search for the first elements of runs of equal ones, in order.
 * @param stream,n,in,out,count,workspace as lwk_select_launch()'s: chosen is what differs from the element before
 * @return as lwk_select_launch()
 *
 * CUDA: cub::DeviceSelect::Unique. */
lw_status lwk_unique_launch(lw_stream *stream, size_t n, const void *in, void *out, size_t *count, void *workspace);
/** Queues lwk_unique_launch()'s work in one pass on every device.
 * @copydetails lwk_unique_launch() */
lw_status lwk_unique_look_back_launch(lw_stream *stream, size_t n, const void *in, void *out, size_t *count,
                                      void *workspace);
/** Queues lwk_unique_launch()'s work in several passes on every device.
 * @copydetails lwk_unique_launch() */
lw_status lwk_unique_passes_launch(lw_stream *stream, size_t n, const void *in, void *out, size_t *count,
                                   void *workspace);
/** Queues a run-length encoding: the first element of each run of equal ones, and the run's length.
 * @param stream,in,workspace as lwk_select_launch()'s
 * @param n elements, at most 2^32 - 1; 0 gives none
 * @param out elements of device memory: as many as there are runs
 * @param lengths as many numbers of device memory
 * @param count a number of device memory: how many runs
 * @return as lwk_select_launch(); LW_ERROR_INVALID_VALUE: n > 2^32 - 1
 *
 * CUDA: cub::DeviceRunLengthEncode::Encode. */
lw_status lwk_run_lengths_launch(lw_stream *stream, size_t n, const void *in, void *out, unsigned *lengths,
                                 size_t *count, void *workspace);
/** Queues lwk_run_lengths_launch()'s work on every device in two passes, the first of which looks back.
 * @copydetails lwk_run_lengths_launch() */
lw_status lwk_run_lengths_look_back_launch(lw_stream *stream, size_t n, const void *in, void *out, unsigned *lengths,
                                           size_t *count, void *workspace);
/** Queues lwk_run_lengths_launch()'s work in four passes on every device.
 * @copydetails lwk_run_lengths_launch() */
lw_status lwk_run_lengths_passes_launch(lw_stream *stream, size_t n, const void *in, void *out, unsigned *lengths,
                                        size_t *count, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
