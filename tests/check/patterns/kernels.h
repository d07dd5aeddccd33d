/* Loops over graphs as programs write them: six patterns, three ways to share out the vertices, and the mistakes that they invite. */
#ifndef TESTS_CHECK_PATTERNS_KERNELS_H
#define TESTS_CHECK_PATTERNS_KERNELS_H

#include <lanewise/host.h>
#include <lanewise/launch.h>

enum { PATTERN_BLOCK = 64 };
typedef enum pattern_mistake {
    NO_MISTAKE,
    NO_ATOMIC,  /* a plain update where others update, too */
    NO_BARRIER, /* a block's sum is read before all its parts are there */
    NO_LIMIT,   /* the vertex after the last */
    EARLY_LOOK, /* a plain read decides whether the atomic is needed */
    MISTAKES
} pattern_mistake;
/* Who has a vertex: a thread, a warp, or a block. */
typedef enum pattern_share { BY_THREAD, BY_WARP, BY_BLOCK, SHARES } pattern_share;

/* A graph in CSR form: the edges of vertex v are `edges[rows[v]]` up to `edges[rows[v + 1] - 1]`. Each vertex has a number in `data`. */
typedef struct pattern_graph {
    int vertices;
    const int *rows, *edges, *data;
} pattern_graph;

#define PATTERN(name)                                                                                                  \
    LW_DECLARE_KERNEL(name, (pattern_graph, g), (int *, out), (int *, count), (int, share), (int, mistake))
PATTERN(some_vertices); /* counts the vertices with a neighbour above a limit */
PATTERN(some_edges);    /* counts the edges to a greater number */
PATTERN(pull);          /* each vertex takes the sum of its neighbours */
PATTERN(push);          /* each vertex gives its number to its neighbours, which keep the greatest */
PATTERN(list);          /* writes a list of the vertices that have neighbours */
PATTERN(roots);         /* joins the sets of an edge's two vertices, and makes paths shorter */
#undef PATTERN

#endif
