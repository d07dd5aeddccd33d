/** @file
 * bfs: breadth-first search, the distance of each vertex of a graph from one of them, in edges.
 *
 *     for (v = 0; v < vertices; v++) distances[v] = -1;
 *     distances[source] = 0; queue[0] = source; tail = 1;
 *     for (head = 0; head < tail; head++)
 *         for (k = offsets[queue[head]]; k < offsets[queue[head] + 1]; k++)
 *             if (distances[columns[k]] < 0) {
 *                 distances[columns[k]] = distances[queue[head]] + 1;
 *                 queue[tail++] = columns[k];
 *             }
 *
 * A graph is its adjacency matrix in CSR form: the edges from a vertex are the columns of its row. Vertices that cannot be reached have distance -1. A launch a level goes
 * through the vertices that the launch before it has found (Merrill, Garland and Grimshaw, Scalable GPU graph traversal, 2012, have such queues); the thread that sets a distance appends
 * the vertex. The queue's order differs from run to run, the distances do not.
 *
 * What `offsets` and `columns` hold is in device memory, so launchers cannot check it: offsets that fall, or a column that is no vertex, read and write what
 * is not the graph's. Loops, and several edges between two vertices, are allowed.
 */
#ifndef LWK_BFS_H
#define LWK_BFS_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where a level's vertices are, in the words of a search's state. */
enum {
    LWK_BFS_FIRST = 0, /**< of level i: word i % 2 has the index in the queue of the first */
    LWK_BFS_COUNT = 2, /**< of level i: word 2 + i % 3 has how many */
    LWK_BFS_STATE = 5  /**< words */
};

/** Level 0 becomes the source. One thread.
 * @param source a vertex
 * @param distances a number of device memory for each vertex, -1
 * @param queue a number of device memory for each vertex
 * @param state LWK_BFS_STATE numbers of device memory */
LW_DECLARE_KERNEL(lwk_bfs_source, (int, source), (int *, distances), (int *, queue), (int *, state));
/** Sets the distances of the vertices that a level's lead to, and appends these to the queue. Any one-dimensional grid and block; 2^shift threads go along a
 * vertex's edges.
 * @param level 0, then 1, and so on
 * @param shift 0 to 10; blocks are multiples of 2^shift threads
 * @param offsets a number of device memory for each vertex, and one more: where its edges begin
 * @param columns a number of device memory for each edge: the vertex that it leads to
 * @param distances a number of device memory for each vertex, -1: not found yet
 * @param queue a number of device memory for each vertex
 * @param state LWK_BFS_STATE numbers of device memory
 *
 * Nothing overlaps. */
LW_DECLARE_KERNEL(lwk_bfs_level, (int, level), (int, shift), (const int *, offsets), (const int *, columns),
                  (int *, distances), (int *, queue), (int *, state));

/** As lwk_bfs_level(), for a CPU. A block of one thread a part.
 * @param level,offsets,columns,distances,queue,state as lwk_bfs_level()'s
 * @param part vertices of the level that follow each other in the queue, at least 1; the grid covers the level */
LW_DECLARE_KERNEL(lwk_bfs_level_parts, (int, level), (int, part), (const int *, offsets), (const int *, columns),
                  (int *, distances), (int *, queue), (int *, state));

/** How large a workspace lwk_bfs_launch() needs.
 * @param vertices of the graph
 * @return bytes */
size_t lwk_bfs_workspace(size_t vertices);
/** Searches a graph. Unlike other launchers it waits for the stream, for it must know when a level is empty: after each level on a CPU, after eight on a GPU.
 * @param stream where; it may not be capturing
 * @param vertices of the graph, at most 2^31 - 1; 0 does nothing
 * @param edges of the graph, at most 2^31 - 1
 * @param offsets vertices + 1 numbers of device memory, none less than the one before: where each vertex's edges begin. The first is 0, the last `edges`
 * @param columns edges numbers of device memory, the vertex that each leads to; may be null without edges
 * @param source a vertex
 * @param distances vertices numbers of device memory; they need not hold anything before
 * @param workspace lwk_bfs_workspace(vertices) bytes of device memory, aligned to 4; contents undefined before and afterwards. Nothing overlaps
 * @return LW_ERROR_INVALID_VALUE: a null pointer, vertices or edges over 2^31 - 1, or a source that is no vertex; or as lw_launch_kernel() and
 *     lw_stream_synchronize(), where parts may be queued already */
lw_status lwk_bfs_launch(lw_stream *stream, size_t vertices, size_t edges, const int *offsets, const int *columns,
                         size_t source, int *distances, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
