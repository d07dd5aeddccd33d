/* The states of cuRAND's generators, for kernels and for host code that keeps them. */
#ifndef LANEWISE_CUDA_RANDOM_STATE_H
#define LANEWISE_CUDA_RANDOM_STATE_H

#include "../vector_types.h"

struct curandStateXORWOW {
    unsigned d, v[5]; /* the counter; the words, oldest first */
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

struct curandStatePhilox4_32_10 {
    uint4 ctr, output; /* output: of this counter; its word STATE is drawn next */
    uint2 key;         /* the seed */
    unsigned STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

struct curandStateMRG32k3a {
    unsigned s1[3], s2[3]; /* oldest first */
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

#endif
