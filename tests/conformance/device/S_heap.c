#include <lanewise/kernel.h>

#include "../../line_above.h"
#include "S_heap.h"

LW_KERNEL(s_heap_each, (size_t, size), (int *, errors))
{
    unsigned char own = (unsigned char)(threadIdx.x + 1), *memory = (unsigned char *)malloc(size);
    int wrong = memory == NULL || (size_t)memory % 16 != 0;
    if (memory)
        memset(memory, own, size);
    __syncthreads();
    for (size_t i = 0; memory && i < size; i++)
        wrong += memory[i] != own;
    free(memory);
    errors[threadIdx.x] = wrong;
}

LW_KERNEL(s_heap_aligned, (size_t, size), (size_t, alignment), (size_t *, rest))
{
    void *before = malloc(16); /* so that the next one is not at the heap's start */
    char *memory = (char *)__nv_aligned_device_malloc(size, alignment);
    *rest = memory ? (size_t)memory % alignment : 1;
    if (memory)
        memory[size - 1] = 1;
    free(memory);
    free(before);
}

LW_KERNEL(s_heap_fill, (size_t, size), (int *, count))
{
    void *first = NULL;
    int n = 0;
    for (void **memory; (memory = (void **)malloc(size)) != NULL; n++) {
        *memory = first;
        first = memory;
    }
    count[0] = n;
    while (first) {
        void *next = *(void **)first;
        free(first);
        first = next;
    }
    void *again = malloc(size); /* there is room again */
    count[1] = again != NULL;
    free(again);
}

/* Threads of one kernel allocate; those of another free, each another thread's memory. */
LW_KERNEL(s_heap_keep, (void **, kept))
{
    int *memory = (int *)malloc(sizeof(int));
    *memory = (int)threadIdx.x;
    kept[threadIdx.x] = memory;
}

LW_KERNEL(s_heap_use, (void **, kept), (int *, sum))
{
    int *memory = (int *)kept[blockDim.x - 1 - threadIdx.x];
    atomicAdd(sum, *memory);
    free(memory);
}

LW_KERNEL(s_heap_none, (int *, answers))
{
    void *nothing = malloc(0), *too_much = malloc((size_t)1 << 40);
    answers[0] = nothing != NULL;
    answers[1] = too_much == NULL;
    answers[2] = __nv_aligned_device_malloc(64, 24) == NULL; /* no power of two */
    free(nothing);
    free(NULL);
}

LW_KERNEL(s_heap_cycle, (int, times), (int *, failures))
{
    for (int i = 0; i < times; i++) {
        int *memory = (int *)malloc(sizeof(int) * (1 + (threadIdx.x + i) % 97));
        if (memory)
            *memory = i;
        else
            atomicAdd(failures, 1);
        free(memory);
    }
}

LW_KERNEL(s_heap_free, (char *, pointer), (int, offset), (int, times))
{
    char *memory = pointer ? pointer : (char *)malloc(64);
    for (int i = 0; i < times; i++)
        free(memory + offset);
}
LINE_ABOVE(s_heap_free_line, 2)

/* Neighbours, freed, and one of them again. */
LW_KERNEL(s_heap_free_twice, (int, which))
{
    void *memory[4];
    for (int i = 0; i < 4; i++)
        memory[i] = malloc(32);
    for (int i = 0; i < 4; i++)
        free(memory[i]);
    free(memory[which]);
}

LW_KERNEL(s_copy_and_set, (const char *, in), (char *, out), (int, size))
{
    LW_SHARED(char, middle, [512]);
    char own[64];
    if (threadIdx.x == 0) {
        memcpy(middle, in, size);
        memcpy(out, middle, size);
        memset(out + size, 0x5a, size);
        memset(own, 1, sizeof own);
        memcpy(out + 2 * size, own, sizeof own);
    }
}
