#include <lanewise/kernel.h>

#include "B_builtin.h"

LW_CONSTANT(int, b_constant, [4]) = {3, 4, 5, 6};
LW_GLOBAL(int, b_global) = 7;

LW_KERNEL(b_where, (int *, words))
{
    unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    unsigned lane = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int *own = words + B_WHERE * (block * blockDim.x * blockDim.y * blockDim.z + lane);
    dim3 shape = blockDim, grid = gridDim;
    uint3 at = threadIdx, of = blockIdx;
    own[0] = (int)at.x, own[1] = (int)at.y, own[2] = (int)at.z;
    own[3] = (int)of.x, own[4] = (int)of.y, own[5] = (int)of.z;
    own[6] = (int)shape.x, own[7] = (int)shape.y, own[8] = (int)shape.z;
    own[9] = (int)grid.x, own[10] = (int)grid.y, own[11] = (int)grid.z;
    own[12] = warpSize;
    own[13] = threadIdx.x - 1 > 0; /* unsigned: below zero is a large number */
}

#define PAIR(type) *at++ = (int)sizeof(type), *at++ = (int)__alignof__(type)
#define PAIRS(type) PAIR(type##1), PAIR(type##2), PAIR(type##3), PAIR(type##4)

LW_KERNEL(b_sizes, (int *, pairs))
{
    int *at = pairs;
    PAIRS(char);
    PAIRS(ushort);
    PAIRS(int);
    PAIRS(float);
    PAIR(long1), PAIR(long2), PAIR(long3);
    PAIR(longlong1), PAIR(longlong2), PAIR(longlong3);
    PAIR(double1), PAIR(double2), PAIR(double3);
    PAIR(dim3), PAIR(uint3);
    PAIR(b_aligned), PAIR(b_mixed);
}

#define TWICE(x) *at++ = (long long)((x) + (x))
#define VECTORS_TO_3(name, type, half)                                                                                 \
    {                                                                                                                  \
        name##1 one = make_##name##1(B_ELEMENT(type, half, 1, 0));                                                     \
        name##2 two = make_##name##2(B_ELEMENT(type, half, 2, 0), B_ELEMENT(type, half, 2, 1));                        \
        name##3 three =                                                                                                \
            make_##name##3(B_ELEMENT(type, half, 3, 0), B_ELEMENT(type, half, 3, 1), B_ELEMENT(type, half, 3, 2));     \
        long long *at = out;                                                                                           \
        TWICE(one.x);                                                                                                  \
        at = out + 4;                                                                                                  \
        TWICE(two.x), TWICE(two.y);                                                                                    \
        at = out + 8;                                                                                                  \
        TWICE(three.x), TWICE(three.y), TWICE(three.z);                                                                \
        out += 16;                                                                                                     \
    }
#define VECTORS_TO_4(name, type, half)                                                                                 \
    {                                                                                                                  \
        name##4 four = make_##name##4(B_ELEMENT(type, half, 4, 0), B_ELEMENT(type, half, 4, 1),                        \
                                      B_ELEMENT(type, half, 4, 2), B_ELEMENT(type, half, 4, 3));                       \
        long long *at = out + 12;                                                                                      \
        TWICE(four.x), TWICE(four.y), TWICE(four.z), TWICE(four.w);                                                    \
    }                                                                                                                  \
    VECTORS_TO_3(name, type, half)

LW_KERNEL(b_vectors, (long long *, out)){B_FAMILIES_TO_4(VECTORS_TO_4) B_FAMILIES_TO_3(VECTORS_TO_3)}

LW_KERNEL(b_layout, (int *, out)){
#define STORE(number) *out++ = (int)(number);
    B_LAYOUT(STORE)}

/* global 1, shared 2, constant 4, local 8 */
__device__ static int space_of(const void *pointer)
{
    return (__isGlobal(pointer) != 0) + 2 * (__isShared(pointer) != 0) + 4 * (__isConstant(pointer) != 0) +
           8 * (__isLocal(pointer) != 0);
}

LW_KERNEL(b_spaces, (const void *, device), (const void *, pinned), (int *, answers))
{
    LW_SHARED(int, fixed, [4]);
    LW_DYNAMIC_SHARED(int, dynamic);
    int own[4] = {1, 2, 3, (int)threadIdx.x};
    void *heap = malloc(16);
    answers[0] = space_of(device);
    answers[1] = space_of(fixed + 3);
    answers[2] = space_of(dynamic + 31);
    answers[3] = space_of(own + (threadIdx.x & 3));
    answers[4] = space_of(b_constant + 3);
    answers[5] = space_of(&b_global);
    answers[6] = space_of(pinned);
    answers[7] = space_of(heap);
    answers[8] = space_of("text");
    answers[9] = space_of((const char *)device + 63);
    answers[10] = space_of(fixed);
    free(heap);
}

LW_KERNEL(b_addresses, (int *, memory), (int *, answers))
{
    LW_SHARED(int, fixed, [8]);
    int own[4] = {1, 2, 3, (int)threadIdx.x};
    int *mine = own + (threadIdx.x & 3);
    answers[0] = __cvta_global_to_generic(__cvta_generic_to_global(memory)) == memory;
    answers[1] = __cvta_shared_to_generic(__cvta_generic_to_shared(fixed)) == fixed;
    answers[2] = __cvta_local_to_generic(__cvta_generic_to_local(mine)) == mine;
    answers[3] = *(const int *)__cvta_constant_to_generic(__cvta_generic_to_constant(b_constant + 2)) == 5;
    answers[4] = __cvta_generic_to_shared(fixed + 5) - __cvta_generic_to_shared(fixed) == 5 * sizeof(int);
    answers[5] = __cvta_generic_to_shared(fixed) < (size_t)1 << 24; /* an offset, not an address */
    answers[6] = __cvta_generic_to_global(memory) == (size_t)memory;
    *(int *)__cvta_shared_to_generic(__cvta_generic_to_shared(fixed + 1)) = 9;
    answers[7] = fixed[1] == 9;
}

LW_KERNEL(b_clocks, (int *, answers))
{
    long long before = clock64();
    clock_t early = clock();
    unsigned long long time = lw_globaltimer();
    __nanosleep(200000);
    answers[0] = clock64() > before;
    answers[1] = clock() != early;
    answers[2] = lw_globaltimer() > time;
}

LW_KERNEL(b_sleep, (unsigned, nanoseconds), (unsigned long long *, slept))
{
    unsigned long long before = lw_globaltimer();
    for (int i = 0; i < 8; i++)
        __nanosleep(nanoseconds);
    *slept = lw_globaltimer() - before;
}

/* The mutex with back-off from CUDA's guide. */
LW_KERNEL(b_back_off, (int *, lock), (int *, count))
{
    unsigned pause = 8;
    while (atomicCAS(lock, 0, 1) == 1) {
        __nanosleep(pause);
        if (pause < 256)
            pause *= 2;
    }
    __threadfence();
    ++*(volatile int *)count;
    __threadfence();
    atomicExch(lock, 0);
}

LW_KERNEL(b_registers, (unsigned *, words))
{
    unsigned *own = words + 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    own[0] = lw_laneid();
    own[1] = lw_warpid();
    own[2] = lw_smid();
    own[3] = lw_nsmid();
}

LW_KERNEL(b_profiler, (int *, out))
{
    __prof_trigger(0);
    __prof_trigger(15);
    atomicExch(out, 1);
}
