#include <lanewise/kernel.h>

#include "guard.h"

LW_KERNEL(machine_guard_of_sums, (int, count), (const int *, in), (intptr_t, stride), (const int *, weight),
          (int *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        int near = 0, far = 0;
        for (int step = 0; step < MACHINE_GUARD_STEPS; step++) {
            near += weight[0] * in[i + step];
            far += weight[1] * in[i + step + stride];
        }
        out[i] = near + far;
    }
}

LW_KERNEL(machine_guard_of_weights, (int, count), (int, steps), (const int *, in), (const int *, weight), (int *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int sum = 0, other = 1, w = weight[0];
    for (int step = 0; step < steps; step++) {
        sum += w * in[i + step];
        other ^= sum + in[i + 2 * step];
        w = w * 5 + weight[1];
    }
    out[i] = sum + other + w * steps;
}

LW_KERNEL(machine_guard_of_both, (int, count), (int, steps), (const int *, in), (const int *, weight), (int *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, other = 3;
    if (i < count) {
        for (int step = 0; step < steps; step++) {
            sum += weight[step % 2] * in[i + step];
            other += sum ^ step;
        }
    } else {
        for (int step = 2 * steps; step > 0; step--) {
            sum -= weight[step % 2] * in[i + step];
            other ^= sum + step;
        }
    }
    out[i] = sum * 7 + other;
}

LW_KERNEL(machine_guard_of_rows, (int, width), (int, height), (const int *, in), (const int *, weight), (int *, out))
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int sum = 0, most = 0;
    for (int step = 0; step < MACHINE_GUARD_STEPS; step++) {
        int found = in[y * width + x + step] * weight[step % 2];
        sum += found;
        most = max(most, found + in[x + step]);
    }
    out[y * width + x] = sum + most;
}

LW_KERNEL(machine_guard_of_shuffles, (int, count), (int, steps), (const int *, in), (const int *, weight), (int *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mask = __ballot_sync(LW_FULL_MASK, i < count);
    if (i >= count)
        return;
    int sum = in[i], w = weight[0];
    for (int step = 0; step < steps; step++) {
        sum += __shfl_sync(mask, sum, 0) * w + in[i + step];
        w = w * 3 + weight[1];
    }
    out[i] = sum + w;
}

LW_KERNEL(machine_guard_between, (int, count), (int, steps), (const int *, in), (const int *, weight), (int *, out))
{
    LW_SHARED(int, row, [1024]);
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, other = 1;
    row[threadIdx.x] = in[i];
    __syncthreads();
    for (int step = 0; step < steps; step++)
        sum += weight[step % 2] * in[i + step];
    if (i < count) {
        for (int step = 0; step < steps; step++) {
            sum += weight[(step + 1) % 2] * in[i + step];
            other ^= sum * step;
        }
    }
    __syncthreads();
    row[threadIdx.x] += sum;
    __syncthreads();
    out[i] = row[blockDim.x - 1 - threadIdx.x] + other;
}

LW_KERNEL(machine_guard_of_warps, (int, count), (const int *, in), (int *, out))
{
    LW_SHARED(int, sums, [32]);
    int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32;
    int v = i < count ? in[i] : 0, choice = in[i / 32] & 3;
    if (choice == 1) {
        for (int d = 16; d > 0; d >>= 1)
            v += __shfl_down_sync(LW_FULL_MASK, v, d);
    } else if (choice == 2) {
        for (int turn = 0; turn < (in[i / 32] >> 2 & 7); turn++)
            v ^= __shfl_xor_sync(LW_FULL_MASK, v, 3) + __popc(__ballot_sync(LW_FULL_MASK, v & 1));
    }
    if (threadIdx.x % 32 == 0)
        sums[warp] = v;
    __syncthreads();
    if (warp == 1) {
        int sum = threadIdx.x % 32 < blockDim.x / 32 ? sums[threadIdx.x % 32] : 0;
        for (int d = 1; d < 32; d <<= 1)
            sum += __shfl_xor_sync(LW_FULL_MASK, sum, d);
        v += sum;
    }
    out[i] = v;
}

LW_KERNEL(machine_guard_of_threads, (int, count), (int, steps), (const int *, in), (const int *, weight), (int *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, other = 1;
    if (in[i] & 1 && i < count)
        for (int step = 0; step < steps; step++) {
            sum += weight[step % 2] * in[i + step];
            other ^= sum + step;
        }
    unsigned odd = __ballot_sync(LW_FULL_MASK, sum & 1);
    out[i] = sum + other + (int)odd;
}

LW_KERNEL(machine_guard_of_bits, (int, count), (const int *, in), (const int *, weight), (int *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    if (i < count) {
        if ((i & 7) == 0)
            for (int step = 0; step < (in[i] & 7); step++)
                sum += in[i + 1 + step];
        if ((i & 2) == 0)
            sum += weight[0] * in[i + 2];
        out[i] = sum;
    }
}

LW_KERNEL(machine_guard_of_ends, (int, count), (int, steps), (const int *, in), (const int *, weight), (int *, out))
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = in[i];
    if (in[i / 64] & 1 ? in[i] % 3 == 0 : i >= count)
        return;
    for (int step = 0; step < steps; step++) {
        sum += weight[step % 2] * in[i + step];
        sum += __popc(__ballot_sync(LW_FULL_MASK, sum & 1));
    }
    out[i] = sum;
}

LW_KERNEL(machine_guard_of_one, (int, shift), (int, other), (const int *, in), (int *, out))
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, i = row * blockDim.x + threadIdx.x, sum = in[i];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(LW_FULL_MASK, sum, distance);
    if ((int)threadIdx.x - shift == 3)
        out[i] = sum;
    sum ^= __shfl_down_sync(LW_FULL_MASK, sum, 1);
    if ((int)threadIdx.x != other)
        out[i] += sum + 1;
}
