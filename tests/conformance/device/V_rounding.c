#include <lanewise/kernel.h>

#include "V_rounding.h"

#define EACH(X) X(rn, V_NEAREST) X(rz, V_TO_ZERO) X(ru, V_UP) X(rd, V_DOWN)

LW_KERNEL(v_round_float, (int, n), (const float *, x), (const float *, y), (const float *, z), (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
#define STORE(operation, rounding, value) out[(operation * V_ROUNDINGS + rounding) * n + i] = __float_as_uint(value);
    /* clang-format off */
#define OPERATIONS(suffix, rounding)                                                                                   \
    STORE(V_ADD, rounding, __fadd_##suffix(x[i], y[i]))                                                                \
    STORE(V_SUB, rounding, __fsub_##suffix(x[i], y[i]))                                                                \
    STORE(V_MUL, rounding, __fmul_##suffix(x[i], y[i]))                                                                \
    STORE(V_DIV, rounding, __fdiv_##suffix(x[i], y[i]))                                                                \
    STORE(V_FMA, rounding, __fmaf_##suffix(x[i], y[i], z[i]))                                                          \
    STORE(V_RCP, rounding, __frcp_##suffix(x[i]))                                                                      \
    STORE(V_SQRT, rounding, __fsqrt_##suffix(x[i]))
    /* clang-format on */
    EACH(OPERATIONS)
#undef OPERATIONS
#undef STORE
}

LW_KERNEL(v_round_double, (int, n), (const double *, x), (const double *, y), (const double *, z), (long long *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
#define STORE(operation, rounding, value)                                                                              \
    out[(operation * V_ROUNDINGS + rounding) * n + i] = __double_as_longlong(value);
    /* clang-format off */
#define OPERATIONS(suffix, rounding)                                                                                   \
    STORE(V_ADD, rounding, __dadd_##suffix(x[i], y[i]))                                                                \
    STORE(V_SUB, rounding, __dsub_##suffix(x[i], y[i]))                                                                \
    STORE(V_MUL, rounding, __dmul_##suffix(x[i], y[i]))                                                                \
    STORE(V_DIV, rounding, __ddiv_##suffix(x[i], y[i]))                                                                \
    STORE(V_FMA, rounding, __fma_##suffix(x[i], y[i], z[i]))                                                           \
    STORE(V_RCP, rounding, __drcp_##suffix(x[i]))                                                                      \
    STORE(V_SQRT, rounding, __dsqrt_##suffix(x[i]))
    /* clang-format on */
    EACH(OPERATIONS)
#undef OPERATIONS
#undef STORE
}

LW_KERNEL(v_round_narrow, (int, n), (const double *, x), (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
#define STORE(suffix, rounding) out[rounding * n + i] = __float_as_uint(__double2float_##suffix(x[i]));
    EACH(STORE)
#undef STORE
}

LW_KERNEL(v_round_ieee, (int, n), (const float *, x), (const float *, y), (const float *, z), (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
#define STORE(suffix, rounding) out[rounding * n + i] = __float_as_uint(__fmaf_ieee_##suffix(x[i], y[i], z[i]));
    EACH(STORE)
#undef STORE
}

LW_KERNEL(v_rsqrt, (int, n), (const float *, x), (unsigned *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __float_as_uint(__frsqrt_rn(x[i]));
}
