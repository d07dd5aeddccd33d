/* Uniform, normal and Poisson numbers from words, with cuRAND's formulas. */
#include <math.h>

#include "number.h"

#define TURN 6.2831855f
/* MRG32k3a's words are at most the first prime, which becomes 1. */
#define MRG_SCALE 2.3283065498378288e-10

size_t number_size(number_kind kind)
{
    return kind == NUMBER_UNIFORM_DOUBLE || kind == NUMBER_NORMAL_DOUBLE || kind == NUMBER_LOG_NORMAL_DOUBLE ? 8 : 4;
}

number_unit number_unit_of(random_kind generator, const number_law *law)
{
    bool twice = number_size(law->kind) == 8, pair = law->kind >= NUMBER_NORMAL && law->kind < NUMBER_POISSON;
    if (generator == RANDOM_PHILOX)
        return (number_unit){twice ? 2 * RANDOM_PHILOX_UNIT : RANDOM_PHILOX_UNIT, RANDOM_PHILOX_UNIT};
    if (law->kind == NUMBER_POISSON)
        return (number_unit){law->mean >= NUMBER_POISSON_NORMAL ? 2 : 1, 1};
    unsigned count = pair ? 2 : 1;
    return (number_unit){twice && generator == RANDOM_XORWOW ? 2 * count : count, count};
}

/* ---- uniform: above 0, up to 1 ---- */
static float uniform(random_kind generator, unsigned word)
{
    return generator == RANDOM_MRG32K3A ? (float)(word * MRG_SCALE) : (float)word * 0x1p-32f + 0x1p-33f;
}

/* Of one word or two. */
static double uniform_double(random_kind generator, const unsigned *words)
{
    if (generator == RANDOM_MRG32K3A)
        return *words * MRG_SCALE;
    return (double)(words[0] ^ (unsigned long long)words[1] << 21) * 0x1p-53 + 0x1p-54;
}

/* ---- normal: Box and Muller, "A note on the generation of random normal deviates", 1958 ---- */
static void normal_pair(random_kind generator, const unsigned *words, float *to)
{
    float length = sqrtf(-2.0f * logf(uniform(generator, words[0])));
    float angle = generator == RANDOM_MRG32K3A ? uniform(generator, words[1]) * TURN
                                               : (float)words[1] * (0x1p-32f * TURN) + 0x1p-33f * TURN;
    to[0] = sinf(angle) * length;
    to[1] = cosf(angle) * length;
}

static void normal_pair_double(random_kind generator, const unsigned *words, double *to)
{
    double length = sqrt(-2 * log(uniform_double(generator, words)));
    double angle =
        2 * 3.14159265358979323846 * uniform_double(generator, words + (generator == RANDOM_MRG32K3A ? 1 : 2));
    to[0] = sin(angle) * length;
    to[1] = cos(angle) * length;
}

/* ---- Poisson ---- */
void number_cumulate(number_law *law, double *to)
{
    if (law->kind != NUMBER_POISSON || law->mean >= NUMBER_POISSON_NORMAL)
        return;
    double logarithm = -law->mean, sum = 0;
    unsigned count = 0;
    /* More than twelve standard deviations above the mean. */
    for (; count < NUMBER_CUMULATIVE && count < law->mean + 16 * sqrt(law->mean) + 30; count++) {
        if (count > 0)
            logarithm += log(law->mean / count);
        sum += exp(logarithm);
        to[count] = sum;
    }
    law->cumulative = to;
    law->count = count;
}

/* The least number whose cumulative probability reaches the uniform number. */
static unsigned poisson(const number_law *law, double uniform)
{
    unsigned low = 0, high = law->count - 1;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (law->cumulative[middle] < uniform)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void number_poisson_pair(random_kind generator, double mean, const unsigned *words, unsigned *to)
{
    float pair[2];
    normal_pair(generator, words, pair);
    for (int i = 0; i < 2; i++)
        to[i] = (unsigned)(mean + sqrt(mean) * pair[i] + 0.5);
}

static void poisson_unit(random_kind generator, const number_law *law, const unsigned *words, unsigned count,
                         unsigned *to)
{
    if (law->mean < NUMBER_POISSON_NORMAL) {
        for (unsigned i = 0; i < count; i++)
            to[i] = poisson(law, generator == RANDOM_MRG32K3A ? words[i] * MRG_SCALE : words[i] * 0x1p-32 + 0x1p-33);
        return;
    }
    for (unsigned i = 0; i < count; i += 2)
        number_poisson_pair(generator, law->mean, words + i, to + i);
}

void number_make(random_kind generator, const number_law *law, const unsigned *words, numbers *to)
{
    number_unit unit = number_unit_of(generator, law);
    unsigned each = unit.words / unit.numbers;
    if (law->kind == NUMBER_POISSON)
        poisson_unit(generator, law, words, unit.numbers, to->word);
    for (unsigned i = 0; i < unit.numbers; i++) {
        const unsigned *own = words + i * each;
        switch (law->kind) {
        case NUMBER_WORD: to->word[i] = generator == RANDOM_MRG32K3A ? (unsigned)(*own * 1.000000048662) : *own; break;
        case NUMBER_UNIFORM: to->single[i] = uniform(generator, *own); break;
        case NUMBER_UNIFORM_DOUBLE: to->twice[i] = uniform_double(generator, own); break;
        case NUMBER_NORMAL:
        case NUMBER_LOG_NORMAL:
            if (i % 2 == 0)
                normal_pair(generator, own, to->single + i);
            to->single[i] = (float)law->mean + (float)law->stddev * to->single[i];
            if (law->kind == NUMBER_LOG_NORMAL)
                to->single[i] = expf(to->single[i]);
            break;
        case NUMBER_NORMAL_DOUBLE:
        case NUMBER_LOG_NORMAL_DOUBLE:
            if (i % 2 == 0)
                normal_pair_double(generator, own, to->twice + i);
            to->twice[i] = law->mean + law->stddev * to->twice[i];
            if (law->kind == NUMBER_LOG_NORMAL_DOUBLE)
                to->twice[i] = exp(to->twice[i]);
            break;
        case NUMBER_POISSON: break;
        }
    }
}
