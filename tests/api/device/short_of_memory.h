/* Kernels that make checked mode note all that it notes: a right one and a wrong one. */
#ifndef SHORT_OF_MEMORY_H
#define SHORT_OF_MEMORY_H

#include <lanewise/launch.h>

enum { SHORT_LANES = 96, SHORT_BLOCKS = 2, SHORT_WORD = 1000 };

/* `words` are two zeros. out[i] is 3 * in[i] + SHORT_WORD and, where the heap gave no memory, -1. */
LW_DECLARE_KERNEL(short_right, (const int *, in), (const int *, pinned), (int *, words), (int *, out));
LW_DECLARE_KERNEL(short_wrong, (int *, out)); /* a race */

LW_DECLARE_SYMBOL(short_lanes); /* int: how many lanes of short_right there have been */

#endif
