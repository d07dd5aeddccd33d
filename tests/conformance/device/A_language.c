#include <lanewise/kernel.h>
#include <lanewise/types.h>

#include "A_language.h"

/* A1: ends after the host, once the launch has returned, has opened the gate. */
LW_KERNEL(a1_wait, (volatile int *, open), (int *, out))
{
    while (!*open)
        __nanosleep(1000);
    *out = 1;
}

/* A2, A6: device functions, and hints about them. */
static __device__ int plain(int x)
{
    return x + 1;
}
static __device__ __noinline__ int not_inlined(int x)
{
    return plain(x) + 10;
}
static __device__ __forceinline__ int inlined(int x)
{
    return not_inlined(x) + 100;
}
__device__ int a2_external(int x)
{
    return inlined(x) + 1000;
}

LW_KERNEL(a2_functions, (int *, out))
{
    out[threadIdx.x] = a2_external((int)threadIdx.x);
}

/* A3: one function, compiled for the host and for the device. */
__host__ __device__ static int square_plus(int x, int y)
{
    return x * x + y;
}

int a3_on_the_host(int x)
{
    return square_plus(x, 3);
}

LW_KERNEL(a3_both, (int, x), (int *, out))
{
    *out = square_plus(x, 3);
}

/* A5: the only #ifdef of a kernel file in this project. */
LW_KERNEL(a5_arch, (int *, out))
{
#ifdef __CUDA_ARCH__
    *out = __CUDA_ARCH__;
#else
    *out = 0;
#endif
}

/* A7: parameters. */
LW_GLOBAL(long long, a7_sum);
LW_KERNEL(a7_large, (struct a7_most, all))
{
    long long total = 0;
    for (int i = 0; i < (int)(sizeof all.word / sizeof all.word[0]); i++)
        total += all.word[i];
    a7_sum = total;
}

LW_KERNEL(a7_kinds, (signed char, a), (struct a7_odd, b), (short, c), (float, d), (const double *, e), (double *, out))
{
    out[0] = a;
    out[1] = b.name[4] + b.value;
    out[2] = c;
    out[3] = d;
    out[4] = *e;
    b.value = 0; /* the thread's own copy */
    out[5] = b.value;
}

/* A8: recursion of device functions. */
static __device__ int ackermann(int m, int n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

LW_KERNEL(a8_ackermann, (int, m), (int, n), (int *, out))
{
    *out = ackermann(m, n);
}

static __device__ __noinline__ int endless(volatile int *p, int depth)
{
    volatile int room[64];
    room[depth & 63] = depth;
    return *p < 0 ? depth : endless(p, depth + 1) + room[depth & 63];
}

LW_KERNEL(a8_overflow, (int *, out))
{
    *out = endless(out, 0);
}

/* A9: pointers to device functions, made and used on the device. */
typedef int (*function)(int);
static __device__ int twice(int x)
{
    return 2 * x;
}
static __device__ int negative(int x)
{
    return -x;
}

LW_KERNEL(a9_pointers, (int *, out))
{
    const function table[3] = {plain, twice, negative};
    LW_SHARED(function, chosen);
    if (threadIdx.x == 0)
        *chosen = table[blockIdx.x % 3];
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = (*chosen)((int)threadIdx.x);
}

/* A10, A11: variables of the device. */
LW_GLOBAL(int, a10_counter) = 100;
LW_GLOBAL(short, a10_table, [3][4]) = {{1, 2, 3, 4}, {5, 6, 7, 8}};
LW_KERNEL(a10_count, (int *, out))
{
    if (atomicAdd(&a10_counter, 1) == 100)
        *out = a10_table[1][3] + a10_table[2][0];
}

LW_CONSTANT(float, a11_taps, [4]) = {0.5f, 0.25f};
LW_KERNEL(a11_read, (float *, out))
{
    out[threadIdx.x] = a11_taps[threadIdx.x];
}

/* A12: one object a block, also where a device function declares it. */
static __device__ int *helpers_shared(void)
{
    LW_SHARED(int, in_helper, [32]);
    return in_helper;
}

LW_KERNEL(a12_shared, (int *, out))
{
    LW_SHARED(int, mine, [32]);
    mine[threadIdx.x] = (int)(blockIdx.x * 100 + threadIdx.x);
    helpers_shared()[threadIdx.x] = -mine[threadIdx.x];
    __syncthreads();
    unsigned other = 31 - threadIdx.x;
    out[blockIdx.x * 32 + threadIdx.x] = mine[other] - helpers_shared()[other];
}

/* A13: all dynamic shared memory is one array. */
LW_KERNEL(a13_same, (int *, out))
{
    LW_DYNAMIC_SHARED(int, a);
    LW_DYNAMIC_SHARED(double, b);
    a[0] = 7;
    a[1] = 0;
    out[0] = *(const int *)(const void *)b;
    out[1] = (void *)a == (void *)b;
    out[2] = (int)((size_t)a % 16);
}

/* Writes all bytes of the block's dynamic shared memory, and counts those that another thread finds changed. */
static __device__ unsigned a13_lost(unsigned char *bytes, unsigned size)
{
    unsigned lost = 0;
    for (unsigned i = threadIdx.x; i < size; i += blockDim.x)
        bytes[i] = (unsigned char)(i + blockIdx.x);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < size; i += blockDim.x)
        lost += bytes[size - 1 - i] != (unsigned char)(size - 1 - i + blockIdx.x);
    return lost;
}

