#include <lanewise/kernel.h>

#include "bfs.h"
#include "device/kind.h"

/* On a GPU: threads of a block, the most blocks, and levels that are queued before the host looks whether the last of them is empty. On a CPU: vertices of a thread, and how many it finds
 * before it appends them. */
enum { THREADS = 256, BLOCKS = 1056, LEVELS = 8, PART = 512, FOUND = 64 };

LW_KERNEL(lwk_bfs_source, LW_BLOCK_SIZE(1, 1, 1), (int, source), (int *, distances), (int *, queue), (int *, state))
{
    distances[source] = 0;
    queue[0] = source;
    state[LWK_BFS_FIRST] = 0;
    state[LWK_BFS_COUNT] = 1;
    state[LWK_BFS_COUNT + 1] = 0;
}

/* Where a level's vertices are in the queue, and where the next level's go. */
struct bfs_level {
    int first, count, next, *next_count;
};

static __device__ __forceinline__ struct bfs_level level_of(int level, int *state)
{
    struct bfs_level own;
    own.first = state[LWK_BFS_FIRST + level % 2];
    own.count = state[LWK_BFS_COUNT + level % 3];
    own.next = own.first + own.count;
    own.next_count = &state[LWK_BFS_COUNT + (level + 1) % 3];
    return own;
}

/* One thread prepares the next level: words that no thread of this one reads. */
static __device__ __forceinline__ void go_on(int level, int *state)
{
    state[LWK_BFS_FIRST + (level + 1) % 2] = level_of(level, state).next;
    state[LWK_BFS_COUNT + (level + 2) % 3] = 0;
}

LW_KERNEL(lwk_bfs_level, LW_LAUNCH_BOUNDS(1024), (int, level), (int, shift), (const int *, offsets),
          (const int *, columns), (int *, distances), (int *, queue), (int *, state))
{
    struct bfs_level own = level_of(level, state);
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (thread == 0)
        go_on(level, state);
    unsigned lanes = 1u << shift;
    size_t stride = ((size_t)gridDim.x * blockDim.x) >> shift;
    for (size_t i = thread >> shift; i < (size_t)own.count; i += stride) {
        int vertex = queue[own.first + i];
        unsigned end = (unsigned)offsets[vertex + 1]; /* k may be beyond an int's range after the last edge */
        for (unsigned k = (unsigned)offsets[vertex] + (threadIdx.x & (lanes - 1)); k < end; k += lanes) {
            int to = columns[k];
            if (__nv_atomic_load_n(&distances[to], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) < 0 &&
                atomicCAS(&distances[to], -1, level + 1) == -1)
                queue[own.next + atomicAdd(own.next_count, 1)] = to;
        }
    }
}

/* A thread that is alone in its block may use volatile accesses: they are atomic for other blocks, though not for lanes of a warp, and cost a CPU less. It appends
 * many vertices at once. */
LW_KERNEL(lwk_bfs_level_parts, LW_BLOCK_SIZE(1, 1, 1), (int, level), (int, part), (const int *, offsets),
          (const int *, columns), (int *, distances), (int *, queue), (int *, state))
{
    struct bfs_level own = level_of(level, state);
    int found[FOUND], count = 0, first = (int)blockIdx.x * part, end = first + min(own.count - first, part);
    if (blockIdx.x == 0)
        go_on(level, state);
    for (int i = first; i < end; i++) {
        int vertex = queue[own.first + i], last = offsets[vertex + 1];
        for (int k = offsets[vertex]; k < last; k++) {
            int to = columns[k];
            if (((volatile int *)distances)[to] >= 0 || atomicCAS(&distances[to], -1, level + 1) != -1)
                continue;
            found[count++] = to;
            if (count == FOUND) {
                int at = own.next + atomicAdd(own.next_count, count);
                for (int j = 0; j < count; j++)
                    queue[at + j] = found[j];
                count = 0;
            }
        }
    }
    if (count > 0) {
        int at = own.next + atomicAdd(own.next_count, count);
        for (int j = 0; j < count; j++)
            queue[at + j] = found[j];
    }
}

