#include <lanewise/kernel.h>

#include "tree.h"

LW_KERNEL(machine_tree_of_multiples, (const int *, in), (int *, out))
{
    LW_DYNAMIC_SHARED(int, sums);
    unsigned x = threadIdx.x, row = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x, most = blockDim.x;
    unsigned all = most * blockDim.y * blockDim.z, at = blockIdx.x * all + row + x;
    sums[row + x] = in[at];
    __syncthreads();
    for (unsigned s = 1; s < most; s *= 2) {
        if (x % (2 * s) == 0 && x + s < most)
            sums[row + x] += 3 * sums[row + x + s];
        __syncthreads();
    }
    out[at] = sums[row + x];
}

LW_KERNEL(machine_tree_of_scan, (const int *, in), (int *, out))
{
    LW_DYNAMIC_SHARED(int, sums);
    unsigned x = threadIdx.x, most = blockDim.x, at = blockIdx.x * most + x;
    int distance = 1;
    sums[x] = in[at];
    __syncthreads();
    for (; distance < (int)most; distance *= 2) {
        if ((x + 1) % (2 * (unsigned)distance) == 0)
            sums[x] += sums[x - (unsigned)distance];
        __syncthreads();
    }
    for (distance /= 2; distance > 0; distance /= 2) {
        if ((x + 1) % (2 * (unsigned)distance) == 0 && x + (unsigned)distance < most)
            sums[x + (unsigned)distance] += sums[x];
        __syncthreads();
    }
    out[at] = sums[x];
}

LW_KERNEL(machine_tree_of_remainders, (int, step), (unsigned, mask), (unsigned, rest), (const int *, in), (int *, out))
{
    LW_SHARED(int, value, [1025]);
    int x = threadIdx.x, at = blockIdx.x * blockDim.x + x, count = 0;
    value[x] = in[at];
    if (x == 0)
        value[blockDim.x] = 5;
    __syncthreads();
    if (x % step == 0)
        value[x] += step > 1 ? value[x + 1] : 1;
    __syncthreads();
    if (((unsigned)x & mask) == rest)
        value[x] = value[x] * 3 + (mask & 1 ? value[x + 1] : 1);
    __syncthreads();
    if (((unsigned)x + rest) % (unsigned)(step + 1) == 0) {
        value[x] += 1000;
        count = 1;
    }
    __syncthreads();
    out[at] = value[x] + (count << 24);
}

LW_KERNEL(machine_tree_of_paths, (int, low), (int, high), (int, steps), (const int *, in), (int *, out))
{
    LW_SHARED(int, before, [1024]);
    LW_SHARED(int, after, [1024]);
    int x = threadIdx.x, most = blockDim.x, first = blockIdx.x * most, computed = 0;
    int west = max(x - 1, low), east = min(x + 1, high), is_valid = x >= low && x <= high;
    before[x] = in[first + x];
    __syncthreads();
    for (int i = 0; i < steps; i++) {
        computed = 0;
        if (x >= i + 1 && MACHINE_TREE_EDGE - x >= i && x < most - 1 && is_valid) {
            computed = 1;
            int least = min(before[west], min(before[x], before[east]));
            after[x] = least + in[first + most - 1 - x] + i;
        }
        __syncthreads();
        if (i == steps - 1)
            break;
        if (computed)
            before[x] = after[x];
        __syncthreads();
    }
    out[first + x] = computed ? after[x] : -before[x];
}

LW_KERNEL(machine_tree_of_places, (int, count), (int, steps), (const int *, in), (int *, out))
{
    LW_SHARED(int, value, [1024]);
    int x = threadIdx.x, most = blockDim.x, at = blockIdx.x * most + x, place = x, before = -1, sum = 0;
    value[x] = in[at];
    __syncthreads();
    for (int i = 0; i < steps; i++) {
        int now = place;
        if (place < count)
            sum += value[place] - before;
        place = min(place + 1 + i, most - 1);
        before = now + place;
        __syncthreads();
        if (x < count - i)
            value[x] += i;
        __syncthreads();
    }
    out[at] = sum * 3 + place + before;
}

LW_KERNEL(machine_tree_of_few, (int, count), (const int *, in), (int *, out))
{
    LW_SHARED(int, other, [20]);
    LW_DYNAMIC_SHARED(int, sums);
    int x = threadIdx.x, at = blockIdx.x * blockDim.x + x;
    if (x < 20)
        other[x] = x;
    if (x < count)
        sums[x] = in[at];
    __syncthreads();
    for (int s = 1; s < (int)blockDim.x; s *= 2) {
        if (x % (2 * s) == 0 && x + s < count)
            sums[x] += sums[x + s];
        __syncthreads();
    }
    out[at] = x < count ? sums[x] + other[x % 20] : 0;
}

LW_KERNEL(machine_tree_of_indices, LW_BLOCK_SIZE(256, 1, 1), (const int *, in), (int *, out))
{
    LW_SHARED(int, sums, [256]);
    int x = threadIdx.x, at = blockIdx.x * 256 + x;
    sums[x] = 5;
    __syncthreads();
    int place = sums[x];
    __syncthreads();
    sums[x] = in[place & 1023];
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (x < s)
            sums[x] += sums[x + s];
        __syncthreads();
    }
    out[at] = sums[x];
}
