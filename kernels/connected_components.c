#include <lanewise/kernel.h>

#include "connected_components.h"
#include "device/kind.h"

/* Threads of a block on a GPU; the most vertices of a thread on a CPU. */
enum { THREADS = 256, PART = 4096, LEAST_PARTS = 64 };

/* A thread that is alone in its block may use volatile accesses: they are atomic for other blocks, though not for lanes of a warp, and cost a CPU less. */
static __device__ __forceinline__ int parent_of(int *labels, int vertex, bool alone)
{
    return alone ? ((volatile int *)labels)[vertex]
                 : __nv_atomic_load_n(&labels[vertex], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

static __device__ __forceinline__ void set_parent(int *labels, int vertex, int parent, bool alone)
{
    if (alone)
        ((volatile int *)labels)[vertex] = parent;
    else
        __nv_atomic_store_n(&labels[vertex], parent, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/* Each vertex on the way gets its grandparent as its parent. It is no root, so no other thread joins it, and any of its ancestors may be its parent. */
static __device__ __forceinline__ int root_of(int *labels, int vertex, bool alone)
{
    int parent = parent_of(labels, vertex, alone), grandparent;
    while (parent != vertex && (grandparent = parent_of(labels, parent, alone)) != parent) {
        set_parent(labels, vertex, grandparent, alone);
        vertex = parent;
        parent = grandparent;
    }
    return parent;
}

/* A vertex's last label is its root. Meanwhile nothing makes paths shorter: what one thread takes for a grandparent may replace a root that
 * another has stored since. */
static __device__ __forceinline__ void label_by_root(int *labels, int vertex, bool alone)
{
    int root = vertex, parent;
    while ((parent = parent_of(labels, root, alone)) != root)
        root = parent;
    set_parent(labels, vertex, root, alone);
}

/* Joins the trees of a vertex and of those that its edges k, k + step ... lead to. */
static __device__ __forceinline__ void join(const int *offsets, const int *columns, int *labels, int vertex,
                                            unsigned lane, unsigned step, bool alone)
{
    unsigned end = (unsigned)offsets[vertex + 1]; /* k may be beyond an int's range after the last edge */
    int own = root_of(labels, vertex, alone);
    for (unsigned k = (unsigned)offsets[vertex] + lane; k < end; k += step) {
        int other = root_of(labels, columns[k], alone);
        while (own != other) {
            int greater = max(own, other), less = min(own, other);
            int found = atomicCAS(&labels[greater], greater, less);
            own = less;
            other = found == greater ? less : found; /* no root any more: its parent goes on */
        }
    }
}

LW_KERNEL(lwk_connected_components_start, LW_LAUNCH_BOUNDS(1024), (int, vertices), (const int *, offsets),
          (const int *, columns), (int *, labels))
{
    size_t vertex = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (vertex >= (size_t)vertices)
        return;
    int label = (int)vertex, end = offsets[vertex + 1];
    for (int k = offsets[vertex]; k < end && label == (int)vertex; k++)
        label = min(label, columns[k]);
    labels[vertex] = label;
}

LW_KERNEL(lwk_connected_components_join, LW_LAUNCH_BOUNDS(1024), (int, vertices), (int, shift), (const int *, offsets),
          (const int *, columns), (int *, labels))
{
    unsigned lanes = 1u << shift;
    size_t vertex = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) >> shift;
    if (vertex < (size_t)vertices)
        join(offsets, columns, labels, (int)vertex, threadIdx.x & (lanes - 1), lanes, false);
}

LW_KERNEL(lwk_connected_components_finish, LW_LAUNCH_BOUNDS(1024), (int, vertices), (int *, labels))
{
    size_t vertex = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (vertex < (size_t)vertices)
        label_by_root(labels, (int)vertex, false);
}

LW_KERNEL(lwk_connected_components_join_parts, LW_BLOCK_SIZE(1, 1, 1), (int, vertices), (int, part),
          (const int *, offsets), (const int *, columns), (int *, labels))
{
    size_t first = (size_t)blockIdx.x * (unsigned)part, end = min(first + (unsigned)part, (size_t)vertices);
    for (size_t vertex = first; vertex < end; vertex++)
        join(offsets, columns, labels, (int)vertex, 0, 1, true);
}

LW_KERNEL(lwk_connected_components_finish_parts, LW_BLOCK_SIZE(1, 1, 1), (int, vertices), (int, part), (int *, labels))
{
    size_t first = (size_t)blockIdx.x * (unsigned)part, end = min(first + (unsigned)part, (size_t)vertices);
    for (size_t vertex = first; vertex < end; vertex++)
        label_by_root(labels, (int)vertex, true);
}

static lw_status by_lanes(lw_stream *stream, size_t vertices, size_t edges, const int *offsets, const int *columns,
                          int *labels)
{
    int shift = 0;
    while (shift < 5 && edges / vertices >= (size_t)2 << shift)
        shift++;
    lw_status status = lw_launch(lwk_connected_components_join, lw_linear(stream, vertices << shift, THREADS),
                                 (int)vertices, shift, offsets, columns, labels);
    return status != LW_SUCCESS ? status
                                : lw_launch(lwk_connected_components_finish, lw_linear(stream, vertices, THREADS),
                                            (int)vertices, labels);
}

static lw_status by_parts(lw_stream *stream, size_t vertices, const int *offsets, const int *columns, int *labels)
{
    int part = 1;
    while (part < PART && vertices / (unsigned)part > LEAST_PARTS)
        part *= 2;
    size_t parts = (vertices + (unsigned)part - 1) / (unsigned)part;
    lw_status status = lw_launch(lwk_connected_components_join_parts, lw_linear(stream, parts, 1), (int)vertices, part,
                                 offsets, columns, labels);
    return status != LW_SUCCESS ? status
                                : lw_launch(lwk_connected_components_finish_parts, lw_linear(stream, parts, 1),
                                            (int)vertices, part, labels);
}

lw_status lwk_connected_components_launch(lw_stream *stream, size_t vertices, size_t edges, const int *offsets,
                                          const int *columns, int *labels)
{
    const char *launcher = "lwk_connected_components_launch";
    const char *large = vertices > INT_MAX ? "vertices" : edges > INT_MAX ? "edges" : NULL;
    const char *null = offsets == NULL                ? "offsets"
                       : columns == NULL && edges > 0 ? "columns"
                       : labels == NULL               ? "labels"
                                                      : NULL;
    bool is_cpu = false;
    if (large != NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %zu, at most %d", launcher, large,
                        vertices > INT_MAX ? vertices : edges, INT_MAX);
    if (vertices == 0)
        return LW_SUCCESS;
    if (null != NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    status = lw_launch(lwk_connected_components_start, lw_linear(stream, vertices, THREADS), (int)vertices, offsets,
                       columns, labels);
    if (status != LW_SUCCESS)
        return status;
    return is_cpu ? by_parts(stream, vertices, offsets, columns, labels)
                  : by_lanes(stream, vertices, edges, offsets, columns, labels);
}