typedef struct __align__(128) a13_row {
    float column[32];
} a13_row;

/* Adds to out: threads whose address is no multiple of the alignment, bytes that are lost, elements of the static variable that are. */
LW_KERNEL(a13_rows, (unsigned, size), (unsigned *, out))
{
    LW_SHARED(int, before, [33]);
    LW_DYNAMIC_SHARED(a13_row, rows);
    before[threadIdx.x] = -1;
    unsigned lost = a13_lost((unsigned char *)rows, size);
    if ((size_t)rows % 128)
        atomicAdd(&out[0], 1);
    if (lost)
        atomicAdd(&out[1], lost);
    if (before[32 - threadIdx.x] != -1)
        atomicAdd(&out[2], 1);
}

/* The device function's declaration counts for the kernel. */
static __device__ unsigned char *a13_tile(void)
{
    LW_DYNAMIC_SHARED(__align__(1024) float, tile);
    return (unsigned char *)tile;
}

LW_KERNEL(a13_tiles, (unsigned, size), (unsigned *, out))
{
    LW_SHARED(__align__(256) int, before, [64]);
    before[threadIdx.x] = -1;
    unsigned lost = a13_lost(a13_tile(), size);
    if ((size_t)a13_tile() % 1024 || (size_t)before % 256)
        atomicAdd(&out[0], 1);
    if (lost)
        atomicAdd(&out[1], lost);
    if (before[63 - threadIdx.x] != -1)
        atomicAdd(&out[2], 1);
}

LW_KERNEL(a13_shorts, (int, count), (float *, out))
{
    LW_DYNAMIC_SHARED(short, shorts);
    volatile float *floats = (volatile float *)(void *)(shorts + count); /* aligned for an even count */
    floats[threadIdx.x] = (float)threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = floats[31 - threadIdx.x];
}

/* A14: one instance a device, kept from launch to launch. */
LW_KERNEL(a14_statics, (int *, out))
{
    static int calls = 40;
    static int zero;
    out[0] = atomicAdd(&calls, 1) + 1;
    out[1] = atomicAdd(&zero, 2) + 2;
}

/* A17 */
LW_KERNEL(a17_restrict, (int, n), (const float *, x), (float *, y))
{
    const float *__restrict__ from = x;
    float *__restrict__ to = y;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        to[i] = 2 * from[i];
}

/* A18: thread 1 reads what thread 0 writes while it waits. */
LW_KERNEL(a18_volatile, (int *, out))
{
    LW_SHARED(volatile int, flag);
    if (threadIdx.x == 0)
        *flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i <= 3; i++)
            *flag = i;
    } else if (threadIdx.x == 1) {
        while (*flag != 3)
            continue;
        *out = *flag;
    }
}

/* A19, A20 */
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1
LW_KERNEL(a19_unroll, (int, n), (int *, out))
{
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++)
        sum += i;
#pragma unroll 1
    for (int i = 0; i < n; i++)
        sum += i;
#pragma unroll 3
    for (int i = 0; i < n; i++)
        sum += i;
    *out = sum;
}
#pragma nv_diagnostic pop

/* A21: device code has the host compiler's features as well. */
LW_KERNEL(a21_wide, (unsigned long long, a), (unsigned long long, b), (unsigned long long *, out))
{
    unsigned __int128 product = (unsigned __int128)a * b;
    out[0] = (unsigned long long)product;
    out[1] = (unsigned long long)(product >> 64);
}

