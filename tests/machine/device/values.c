#include <lanewise/kernel.h>

#include "values.h"

LW_KERNEL(machine_values_exchanged, LW_BLOCK_SIZE(MACHINE_VALUES_LANES, 1, 1), (const int *, in),
          (unsigned long long *, places), (int *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int own[4] = {in[i], in[i + 1], in[i + 2], 9};
    atomicExch(&places[i], (unsigned long long)(size_t)&own[0]);
    __syncthreads();
    const int *back = (const int *)(size_t)atomicExch(&places[i], 0ull);
    out[i] = back[2] + back[3];
}

LW_KERNEL(machine_values_shuffled, LW_BLOCK_SIZE(MACHINE_VALUES_LANES, 1, 1), (const int *, in), (int *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int own[4] = {in[i], in[i + 1], in[i + 2], 9};
    unsigned long long place = (unsigned long long)(size_t)&own[0];
    place = __shfl_sync(0xffffffff, place, (int)(threadIdx.x & 31));
    const int *back = (const int *)(size_t)place;
    out[i] = back[2] + back[3];
}

LW_KERNEL(machine_values_of_one, (int, value), (unsigned long long *, places), (int *, out))
{
    int own = 3;
    int **place = (int **)&places[blockIdx.x];
    *place = &own;
    __syncthreads();
    int *back = *place;
    own = value;
    out[blockIdx.x] = *back;
    *place = NULL;
}

struct colour {
    unsigned char r, g, b;
};

static __device__ struct colour load_colour(const unsigned char *from, unsigned i)
{
    return *(const struct colour *)(from + 4 * i);
}

static __device__ struct colour lighter_of(struct colour a, struct colour b)
{
    return a.r + a.g + a.b > b.r + b.g + b.b ? a : b;
}

LW_KERNEL(machine_values_of_three_bytes, LW_BLOCK_SIZE(MACHINE_VALUES_LANES, 1, 1), (const unsigned char *, a),
          (const unsigned char *, b), (int *, lighter), (int *, blue), (int *, most))
{
    LW_SHARED(int, shared, [MACHINE_VALUES_LANES]);
    unsigned lane = threadIdx.x, i = blockIdx.x * blockDim.x + lane;
    struct colour mine = lighter_of(load_colour(b, i), load_colour(a, i));
    shared[lane] = mine.r;
    __syncthreads();
    for (unsigned distance = MACHINE_VALUES_LANES / 2; distance; distance >>= 1) {
        if (lane < distance)
            shared[lane] = max(shared[lane], shared[lane + distance]);
        __syncthreads();
    }
    lighter[i] = mine.r + 256 * mine.g + 65536 * mine.b;
    most[i] = shared[0];
    __syncthreads();
    shared[lane] = mine.b;
    __syncthreads();
    blue[i] = shared[lane ^ 1];
}

LW_KERNEL(machine_values_of_128_bits, LW_BLOCK_SIZE(MACHINE_VALUES_LANES, 1, 1), (unsigned, base), (unsigned, bound),
          (int *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned __int128 far = (unsigned __int128)base << 70, mine = far + threadIdx.x;
    if (mine + 5 > far + bound)
        out[i] = (int)(mine >> 70) + (int)mine;
}
