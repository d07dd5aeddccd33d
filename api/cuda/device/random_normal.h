/* cuRAND's normal and log-normal numbers, by pairs: Box and Muller, "A note on the generation of random normal deviates", 1958. */
#ifndef LANEWISE_CUDA_RANDOM_NORMAL_H
#define LANEWISE_CUDA_RANDOM_NORMAL_H

#include "random_uniform.h"

/* What boxmuller_extra is, the second number of a pair of which one has been drawn. */
enum lw_cuda_extra { LW_CUDA_EXTRA_NONE, LW_CUDA_EXTRA_NORMAL, LW_CUDA_EXTRA_LOG_NORMAL };

LW_CUDA_DEVICE float2 lw_cuda_normal_pair(float length, float angle)
{
    float2 pair;
    float s = sqrtf(-2.0f * logf(length));
    __sincosf(angle, &pair.x, &pair.y);
    return make_float2(pair.x * s, pair.y * s);
}

/* The angle is in half turns. */
LW_CUDA_DEVICE double2 lw_cuda_normal_pair_double(double length, double angle)
{
    double2 pair;
    double s = sqrt(-2.0 * log(length));
    sincospi(angle, &pair.x, &pair.y);
    return make_double2(pair.x * s, pair.y * s);
}

LW_CUDA_DEVICE float2 lw_cuda_normal_of(unsigned x, unsigned y)
{
    const float turn = 0x1p-32f * 6.2831855f;
    return lw_cuda_normal_pair(lw_cuda_uniform(x), fmaf((float)y, turn, turn / 2));
}

LW_CUDA_DEVICE double2 lw_cuda_normal_of(uint4 all)
{
    return lw_cuda_normal_pair_double(lw_cuda_uniform_double(all.x, all.y), 2 * lw_cuda_uniform_double(all.z, all.w));
}

template <class State> LW_CUDA_DEVICE float2 curand_normal2(State *state)
{
    unsigned x = curand(state);
    return lw_cuda_normal_of(x, curand(state));
}

LW_CUDA_DEVICE float2 curand_normal2(curandStateMRG32k3a_t *state)
{
    float x = curand_uniform(state);
    return lw_cuda_normal_pair(x, curand_uniform(state) * 6.2831855f);
}

LW_CUDA_DEVICE float4 curand_normal4(curandStatePhilox4_32_10_t *state)
{
    uint4 all = curand4(state);
    float2 first = lw_cuda_normal_of(all.x, all.y), second = lw_cuda_normal_of(all.z, all.w);
    return make_float4(first.x, first.y, second.x, second.y);
}

LW_CUDA_DEVICE double2 curand_normal2_double(curandStateXORWOW_t *state)
{
    uint4 all;
    all.x = curand(state);
    all.y = curand(state);
    all.z = curand(state);
    all.w = curand(state);
    return lw_cuda_normal_of(all);
}

LW_CUDA_DEVICE double2 curand_normal2_double(curandStatePhilox4_32_10_t *state)
{
    return lw_cuda_normal_of(curand4(state));
}

LW_CUDA_DEVICE double2 curand_normal2_double(curandStateMRG32k3a_t *state)
{
    double x = curand_uniform_double(state);
    return lw_cuda_normal_pair_double(x, curand_uniform_double(state) * 2);
}

LW_CUDA_DEVICE double4 curand_normal4_double(curandStatePhilox4_32_10_t *state)
{
    double2 first = curand_normal2_double(state), second = curand_normal2_double(state);
    return make_double4(first.x, first.y, second.x, second.y);
}

/* One number of a pair; the next call with such a pair gives the other. */
template <class State> LW_CUDA_DEVICE float curand_normal(State *state)
{
    if (state->boxmuller_flag == LW_CUDA_EXTRA_NORMAL) {
        state->boxmuller_flag = LW_CUDA_EXTRA_NONE;
        return state->boxmuller_extra;
    }
    float2 pair = curand_normal2(state);
    state->boxmuller_extra = pair.y;
    state->boxmuller_flag = LW_CUDA_EXTRA_NORMAL;
    return pair.x;
}

template <class State> LW_CUDA_DEVICE double curand_normal_double(State *state)
{
    if (state->boxmuller_flag_double == LW_CUDA_EXTRA_NORMAL) {
        state->boxmuller_flag_double = LW_CUDA_EXTRA_NONE;
        return state->boxmuller_extra_double;
    }
    double2 pair = curand_normal2_double(state);
    state->boxmuller_extra_double = pair.y;
    state->boxmuller_flag_double = LW_CUDA_EXTRA_NORMAL;
    return pair.x;
}

/* Numbers whose logarithm is normal, of this mean and standard deviation. */
template <class State> LW_CUDA_DEVICE float2 curand_log_normal2(State *state, float mean, float stddev)
{
    float2 pair = curand_normal2(state);
    return make_float2(expf(fmaf(stddev, pair.x, mean)), expf(fmaf(stddev, pair.y, mean)));
}

LW_CUDA_DEVICE float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float stddev)
{
    float4 all = curand_normal4(state);
    return make_float4(expf(fmaf(stddev, all.x, mean)), expf(fmaf(stddev, all.y, mean)),
                       expf(fmaf(stddev, all.z, mean)), expf(fmaf(stddev, all.w, mean)));
}

template <class State> LW_CUDA_DEVICE double2 curand_log_normal2_double(State *state, double mean, double stddev)
{
    double2 pair = curand_normal2_double(state);
    return make_double2(exp(fma(stddev, pair.x, mean)), exp(fma(stddev, pair.y, mean)));
}

LW_CUDA_DEVICE double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *state, double mean, double stddev)
{
    double2 first = curand_log_normal2_double(state, mean, stddev);
    double2 second = curand_log_normal2_double(state, mean, stddev);
    return make_double4(first.x, first.y, second.x, second.y);
}

template <class State> LW_CUDA_DEVICE float curand_log_normal(State *state, float mean, float stddev)
{
    if (state->boxmuller_flag == LW_CUDA_EXTRA_LOG_NORMAL) {
        state->boxmuller_flag = LW_CUDA_EXTRA_NONE;
        return state->boxmuller_extra;
    }
    float2 pair = curand_log_normal2(state, mean, stddev);
    state->boxmuller_extra = pair.y;
    state->boxmuller_flag = LW_CUDA_EXTRA_LOG_NORMAL;
    return pair.x;
}

template <class State> LW_CUDA_DEVICE double curand_log_normal_double(State *state, double mean, double stddev)
{
    if (state->boxmuller_flag_double == LW_CUDA_EXTRA_LOG_NORMAL) {
        state->boxmuller_flag_double = LW_CUDA_EXTRA_NONE;
        return state->boxmuller_extra_double;
    }
    double2 pair = curand_log_normal2_double(state, mean, stddev);
    state->boxmuller_extra_double = pair.y;
    state->boxmuller_flag_double = LW_CUDA_EXTRA_LOG_NORMAL;
    return pair.x;
}

#endif
