#include "rivals.h"

enum { CHUNKS = 240, STEPS = 100000, CHAINS = 8, WIDTH = 16 };

void rival_empty_region(int threads)
{
    (void)threads;
#pragma omp parallel num_threads(threads)
    __asm__ volatile("");
}

/* Eight chains hide the latency of a multiply-add on today's processors. */
static float multiply_add_chunk(float seed)
{
    float chain[CHAINS][WIDTH], sum = 0;
    for (int c = 0; c < CHAINS; c++)
        for (int i = 0; i < WIDTH; i++)
            chain[c][i] = seed + (float)(c * WIDTH + i);
    for (int step = 0; step < STEPS; step++)
        for (int c = 0; c < CHAINS; c++)
            for (int i = 0; i < WIDTH; i++)
                chain[c][i] = chain[c][i] * 0.999f + 0.5f;
    for (int c = 0; c < CHAINS; c++)
        for (int i = 0; i < WIDTH; i++)
            sum += chain[c][i];
    return sum;
}

void rival_multiply_add(int threads)
{
    (void)threads; /* without OpenMP */
    float sum = 0;
    (void)threads;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : sum)
    for (int chunk = 0; chunk < CHUNKS; chunk++)
        sum += multiply_add_chunk((float)chunk);
    static volatile float sink;
    sink = sum;
    (void)sink;
}

double rival_multiply_add_flops(void)
{
    return 2.0 * CHUNKS * STEPS * CHAINS * WIDTH;
}
