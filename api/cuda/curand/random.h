/* What the files of cuRAND's host functions share. A generator has many subsequences, far apart in one sequence. Its numbers come in
 * units, each of one subsequence: unit i is of subsequence i modulo their number. A number is a word of 32 bits, or is made of several. */
#ifndef LANEWISE_CURAND_RANDOM_H
#define LANEWISE_CURAND_RANDOM_H

#include <pthread.h>

#include "../curand.h"
#include "../runtime/cudart.h"

typedef enum random_kind { RANDOM_XORWOW, RANDOM_MRG32K3A, RANDOM_PHILOX } random_kind;

typedef struct xorwow_state {
    unsigned d, v[5]; /* the counter; the words, oldest first */
} xorwow_state;
typedef struct mrg_state {
    unsigned s1[3], s2[3]; /* oldest first */
} mrg_state;

/* What the states are made from. */
typedef struct random_settings {
    unsigned long long seed, position; /* position: of the next number in the generator's order */
    unsigned count;                    /* subsequences */
    bool seeded;                       /* each subsequence has a seed of its own */
} random_settings;

/* The states of all subsequences. A call's numbers are drawn when its stream comes to it, under the lock. */
typedef struct random_states {
    random_kind kind;
    pthread_mutex_t lock;
    random_settings of;
    union {
        xorwow_state *xorwow;
        mrg_state *mrg;
        unsigned long long *philox; /* the next counter in the subsequence */
        void *memory;
    };
} random_states;

struct curandGenerator_st {
    random_states *states;
    random_settings next;     /* of the next call */
    unsigned long long drawn; /* numbers since the position or the seed was set */
    bool changed;             /* the next call makes the states anew */
    bool host;
    cudaStream_t stream;
    int device; /* where it was made; of a generator for the host unused */
};

enum { RANDOM_MOST_SUBSEQUENCES = 81920, RANDOM_PHILOX_UNIT = 4, RANDOM_MOST_WORDS = 8 };

/* ---- states.c ---- */
unsigned random_subsequences(random_kind kind, curandOrdering_t order); /* 0: the order does not exist */
random_states *random_states_new(random_kind kind);                     /* null: no memory */
void random_states_free(random_states *states);
void random_states_make(random_states *states, const random_settings *settings);
/* The next words of a subsequence. Of Philox, `count` is 4 or 8, and the state is as it was: see random_skip(). */
void random_words(const random_states *states, unsigned subsequence, unsigned *words, unsigned count);
void random_skip(random_states *states, unsigned subsequence, unsigned words);

/* ---- generator.c ---- */
curandStatus_t random_refuse(curandStatus_t status, const char *function, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
