/* The generators' states, as cuRAND makes and orders them. ../device/random_*.h has the same generators for kernels, in CUDA C++. */
#include <stdlib.h>
#include <string.h>

#include "random.h"

#include "../device/random_xorwow_jump.h"

/* ---- XORWOW (Marsaglia, "Xorshift RNGs", 2003) ---- */
enum { XORWOW_STEP = 362437, XORWOW_SUBSEQUENCE = 67 /* they are 2^67 numbers apart */, XORWOW_SEED_STEP = 3133713 };

static void xorwow_shift(unsigned *v)
{
    unsigned t = v[0] ^ v[0] >> 2;
    memmove(v, v + 1, 4 * sizeof *v);
    v[4] ^= v[4] << 4 ^ t ^ t << 1;
}

/* The words after n times 2^first steps; see ../device/random_xorwow.h. */
static void xorwow_jump(unsigned *v, unsigned long long n, int first)
{
    for (int k = first; n != 0; k++, n >>= 1) {
        if (!(n & 1))
            continue;
        unsigned sum[5] = {0};
        for (int i = 0; i < 160; i++) {
            unsigned taken = 0u - (lw_cuda_xorwow_powers[k][i / 32] >> i % 32 & 1u);
            for (int word = 0; word < 5; word++)
                sum[word] ^= v[word] & taken;
            xorwow_shift(v);
        }
        memcpy(v, sum, sizeof sum);
    }
}

static xorwow_state xorwow_first(unsigned long long seed)
{
    unsigned low = ((unsigned)seed ^ 0xaad26b49u) * 1099087573u;
    unsigned high = ((unsigned)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
    return (xorwow_state){6615241u + low + high,
                          {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low}};
}

static void xorwow_make(xorwow_state *states, const random_settings *of)
{
    xorwow_state first = xorwow_first(of->seed);
    for (unsigned i = 0; i < of->count; i++) {
        unsigned long long skipped = of->position / of->count + (i < of->position % of->count);
        states[i] = first;
        xorwow_jump(states[i].v, skipped, 0);
        states[i].d += XORWOW_STEP * (unsigned)skipped;
        if (of->seeded)
            first = xorwow_first(of->seed + (i + 1ull) * XORWOW_SEED_STEP);
        else
            xorwow_jump(first.v, 1, XORWOW_SUBSEQUENCE);
    }
}

static unsigned xorwow_next(xorwow_state *state)
{
    xorwow_shift(state->v);
    state->d += XORWOW_STEP;
    return state->v[4] + state->d;
}

/* ---- MRG32k3a (L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number generators", 1999) ---- */
static const unsigned long long mrg_primes[2] = {4294967087u, 4294944443u};
typedef unsigned mrg_matrix[3][3];
static const mrg_matrix mrg_steps[2] = {{{0, 1, 0}, {0, 0, 1}, {4294967087u - 810728u, 1403580u, 0}},
                                        {{0, 1, 0}, {0, 0, 1}, {4294944443u - 1370589u, 0, 527612u}}};
/* 2^76 steps. */
static const mrg_matrix mrg_subsequences[2] = {{{82758667u, 1871391091u, 4127413238u},
                                                {3672831523u, 69195019u, 1871391091u},
                                                {3672091415u, 3528743235u, 69195019u}},
                                               {{1511326704u, 3759209742u, 1610795712u},
                                                {4292754251u, 1511326704u, 3889917532u},
                                                {3859662829u, 4292754251u, 3708466080u}}};

static void mrg_apply(const mrg_matrix matrix, unsigned *v, unsigned long long prime)
{
    unsigned long long sum[3] = {0, 0, 0};
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 3; i++)
            sum[row] += (unsigned long long)matrix[row][i] * v[i] % prime;
    for (int row = 0; row < 3; row++)
        v[row] = (unsigned)(sum[row] % prime);
}

/* `to` is the matrix of n steps. */
static void mrg_power(mrg_matrix to, const mrg_matrix step, unsigned long long n, unsigned long long prime)
{
    mrg_matrix columns = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, power, square;
    memcpy(power, step, sizeof power);
    for (; n != 0; n >>= 1) {
        for (int column = 0; column < 3; column++) {
            if (n & 1)
                mrg_apply(power, columns[column], prime);
            unsigned part[3] = {power[0][column], power[1][column], power[2][column]};
            mrg_apply(power, part, prime);
            for (int row = 0; row < 3; row++)
                square[row][column] = part[row];
        }
        memcpy(power, square, sizeof power);
    }
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            to[row][column] = columns[column][row];
}

static void mrg_make(mrg_state *states, const random_settings *of)
{
    unsigned low = of->seed ? (unsigned)of->seed ^ 0x55555555u : 1u;
    unsigned high = of->seed ? (unsigned)(of->seed >> 32) ^ 0xaaaaaaaau : 1u;
    unsigned words[2][3];
    mrg_matrix skips[2];
    for (int half = 0; half < 2; half++) {
        mrg_power(skips[half], mrg_steps[half], of->position / of->count, mrg_primes[half]);
        for (int i = 0; i < 3; i++)
            words[half][i] = (unsigned)(12345ull * ((i == 1) != half ? high : low) % mrg_primes[half]);
    }
    for (unsigned i = 0; i < of->count; i++) {
        memcpy(states[i].s1, words[0], sizeof words[0]);
        memcpy(states[i].s2, words[1], sizeof words[1]);
        for (int half = 0; half < 2; half++) {
            unsigned *v = half ? states[i].s2 : states[i].s1;
            if (of->position >= of->count)
                mrg_apply(skips[half], v, mrg_primes[half]);
            if (i < of->position % of->count)
                mrg_apply(mrg_steps[half], v, mrg_primes[half]);
            mrg_apply(mrg_subsequences[half], words[half], mrg_primes[half]);
        }
    }
}

