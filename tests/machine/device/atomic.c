#include <lanewise/kernel.h>

#include "atomic.h"

/* What all integer kernels do, with those operations that every type has. */
#define ATOMIC_LOOP(type, more)                                                                                        \
    LW_SHARED(type, local);                                                                                            \
    if (shared)                                                                                                        \
        *local = *word;                                                                                                \
    type *target = shared ? local : word;                                                                              \
    for (int i = 0; i < count; i++) {                                                                                  \
        type value = values[i], result = 0;                                                                            \
        switch (operation) {                                                                                           \
        case MACHINE_MIN: result = atomicMin(target, value); break;                                                    \
        case MACHINE_MAX: result = atomicMax(target, value); break;                                                    \
        case MACHINE_AND: result = atomicAnd(target, value); break;                                                    \
        case MACHINE_OR: result = atomicOr(target, value); break;                                                      \
        case MACHINE_BITS_XOR:                                                                                         \
            result = atomicXor(target, value);                                                                         \
            break;                                                                                                     \
            more                                                                                                       \
        }                                                                                                              \
        old[i] = result;                                                                                               \
    }                                                                                                                  \
    if (shared)                                                                                                        \
    *word = *local

#define ADD_EXCH_CAS                                                                                                   \
    case MACHINE_ADD: result = atomicAdd(target, value); break;                                                        \
    case MACHINE_EXCH: result = atomicExch(target, value); break;                                                      \
    case MACHINE_CAS: result = atomicCAS(target, compares[i], value); break;

#define SUB                                                                                                            \
    case MACHINE_SUB: result = atomicSub(target, value); break;

#define INC_DEC                                                                                                        \
    case MACHINE_INC: result = atomicInc(target, value); break;                                                        \
    case MACHINE_DEC: result = atomicDec(target, value); break;

LW_KERNEL(machine_atomic_int, (int, operation), (int, shared), (int, count), (const int *, compares),
          (const int *, values), (int *, word), (int *, old))
{
    ATOMIC_LOOP(int, ADD_EXCH_CAS SUB);
}

LW_KERNEL(machine_atomic_unsigned, (int, operation), (int, shared), (int, count), (const unsigned *, compares),
          (const unsigned *, values), (unsigned *, word), (unsigned *, old))
{
    ATOMIC_LOOP(unsigned, ADD_EXCH_CAS SUB INC_DEC);
}

LW_KERNEL(machine_atomic_ull, (int, operation), (int, shared), (int, count), (const unsigned long long *, compares),
          (const unsigned long long *, values), (unsigned long long *, word), (unsigned long long *, old))
{
    ATOMIC_LOOP(unsigned long long, ADD_EXCH_CAS);
}

LW_KERNEL(machine_atomic_ll, (int, operation), (int, shared), (int, count), (const long long *, values),
          (long long *, word), (long long *, old))
{
    ATOMIC_LOOP(long long, );
}

LW_KERNEL(machine_atomic_ushort, (int, shared), (int, count), (const unsigned short *, compares),
          (const unsigned short *, values), (unsigned short *, word), (unsigned short *, old))
{
    LW_SHARED(unsigned short, local, [2]);
    if (shared)
        local[0] = *word;
    unsigned short *target = shared ? local : word;
    for (int i = 0; i < count; i++)
        old[i] = atomicCAS(target, compares[i], values[i]);
    if (shared)
        *word = local[0];
}

LW_KERNEL(machine_atomic_float, (int, operation), (int, shared), (int, count), (const float *, values), (float *, word),
          (float *, old))
{
    LW_SHARED(float, local);
    if (shared) {
        *local = *word;
        for (int i = 0; i < count; i++)
            old[i] = operation == MACHINE_ADD ? atomicAdd(local, values[i]) : atomicExch(local, values[i]);
        *word = *local;
    } else {
        for (int i = 0; i < count; i++)
            old[i] = operation == MACHINE_ADD ? atomicAdd(word, values[i]) : atomicExch(word, values[i]);
    }
}

LW_KERNEL(machine_atomic_double, (int, shared), (int, count), (const double *, values), (double *, word),
          (double *, old))
{
    LW_SHARED(double, local);
    if (shared)
        *local = *word;
    double *target = shared ? local : word;
    for (int i = 0; i < count; i++)
        old[i] = atomicAdd(target, values[i]);
    if (shared)
        *word = *local;
}

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

LW_KERNEL(machine_last_block, (int, n), (const int *, in), (volatile long long *, partial), (unsigned *, done),
          (long long *, sum))
{
    LW_SHARED(int, last);
    LW_SHARED(unsigned long long, total);
    if (threadIdx.x == 0)
        *total = 0;
    __syncthreads();
    unsigned long long mine = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (unsigned)n; i += gridDim.x * blockDim.x)
        mine += (unsigned long long)(long long)in[i];
    atomicAdd(total, mine);
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = (long long)*total;
        __threadfence();
        *last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (*last && threadIdx.x == 0) {
        long long all = 0;
        for (unsigned block = 0; block < gridDim.x; block++)
            all += partial[block];
        *sum = all;
    }
}

LW_KERNEL(machine_message, (volatile int *, cells), (int *, seen))
{
    unsigned pair = blockIdx.x / 2 * 2;
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x % 2 == 0) {
        cells[pair] = 10;
        __threadfence();
        cells[pair + 1] = 20;
    } else {
        int second = cells[pair + 1];
        __threadfence();
        int first = cells[pair];
        seen[pair] = first;
        seen[pair + 1] = second;
    }
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
    order[atomicAdd(next, 1u)] = threadIdx.x;
    __syncthreads();
    order[atomicAdd(next, 1u)] = threadIdx.x;
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
