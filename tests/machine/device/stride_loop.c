#include <lanewise/kernel.h>

#include "stride_loop.h"

static __device__ void run(int first, int stride, int id, int count, const unsigned *in, unsigned *sums, unsigned *out,
                           unsigned *total)
{
    int threads = blockDim.x * blockDim.y * blockDim.z, last = -1, steps = 0;
    unsigned sum = 0;
    for (int round = 0; round < MACHINE_STRIDE_ROUNDS; round++) {
        int end = count - 5 * round;
        for (int i = first; i < end; i += stride) {
            unsigned value = in[i];
            sum += value;
            if ((value & 1) != 0 && (i & 1) != 0)
                sum += 3 * value;
            atomicAdd(&total[round], (unsigned)i);
            last = i;
            steps++;
        }
        sums[id] = sum;
        __syncthreads();
        sum = 5 * sum + sums[(id + 1) % threads];
        __syncthreads();
    }
    out[blockIdx.x * MACHINE_STRIDE_MOST + id] = sum + 3 * (unsigned)last + 11 * (unsigned)steps;
}

LW_KERNEL(machine_stride_loop_rows, (int, count), (int, shift), (const unsigned *, in), (unsigned *, out),
          (unsigned *, total))
{
    LW_SHARED(unsigned, sums, [MACHINE_STRIDE_MOST]);
    int id = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    run(threadIdx.x, max(blockDim.x >> shift, 1), id, count, in, sums, out, total);
}

LW_KERNEL(machine_stride_loop_block, (int, count), (int, shift), (const unsigned *, in), (unsigned *, out),
          (unsigned *, total))
{
    LW_SHARED(unsigned, sums, [MACHINE_STRIDE_MOST]);
    int id = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    run(id, max((blockDim.x * blockDim.y * blockDim.z) >> shift, 1), id, count, in, sums, out, total);
}

LW_KERNEL(machine_stride_loop_limits, (const int *, limit), (const unsigned *, in), (unsigned *, out))
{
    LW_SHARED(unsigned, sums, [MACHINE_STRIDE_MOST]);
    int x = threadIdx.x, id = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + x, step = 0;
    unsigned sum = 0;
    for (; x < limit[step]; step++)
        sum = 3 * sum + in[step + x];
    sums[id] = sum;
    __syncthreads();
    out[blockIdx.x * MACHINE_STRIDE_MOST + id] = sums[id] + (unsigned)step;
}
