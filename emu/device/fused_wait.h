/* The result of a block's barrier in fused code: the threads with a true predicate, and all, in one word. */
#ifndef EMU_FUSED_WAIT_H
#define EMU_FUSED_WAIT_H

#include <stdint.h>

#define EMU_FUSED_RESULT(holds, arrived) ((uint64_t)(holds) | (uint64_t)(arrived) << 32)
#define EMU_FUSED_HOLDS(result) ((uint32_t)(result))
#define EMU_FUSED_ARRIVED(result) ((uint32_t)((result) >> 32))

#endif
