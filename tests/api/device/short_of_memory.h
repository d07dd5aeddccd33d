/* Kernels that make checked mode record everything that it can: a right one and a wrong one. */
#ifndef SHORT_OF_MEMORY_H
#define SHORT_OF_MEMORY_H

#include <lanewise/launch.h>

enum { SHORT_LANES = 96, SHORT_BLOCKS = 2, SHORT_WORD = 1000 };

/* `words` are two zeros. out[i] is 3 * in[i] + SHORT_WORD, or -1 if the heap gave no memory. */
LW_DECLARE_KERNEL(short_right, (const int *, in), (const int *, pinned), (int *, words), (int *, out));
LW_DECLARE_KERNEL(short_wrong, (int *, out)); /* a race */

LW_DECLARE_SYMBOL(short_lanes); /* int: how many threads of short_right have run */

#endif
