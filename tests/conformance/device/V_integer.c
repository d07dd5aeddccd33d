#include <lanewise/kernel.h>

#include "../../line_above.h"
#include "V_integer.h"

LW_KERNEL(v_divide_int, (int, n), (const int *, a), (const int *, b), (int *, quotient), (int *, rest))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    quotient[i] = a[i] / b[i];
    rest[i] = a[i] % b[i];
}

LW_KERNEL(v_divide_long, (int, n), (const long long *, a), (const long long *, b), (long long *, quotient),
          (long long *, rest))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    quotient[i] = a[i] / b[i];
    rest[i] = a[i] % b[i];
}

LW_KERNEL(v_divide_unsigned, (int, n), (const unsigned *, a), (const unsigned *, b), (unsigned *, quotient),
          (unsigned *, rest))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    quotient[i] = a[i] / b[i];
    rest[i] = a[i] % b[i];
}

__device__ int __noinline__ quotient_of(int a, int b)
{
    return a / b;
}

LW_KERNEL(v_divide_places, (int, smallest), (long long, wide_smallest), (int, minus), (v_divisors, by_value),
          (const v_divisors *, in_memory), (long long *, out))
{
    volatile int on_stack = minus;
    volatile long long wide_on_stack = minus;
    LW_SHARED(int, in_shared, [2]);
    in_shared[1] = minus;
    out[0] = smallest / on_stack;
    out[1] = wide_smallest / wide_on_stack;
    out[2] = smallest / by_value.in_structure;
    out[3] = wide_smallest / by_value.wide_in_structure;
    out[4] = smallest / in_memory->table[in_memory->table[0] + 3];
    out[5] = wide_smallest % in_memory->wide_in_structure;
    out[6] = smallest % in_shared[1];
    out[7] = quotient_of(smallest, minus);
    out[8] = smallest / (int)(threadIdx.x - blockDim.x);
    out[9] = smallest;
    for (int i = 0; i < 3; i++) /* back to itself each time */
        out[9] = (int)out[9] / in_memory->table[i];
    out[10] = (short)smallest / minus + (signed char)minus / minus;
    out[11] = -(smallest / minus) % minus;
}

LW_KERNEL(v_divide_by, (int, divisor), (int *, quotient), (int *, survived))
{
    if (threadIdx.x % 32 == 3)
        quotient[threadIdx.x] = 100 / divisor;
    survived[threadIdx.x] = 1;
}

LINE_ABOVE(v_divide_by_line, 4)

LW_KERNEL(v_wrap, (int, a), (int, b), (long long, x), (long long, y), (long long *, out))
{
    out[0] = (int)((unsigned)a + (unsigned)b);
    out[1] = a * b;
    out[2] = x - y;
    out[3] = x * y;
    out[4] = -x;
}

LW_KERNEL(v_shift, (int, count), (const unsigned *, x), (const unsigned *, n), (unsigned *, operators),
          (unsigned *, clamped))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    operators[3 * i] = x[i] << n[i];
    operators[3 * i + 1] = x[i] >> n[i];
    operators[3 * i + 2] = (unsigned)((int)x[i] >> n[i]);
    clamped[2 * i] = __funnelshift_lc(0, x[i], n[i]);
    clamped[2 * i + 1] = __funnelshift_rc(x[i], 0, n[i]);
}
