/* What kernels may call besides CUDA's intrinsics: assert, printf, the string functions, clocks. */
#ifndef LANGUAGE_CALLS_H
#define LANGUAGE_CALLS_H

#include <lanewise/launch.h>

/* assert(x < limit) by every lane of a device function, with x the lane's number. */
LW_DECLARE_KERNEL(language_asserts, (unsigned, limit));
/* The same of a host function of the kernel file: returns x, or dies as the C library's assert() does. */
int language_host_assert(int x, int limit);

/* Prints "lane 3 of 4: 1.50 text" for each lane. */
LW_DECLARE_KERNEL(language_prints, (float, value));

/* to[0..n) = from[0..n) by memcpy and to[n..2n) = 0x11111111 by memset, by one lane. */
LW_DECLARE_KERNEL(language_copies, (int *, to), (const int *, from), (int, n));

/* out[0]: clock64() went on over a __nanosleep; out[1]: clock() did not go back; out[2]: 1 behind every fence. */
LW_DECLARE_KERNEL(language_clocks, (int *, out));

/* out[i] = the sum of 0..i, by unrolled loops. */
LW_DECLARE_KERNEL(language_unrolls, (int *, out));

#endif
