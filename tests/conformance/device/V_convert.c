#include <lanewise/kernel.h>

#include "V_convert.h"

LW_KERNEL(v_float_to_integer, (int, n), (const float *, x), (unsigned long long *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
#define STORE(to, bits, is_signed, rounding) out[at] = (unsigned long long)__float2##to##_##rounding(x[i]), at += n;
    V_TO_INTEGER(STORE)
#undef STORE
}

LW_KERNEL(v_double_to_integer, (int, n), (const double *, x), (unsigned long long *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
#define STORE(to, bits, is_signed, rounding) out[at] = (unsigned long long)__double2##to##_##rounding(x[i]), at += n;
    V_TO_INTEGER(STORE)
#undef STORE
}

LW_KERNEL(v_integer_to_floating, (int, n), (const unsigned long long *, x), (double *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
    if (i >= n)
        return;
#define STORE(from, type, digits, to, rounding) out[at] = (double)__##from##2##to##_##rounding((type)x[i]), at += n;
    V_FROM_INTEGER(STORE)
#undef STORE
}

LW_KERNEL(v_reinterpret, (float, f), (double, d), (unsigned long long *, out))
{
    out[0] = (unsigned long long)__float_as_int(f);
    out[1] = __float_as_uint(f);
    out[2] = __float_as_uint(__int_as_float(__float_as_int(f)));
    out[3] = __float_as_uint(__uint_as_float(__float_as_uint(f)));
    out[4] = (unsigned long long)__double_as_longlong(d);
    out[5] = (unsigned long long)__double_as_longlong(__longlong_as_double(__double_as_longlong(d)));
    out[6] = (unsigned long long)__double2hiint(d);
    out[7] = (unsigned long long)__double2loint(d);
    out[8] = (unsigned long long)__double_as_longlong(__hiloint2double(__double2hiint(d), __double2loint(d)));
    out[9] = (unsigned long long)__double_as_longlong((double)f);
}

LW_KERNEL(v_narrow_casts, (int, n), (const float *, x), (int *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[4 * i] = (signed char)__float2int_rz(x[i]);
    out[4 * i + 1] = (unsigned char)__float2uint_rz(x[i]);
    out[4 * i + 2] = (short)__float2int_rz(x[i]);
    out[4 * i + 3] = (unsigned short)__float2uint_rz(x[i]);
}
