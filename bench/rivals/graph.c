/* Graphs in CSR form. */
#include <stdbool.h>

#include "rivals.h"

static void bfs_serially(size_t vertices, const int *restrict offsets, const int *restrict columns, size_t source,
                         int *restrict distances, int *restrict queue)
{
    size_t tail = 1;
    for (size_t v = 0; v < vertices; v++)
        distances[v] = -1;
    distances[source] = 0;
    queue[0] = (int)source;
    for (size_t head = 0; head < tail; head++) {
        int vertex = queue[head], next = distances[vertex] + 1;
        for (int k = offsets[vertex]; k < offsets[vertex + 1]; k++)
            if (distances[columns[k]] < 0) {
                distances[columns[k]] = next;
                queue[tail++] = columns[k];
            }
    }
}

/* Level by level: a vertex is its finder's who exchanges its distance first. */
void rival_bfs(size_t vertices, const int *offsets, const int *columns, size_t source, int *distances, int *queue,
               int threads)
{
    if (threads == 1) {
        bfs_serially(vertices, offsets, columns, source, distances, queue);
        return;
    }
    size_t tail = 1;
#pragma omp parallel for num_threads(threads)
    for (size_t v = 0; v < vertices; v++)
        distances[v] = -1;
    distances[source] = 0;
    queue[0] = (int)source;
    for (size_t head = 0, end = 1; head < end; head = end, end = tail)
#pragma omp parallel for num_threads(threads) schedule(dynamic, 64)
        for (size_t i = head; i < end; i++) {
            int vertex = queue[i], next = distances[vertex] + 1;
            for (int k = offsets[vertex]; k < offsets[vertex + 1]; k++) {
                int *distance = &distances[columns[k]], before = -1;
                if (__atomic_load_n(distance, __ATOMIC_RELAXED) < 0 &&
                    __atomic_compare_exchange_n(distance, &before, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
                    queue[__atomic_fetch_add(&tail, 1, __ATOMIC_RELAXED)] = columns[k];
            }
        }
}

void rival_pagerank_step(size_t vertices, const int *restrict offsets, const int *restrict sources,
                         const int *restrict degrees, float damping, const float *restrict ranks,
                         float *restrict shares, float *restrict next, int threads)
{
    float dangling = 0;
    (void)threads; /* without OpenMP */
#pragma omp parallel for simd num_threads(threads) reduction(+ : dangling)
    for (size_t v = 0; v < vertices; v++) {
        shares[v] = degrees[v] == 0 ? 0 : ranks[v] / (float)degrees[v];
        dangling += degrees[v] == 0 ? ranks[v] : 0;
    }
    float base = (1 - damping) / (float)vertices + damping * (dangling / (float)vertices);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 512)
    for (size_t v = 0; v < vertices; v++) {
        float sum = 0;
        for (int k = offsets[v]; k < offsets[v + 1]; k++)
            sum += shares[sources[k]];
        next[v] = base + damping * sum;
    }
}

static int root_of(int *parents, int v)
{
    for (; parents[v] != v; v = parents[v])
        parents[v] = parents[parents[v]];
    return v;
}

static void components_serially(size_t vertices, const int *offsets, const int *columns, int *labels)
{
    for (size_t v = 0; v < vertices; v++)
        labels[v] = (int)v;
    for (size_t v = 0; v < vertices; v++)
        for (int k = offsets[v]; k < offsets[v + 1]; k++) {
            int one = root_of(labels, (int)v), other = root_of(labels, columns[k]);
            labels[one > other ? one : other] = one > other ? other : one;
        }
    for (size_t v = 0; v < vertices; v++)
        labels[v] = labels[labels[v]]; /* the parent is a lower vertex, so it has its root */
}

/* Threads halve paths as well: whatever ancestor a vertex gets, the root is the same. */
static int shared_root_of(int *parents, int v)
{
    for (;;) {
        int parent = __atomic_load_n(&parents[v], __ATOMIC_RELAXED);
        int grandparent = __atomic_load_n(&parents[parent], __ATOMIC_RELAXED);
        if (parent == grandparent)
            return parent;
        __atomic_store_n(&parents[v], grandparent, __ATOMIC_RELAXED);
        v = grandparent;
    }
}

void rival_connected_components(size_t vertices, const int *offsets, const int *columns, int *labels, int threads)
{
    if (threads == 1) {
        components_serially(vertices, offsets, columns, labels);
        return;
    }
#pragma omp parallel for num_threads(threads)
    for (size_t v = 0; v < vertices; v++)
        labels[v] = (int)v;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 512)
    for (size_t v = 0; v < vertices; v++)
        for (int k = offsets[v]; k < offsets[v + 1]; k++)
            for (;;) {
                int one = shared_root_of(labels, (int)v), other = shared_root_of(labels, columns[k]);
                int greater = one > other ? one : other, less = one > other ? other : one;
                if (one == other || __atomic_compare_exchange_n(&labels[greater], &greater, less, false,
                                                                __ATOMIC_RELAXED, __ATOMIC_RELAXED))
                    break;
            }
#pragma omp parallel for num_threads(threads)
    for (size_t v = 0; v < vertices; v++)
        __atomic_store_n(&labels[v], shared_root_of(labels, (int)v), __ATOMIC_RELAXED);
}
