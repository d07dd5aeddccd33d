#ifndef CC_FUSED_LEVELS_H
#define CC_FUSED_LEVELS_H

#include "fused.h"

typedef struct cc_known_level {
    const char *machine, *name, *processor;
    int number; /* index in the descriptor's `fused` */
} cc_known_level;

/* The C compiler's target, such as aarch64-linux-gnu. */
const char *cc_host_triple(const cc_options *options);

/* Lists the chosen levels of the target's processor; returns their number. */
size_t cc_fused_levels(const cc_options *options, const cc_known_level *chosen[CC_LEVELS]);

#endif
