/* Kernels of one file, included with different definitions: they and their variables have the same lines. */
#ifndef LANGUAGE_INCLUDED_H
#define LANGUAGE_INCLUDED_H

#include <lanewise/launch.h>

enum {
    LANGUAGE_INCLUDED_SMALL = 256,
    LANGUAGE_INCLUDED_LARGE = 7936
}; /* floats; both and twice the larger do not fit */

/* out[i] = (i ^ 1) + count * (0 + 1 + ... of the block's threads); one block of at most 128 threads, an even number. */
LW_DECLARE_KERNEL(language_included_small, (float *, out));
LW_DECLARE_KERNEL(language_included_large, (float *, out));
LW_DECLARE_KERNEL(language_included_again, (float *, out));

#endif
