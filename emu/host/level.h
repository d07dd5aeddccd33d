/* The level: the processor that the running fused copies of kernels are for, one of LW_CPU_LEVELS.
 *
 * Each level belongs to one family of mathematical functions (math/family.h). So a function gives the same bits whether
 * one thread calls it or a vector of threads.
 */
#ifndef EMU_LEVEL_H
#define EMU_LEVEL_H

#include <stdbool.h>
#include <stddef.h>

/* Reads LANEWISE_CPU. If it is unset: the highest level of this processor that has, or has not, fused multiply-adds;
 * -1: none. False: the requested level is not possible; `message` says why. */
bool emu_level_read(bool fused_multiply_add, int *level, char *message, size_t size);

/* The next lower level with the same family, or -1. */
int emu_level_below(int level);

#endif
