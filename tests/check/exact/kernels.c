#include <lanewise/kernel.h>
#include <lanewise/groups.h>

#include "kernels.h"

__device__ __forceinline__ void put(int *word, int byte)
{
    if (byte == 1)
        ((char *)word)[1] = 2;
    else if (byte == 0)
        *word = 2;
}

LW_KERNEL(of_warp, (int *, out), (int, left), (int, byte))
{
    LW_SHARED(int, word);
    int lane = (int)threadIdx.x;
    if (lane == 31)
        *word = 1;
    __syncthreads();
    if (lane % 2 && lane < 31)
        out[lane] = *word;
    else if (lane < 31)
        out[lane] = *word + 1;
    if (lane != left)
        __syncwarp(left < 0 ? LW_FULL_MASK : LW_FULL_MASK & ~(1u << left));
    if (lane == 31)
        put(word, byte);
}

/* The first lanes of the warps; the last warp's writes. */
LW_KERNEL(of_block, (int *, word), (int *, out), (int, left), (int, byte), (int, shared))
{
    LW_SHARED(int, local);
    int warp = (int)threadIdx.x / 32, warps = (int)blockDim.x / 32;
    int *at = shared ? local : word;
    if (threadIdx.x == 0 && shared)
        *at = 1;
    __syncthreads();
    if (threadIdx.x % 32 == 0 && warp < warps - 1)
        out[warp] = *at;
    if (warp != left)
        lw_barrier_sync(1, (unsigned)(left < 0 ? warps : warps - 1) * 32);
    if (threadIdx.x == blockDim.x - 32)
        put(at, byte);
    __syncthreads();
}

/* The first lanes of all blocks' warps; the last block's first lane writes. */
LW_KERNEL(of_grid, (int *, word), (int *, count), (int *, out), (int, left), (int, byte))
{
    int reader = (int)blockIdx.x * EXACT_WARPS + (int)threadIdx.x / 32, readers = (EXACT_GRID - 1) * EXACT_WARPS;
    if (threadIdx.x % 32)
        return;
    if (reader < readers)
        out[reader] = *word;
    if (reader < readers && reader != left) {
        __threadfence();
        atomicAdd(count, 1);
    }
    if (reader != readers)
        return;
    while (atomicAdd(count, 0) != (left < 0 ? readers : readers - 1))
        ;
    __threadfence();
    put(word, byte);
}

/* Blocks that let nobody know of anything; then one that writes. */
LW_KERNEL(of_silent, (int *, word), (int *, out), (int, writes))
{
    if (blockIdx.x < gridDim.x - 1)
        out[blockIdx.x * blockDim.x + threadIdx.x] = word[threadIdx.x % 2];
    else if (writes && threadIdx.x == 0)
        put(word, 0);
}

/* ---- copies of what is not all written ---- */
struct pair {
    int a, b;
};
struct four {
    int a, b, c, d;
};
struct large {
    int a[7];
};
struct padded {
    char tag;
    int value;
    double number;
    char last;
};
struct aligned {
    float4 vector;
    int value;
};
union either {
    double number;
    int value;
    char letter;
};
struct tagged {
    int tag;
    union either is;
};

#define PIECE(type, number) ((type *)(void *)data + (number))

/* A field that has not been written goes through one copy, or several; then it is read. */
LW_KERNEL(fields, (int *, data), (int, what), (int, fixed))
{
    LW_SHARED(struct four, passed);
    struct four *from = PIECE(struct four, 0), *to = PIECE(struct four, 1), *on = PIECE(struct four, 2);
    from->a = 1, from->b = 2, from->c = 3;
    if (fixed)
        from->d = 4;
    if (what == 0) {
        *to = *from;
        data[99] = to->d;
    } else if (what == 1) {
        *passed = *from;
        *to = *passed;
        *on = *to;
        data[99] = on->d;
    } else {
        memcpy(to, from, sizeof *to);
        data[99] = to->d;
    }
}

