#include <lanewise/kernel.h>

#include "../../line_above.h"
#include "quotient.h"

LW_KERNEL(machine_quotient_of_block, (unsigned, by), (const int *, in), (const int *, table), (int *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] & 1)
        out[i] = table[(blockIdx.x + 900) / by] + table[(blockIdx.x + 900) % by];
}

LW_KERNEL(machine_quotient_of_row, (unsigned, by), (const int *, in), (const int *, table), (int *, out))
{
    unsigned i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (in[i] & 1)
        out[i] = table[(threadIdx.y + 900) / by] + table[(threadIdx.y + 900) % by];
}

LW_KERNEL(machine_quotient_in_a_loop, (int, by), (const int *, in), (const int *, table), (int *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int turn = 0; turn < 4; turn++)
        if (in[i] >> turn & 1)
            sum += table[-((-turn - 700) / by)] + table[-((-turn - 700) % by)];
    out[i] = sum;
}

LW_KERNEL(machine_quotient_of_shared, (unsigned, by), (const int *, in), (const int *, table), (int *, out))
{
    LW_SHARED(unsigned, divisor, [1]);
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        divisor[0] = by;
    __syncthreads();
    if (in[i] & 1)
        out[i] = table[blockDim.x / divisor[0]] + table[blockDim.x % divisor[0]];
}

LW_KERNEL(machine_quotient_in_a_warp, (unsigned, by), (const int *, in), (const int *, table), (int *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int found = __shfl_xor_sync(0xffffffff, in[i], 1);
    int mine = 0;
    if (found & 1)
        mine = table[1000 / by] + table[1000 % by];
    mine = __shfl_xor_sync(0xffffffff, mine, 1);
    out[i] = mine;
}

LW_KERNEL(machine_quotient_in_bounds, (unsigned, by), (const int *, table), (int *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lanes = gridDim.x * blockDim.x;
    if (i < lanes - 5 && i > 2)
        out[i] = table[lanes / by % MACHINE_QUOTIENT_TABLE] + (int)i;
}

LW_KERNEL(machine_quotient_in_strides, (int, count), (int, by), (int *, out))
{
    int sum = 0;
    for (int i = (int)threadIdx.x, k = by; i < count; i += (int)blockDim.x, k--) {
        if (k)
            sum += i / k + i % k;
        else
            sum += 1000;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

LW_KERNEL(machine_quotient_signed, (int, dividend), (int, by), (const int *, in), (int *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] & 1)
        out[i] = dividend / by + dividend % by;
}

LW_KERNEL(machine_quotient_counted, (int, by), (int, most), (int *, counts))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i / by <= most && i > 0)
        atomicAdd(&counts[0], 1);
}

LW_KERNEL(machine_quotient_compared, (int, by), (int, most), (int *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % by <= by / 2 && i / by <= most && i > 0)
        out[i] = 1;
}

LW_KERNEL(machine_quotient_of_one, (unsigned, lane), (unsigned, by), (unsigned, guarded), (int *, out))
{
    unsigned i = threadIdx.x;
    out[i] = 1;
    if (guarded)
        out[i] += (int)(100 / guarded);
    if ((i ^ 5) == lane)
        out[i] += (int)(100 / by);
}
LINE_ABOVE(machine_quotient_of_one_line, 2)
