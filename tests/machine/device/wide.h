/* Kernels whose blocks an engine may run as one, since they use only their place in a row of threads, and kernels
 * that use a little more. Each thread's value and address show its place. */
#ifndef MACHINE_WIDE_H
#define MACHINE_WIDE_H

#include <lanewise/launch.h>

/* out[i] = 3 * in[i] + i of the first n: with an index that is signed, or of 64 bits, or a stride loop's. */
LW_DECLARE_KERNEL(machine_wide_int, (int, n), (const int *, in), (int *, out));
LW_DECLARE_KERNEL(machine_wide_known, (int, n), (const int *, in), (int *, out)); /* blocks of 1024 */
LW_DECLARE_KERNEL(machine_wide_size, (size_t, n), (const int *, in), (int *, out));
LW_DECLARE_KERNEL(machine_wide_stride, (size_t, n), (const int *, in), (int *, out));
/* For as many elements as there are threads. */
LW_DECLARE_KERNEL(machine_wide_all, (const int *, in), (int *, out));
/* The same plus 1 unless i % MACHINE_TURN is 0, plus 2 unless it is the last. */
enum { MACHINE_TURN = 98 };
LW_DECLARE_KERNEL(machine_wide_turns, (int, n), (const int *, in), (int *, out));
/* The same as the first plus 7 if threadIdx.x is 5; plus 7 if blockIdx.x is 5; of the thread that blockDim.y would
 * have there. */
LW_DECLARE_KERNEL(machine_wide_thread, (int, n), (const int *, in), (int *, out));
LW_DECLARE_KERNEL(machine_wide_block, (int, n), (const int *, in), (int *, out));
LW_DECLARE_KERNEL(machine_wide_other, (int, n), (const int *, in), (int *, out));

/* The sum of a cell's neighbours in its layer, 1000 beyond the borders; blocks of any shape, or of 48 by 3. */
LW_DECLARE_KERNEL(machine_wide_plane, (int, width), (int, height), (int, depth), (const int *, in), (int *, out));
LW_DECLARE_KERNEL(machine_wide_plane_known, (int, width), (int, height), (int, depth), (const int *, in), (int *, out));

/* Of place i in 32 bits and l in 64: low[i % FAR] = i, sign[i % FAR] = (int)i is not negative, high[l % FAR] = l. */
enum { MACHINE_FAR = 1 << 18 };
LW_DECLARE_KERNEL(machine_wide_far, (unsigned *, low), (int *, sign), (unsigned long long *, high));

#endif
