/* Which processor the fused copies of kernels are run for: one of LW_CPU_LEVELS.
 *
 * A level goes with one family of the mathematics (math/family.h), so that a function has the same bits whether one thread
 * calls it or a vector of them. */
#ifndef EMU_LEVEL_H
#define EMU_LEVEL_H

#include <stdbool.h>
#include <stddef.h>

/* LANEWISE_CPU, or else the highest level that this processor has and that goes with mathematics that have fused
 * multiply-adds, or have not; -1 where there is none. False, with a sentence, where what was asked for cannot be. */
bool emu_level_read(bool fused_multiply_add, int *level, char *message, size_t size);

/* The level below that goes with the same mathematics, or -1. */
int emu_level_below(int level);

#endif