/* A22 */
static const int seven = 7;
static const double third = 1.0 / 3;
LW_KERNEL(a22_constants, (double *, out))
{
    out[0] = seven;
    out[1] = third;
}

/* A25 */
static __device__ __noinline__ int sum_of(int n)
{
    int *room = (int *)alloca((size_t)n * sizeof *room);
    for (int i = 0; i < n; i++)
        room[i] = i;
    int sum = (size_t)room % 16 == 0 ? 0 : -1000000;
    for (int i = 0; i < n; i++)
        sum += room[i];
    return sum;
}

LW_KERNEL(a25_alloca, (int, n), (int *, out))
{
    int sum = 0;
    for (int i = 0; i < 1000; i++) /* freed at each return, or the stack would overflow */
        sum = sum_of(n + (int)threadIdx.x);
    atomicExch(&out[threadIdx.x], sum);
}

LW_KERNEL(a25_too_much, (int, n), (int *, out))
{
    volatile char *room = (volatile char *)alloca((size_t)n);
    for (int i = n - 1; i >= 0; i -= 1024)
        room[i] = 1;
    *out = room[n - 1];
}

/* A26 */
LW_KERNEL(a26_hints, (int *, data), (int *, out))
{
    const int *aligned = (const int *)__builtin_assume_aligned(data, 16);
    int x = aligned[threadIdx.x];
    __builtin_assume(x >= 0);
    if (__builtin_expect(x % 2, 0))
        out[threadIdx.x] = x / 2;
    else if (x < 100)
        out[threadIdx.x] = -x;
    else
        __builtin_unreachable();
}

LW_KERNEL(a26_false, (int, x), (int *, out))
{
    __builtin_assume(x > 10);
    *out = x;
}

LW_KERNEL(a26_reached, (int, x), (int *, out))
{
    if (x > 10)
        *out = x;
    else
        __builtin_unreachable();
}

/* A28 */
LW_KERNEL(a28_vectors, (double *, out))
{
    float4 a = make_float4(1, 2, 3, 4);
    int3 b = make_int3(5, 6, 7);
    double2 c = make_double2(8, 9);
    uchar1 d = make_uchar1(200);
    a.w += (float)b.z;
    out[0] = a.x + a.y + a.z + a.w;
    out[1] = b.x + 10 * b.y;
    out[2] = c.x - c.y;
    out[3] = d.x;
}

/* A29: parameters that threads read in place, never copied for a thread. */
static __device__ int entry_of(const struct a29_table *table, int i)
{
    return table->entry[i];
}

LW_KERNEL(a29_grid_constant, (LW_GRID_CONSTANT(struct a29_table), table), (int *, out))
{
    out[threadIdx.x] = entry_of(table, (int)(threadIdx.x % 16));
}

LW_CONSTANT(int, a29_constant, [4]);

LW_KERNEL(a29_told, (LW_GRID_CONSTANT(struct a29_table), table), (LW_GRID_CONSTANT(short), number),
          (struct a29_table, copy), (unsigned *, out))
{
    LW_SHARED(int, shared, [4]);
    int local[4] = {1, 2, 3, *number};
    out[A29_STRUCTURE] = __isGridConstant(&table->entry[15]);
    out[A29_NUMBER] = __isGridConstant(number);
    out[A29_SHARED] = __isGridConstant(&shared[*number]);
    out[A29_GLOBAL] = __isGridConstant(out);
    out[A29_CONSTANT] = __isGridConstant(&a29_constant[*number]);
    out[A29_LOCAL] = __isGridConstant(&local[*number]);
    out[A29_COPY] = __isGridConstant(&copy.entry[*number]);
    const struct a29_table *again =
        (const struct a29_table *)__cvta_grid_constant_to_generic(__cvta_generic_to_grid_constant(table));
    out[A29_OTHERS] = (unsigned)again->entry[*number];
}

/* Each thread's two addresses. */
LW_KERNEL(a29_one_address, (LW_GRID_CONSTANT(short), first), (LW_GRID_CONSTANT(struct a29_table), table),
          (unsigned long long *, out))
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[2 * i] = (unsigned long long)(size_t)first;
    out[2 * i + 1] = (unsigned long long)(size_t)table;
}
