#ifndef CC_FUSED_LEVELS_H
#define CC_FUSED_LEVELS_H

#include "fused.h"

typedef struct cc_known_level {
    const char *machine, *name, *processor;
    int number; /* of the descriptor's `fused` */
} cc_known_level;

/* What the C compiler compiles for, such as aarch64-linux-gnu: asked once. */
const char *cc_host_triple(const cc_options *options);

/* The levels of the processor that are asked for: how many. */
size_t cc_fused_levels(const cc_options *options, const cc_known_level *chosen[CC_LEVELS]);

#endif
