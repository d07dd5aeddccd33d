#include <lanewise/kernel.h>

#include "C_resident.h"

static __device__ bool have_come(int how, unsigned *come, unsigned wanted)
{
    return (how == RESIDENT_ATOMIC ? atomicAdd(come, 0) : *(volatile unsigned *)come) >= wanted;
}

static __device__ void meet(int how, unsigned *come, unsigned wanted)
{
    bool mine = threadIdx.x == 0 || how == RESIDENT_ALL_THREADS;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(come, 1);
    if (how == RESIDENT_BARRIERS)
        while (__syncthreads_or(mine && !have_come(how, come, wanted)))
            ;
    else if (mine)
        while (!have_come(how, come, wanted))
            ;
    __threadfence();
    __syncthreads();
}

LW_KERNEL(resident_meet, (int, how), (int, rounds), (unsigned *, come), (volatile int *, out), (int *, seen))
{
    unsigned mine = blockIdx.x * blockDim.x + threadIdx.x, total = gridDim.x * blockDim.x;
    unsigned next = (mine + blockDim.x) % total;
    for (int round = 0; round < rounds; round++) {
        out[mine] = out[mine] + 1;
        meet(how, come, (2 * round + 1) * gridDim.x);
        seen[mine] += out[next];
        meet(how, come, (2 * round + 2) * gridDim.x);
    }
}

LW_KERNEL(resident_look, (int, step), (volatile int *, ready), (volatile int *, sum))
{
    int block = blockIdx.x, other = block + step;
    if (threadIdx.x != 0)
        return;
    int before = 0;
    if (other >= 0 && other < (int)gridDim.x) {
        while (ready[other] == 0)
            ;
        __threadfence();
        before = sum[other];
    }
    sum[block] = before + block;
    __threadfence();
    ready[block] = 1;
}

LW_KERNEL(resident_hand_over, (int, count), (volatile int *, box), (volatile int *, out))
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0)
        for (int i = 1; i <= count; i++) {
            while (box[0] != 0)
                ;
            __threadfence();
            box[0] = i;
        }
    if (blockIdx.x == gridDim.x - 1)
        for (int i = 1; i <= count; i++) {
            int taken;
            while ((taken = box[0]) == 0)
                ;
            out[i - 1] = taken;
            __threadfence();
            box[0] = 0;
        }
}

LW_KERNEL(resident_queue, (int, count), (int *, registered), (int *, next), (int *, out))
{
    int number;
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        while (atomicAdd(registered, 0) < (int)gridDim.x - 1)
            __nanosleep(100);
        atomicExch(next, 1);
        return;
    }
    atomicAdd(registered, 1);
    while (atomicAdd(next, 0) == 0)
        __threadfence();
    while ((number = atomicAdd(next, 1)) <= count)
        atomicAdd(&out[number - 1], 1);
}

LW_KERNEL(resident_lock, (int, rounds), (int *, lock), (volatile int *, total))
{
    for (int round = 0; round < rounds; round++) {
        if (threadIdx.x == 0) {
            while (atomicCAS(lock, 0, 1) != 0)
                ;
            __threadfence();
        }
        __syncthreads();
        if (threadIdx.x == blockDim.x - 1) {
            __threadfence();
            *total = *total + 1;
            __threadfence();
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(lock, 0);
        }
    }
}
