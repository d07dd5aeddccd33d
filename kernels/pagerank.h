/** @file
 * pagerank: a step of PageRank's iteration, of a graph whose edges are known by the vertex that they lead to.
 *
 *     float dangling = 0;
 *     for (v = 0; v < vertices; v++)
 *         if (degrees[v] == 0) dangling += ranks[v];
 *     for (v = 0; v < vertices; v++) {
 *         float sum = 0;
 *         for (k = offsets[v]; k < offsets[v + 1]; k++)
 *             sum += ranks[sources[k]] / degrees[sources[k]];
 *         next[v] = (1 - damping) / vertices + damping * (sum + dangling / vertices);
 *     }
 *
 * So a vertex without edges gives its rank to all vertices in equal parts (dangling mass), and the sum of all ranks stays 1, except for rounding. The graph is its transposed
 * adjacency matrix in CSR form: the columns of row v are the vertices from which edges lead to v. `degrees` has how many edges lead from each vertex. An iteration calls the launcher
 * with the two arrays of ranks in turns (Page, Brin, Motwani and Winograd, The PageRank citation ranking, 1999; here each vertex pulls).
 *
 * The order of additions depends on the graph and, for sums of edges, on the kind of device: the bits are the same in every run. Ranks are not negative, so each is
 * within (n + d + 8) ULP of the exact step: n edges lead to the vertex, and the sum of dangling mass has depth d = lwk_pagerank_depth(vertices).
 *
 * What arrays of device memory hold launchers cannot check: offsets that fall, or a source that is no vertex, read what is not the graph's; a source whose degree is 0
 * gives nothing by its edge.
 */
#ifndef LWK_PAGERANK_H
#define LWK_PAGERANK_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** shares[v] = ranks[v] / degrees[v], 0 where the degree is 0; dangling[blockIdx.x] = the sum of ranks of a chunk's vertices whose degree is 0. One block of 64 threads a
 * chunk.
 * @param vertices of the graph
 * @param chunk vertices of a block, a multiple of 64
 * @param ranks vertices floats of device memory
 * @param degrees vertices numbers of device memory: how many edges lead from each
 * @param shares vertices floats of device memory
 * @param dangling gridDim.x floats of device memory
 *
 * Nothing overlaps. */
LW_DECLARE_KERNEL(lwk_pagerank_shares, (size_t, vertices), (size_t, chunk), (const float *, ranks),
                  (const int *, degrees), (float *, shares), (float *, dangling));
/** What a vertex gets without edges, in base[0]. One block of 64 threads.
 * @param vertices of the graph
 * @param damping as lwk_pagerank_step_launch()'s
 * @param blocks how many sums of lwk_pagerank_shares()
 * @param dangling these sums
 * @param base a float of device memory, not overlapping them */
LW_DECLARE_KERNEL(lwk_pagerank_base, (size_t, vertices), (float, damping), (size_t, blocks), (const float *, dangling),
                  (float *, base));
/** next[v] = base[0] + damping * the sum of the shares of v's sources. Any one-dimensional block of whole warps; 2^shift lanes a vertex, and the grid's threads cover these.
 * @param vertices of the graph
 * @param shift 0 to 5
 * @param offsets vertices + 1 numbers of device memory: where each vertex's sources begin
 * @param sources a number of device memory for each edge: the vertex from which it leads
 * @param shares of lwk_pagerank_shares()
 * @param damping as lwk_pagerank_step_launch()'s
 * @param base of lwk_pagerank_base()
 * @param next vertices floats of device memory
 *
 * Nothing overlaps. */
LW_DECLARE_KERNEL(lwk_pagerank_pull, (int, vertices), (int, shift), (const int *, offsets), (const int *, sources),
                  (const float *, shares), (float, damping), (const float *, base), (float *, next));
/** As lwk_pagerank_pull(), for a CPU: one thread a vertex. Any one-dimensional block; the grid covers the vertices.
 * @param vertices,offsets,sources,shares,damping,base,next as lwk_pagerank_pull()'s */
LW_DECLARE_KERNEL(lwk_pagerank_pull_each, (int, vertices), (const int *, offsets), (const int *, sources),
                  (const float *, shares), (float, damping), (const float *, base), (float *, next));

/** How large a workspace lwk_pagerank_step_launch() needs.
 * @param vertices of the graph
 * @return bytes */
size_t lwk_pagerank_workspace(size_t vertices);
/** The longest chain of additions in the sum of dangling mass.
 * @param vertices of the graph
 * @return additions */
double lwk_pagerank_depth(size_t vertices);
/** Queues a step. On a GPU a vertex has as many lanes of a warp as lwk_spmv_vector_launch() gives a row; a vertex that very many edges lead to keeps its warp busy.
 * @param stream where
 * @param vertices of the graph, at most 2^31 - 1; 0 does nothing
 * @param edges of the graph, at most 2^31 - 1
 * @param offsets vertices + 1 numbers of device memory, none less than the one before: where each vertex's sources begin. The first is 0, the last `edges`
 * @param sources edges numbers of device memory, the vertex from which each leads; may be null without edges
 * @param degrees vertices numbers of device memory: how many edges lead from each
 * @param damping the part of a rank that edges carry, 0 to 1; usually 0.85
 * @param ranks vertices floats of device memory, the ranks before the step
 * @param next vertices floats of device memory, the ranks after it
 * @param workspace lwk_pagerank_workspace(vertices) bytes of device memory, aligned to 4; contents undefined before and afterwards. Nothing overlaps
 * @return LW_ERROR_INVALID_VALUE: a null pointer, vertices or edges over 2^31 - 1, or damping outside its range; or as lw_launch_kernel(), where parts may be
 *     queued already */
lw_status lwk_pagerank_step_launch(lw_stream *stream, size_t vertices, size_t edges, const int *offsets,
                                   const int *sources, const int *degrees, float damping, const float *ranks,
                                   float *next, void *workspace);

#ifdef __cplusplus
}
#endif

#endif
