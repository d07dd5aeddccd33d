/** @file
 * connected_components: which vertices of a graph are connected, whatever the direction of edges.
 *
 *     for (v = 0; v < vertices; v++) labels[v] = v;
 *     do {
 *         changed = false;
 *         for (v = 0; v < vertices; v++)
 *             for (k = offsets[v]; k < offsets[v + 1]; k++) {
 *                 int least = min(labels[v], labels[columns[k]]);
 *                 changed |= labels[v] != least || labels[columns[k]] != least;
 *                 labels[v] = labels[columns[k]] = least;
 *             }
 *     } while (changed);
 *
 * So the label of a component is its least vertex. A graph is its adjacency matrix in CSR form: the edges from a vertex are the columns of its row. Each edge may be there once, in either
 * direction, or twice. Trees of vertices are joined instead: the greater of two roots gets the smaller one as its parent, by compare-and-swap, and searches for roots shorten the ways that they
 * take (Jaiganesh and Burtscher, A high-performance connected components implementation for GPUs, 2018). So each edge is read twice, however large components are. All accesses that others may
 * meet are atomic. The labels are the same in every run.
 *
 * What `offsets` and `columns` hold is in device memory, so launchers cannot check it: offsets that fall, or a column that is no vertex, read and write what
 * is not the graph's.
 */
#ifndef LWK_CONNECTED_COMPONENTS_H
#define LWK_CONNECTED_COMPONENTS_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** labels[v] = the first column of row v that is less than v, or v. Any one-dimensional block; the grid covers the vertices.
 * @param vertices of the graph
 * @param offsets vertices + 1 numbers of device memory: where each vertex's edges begin
 * @param columns a number of device memory for each edge: the vertex that it leads to
 * @param labels vertices numbers of device memory
 *
 * Nothing overlaps. */
LW_DECLARE_KERNEL(lwk_connected_components_start, (int, vertices), (const int *, offsets), (const int *, columns),
                  (int *, labels));
/** Joins the trees of each edge's ends. Any one-dimensional block; 2^shift threads have a vertex, and the grid covers all.
 * @param vertices,offsets,columns as lwk_connected_components_start()'s
 * @param shift 0 to 10; blocks are multiples of 2^shift threads
 * @param labels vertices numbers of device memory: each one's parent, which is less, or itself */
LW_DECLARE_KERNEL(lwk_connected_components_join, (int, vertices), (int, shift), (const int *, offsets),
                  (const int *, columns), (int *, labels));
/** Each label becomes the root of its tree. Any one-dimensional block; the grid covers the vertices.
 * @param vertices,labels as lwk_connected_components_join()'s */
LW_DECLARE_KERNEL(lwk_connected_components_finish, (int, vertices), (int *, labels));
/** As lwk_connected_components_join(), for a CPU. A block of one thread a part.
 * @param vertices,offsets,columns,labels as lwk_connected_components_join()'s
 * @param part vertices that follow each other, at least 1 */
LW_DECLARE_KERNEL(lwk_connected_components_join_parts, (int, vertices), (int, part), (const int *, offsets),
                  (const int *, columns), (int *, labels));
/** As lwk_connected_components_finish(), for a CPU. A block of one thread a part.
 * @param vertices,part,labels as lwk_connected_components_join_parts()'s */
LW_DECLARE_KERNEL(lwk_connected_components_finish_parts, (int, vertices), (int, part), (int *, labels));

/** Queues the search for a graph's components. On a GPU a vertex has as many threads as lwk_spmv_vector_launch() gives a row; on a CPU a thread has up to 4096 vertices.
 * @param stream where
 * @param vertices of the graph, at most 2^31 - 1; 0 does nothing
 * @param edges of the graph, at most 2^31 - 1
 * @param offsets vertices + 1 numbers of device memory, none less than the one before: where each vertex's edges begin. The first is 0, the last `edges`
 * @param columns edges numbers of device memory, the vertex that each leads to; may be null without edges
 * @param labels vertices numbers of device memory: become the least vertex of each one's component. Nothing overlaps
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or vertices or edges over 2^31 - 1; or as lw_launch_kernel(), where parts may be queued already */
lw_status lwk_connected_components_launch(lw_stream *stream, size_t vertices, size_t edges, const int *offsets,
                                          const int *columns, int *labels);

#ifdef __cplusplus
}
#endif

#endif
