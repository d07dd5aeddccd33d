#include <lanewise/kernel.h>
#include <lanewise/multimem.h>

#include "R_multicast_sm90.h"

#define RELAXED __NV_ATOMIC_RELAXED

#define R_MC_INTEGER(suffix, type)                                                                                     \
    LW_KERNEL(r_mc_bits_##suffix, (const type *, at), (type *, result))                                                \
    {                                                                                                                  \
        result[0] = lw_multimem_ld_reduce_and(at, RELAXED);                                                            \
        result[1] = lw_multimem_ld_reduce_or(at, __NV_ATOMIC_ACQUIRE);                                                 \
        result[2] = lw_multimem_ld_reduce_xor(at, RELAXED, __NV_THREAD_SCOPE_SYSTEM);                                  \
        result[3] = lw_multimem_ld_reduce_min(at, RELAXED);                                                            \
        result[4] = lw_multimem_ld_reduce_max(at, RELAXED);                                                            \
    }                                                                                                                  \
    LW_KERNEL(r_mc_red_bits_##suffix, (type *, at), (type, value))                                                     \
    {                                                                                                                  \
        lw_multimem_red_and(at, value, RELAXED);                                                                       \
        lw_multimem_red_or(at + 1, value, __NV_ATOMIC_RELEASE);                                                        \
        lw_multimem_red_xor(at + 2, value, RELAXED, __NV_THREAD_SCOPE_SYSTEM);                                         \
        lw_multimem_red_min(at + 3, value, RELAXED);                                                                   \
        lw_multimem_red_max(at + 4, value, RELAXED);                                                                   \
        lw_multimem_st(at + 5, value, __NV_ATOMIC_RELEASE);                                                            \
    }
#define R_MC_SUM(suffix, type)                                                                                         \
    LW_KERNEL(r_mc_sum_##suffix, (const type *, at), (type *, result))                                                 \
    {                                                                                                                  \
        result[0] = lw_multimem_ld_reduce_add(at, RELAXED);                                                            \
    }                                                                                                                  \
    LW_KERNEL(r_mc_red_sum_##suffix, (type *, at), (type, value))                                                      \
    {                                                                                                                  \
        lw_multimem_red_add(at, value, RELAXED);                                                                       \
        lw_multimem_st(at + 1, value, RELAXED);                                                                        \
    }
R_MC_INTEGERS(R_MC_INTEGER)
R_MC_SUMS(R_MC_SUM)

/* The element `i` of a load of `count` that holds it. */
#define R_MC_PAIRS(name, type)                                                                                         \
    LW_KERNEL(r_mc_##name, (int, n), (const type *, at), (type *, result))                                             \
    {                                                                                                                  \
        type two[2], four[4];                                                                                          \
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {                      \
            type *to = result + 6 * i;                                                                                 \
            to[0] = lw_multimem_ld_reduce_add(at + i, RELAXED);                                                        \
            to[1] = lw_multimem_ld_reduce_add_acc_f32(at + i, RELAXED);                                                \
            to[2] = lw_multimem_ld_reduce_min(at + i, RELAXED);                                                        \
            to[3] = lw_multimem_ld_reduce_max(at + i, RELAXED);                                                        \
            switch (i / 4 % 4) {                                                                                       \
            case 0:                                                                                                    \
                lw_multimem_ld_reduce_add_v2(two, at + i / 2 * 2, RELAXED);                                            \
                lw_multimem_ld_reduce_add_v4(four, at + i / 4 * 4, RELAXED);                                           \
                break;                                                                                                 \
            case 1:                                                                                                    \
                lw_multimem_ld_reduce_add_acc_f32_v2(two, at + i / 2 * 2, RELAXED);                                    \
                lw_multimem_ld_reduce_add_acc_f32_v4(four, at + i / 4 * 4, RELAXED);                                   \
                break;                                                                                                 \
            case 2:                                                                                                    \
                lw_multimem_ld_reduce_min_v2(two, at + i / 2 * 2, RELAXED);                                            \
                lw_multimem_ld_reduce_min_v4(four, at + i / 4 * 4, RELAXED);                                           \
                break;                                                                                                 \
            default:                                                                                                   \
                lw_multimem_ld_reduce_max_v2(two, at + i / 2 * 2, RELAXED);                                            \
                lw_multimem_ld_reduce_max_v4(four, at + i / 4 * 4, RELAXED);                                           \
            }                                                                                                          \
            to[4] = two[i % 2];                                                                                        \
            to[5] = four[i % 4];                                                                                       \
        }                                                                                                              \
    }
R_MC_PAIRS(halves, __half2)
R_MC_PAIRS(bfloats, __nv_bfloat162)

/* Of eight elements the first is added by itself, as the second; then two, then four. */
#define R_MC_ADD(name, type)                                                                                           \
    LW_KERNEL(r_mc_add_##name, (int, n), (type *, at), (type *, others), (const type *, value))                        \
    {                                                                                                                  \
        for (int i = 8 * (blockIdx.x * blockDim.x + threadIdx.x); i < n; i += 8 * gridDim.x * blockDim.x) {            \
            type own[4];                                                                                               \
            lw_multimem_red_add(at + i, value[i], RELAXED);                                                            \
            lw_multimem_red_add(at + i + 1, value[i + 1], __NV_ATOMIC_RELEASE);                                        \
            lw_multimem_st(others + i, value[i], RELAXED);                                                             \
            lw_multimem_st(others + i + 1, value[i + 1], RELAXED);                                                     \
            for (int k = 0; k < 2; k++)                                                                                \
                own[k] = value[i + 2 + k];                                                                             \
            lw_multimem_red_add_v2(at + i + 2, own, RELAXED);                                                          \
            lw_multimem_st_v2(others + i + 2, own, __NV_ATOMIC_RELEASE);                                               \
            for (int k = 0; k < 4; k++)                                                                                \
                own[k] = value[i + 4 + k];                                                                             \
            lw_multimem_red_add_v4(at + i + 4, own, RELAXED);                                                          \
            lw_multimem_st_v4(others + i + 4, own, RELAXED);                                                           \
        }                                                                                                              \
    }
R_MC_ADD(halves, __half2)
R_MC_ADD(bfloats, __nv_bfloat162)
R_MC_ADD(floats, float)

LW_KERNEL(r_mc_sum_floats, (int, n), (const float *, at), (float *, result))
{
    for (int i = 8 * (blockIdx.x * blockDim.x + threadIdx.x); i < n; i += 8 * gridDim.x * blockDim.x) {
        float own[4];
        result[i] = lw_multimem_ld_reduce_add(at + i, RELAXED);
        result[i + 1] = lw_multimem_ld_reduce_add(at + i + 1, RELAXED);
        lw_multimem_ld_reduce_add_v2(own, at + i + 2, RELAXED);
        for (int k = 0; k < 2; k++)
            result[i + 2 + k] = own[k];
        lw_multimem_ld_reduce_add_v4(own, at + i + 4, __NV_ATOMIC_ACQUIRE);
        for (int k = 0; k < 4; k++)
            result[i + 4 + k] = own[k];
    }
}

LW_KERNEL(r_mc_count, (int *, at), (int, rounds))
{
    for (int i = 0; i < rounds; i++)
        lw_multimem_red_add(at, 1, RELAXED);
}

LW_KERNEL(r_mc_meet, (int *, flag), (int, sum), (int *, passed))
{
    if (threadIdx.x == blockDim.x - 1)
        lw_multimem_red_add(flag, 1, __NV_ATOMIC_RELEASE);
    else
        while (lw_multimem_ld_reduce_add(flag, __NV_ATOMIC_ACQUIRE) != sum)
            ;
    atomicAdd(passed, 1);
}

LW_KERNEL(r_mc_fill, (int, n), (int *, at), (int, first))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        at[i] = first + i;
}

LW_KERNEL(r_mc_sum_all, (int, n), (const int *, at), (int *, result))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        result[i] = lw_multimem_ld_reduce_add(at + i, RELAXED);
}

LW_KERNEL(r_mc_plain_load, (const int *, at), (int *, result))
{
    *result = *at;
}

LW_KERNEL(r_mc_plain_store, (int *, at))
{
    *at = 1;
}

LW_KERNEL(r_mc_plain_atomic, (int *, at))
{
    atomicAdd(at, 1);
}

LW_KERNEL(r_mc_store, (int *, at), (int, order), (int, scope))
{
    lw_multimem_st(at, 1, order, scope);
}

LW_KERNEL(r_mc_store_vector, (float *, at))
{
    float own[4] = {1, 2, 3, 4};
    lw_multimem_st_v4(at, own, RELAXED);
}
