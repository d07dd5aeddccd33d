/* Built-in variables, types and special registers. */
#ifndef B_BUILTIN_H
#define B_BUILTIN_H

#include <lanewise/launch.h>

/* What each lane sees of itself: 14 words. */
LW_DECLARE_KERNEL(b_where, (int *, words));
/* Sizes and alignments: a pair a type. */
LW_DECLARE_KERNEL(b_sizes, (int *, pairs));
LW_DECLARE_KERNEL(b_vectors, (float *, sums));
LW_DECLARE_KERNEL(b_spaces, (const void *, device), (const void *, pinned), (int *, answers));
LW_DECLARE_KERNEL(b_addresses, (int *, memory), (int *, answers));
LW_DECLARE_KERNEL(b_clocks, (int *, answers));
LW_DECLARE_KERNEL(b_sleep, (unsigned, nanoseconds), (unsigned long long *, slept));
LW_DECLARE_KERNEL(b_back_off, (int *, lock), (int *, count));
LW_DECLARE_KERNEL(b_registers, (unsigned *, words));
LW_DECLARE_KERNEL(b_profiler, (int *, out));

LW_DECLARE_SYMBOL(b_constant);
LW_DECLARE_SYMBOL(b_global);

enum { B_WHERE = 14, B_TYPES = 40, B_SPACES = 11, B_ADDRESSES = 8 };

#endif