size_t lwk_bfs_workspace(size_t vertices)
{
    return vertices > INT_MAX ? 0 : (vertices + LWK_BFS_STATE) * sizeof(int);
}

static bool usable(size_t vertices, size_t edges, const int *offsets, const int *columns, size_t source,
                   const int *distances, const void *workspace)
{
    const char *launcher = "lwk_bfs_launch";
    const char *large = vertices > INT_MAX ? "vertices" : edges > INT_MAX ? "edges" : NULL;
    const char *null = offsets == NULL                ? "offsets"
                       : columns == NULL && edges > 0 ? "columns"
                       : distances == NULL            ? "distances"
                       : workspace == NULL            ? "workspace"
                                                      : NULL;
    if (large != NULL)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %zu, at most %d", launcher, large,
                 vertices > INT_MAX ? vertices : edges, INT_MAX);
    else if (null != NULL)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, null);
    else if (source >= vertices)
        lw_error(LW_ERROR_INVALID_VALUE, "%s: source is %zu, vertices %zu", launcher, source, vertices);
    return large == NULL && null == NULL && source < vertices;
}

/* Waits; *left: how many vertices a level has. */
static lw_status count_of(lw_stream *stream, size_t level, const int *state, int *left)
{
    lw_status status =
        lw_memcpy_async(stream, left, &state[LWK_BFS_COUNT + level % 3], sizeof *left, LW_MEMCPY_DEVICE_TO_HOST);
    return status != LW_SUCCESS ? status : lw_stream_synchronize(stream);
}

static lw_status by_lanes(lw_stream *stream, size_t vertices, size_t edges, const int *offsets, const int *columns,
                          int *distances, int *queue, int *state)
{
    int left = 1, shift = 0;
    while (shift < 5 && edges / vertices >= (size_t)2 << shift)
        shift++;
    size_t threads = vertices << shift, most = (size_t)BLOCKS * THREADS;
    lw_launch_config config = lw_linear(stream, threads < most ? threads : most, THREADS);
    lw_status status = LW_SUCCESS;
    for (size_t level = 0; left > 0 && status == LW_SUCCESS;) {
        for (int i = 0; i < LEVELS && status == LW_SUCCESS; i++, level++)
            status = lw_launch(lwk_bfs_level, config, (int)level, shift, offsets, columns, distances, queue, state);
        if (status == LW_SUCCESS)
            status = count_of(stream, level, state, &left);
    }
    return status;
}

static lw_status by_parts(lw_stream *stream, const int *offsets, const int *columns, int *distances, int *queue,
                          int *state)
{
    int left = 1;
    lw_status status = LW_SUCCESS;
    for (size_t level = 0; left > 0 && status == LW_SUCCESS;) {
        size_t parts = ((size_t)left + PART - 1) / PART;
        status = lw_launch(lwk_bfs_level_parts, lw_linear(stream, parts, 1), (int)level, PART, offsets, columns,
                           distances, queue, state);
        if (status == LW_SUCCESS)
            status = count_of(stream, ++level, state, &left);
    }
    return status;
}

lw_status lwk_bfs_launch(lw_stream *stream, size_t vertices, size_t edges, const int *offsets, const int *columns,
                         size_t source, int *distances, void *workspace)
{
    bool is_cpu = false;
    if (vertices == 0)
        return LW_SUCCESS;
    if (!usable(vertices, edges, offsets, columns, source, distances, workspace))
        return LW_ERROR_INVALID_VALUE;
    int *state = (int *)workspace, *queue = state + LWK_BFS_STATE;
    lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status == LW_SUCCESS)
        status = lw_memset_async(stream, distances, 0xff, vertices * sizeof *distances);
    if (status == LW_SUCCESS)
        status = lw_launch(lwk_bfs_source, lw_linear(stream, 1, 1), (int)source, distances, queue, state);
    if (status != LW_SUCCESS)
        return status;
    return is_cpu ? by_parts(stream, offsets, columns, distances, queue, state)
                  : by_lanes(stream, vertices, edges, offsets, columns, distances, queue, state);
}
