/* Kernels whose times and counts are known by arithmetic. */
#ifndef TESTS_PROFILE_KERNELS_H
#define TESTS_PROFILE_KERNELS_H

#include <lanewise/launch.h>

LW_DECLARE_KERNEL(strided, (int, stride), (int, offset), (const float *, in), (float *, out));
LW_DECLARE_KERNEL(spins, (int, rounds), (float *, out));
LW_DECLARE_KERNEL(transpose_plain, (const float *, in), (float *, out));
LW_DECLARE_KERNEL(transpose_padded, (const float *, in), (float *, out));
LW_DECLARE_KERNEL(halves, (const float *, in), (float *, out));
LW_DECLARE_KERNEL(wide, (const double *, in), (const float *, in4), (double *, out), (float *, out4));
LW_DECLARE_KERNEL(shared_wide, (int, stride), (double *, out));
LW_DECLARE_KERNEL(nested, (const int *, lengths), (const float *, in), (float *, out));
LW_DECLARE_KERNEL(nines, (const float *, in), (float *, out));
LW_DECLARE_KERNEL(skips, (const float *, in), (float *, out));
LW_DECLARE_KERNEL(reduce_interleaved, (float *, out));
LW_DECLARE_KERNEL(reduce_sequential, (float *, out));
LW_DECLARE_KERNEL(reduce_strided, (float *, out));
LW_DECLARE_KERNEL(counts, (unsigned *, bins));

#endif
