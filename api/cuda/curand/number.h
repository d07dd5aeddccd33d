/* Numbers of the distributions from a unit's words. */
#ifndef LANEWISE_CURAND_NUMBER_H
#define LANEWISE_CURAND_NUMBER_H

#include "random.h"

typedef enum number_kind {
    NUMBER_WORD,
    NUMBER_UNIFORM,
    NUMBER_UNIFORM_DOUBLE,
    NUMBER_NORMAL,
    NUMBER_NORMAL_DOUBLE,
    NUMBER_LOG_NORMAL,
    NUMBER_LOG_NORMAL_DOUBLE,
    NUMBER_POISSON
} number_kind;

/* A distribution: `mean` and `stddev` of normal numbers, `mean` of Poisson numbers. */
typedef struct number_law {
    number_kind kind;
    double mean, stddev;
    const double *cumulative; /* of Poisson numbers; see number_cumulate() */
    unsigned count;
} number_law;

/* From this mean on Poisson numbers are rounded normal ones. */
enum { NUMBER_POISSON_NORMAL = 2000, NUMBER_POISSON_MOST = 400000, NUMBER_CUMULATIVE = 2800 };

/* How many words a unit takes, and how many numbers it gives. */
typedef struct number_unit {
    unsigned words, numbers;
} number_unit;

typedef union numbers {
    unsigned word[RANDOM_PHILOX_UNIT];
    float single[RANDOM_PHILOX_UNIT];
    double twice[RANDOM_PHILOX_UNIT];
} numbers;

size_t number_size(number_kind kind);
/* Fills `to`, of NUMBER_CUMULATIVE, with the probabilities of at most 0, 1, 2 ..., where the law needs them. */
void number_cumulate(number_law *law, double *to);
number_unit number_unit_of(random_kind generator, const number_law *law);
/* A pair of Poisson numbers from a pair of words, of a mean from NUMBER_POISSON_NORMAL on. */
void number_poisson_pair(random_kind generator, double mean, const unsigned *words, unsigned *to);
void number_make(random_kind generator, const number_law *law, const unsigned *words, numbers *to);

#endif
