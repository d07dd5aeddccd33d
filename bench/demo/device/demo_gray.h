/* The demo's own kernels, which the kernel library lacks. One thread a sample, one-dimensional blocks. */
#ifndef DEMO_GRAY_H
#define DEMO_GRAY_H

#include <lanewise/launch.h>

/* gray[i] = (77 red + 150 green + 29 blue + 128) / 256 of pixel i of n; rgb holds 3 n samples. */
LW_DECLARE_KERNEL(demo_gray, (int, n), (const unsigned char *, rgb), (unsigned char *, gray));

/* Histogram equalisation: cumulative[v] is how many of the n samples are v or less, lowest the smallest of these numbers
 * that is not 0. out[i] = round(255 (cumulative[in[i]] - lowest) / (n - lowest)), or in[i] where n == lowest. */
LW_DECLARE_KERNEL(demo_equalise, (int, n), (const unsigned char *, in), (const unsigned *, cumulative),
                  (unsigned, lowest), (unsigned char *, out));

#endif
