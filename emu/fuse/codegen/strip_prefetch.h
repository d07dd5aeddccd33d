#ifndef FUSE_CODEGEN_STRIP_PREFETCH_H
#define FUSE_CODEGEN_STRIP_PREFETCH_H

#include "emission.h"

/* In the entry, where the builder is: prefetches for the next strip. */
void emission_prefetch_next(emission *e);

#endif
