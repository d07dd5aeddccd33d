/* The interpreter's block, and what an expression is worth in it. */
#ifndef VALUE_H
#define VALUE_H

#include "program.h"

/* What the interpreter holds of the block that it runs. */
typedef struct block {
    const unsigned *in;
    unsigned *out, *global;
    unsigned number, lanes;
    const unsigned *shape;
    unsigned local[RANDOM_MAX_LANES][RANDOM_LOCALS], turn[RANDOM_MAX_LANES][RANDOM_LOOPS];
    unsigned v[RANDOM_MAX_LANES][RANDOM_VARIABLES];
    unsigned words[RANDOM_MAX_LANES], sums[RANDOM_ACCUMULATORS];
    bool ended[RANDOM_MAX_LANES];
} block;

unsigned random_value_of(const block *b, unsigned lane, const expression *e);

#endif
