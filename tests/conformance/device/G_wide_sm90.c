#include <lanewise/kernel.h>

#include "G_wide_sm90.h"

#define SCOPED(atomic, ...)                                                                                            \
    (scope == 1 ? atomic##_block(__VA_ARGS__) : scope == 2 ? atomic##_system(__VA_ARGS__) : atomic(__VA_ARGS__))

LW_KERNEL(g_wide_steps, (int, scope), (int, shared), (const g_wide *, values), (g_wide *, word), (g_wide *, old))
{
    LW_SHARED(g_wide, local);
    if (shared)
        *local = *word;
    g_wide *target = shared ? local : word;
    old[0] = SCOPED(atomicExch, target, values[0]);
    old[1] = SCOPED(atomicCAS, target, values[0], values[1]);
    old[2] = SCOPED(atomicCAS, target, values[0], values[1]);
    if (shared)
        *word = *local;
}

LW_KERNEL(g_wide_count, (g_wide *, word))
{
    g_wide seen = {0, 0}, assumed, next;
    do {
        assumed = seen;
        next.low = assumed.low + 1;
        next.high = assumed.high + 1;
        seen = atomicCAS(word, assumed, next);
    } while (seen.low != assumed.low || seen.high != assumed.high);
}

LW_KERNEL(g_vector_add, (int, scope), (float2, value2), (float4, value4), (float2 *, word2), (float4 *, word4),
          (float2 *, old2), (float4 *, old4))
{
    *old2 = SCOPED(atomicAdd, word2, value2);
    *old4 = SCOPED(atomicAdd, word4, value4);
}

LW_KERNEL(g_vector_crowd, (float4 *, word))
{
    atomicAdd(word, make_float4(1, 2, 3, 4));
}

LW_KERNEL(g_vector_shared, (int, shared), (float2 *, word))
{
    LW_SHARED(float2, local);
    *local = make_float2(0, 0);
    atomicAdd(shared ? local : word, make_float2(1, 1));
}
