#include <lanewise/groups.h>

#include "M_copy.h"

typedef struct __align__(16) sixteen {
    unsigned char byte[16];
} sixteen;

/* A copy into shared memory that was full of ones, and its contents then, to out[] by plain stores. */
#define COPY_IN(type, place)                                                                                           \
    for (int i = me; i < M_COPY_MOST * 16; i += lanes)                                                                 \
        ((unsigned char *)shared)[i] = 255;                                                                            \
    lw_group_sync(block);                                                                                              \
    lw_group_memcpy_async(block, (type *)(void *)shared, (const type *)(const void *)in, count * sizeof(type));        \
    lw_group_wait(block);                                                                                              \
    for (int i = me; i < M_COPY_MOST * 16; i += lanes)                                                                 \
        out[(place) * M_COPY_MOST * 16 + i] = ((unsigned char *)shared)[i];                                            \
    lw_group_sync(block);

LW_KERNEL(m_copy_types, (int, count), (const unsigned char *, in), (unsigned char *, out))
{
    LW_SHARED(sixteen, shared, [M_COPY_MOST]);
    lw_thread_block block = lw_this_thread_block();
    int me = (int)lw_group_thread_rank(block), lanes = (int)lw_group_size(block);
    COPY_IN(int, 0)
    COPY_IN(sixteen, 1)
    COPY_IN(short, 2)
    COPY_IN(unsigned char, 3)
}

LW_KERNEL(m_copy_bytes, (int, from), (int, to), (int, size), (const unsigned char *, in), (unsigned char *, out))
{
    LW_SHARED(sixteen, shared, [M_COPY_MOST / 16]);
    unsigned char *bytes = (unsigned char *)shared;
    lw_thread_block block = lw_this_thread_block();
    int me = (int)lw_group_thread_rank(block), lanes = (int)lw_group_size(block);
    for (int i = me; i < M_COPY_MOST / 16 * 16; i += lanes)
        bytes[i] = 255;
    lw_group_sync(block);
    lw_group_memcpy_async(block, (void *)(bytes + to), (const void *)(in + from), (size_t)size);
    lw_group_wait(block);
    for (int i = me; i < M_COPY_MOST / 16 * 16; i += lanes)
        out[i] = bytes[i];
}

LW_KERNEL(m_copy_elements, (int, there), (int, here), (const int *, in), (int *, out))
{
    LW_SHARED(int, shared, [M_COPY_MOST]);
    lw_thread_block block = lw_this_thread_block();
    int me = (int)lw_group_thread_rank(block), lanes = (int)lw_group_size(block);
    for (int i = me; i < M_COPY_MOST; i += lanes)
        shared[i] = -1;
    lw_group_sync(block);
    lw_group_memcpy_async(block, shared, (size_t)there, in, (size_t)here);
    lw_group_wait(block);
    for (int i = me; i < M_COPY_MOST; i += lanes)
        out[i] = shared[i];
}

LW_KERNEL(m_copy_groups, (const int *, in), (int *, out))
{
    LW_SHARED(int, shared, [M_COPY_LANES]);
    lw_tile(16) tile = lw_tiled_partition(16, lw_this_thread_block());
    lw_coalesced_group part = lw_binary_partition(tile, threadIdx.x % 2);
    int which = (int)lw_group_meta_group_rank(tile), half = 2 * which + (int)(threadIdx.x % 2);
    int *cells = shared + 16 * which;
    lw_group_memcpy_async(tile, cells, in + 10 * which, 10 * sizeof(int));
    lw_group_wait(tile);
    for (int i = (int)lw_group_thread_rank(tile); i < 10; i += 16)
        out[10 * which + i] = cells[i];
    lw_group_sync(tile);
    cells += 8 * (threadIdx.x % 2);
    lw_group_memcpy_async(part, cells, in + 7 * half, 7 * sizeof(int));
    lw_group_wait(part);
    for (int i = (int)lw_group_thread_rank(part); i < 7; i += (int)lw_group_size(part))
        out[M_COPY_MOST + 7 * half + i] = cells[i];
}

LW_KERNEL(m_copy_stages, (const int *, in), (int *, out))
{
    LW_SHARED(int, shared, [M_COPY_STAGES][M_COPY_LANES]);
    lw_thread_block block = lw_this_thread_block();
    int me = (int)lw_group_thread_rank(block), lanes = (int)lw_group_size(block), other = lanes - 1 - me;
    for (int i = 0; i < 3; i++)
        lw_group_memcpy_async(block, shared[i], in + i * lanes, lanes * sizeof(int));
    for (int i = 0; i < M_COPY_STAGES - 2; i++) {
        lw_group_wait_prior(block, 2);
        out[i * lanes + me] = shared[i][other];
        if (i + 3 < M_COPY_STAGES)
            lw_group_memcpy_async(block, shared[i + 3], in + (i + 3) * lanes, lanes * sizeof(int));
    }
    lw_group_wait_prior(block, 1);
    out[(M_COPY_STAGES - 2) * lanes + me] = shared[M_COPY_STAGES - 2][other];
    lw_group_wait_prior(block, 0);
    out[(M_COPY_STAGES - 1) * lanes + me] = shared[M_COPY_STAGES - 1][other];
}

LW_KERNEL(m_copy_early, (const int *, in), (int *, out))
{
    LW_SHARED(int, shared, [M_COPY_LANES]);
    lw_thread_block block = lw_this_thread_block();
    int me = (int)lw_group_thread_rank(block);
    shared[me] = -1;
    lw_group_sync(block);
    lw_group_memcpy_async(block, shared, in, lw_group_size(block) * sizeof(int));
    out[2 * me] = shared[me];
    lw_group_wait(block);
    out[2 * me + 1] = shared[me];
}

LW_KERNEL(m_copy_elsewhere, (const int *, in), (int *, out))
{
    LW_SHARED(int, shared, [M_COPY_LANES]);
    lw_thread_block block = lw_this_thread_block();
    int me = (int)lw_group_thread_rank(block), lanes = (int)lw_group_size(block);
    shared[me] = me + 7;
    lw_group_sync(block);
    lw_group_memcpy_async(block, out, shared, lanes * sizeof(int));
    lw_group_memcpy_async(block, out + lanes, in, lanes * sizeof(int));
    lw_group_wait(block);
}