LW_KERNEL(wholes, (int *, data), (int, what), (int, fixed))
{
    if (what == 0) { /* what is behind moves to the front */
        data[0] = 1, data[1] = 2, data[3] = 4;
        if (fixed)
            data[2] = 3;
        memmove(data, data + 1, 3 * sizeof *data);
        data[99] = data[1];
    } else if (what == 1) { /* and the other way */
        data[0] = 1, data[2] = 3;
        if (fixed)
            data[1] = 2;
        memmove(data + 1, data, 3 * sizeof *data);
        data[99] = data[2];
    } else if (what == 2) {
        struct large *from = PIECE(struct large, 0), *to = PIECE(struct large, 1);
        for (int i = 0; i < 7; i++)
            if (fixed || i != 5)
                from->a[i] = i + 1;
        *to = *from;
        data[99] = to->a[5];
    } else if (what == 3) { /* atomics that depend on what was there */
        if (fixed)
            atomicExch(&data[0], 1);
        atomicAdd(&data[0], 1);
    } else if (what == 5) { /* a structure is read whole, then overwritten */
        struct four *at = PIECE(struct four, 0), *from = PIECE(struct four, 1);
        int sum = 0;
        at->a = at->b = at->c = at->d = 1;
        from->a = from->b = from->c = 1;
        if (fixed)
            from->d = 1;
        for (int i = data[98]; i < 3; i++) {
            struct four all = *at;
            sum += all.a;
        }
        memcpy(at, from, sizeof *at);
        data[99] = sum + at->d;
    } else {
        struct pair *from = PIECE(struct pair, 0), *to = PIECE(struct pair, 1);
        from->a = 1;
        if (fixed)
            from->b = 2;
        *to = *from;
        data[99] = to->b;
    }
}

__device__ static __attribute__((noinline)) double value_of(union either either, int tag)
{
    return tag == 0 ? either.number : tag == 1 ? either.value : either.letter;
}

/* Nothing that is read here lacks a value. */
LW_KERNEL(right, (int *, data), (int, what))
{
    if (what == 0) {
        struct padded *from = PIECE(struct padded, 0), *to = PIECE(struct padded, 1), changed;
        from->tag = 1, from->value = 2, from->number = 3, from->last = 4;
        changed = *from;
        changed.value++;
        to[0] = *from;
        to[1] = changed;
        data[99] = to[0].tag + to[0].value + (int)to[0].number + to[1].last + to[1].value;
    } else if (what == 1) {
        struct aligned *from = PIECE(struct aligned, 0), *to = PIECE(struct aligned, 1);
        from->vector = make_float4(1, 2, 3, 4), from->value = 5;
        to[0] = *from;
        memcpy(&to[1], &to[0], sizeof *to);
        data[99] = to[1].value + (int)to[1].vector.w;
    } else if (what == 2) {
        struct tagged *from = PIECE(struct tagged, 0), *to = PIECE(struct tagged, 2), one;
        from[0].tag = 1, from[0].is.value = 2;
        from[1].tag = 2, from[1].is.letter = 3;
        one = from[data[98] & 1];
        to[0] = from[1];
        data[99] = (int)value_of(one.is, one.tag) + (int)value_of(to[0].is, to[0].tag);
    } else if (what == 3) { /* what is read is not what is written, though both are alike */
        struct large *from = PIECE(struct large, 0), *to = PIECE(struct large, 1), *other = PIECE(struct large, 2),
                     kept;
        for (int i = 0; i < 7; i++) {
            other->a[i] = i % 6;
            if (i < 6)
                from->a[i] = i;
        }
        *to = *other;
        kept = *from;
        for (int i = data[98]; i < 3; i++)
            kept.a[i] += kept.a[2 * i];
        data[97] = kept.a[data[98]] + to->a[6];
    } else { /* what is copied is written anew */
        struct four *from = PIECE(struct four, 0), *to = PIECE(struct four, 1);
        from->a = 1;
        *to = *from;
        to->d = 2;
        from->d = 3;
        data[99] = to->d + from->d;
    }
}

typedef struct halves {
    short first, second;
} halves;

LW_KERNEL(of_halves, (int *, out))
{
    LW_SHARED(halves, both);
    if (threadIdx.x == 0)
        both->first = 3;
    __syncthreads();
    out[threadIdx.x] = both->first;
    if (threadIdx.x == 0)
        both->second = 5;
}

LW_KERNEL(of_places, (int *, word), (int, what))
{
    LW_SHARED(__mbarrier_t, barrier);
    LW_SHARED(int, count);
    if (threadIdx.x != 0)
        return;
    *count = 0;
    __mbarrier_init(barrier, 1);
    if (blockIdx.x == 1 && what == 0) {
        atomicAdd(count, 1);
        __threadfence();
    } else if (blockIdx.x == 1) {
        while (!__mbarrier_test_wait(barrier, __mbarrier_arrive(barrier)))
            ;
    }
    *word = (int)blockIdx.x;
    if (blockIdx.x == 0 && what == 0) {
        __threadfence();
        atomicAdd(count, 1);
    } else if (blockIdx.x == 0) {
        while (!__mbarrier_test_wait(barrier, __mbarrier_arrive(barrier)))
            ;
    }
}

