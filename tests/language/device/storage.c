#include <lanewise/kernel.h>

#include "storage.h"

LW_GLOBAL(int, language_counter);
LW_GLOBAL(float, language_table, [3][2]) = {{1, 2}, {3, 4}, {5, 6}};
LW_CONSTANT(float, language_taps, [3]) = {0.25f, 0.5f, 0.25f};
LW_CONSTANT(int, language_scale) = 7;
LW_CONSTANT(language_pair, language_point);

LW_KERNEL(language_shared_shapes, (int *, out), (int *, sizes))
{
    LW_SHARED(int, scalar);
    LW_SHARED(int, line, [32]);
    LW_SHARED(short, plane, [4][9]);
    LW_SHARED(double, cube, [2][4][5]);
    LW_SHARED(language_pair, pairs, [32]);
    int lane = (int)threadIdx.x, next = (lane + 1) % 32;
    if (lane == 31)
        *scalar = 1000;
    line[lane] = lane;
    plane[lane / 8][lane % 8] = (short)(lane * 2);
    cube[lane / 16][lane % 16 / 4][lane % 4] = lane * 4;
    pairs[lane].first = lane * 8;
    pairs[lane].second = lane * 16;
    __syncthreads();
    out[lane] = *scalar + line[next] + plane[next / 8][next % 8] + (int)cube[next / 16][next % 16 / 4][next % 4] +
                pairs[next].first + (int)pairs[next].second;
    if (lane == 0) {
        sizes[0] = (int)sizeof(scalar);
        sizes[1] = (int)sizeof(*scalar);
        sizes[2] = (int)sizeof(line);
        sizes[3] = (int)sizeof(*plane);
        sizes[4] = (int)sizeof(*cube);
        sizes[5] = (int)sizeof(*pairs);
    }
}

/* X(number) for 000 to 299. */
#define TEN(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define HUNDRED(X, n)                                                                                                  \
    TEN(X, n##0)                                                                                                       \
    TEN(X, n##1)                                                                                                       \
    TEN(X, n##2) TEN(X, n##3) TEN(X, n##4) TEN(X, n##5) TEN(X, n##6) TEN(X, n##7) TEN(X, n##8) TEN(X, n##9)
#define MANY(X) HUNDRED(X, 0) HUNDRED(X, 1) HUNDRED(X, 2)
#define DECLARE(n) LW_SHARED(int, many_##n);
#define SET(n) *many_##n = 1##n - 999;
#define ADD(n) sum += *many_##n;

LW_KERNEL(language_many_shared, (int *, out))
{
    MANY(DECLARE)
    int sum = 0;
    if (threadIdx.x == 0) {
        MANY(SET)
    }
    __syncthreads();
    if (threadIdx.x == 31) {
        MANY(ADD)
        *out = sum;
    }
}

static __device__ int helper(int value)
{
    LW_SHARED(int, name);
    if (threadIdx.x == 0)
        *name = value;
    __syncthreads();
    return *name;
}

LW_KERNEL(language_shared_names_a, (int *, out))
{
    LW_SHARED(int, name);
    if (threadIdx.x == 0)
        *name = 1;
    int helped = helper(2);
    out[threadIdx.x] = *name * 10 + helped;
}

LW_KERNEL(language_shared_names_b, (int *, out))
{
    LW_SHARED(double, name, [100]);
    name[threadIdx.x] = 3 + threadIdx.x;
    int helped = helper(4);
    out[threadIdx.x] = (int)name[threadIdx.x] * 10 + helped;
}

LW_KERNEL(language_dynamic, (int, count), (int *, data))
{
    LW_DYNAMIC_SHARED(int, all);
    LW_DYNAMIC_SHARED(char, bytes);
    for (int i = (int)threadIdx.x; i < count; i += (int)blockDim.x)
        all[i] = data[i];
    __syncthreads();
    for (int i = (int)threadIdx.x; i < count; i += (int)blockDim.x)
        data[count - 1 - i] = *(int *)(void *)(bytes + 4 * i);
}

LW_KERNEL(language_count, (int, rounds))
{
    for (int i = 0; i < rounds; i++)
        atomicAdd(&language_counter, 1);
    if (threadIdx.x < 6 && blockIdx.x == 0)
        language_table[threadIdx.x / 2][threadIdx.x % 2] += (float)(threadIdx.x / 2);
}

LW_KERNEL(language_read_globals, (float *, out))
{
    if (threadIdx.x == 0) {
        out[0] = (float)language_counter;
        for (int i = 0; i < 6; i++)
            out[1 + i] = language_table[i / 2][i % 2];
    }
}

LW_KERNEL(language_counter_address, (int **, out))
{
    *out = &language_counter;
}

LW_KERNEL(language_read_constants, (float *, out), (int *, sizes))
{
    if (threadIdx.x == 0) {
        for (int i = 0; i < 3; i++)
            out[i] = language_taps[i];
        out[3] = (float)language_scale;
        out[4] = (float)language_point.first;
        out[5] = (float)language_point.second;
        sizes[0] = (int)sizeof(language_taps);
        sizes[1] = (int)sizeof(language_scale);
        sizes[2] = (int)sizeof(language_point);
    }
}

typedef struct __align__(8) pair_of_8 {
    float first, second;
} pair_of_8;

LW_KERNEL(language_alignment, (unsigned *, out))
{
    LW_SHARED(char, before, [33]);
    LW_SHARED(language_quad, quads, [3]);
    LW_SHARED(char, between, [17]);
    LW_SHARED(__align__(32) float, line, [8]);
    alignas(16) float own[4] = {1, 2, 3, 4};
    language_quad quad = {{5, 6, 7, 8}};
    pair_of_8 pair = {9, 10};
    if (threadIdx.x == 0) {
        before[32] = between[16] = 1;
        quads[2].lane[0] = line[7] = 1;
    }
    const void *address[LANGUAGE_ALIGNED] = {own, &quad, quads, line, &pair, quads + 1};
    const unsigned asked[LANGUAGE_ALIGNED] = {16, 16, 16, 32, 8, 16};
    for (int i = 0; i < LANGUAGE_ALIGNED; i++)
        out[threadIdx.x * LANGUAGE_ALIGNED + i] = (unsigned)((uintptr_t)address[i] % asked[i]);
}
