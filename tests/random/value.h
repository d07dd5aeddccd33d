/* The interpreter's block, and what an expression is worth in it. */
#ifndef VALUE_H
#define VALUE_H

#include "program.h"

/* What the interpreter holds of the block that it runs. */
typedef struct block {
    const unsigned *in;
    unsigned *out, *global, *tail;
    unsigned number, lanes, n;
    const unsigned *shape;
    unsigned local[RANDOM_MAX_LANES][RANDOM_LOCALS], turn[RANDOM_MAX_LANES][RANDOM_LOOPS];
    unsigned v[RANDOM_MAX_LANES][RANDOM_VARIABLES];
    unsigned words[RANDOM_MAX_LANES], sums[RANDOM_ACCUMULATORS];
    int64_t elements[RANDOM_MAX_LANES]; /* of any type: floats are whole numbers */
    bool ended[RANDOM_MAX_LANES];
} block;

/* The lanes that run a piece of code. */
typedef struct lanes {
    bool on[RANDOM_MAX_LANES];
} lanes;

#define FOR_EACH(lane, b, set)                                                                                         \
    for (unsigned lane = 0; lane < (b)->lanes; lane++)                                                                 \
        if ((set)->on[lane] && !(b)->ended[lane])

unsigned random_value_of(const block *b, unsigned lane, const expression *e);
/* A pass: the lanes that read an element in the end, and the word that each makes of it. */
void random_run_pass(block *b, const lanes *set, const statement *s, lanes *reading, unsigned *word);

#endif
