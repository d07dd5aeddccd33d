/* Faults of addresses: beyond an end, misaligned, freed, read-only. */
#include <lanewise/kernel.h>

#include "catalogue.h"
#include "lanes.h"

LW_KERNEL(fault_write_end, FAULT_PARAMETERS)
{
    (void)h;
    if (position() == 0)
        g[fixed ? n - 1 : n] = 1; /* fault */
}

LW_KERNEL(fault_read_before, FAULT_PARAMETERS)
{
    int i = position();
    (void)n;
    if (!fixed || i > 0)
        h[i] = g[i - 1]; /* fault */
}

/* n is less than the number of threads. */
LW_KERNEL(fault_guard, FAULT_PARAMETERS)
{
    int i = position();
    if (fixed ? i < n : i <= n)
        h[i] = g[i]; /* fault */
}

/* The next allocation's start, if nothing lies between. */
LW_KERNEL(fault_neighbour, FAULT_PARAMETERS)
{
    int next = (n + 127) / 128 * 128;
    (void)h;
    if (position() == 0)
        g[fixed ? 0 : next] = 1; /* fault */
}

LW_KERNEL(fault_misaligned, FAULT_PARAMETERS)
{
    char *bytes = (char *)g;
    (void)n;
    if (lane() == 0)
        h[block()] = *(int *)(bytes + (fixed ? 4 : 5)); /* fault */
}

LW_KERNEL(fault_vector, FAULT_PARAMETERS)
{
    (void)n;
    if (lane() == 0) {
        float4 four = *(const float4 *)(g + (fixed ? 4 : 5)); /* fault */
        h[block()] = (int)(four.x + four.y + four.z + four.w);
    }
}

/* The launch asks for one element a thread. */
LW_KERNEL(fault_dynamic, FAULT_PARAMETERS)
{
    LW_DYNAMIC_SHARED(int, s);
    (void)g, (void)n;
    s[fixed ? lane() : lane() + 1] = lane(); /* fault */
    h[position()] = lane();
}

LW_KERNEL(fault_spill, FAULT_PARAMETERS)
{
    LW_SHARED(int, s1, [64]);
    LW_SHARED(int, s2, [64]);
    (void)g, (void)n;
    if (lane() == 0) {
        s2[0] = 2;
        s1[fixed ? 63 : 64] = 1; /* fault */
        h[block()] = s2[0];
    }
}

LW_KERNEL(fault_private_array, FAULT_PARAMETERS)
{
    int i = position(), last = fixed ? 7 : 8;
    int a[8];
    (void)n;
    for (int k = 0; k < 8; k++)
        a[k] = g[i] + k;
    h[i] = a[(g[i] + last) % 16]; /* fault */
}

/* The host has freed h. */
LW_KERNEL(fault_freed, FAULT_PARAMETERS)
{
    int i = position();
    (void)fixed, (void)n;
    h[i] = g[i]; /* fault */
}

/* The rows of a sparse matrix begin at g[0] .. g[n - 1]; the end of the last one is missing. */
LW_KERNEL(fault_rows, FAULT_PARAMETERS)
{
    int i = position(), sum = 0;
    if (fixed && i + 1 >= n)
        return;
    for (int k = g[i]; k < g[i + 1]; k++) /* fault */
        sum += k;
    h[i] = sum;
}

/* The product wraps to a number below 0, which passes the guard. */
LW_KERNEL(fault_overflow, FAULT_PARAMETERS)
{
    int row = 46341 + position(), ld = 46341;
    if (fixed ? (long long)row * ld < n : row * ld < n)
        h[position()] = g[row * ld]; /* fault */
}

LW_CONSTANT(int, fault_table, [4]) = {1, 2, 3, 4};

LW_KERNEL(fault_constant, FAULT_PARAMETERS)
{
    (void)n;
    int *to = fixed ? g : (int *)(size_t)&fault_table[1];
    if (position() == 0)
        *to = 5; /* fault */
    h[position()] = fault_table[0];
}

/* Memory that __ldg() reads must not be written while the kernel runs. */
LW_KERNEL(fault_read_only, FAULT_PARAMETERS)
{
    int i = position(), value = __ldg(&g[i]), *to = fixed ? h : g;
    (void)n;
    to[i] = value + 1; /* fault */
}

/* The last of g's elements, and what lies beyond. */
LW_KERNEL(fault_builtin_set, FAULT_PARAMETERS)
{
    (void)h;
    if (position() == 0)
        __builtin_memset(g + n - (fixed ? 3 : 2), 1, 12); /* fault */
}

static __device__ void ignore(int value)
{
    (void)value;
}

LW_KERNEL(fault_unused_load, FAULT_PARAMETERS)
{
    (void)h;
    if (position() == 0)
        ignore(g[fixed ? n - 1 : n]); /* fault */
}

struct edge {
    int from, to, weight, kind;
};

static __device__ int length_of(struct edge edge)
{
    return edge.kind == 2 ? edge.weight : (edge.to - edge.from) * edge.weight;
}

LW_KERNEL(fault_by_value, FAULT_PARAMETERS)
{
    if (lane() == 0)
        h[block()] = length_of(*(struct edge *)(g + n - (fixed ? 4 : 2))); /* fault */
}

LW_GLOBAL(int, fault_grid, [4][32]);

/* The next row's first element. */
LW_KERNEL(fault_row_end, FAULT_PARAMETERS)
{
    (void)h, (void)n;
    if (position() == 0)
        fault_grid[1][(fixed ? 31 : 32) + g[0]] = 1; /* fault */
}
