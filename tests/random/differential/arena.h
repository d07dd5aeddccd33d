/* The memory that programs read and write: all inputs, then all outputs, one after the other. */
#ifndef DIFFERENTIAL_ARENA_H
#define DIFFERENTIAL_ARENA_H

#include <stddef.h>

#include "parameters.h"

typedef struct arena {
    char *initial;                                /* what everything holds before a launch */
    size_t size, inputs;                          /* bytes; of the inputs */
    size_t start[PARAMETERS], length[PARAMETERS]; /* of each pointer's part, with its guards */
    size_t begin[PARAMETERS];                     /* where the pointer points */
} arena;

extern const unsigned type_sizes[TYPES];
void make_arena(arena *made);

#endif
