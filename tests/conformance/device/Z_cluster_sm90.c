/* Clusters and the shared memory of their blocks. */
#include <lanewise/kernel.h>

#include "Z_cluster_sm90.h"
#include <tests/harness/place.h>

__device__ static void cluster_sync(void)
{
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
}

__device__ static void describe(z_place *out)
{
    if (threadIdx.x != 0)
        return;
    z_place *place = &out[block_in_grid()];
    place->specified = __clusterDimIsSpecified();
    place->size = __clusterSizeInBlocks();
    store3(place->dim, __clusterDim());
    place->rank = __clusterRelativeBlockRank();
    store3(place->block_in_cluster, __clusterRelativeBlockIdx());
    store3(place->index, __clusterIdx());
    store3(place->grid, __clusterGridDimInClusters());
}

LW_KERNEL(z_places, (z_place *, out))
{
    describe(out);
}

LW_KERNEL(z_places_of_two, LW_CLUSTER_DIMS(2, 1, 1), (z_place *, out))
{
    describe(out);
}

LW_KERNEL(z_read_all, (unsigned *, out))
{
    LW_SHARED(unsigned, number);
    unsigned size = __clusterSizeInBlocks();
    if (threadIdx.x == 0)
        *number = block_in_grid();
    cluster_sync();
    if (threadIdx.x < size)
        out[block_in_grid() * size + threadIdx.x] = *(unsigned *)__cluster_map_shared_rank(number, threadIdx.x);
    cluster_sync();
}

LW_KERNEL(z_query, (unsigned *, out))
{
    LW_SHARED(unsigned, number);
    unsigned size = __clusterSizeInBlocks();
    if (threadIdx.x == 0)
        *number = 0;
    if (threadIdx.x < size)
        out[block_in_grid() * size + threadIdx.x] =
            __cluster_query_shared_rank(__cluster_map_shared_rank(number, threadIdx.x));
}

LW_KERNEL(z_add_everywhere, (unsigned *, out))
{
    LW_SHARED(unsigned, counter);
    if (threadIdx.x == 0)
        *counter = 0;
    cluster_sync();
    for (unsigned rank = 0; rank < __clusterSizeInBlocks(); rank++)
        atomicAdd((unsigned *)__cluster_map_shared_rank(counter, rank), 1u);
    cluster_sync();
    if (threadIdx.x == 0)
        out[block_in_grid()] = *counter;
}

LW_KERNEL(z_split_barrier, (unsigned, salt), (unsigned *, out))
{
    LW_SHARED(unsigned, mine, [Z_LANES]);
    unsigned size = __clusterSizeInBlocks(), next = (__clusterRelativeBlockRank() + 1) % size;
    mine[threadIdx.x] = salt + block_in_grid() * Z_LANES + threadIdx.x;
    __cluster_barrier_arrive();
    unsigned own = threadIdx.x * threadIdx.x;
    __cluster_barrier_wait();
    const unsigned *neighbour = (const unsigned *)__cluster_map_shared_rank(mine, next);
    out[block_in_grid() * Z_LANES + threadIdx.x] = neighbour[threadIdx.x] + own;
    cluster_sync();
}

LW_KERNEL(z_late_lane, (unsigned, rounds), (unsigned, salt), (unsigned *, wrong))
{
    LW_SHARED(unsigned, mine, [Z_LANES]);
    unsigned size = __clusterSizeInBlocks(), lane = __clusterRelativeBlockRank() * Z_LANES + threadIdx.x;
    for (unsigned round = 0; round < rounds; round++) {
        unsigned late = round * 37 % (size * Z_LANES);
        for (int i = 0; i < 4 && lane == late; i++)
            __nanosleep(500);
        mine[threadIdx.x] = salt + round;
        cluster_sync();
        const unsigned *theirs = (const unsigned *)__cluster_map_shared_rank(&mine[late % Z_LANES], late / Z_LANES);
        if (*theirs != salt + round)
            atomicAdd(wrong, 1u);
        cluster_sync(); /* the others have read before any block writes the next */
    }
}