/* From 1 to the first prime. */
static unsigned mrg_next(mrg_state *state)
{
    unsigned *a = state->s1, *b = state->s2;
    unsigned next_a = (unsigned)((1403580ull * a[1] + 810728ull * (mrg_primes[0] - a[0])) % mrg_primes[0]);
    unsigned next_b = (unsigned)((527612ull * b[2] + 1370589ull * (mrg_primes[1] - b[0])) % mrg_primes[1]);
    for (int i = 0; i < 2; i++) {
        a[i] = a[i + 1];
        b[i] = b[i + 1];
    }
    a[2] = next_a;
    b[2] = next_b;
    return next_a <= next_b ? next_a - next_b + (unsigned)mrg_primes[0] : next_a - next_b;
}

/* ---- Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011) ---- */
static void philox(unsigned long long counter, unsigned long long subsequence, unsigned long long key, unsigned *to)
{
    unsigned x = (unsigned)counter, y = (unsigned)(counter >> 32), z = (unsigned)subsequence,
             w = (unsigned)(subsequence >> 32), key_x = (unsigned)key, key_y = (unsigned)(key >> 32);
    for (int round = 0; round < 10; round++) {
        unsigned long long first = 0xd2511f53ull * x, second = 0xcd9e8d57ull * z;
        x = (unsigned)(second >> 32) ^ y ^ key_x;
        y = (unsigned)second;
        z = (unsigned)(first >> 32) ^ w ^ key_y;
        w = (unsigned)first;
        key_x += 0x9e3779b9u;
        key_y += 0xbb67ae85u;
    }
    to[0] = x;
    to[1] = y;
    to[2] = z;
    to[3] = w;
}

static void philox_make(unsigned long long *states, const random_settings *of)
{
    unsigned long long unit = of->position / RANDOM_PHILOX_UNIT;
    for (unsigned i = 0; i < of->count; i++)
        states[i] = unit / of->count + (i < unit % of->count);
}

/* ---- all ---- */
unsigned random_subsequences(random_kind kind, curandOrdering_t order)
{
    bool legacy = order == CURAND_ORDERING_PSEUDO_LEGACY;
    if (order == CURAND_ORDERING_PSEUDO_SEEDED
            ? kind != RANDOM_XORWOW
            : order != CURAND_ORDERING_PSEUDO_BEST && order != CURAND_ORDERING_PSEUDO_DEFAULT && !legacy)
        return 0;
    return kind == RANDOM_XORWOW || (kind == RANDOM_MRG32K3A && legacy) ? 4096
           : kind == RANDOM_MRG32K3A                                    ? RANDOM_MOST_SUBSEQUENCES
                                                                        : 65536;
}

random_states *random_states_new(random_kind kind)
{
    static const size_t sizes[] = {sizeof(xorwow_state), sizeof(mrg_state), sizeof(unsigned long long)};
    random_states *states = calloc(1, sizeof *states);
    void *memory = calloc(RANDOM_MOST_SUBSEQUENCES, sizes[kind]);
    if (!states || !memory || pthread_mutex_init(&states->lock, NULL)) {
        free(states);
        free(memory);
        return NULL;
    }
    states->kind = kind;
    states->memory = memory;
    return states;
}

void random_states_free(random_states *states)
{
    pthread_mutex_destroy(&states->lock);
    free(states->memory);
    free(states);
}

void random_states_make(random_states *states, const random_settings *settings)
{
    states->of = *settings;
    switch (states->kind) {
    case RANDOM_XORWOW: xorwow_make(states->xorwow, settings); break;
    case RANDOM_MRG32K3A: mrg_make(states->mrg, settings); break;
    case RANDOM_PHILOX: philox_make(states->philox, settings); break;
    }
}

void random_words(const random_states *states, unsigned subsequence, unsigned *words, unsigned count)
{
    switch (states->kind) {
    case RANDOM_XORWOW:
        for (unsigned i = 0; i < count; i++)
            words[i] = xorwow_next(&states->xorwow[subsequence]);
        break;
    case RANDOM_MRG32K3A:
        for (unsigned i = 0; i < count; i++)
            words[i] = mrg_next(&states->mrg[subsequence]);
        break;
    case RANDOM_PHILOX:
        for (unsigned i = 0; i < count / 4; i++)
            philox(states->philox[subsequence] + i, subsequence, states->of.seed, words + 4 * i);
        break;
    }
}

void random_skip(random_states *states, unsigned subsequence, unsigned words)
{
    if (states->kind == RANDOM_PHILOX)
        states->philox[subsequence] += words / 4;
}
