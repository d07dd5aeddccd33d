#include <lanewise/kernel.h>

#include "V_simd.h"

LW_KERNEL(v_simd, (int, n), (const unsigned *, as), (const unsigned *, bs), (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
    unsigned a = as[i], b = bs[i];
#define OF_1(name, sign, fit, rule) out[at] = __##name##2(a), at += n;
#define OF_2(name, sign, fit, rule) out[at] = __##name##2(a, b), at += n;
    V_SIMD_OF_1(OF_1)
    V_SIMD_OF_2(OF_2)
#undef OF_1
#undef OF_2
#define OF_1(name, sign, fit, rule) out[at] = __##name##4(a), at += n;
#define OF_2(name, sign, fit, rule) out[at] = __##name##4(a, b), at += n;
    V_SIMD_OF_1(OF_1)
    V_SIMD_OF_2(OF_2)
#undef OF_1
#undef OF_2
}

LW_KERNEL(v_dpx, (int, n), (const unsigned *, as), (const unsigned *, bs), (const unsigned *, cs), (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
    unsigned a = as[i], b = bs[i], c = cs[i];
#define STORE(name, sign, rule) out[at] = (unsigned)name(a, b, c), at += n;
    V_DPX_WORDS(STORE)
    V_DPX_HALVES(STORE)
#undef STORE
#define STORE(expression, bits, rule) out[at] = (unsigned)(expression), at += n;
    V_DPX_RELU(STORE)
#undef STORE
}

LW_KERNEL(v_which, (int, n), (const unsigned *, as), (const unsigned *, bs), (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool high = false, low = false;
    if (i >= n)
        return;
    unsigned a = as[i], b = bs[i], *to = out + 16 * i;
    to[0] = (unsigned)__vibmax_s32((int)a, (int)b, &low), to[1] = low;
    to[2] = __vibmax_u32(a, b, &low), to[3] = low;
    to[4] = __vibmax_s16x2(a, b, &high, &low), to[5] = 2 * high + low;
    to[6] = __vibmax_u16x2(a, b, &high, &low), to[7] = 2 * high + low;
    to[8] = (unsigned)__vibmin_s32((int)a, (int)b, &low), to[9] = low;
    to[10] = __vibmin_u32(a, b, &low), to[11] = low;
    to[12] = __vibmin_s16x2(a, b, &high, &low), to[13] = 2 * high + low;
    to[14] = __vibmin_u16x2(a, b, &high, &low), to[15] = 2 * high + low;
}