LW_KERNEL(z_exited_lanes, (unsigned *, out))
{
    LW_SHARED(unsigned, counter);
    if (threadIdx.x == 0)
        *counter = 0;
    cluster_sync();
    if (threadIdx.x % 2)
        return;
    atomicAdd(counter, 1u);
    cluster_sync();
    if (threadIdx.x == 0)
        out[block_in_grid()] = *counter;
}

LW_KERNEL(z_ring, (int, rounds), (unsigned *, out))
{
    LW_SHARED(unsigned, token);
    unsigned size = __clusterSizeInBlocks(), rank = __clusterRelativeBlockRank();
    if (threadIdx.x == 0)
        *token = 0;
    cluster_sync();
    for (unsigned step = 0; step < (unsigned)rounds * size; step++) {
        if (step % size == rank && threadIdx.x == 0)
            *(unsigned *)__cluster_map_shared_rank(token, (rank + 1) % size) = *token + 1;
        cluster_sync();
    }
    if (threadIdx.x == 0)
        out[block_in_grid()] = *token;
}

LW_KERNEL(z_histogram, (const unsigned *, in), (int, n), (unsigned *, bins))
{
    LW_DYNAMIC_SHARED(unsigned, mine);
    unsigned size = __clusterSizeInBlocks(), rank = __clusterRelativeBlockRank();
    for (unsigned bin = threadIdx.x; bin < Z_BINS; bin += blockDim.x)
        mine[bin] = 0;
    cluster_sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned bin = in[i] % (size * Z_BINS);
        unsigned *owner = (unsigned *)__cluster_map_shared_rank(mine, bin / Z_BINS);
        atomicAdd(&owner[bin % Z_BINS], 1u);
    }
    cluster_sync();
    for (unsigned bin = threadIdx.x; bin < Z_BINS; bin += blockDim.x)
        atomicAdd(&bins[rank * Z_BINS + bin], mine[bin]);
}

LW_KERNEL(z_add_to_global, (int, rounds), (unsigned *, words), (float *, number))
{
    for (int i = 0; i < rounds; i++) {
        unsigned before = atomicAdd(&words[0], 1u);
        atomicMax(&words[1], before + 1);
        atomicAdd(number, 1.0f);
    }
}

LW_KERNEL(z_dynamic, (int, bytes), (unsigned char *, out))
{
    LW_DYNAMIC_SHARED(unsigned char, memory);
    unsigned size = __clusterSizeInBlocks(), next = (__clusterRelativeBlockRank() + 1) % size;
    if (threadIdx.x == 0) {
        memory[0] = (unsigned char)block_in_grid();
        memory[bytes - 1] = (unsigned char)(100 + block_in_grid());
    }
    cluster_sync();
    if (threadIdx.x == 0) {
        const unsigned char *other = (const unsigned char *)__cluster_map_shared_rank(memory, next);
        out[2 * block_in_grid()] = other[0];
        out[2 * block_in_grid() + 1] = other[bytes - 1];
    }
    cluster_sync();
}

LW_KERNEL(z_bad_rank, (unsigned *, out))
{
    LW_SHARED(unsigned, number);
    *number = 0;
    *out = *(unsigned *)__cluster_map_shared_rank(number, __clusterSizeInBlocks());
}

LW_KERNEL(z_bad_address, (unsigned *, out))
{
    *out = *(unsigned *)__cluster_map_shared_rank(out, 0);
}

LW_KERNEL(z_arrives_twice, (unsigned *, out))
{
    __cluster_barrier_arrive();
    __cluster_barrier_arrive();
    *out = 1;
}

LW_KERNEL(z_waits_first, (unsigned *, out))
{
    __cluster_barrier_wait();
    *out = 1;
}

LW_KERNEL(z_never_comes, (unsigned *, out))
{
    if (block_in_grid() == 0 || threadIdx.x < 32)
        cluster_sync();
    else
        __syncthreads();
    *out = 1;
}
