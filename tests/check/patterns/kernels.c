#include <lanewise/kernel.h>

#include "kernels.h"

enum { LIMIT = 2 };

/* The threads that share a vertex, this one's number among them, the group's number, and how many groups there are. */
typedef struct team {
    int size, rank, number, count;
} team;

__device__ __forceinline__ team team_of(int share)
{
    int size = share == BY_THREAD ? 1 : share == BY_WARP ? 32 : (int)blockDim.x;
    int thread = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    team made = {size, thread % size, thread / size, (int)(gridDim.x * blockDim.x) / size};
    return made;
}

/* One round more than there are vertices for each group, where the limit is wrong. */
__device__ __forceinline__ int limit_of(pattern_graph g, int mistake)
{
    return g.vertices + (mistake == NO_LIMIT);
}

/* The sum of all the team's numbers, for its first thread. `part`: shared memory, a word for each thread. */
__device__ __forceinline__ int sum_of(team t, int *part, int value, int share, int mistake)
{
    if (share == BY_WARP)
        for (int by = 16; by > 0; by /= 2)
            value += __shfl_down_sync(0xffffffff, value, by);
    if (share != BY_BLOCK)
        return value;
    __syncthreads(); /* the first thread has read the last sum's parts */
    part[t.rank] = value;
    for (int half = t.size / 2; half > 0; half /= 2) {
        if (mistake != NO_BARRIER)
            __syncthreads();
        if (t.rank < half)
            part[t.rank] += part[t.rank + half];
    }
    return part[t.rank];
}

LW_KERNEL(some_vertices, (pattern_graph, g), (int *, out), (int *, count), (int, share), (int, mistake))
{
    LW_SHARED(int, part, [PATTERN_BLOCK]);
    team t = team_of(share);
    (void)out;
    for (int v = t.number; v < limit_of(g, mistake); v += t.count) {
        int found = 0;
        for (int e = g.rows[v] + t.rank; e < g.rows[v + 1]; e += t.size)
            found += g.data[g.edges[e]] > LIMIT;
        found = sum_of(t, part, found, share, mistake);
        if (t.rank == 0 && found > 0) {
            if (mistake == NO_ATOMIC)
                ++*count;
            else
                atomicAdd(count, 1);
        }
    }
}

LW_KERNEL(some_edges, (pattern_graph, g), (int *, out), (int *, count), (int, share), (int, mistake))
{
    team t = team_of(share);
    (void)out;
    for (int v = t.number; v < limit_of(g, mistake); v += t.count)
        for (int e = g.rows[v] + t.rank; e < g.rows[v + 1]; e += t.size)
            if (g.data[v] < g.data[g.edges[e]]) {
                if (mistake == NO_ATOMIC)
                    ++*count;
                else
                    atomicAdd(count, 1);
            }
}

LW_KERNEL(pull, (pattern_graph, g), (int *, out), (int *, count), (int, share), (int, mistake))
{
    LW_SHARED(int, part, [PATTERN_BLOCK]);
    team t = team_of(share);
    (void)count;
    for (int v = t.number; v < limit_of(g, mistake); v += t.count) {
        int sum = 0;
        for (int e = g.rows[v] + t.rank; e < g.rows[v + 1]; e += t.size)
            sum += g.data[g.edges[e]];
        sum = sum_of(t, part, sum, share, mistake);
        if (t.rank == 0)
            out[v] = sum;
    }
}

LW_KERNEL(push, (pattern_graph, g), (int *, out), (int *, count), (int, share), (int, mistake))
{
    team t = team_of(share);
    (void)count;
    for (int v = t.number; v < limit_of(g, mistake); v += t.count)
        for (int e = g.rows[v] + t.rank; e < g.rows[v + 1]; e += t.size) {
            int *to = &out[g.edges[e]], mine = g.data[v];
            if (mistake == NO_ATOMIC) {
                if (*to < mine)
                    *to = mine;
            } else if (mistake != EARLY_LOOK || *to < mine) {
                atomicMax(to, mine);
            }
        }
}

LW_KERNEL(list, (pattern_graph, g), (int *, out), (int *, count), (int, share), (int, mistake))
{
    team t = team_of(share);
    for (int v = t.number; v < limit_of(g, mistake); v += t.count)
        if (t.rank == 0 && g.rows[v] < g.rows[v + 1])
            out[mistake == NO_ATOMIC ? (*count)++ : atomicAdd(count, 1)] = v;
}

/* A vertex' parent, which others change meanwhile. */
__device__ __forceinline__ int parent_of(int *parents, int v, int mistake)
{
    return mistake == EARLY_LOOK ? parents[v] : atomicAdd(&parents[v], 0);
}

/* The least vertex that the parents lead to. On the way each vertex gets its parent's parent. */
__device__ __forceinline__ int root_of(int *parents, int v, int mistake)
{
    for (int parent = parent_of(parents, v, mistake); parent != v;) {
        int next = parent_of(parents, parent, mistake);
        if (next != parent && mistake == NO_ATOMIC)
            parents[v] = next;
        else if (next != parent)
            atomicMin(&parents[v], next);
        v = parent;
        parent = next;
    }
    return v;
}

/* `out`: each vertex is its own parent at first. */
LW_KERNEL(roots, (pattern_graph, g), (int *, out), (int *, count), (int, share), (int, mistake))
{
    team t = team_of(share);
    (void)count;
    for (int v = t.number; v < limit_of(g, mistake); v += t.count)
        for (int e = g.rows[v] + t.rank; e < g.rows[v + 1]; e += t.size) {
            int one = root_of(out, v, mistake), other = root_of(out, g.edges[e], mistake);
            while (one != other) {
                int high = max(one, other), low = min(one, other);
                int seen = atomicCAS(&out[high], high, low);
                if (seen == high)
                    break;
                one = root_of(out, seen, mistake);
                other = low;
            }
        }
}
