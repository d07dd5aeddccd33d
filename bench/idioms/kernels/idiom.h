/* Included by every kernel file here. A kernel takes n, m and then its buffers, in the order of its row in
 * ../table.c. */
#ifndef IDIOM_KERNEL_H
#define IDIOM_KERNEL_H

#include <lanewise/kernel.h>

#define IDIOM(name, ...)                                                                                               \
    LW_DECLARE_KERNEL(idiom_##name, (int, n), (int, m), __VA_ARGS__);                                                  \
    LW_KERNEL(idiom_##name, (int, n), (int, m), __VA_ARGS__)

#define BLOCK 256 /* threads of a block, except where the table says otherwise */

#endif