LW_KERNEL(of_buffers, (const int *, in), (int *, out), (int, waits))
{
    LW_SHARED(int, buffer, [2][64]);
    unsigned lane = threadIdx.x;
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        __pipeline_memcpy_async(&buffer[i][lane], &in[(unsigned)i * 64 + lane], sizeof(int));
        __pipeline_commit();
    }
    for (int i = 0; i < 2; i++) {
        if (i == 0 || waits) /* one loop, not two turns: the place that reads has been there before */
            __pipeline_wait_prior(i ? 0 : 1);
        __syncthreads();
        sum += buffer[i][(lane + 32) % 64];
    }
    out[lane] = sum;
}

LW_KERNEL(of_values, (int *, at), (int, what), (int, differs))
{
    int value = (int)threadIdx.x == differs;
    if (what == 0)
        *at = value;
    else if (what == 1)
        *(unsigned long long *)at = (unsigned long long)value << 40;
    else
        *(int4 *)at = make_int4(0, 0, 0, value);
}

LW_KERNEL(of_compare, (int *, at), (int *, out), (int, what), (int, succeeds))
{
    int wanted = succeeds ? 0 : 77;
    if (threadIdx.x == 0)
        out[0] = *at;
    else if (threadIdx.x == 32 && what == 0)
        out[1] = atomicCAS(at, wanted, 78);
    else if (threadIdx.x == 32 && what == 1)
        out[1] = (int)atomicCAS((unsigned long long *)at, (unsigned long long)wanted, 78ull);
    else if (threadIdx.x == 32)
        out[1] = __atomic_compare_exchange_n(at, &wanted, 78, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

LW_KERNEL(of_added, (int *, at), (int *, out), (int, what), (int, waits))
{
    LW_SHARED(int, local);
    int *sum = what == 2 ? local : at;
    if (threadIdx.x == 0 && (blockIdx.x == 0 || what == 2)) {
        if (what == 1)
            out[0] = *sum;
        else
            *sum = 0;
    }
    if (waits)
        __syncthreads();
    atomicAdd(sum, 1);
}

LW_KERNEL(of_covered, (int *, at), (int *, out), (int, what), (int, waits))
{
    volatile int *polled = at;
    bool first = threadIdx.x == 0 && blockIdx.x == 0, second = threadIdx.x == 32 && blockIdx.x == gridDim.x - 1;
    if (first && (what == 0 || what == 3 || what == 6))
        *at = 1;
    if (first && (what == 1 || what == 2))
        out[0] = *at;
    if (first && what == 4)
        waits ? atomicAdd(at, 1) : atomicAdd_block(at, 1);
    if (first && what == 5)
        *polled = 1;
    if (waits)
        __syncthreads();
    if (first && what == 0)
        *polled = 2;
    if (first && what == 1)
        out[1] = *polled;
    if (first && what == 2)
        out[1] = atomicCAS(at, 77, 78);
    if (first && what >= 3)
        atomicAdd(at, 1);
    if (what == 6) {
        __syncthreads();
        if (first)
            out[1] = *at;
    }
    if (second && what == 0)
        *polled = 3;
    if (second && (what == 1 || what == 2))
        atomicExch(at, 4);
    if (second && (what == 3 || what == 6))
        out[2] = *polled;
    if (second && what == 4)
        atomicAdd(at, 1);
    if (threadIdx.x == 1 && what == 5)
        *polled = 5;
}

LW_KERNEL(of_looks, (int *, at))
{
    if (*(volatile int *)at >= 0)
        atomicAdd(at, 1);
    __threadfence();
}

LW_KERNEL(of_ticket, (int *, count), (int *, out), (int, what))
{
    LW_SHARED(int, last);
    if (threadIdx.x == 0) {
        out[blockIdx.x] = 1;
        if (what == 1)
            __threadfence_block();
        if (what == 2)
            __threadfence();
        *last = atomicAdd(count, 1) == (int)gridDim.x - 1;
    }
    __syncthreads();
    if (*last && threadIdx.x < gridDim.x)
        out[64 + threadIdx.x] = out[threadIdx.x];
}

LW_KERNEL(of_group, (int *, out), (int, waits))
{
    LW_SHARED(int, tile, [64]);
    int t = (int)threadIdx.x;
    tile[t] = t;
    __syncthreads();
    lw_group_memcpy_async(lw_this_thread_block(), out, tile, 64 * sizeof *out);
    if (waits)
        lw_group_wait(lw_this_thread_block());
    out[t] = 1;
    if (!waits)
        lw_group_wait(lw_this_thread_block());
}

typedef struct two {
    int first, second;
} two;

LW_KERNEL(last_copy, (const int *, data))
{
    LW_SHARED(two, pair, [2]);
    pair[0].first = 1 + data[0]; /* other than what is there: else it is not known to be a copy */
    pair[1] = pair[0];
}
