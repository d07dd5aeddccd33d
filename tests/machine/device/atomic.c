#include <lanewise/kernel.h>

#include "atomic.h"

LW_KERNEL(machine_atomic_crowd, (machine_shares *, shares), (unsigned *, taken))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    taken[atomicAdd(&shares->count, 1u)] = 1;
    atomicMin(&shares->minimum, i);
    atomicMax(&shares->maximum, i);
    atomicOr(&shares->bits, 1u << i % 32);
    atomicAdd(&shares->sum, (unsigned long long)i);
    atomicAdd(&shares->whole, 1.0f);
    atomicInc(&shares->wheel, 9u);
}

LW_KERNEL(machine_spin_volatile, (int, setter), (volatile int *, flag), (int *, passed))
{
    if ((int)threadIdx.x == setter)
        *flag = 1;
    while (*flag == 0)
        ;
    atomicAdd(passed, 1);
}

LW_KERNEL(machine_spin_atomic, (int, setter), (int *, flag), (int *, passed))
{
    if ((int)threadIdx.x == setter)
        atomicExch(flag, 1);
    while (atomicAdd(flag, 0) == 0)
        ;
    atomicAdd(passed, 1);
}

LW_KERNEL(machine_lock, (int, turns), (int *, lock), (volatile int *, total))
{
    for (int i = 0; i < turns; i++) {
        for (int done = 0; !done;) {
            if (atomicCAS(lock, 0, 1) == 0) {
                __threadfence();
                *total = *total + 1;
                __threadfence();
                atomicExch(lock, 0);
                done = 1;
            } else {
                __nanosleep(50);
            }
        }
    }
}

LW_KERNEL(machine_order, (unsigned *, next), (unsigned *, order))
{
    unsigned position = blockIdx.x * blockDim.x + threadIdx.x;
    order[atomicAdd(next, 1u)] = position;
    __syncthreads();
    order[atomicAdd(next, 1u)] = position;
}

static __device__ void retry(machine_retries *words, int number)
{
    unsigned *sum = (unsigned *)&words->sum, old = *sum, expected;
    do {
        expected = old;
        old = atomicCAS(sum, expected, __float_as_uint(__uint_as_float(expected) + 1.0f));
    } while (old != expected);

    int found = words->most, most;
    while (found < number) {
        most = found;
        found = atomicCAS(&words->most, most, number);
        if (found == most)
            break;
    }

    unsigned long long *wide = (unsigned long long *)&words->wide, before = *wide, seen;
    do {
        seen = before;
        before = atomicCAS(wide, seen,
                           (unsigned long long)__double_as_longlong(__longlong_as_double((long long)seen) + 2.0));
    } while (before != seen);

    unsigned mine;
    do
        mine = words->seen;
    while (atomicCAS((unsigned *)&words->seen, mine, mine + 3) != mine);
}

LW_KERNEL(machine_atomic_retry, (machine_retries *, words))
{
    retry(words, (int)(blockIdx.x * blockDim.x + threadIdx.x));
}

LW_KERNEL(machine_atomic_retry_shared, (machine_retries *, out))
{
    LW_SHARED(machine_retries, words);
    if (threadIdx.x == 0) {
        words->sum = 0;
        words->most = 0;
        words->wide = 0;
        words->again = 0;
        words->seen = 0;
    }
    __syncthreads();
    retry(words, (int)threadIdx.x);
    unsigned plain;
    do
        plain = words->again;
    while (atomicCAS(&words->again, plain, plain + 3) != plain);
    __syncthreads();
    if (threadIdx.x == 0) {
        out[blockIdx.x].sum = words->sum;
        out[blockIdx.x].most = words->most;
        out[blockIdx.x].wide = words->wide;
        out[blockIdx.x].again = words->again;
        out[blockIdx.x].seen = words->seen;
    }
}
