/* Runs a pattern on a graph: program PATTERN SHARE MISTAKE GRAPH. Without words: all patterns without a mistake, on all graphs. Then it
 * says how many there were. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

enum { MOST = 200, MOST_EDGES = 4 * MOST, GRAPHS = 4 };
static lw_device *device;

static void must(lw_status status)
{
    if (status == LW_SUCCESS)
        return;
    printf("%s\n", lw_last_error_message(device));
    exit(1);
}

/* Memory of exactly this size on the device, with the numbers in it. */
static int *put(const int *numbers, int count)
{
    int *made;
    size_t size = (size_t)count * sizeof *made;
    must(lw_malloc(device, (void **)&made, size));
    must(lw_memcpy(device, made, numbers, size, LW_MEMCPY_HOST_TO_DEVICE));
    return made;
}

/* The vertices after `v` that it has an edge to; each edge goes both ways. */
static int has_edge(int kind, int v, int to)
{
    int low = v < to ? v : to, high = v < to ? to : v;
    switch (kind) {
    case 0: return high == low + 1;                             /* a path */
    case 1: return low == 0 && high > 0;                        /* a star */
    case 2: return high != low && (high - 1) / 2 == low;        /* a tree */
    default: return high != low && (low * 31 + high) % 67 == 3; /* without order */
    }
}

static pattern_graph make(int kind)
{
    static int rows[MOST + 1], edges[MOST * MOST], data[MOST];
    int vertices = 70 + 20 * kind, count = 0;
    for (int v = 0; v < vertices; v++) {
        rows[v] = count;
        data[v] = (v * 7 + 5) % 11;
        for (int to = 0; to < vertices; to++)
            if (has_edge(kind, v, to))
                edges[count++] = to;
    }
    rows[vertices] = count;
    return (pattern_graph){vertices, put(rows, vertices + 1), put(edges, count), put(data, vertices)};
}

static void run(int pattern, int share, int mistake, int kind)
{
    static int numbers[MOST + 1];
    pattern_graph g = make(kind);
    for (int v = 0; v < g.vertices; v++)
        numbers[v] = pattern == 5 ? v : 0;
    int *out = put(numbers, g.vertices), zero = 0, *count = put(&zero, 1);
    lw_launch_config how = lw_linear(lw_default_stream(device), 4 * PATTERN_BLOCK, PATTERN_BLOCK);
    switch (pattern) {
    case 0: must(lw_launch(some_vertices, how, g, out, count, share, mistake)); break;
    case 1: must(lw_launch(some_edges, how, g, out, count, share, mistake)); break;
    case 2: must(lw_launch(pull, how, g, out, count, share, mistake)); break;
    case 3: must(lw_launch(push, how, g, out, count, share, mistake)); break;
    case 4: must(lw_launch(list, how, g, out, count, share, mistake)); break;
    default: must(lw_launch(roots, how, g, out, count, share, mistake)); break;
    }
    lw_device_synchronize(device);
    lw_free(device, (void *)g.rows);
    lw_free(device, (void *)g.edges);
    lw_free(device, (void *)g.data);
    lw_free(device, out);
    lw_free(device, count);
}

int main(int count, char **words)
{
    must(lw_device_open(&device, "cpu"));
    if (count == 5) {
        run(atoi(words[1]), atoi(words[2]), atoi(words[3]), atoi(words[4]));
    } else {
        int runs = 0;
        for (int pattern = 0; pattern < 6; pattern++)
            for (int share = 0; share < SHARES; share++)
                for (int kind = 0; kind < GRAPHS; kind++, runs++)
                    run(pattern, share, NO_MISTAKE, kind);
        printf("%d right\n", runs);
    }
    lw_device_close(device);
    return 0;
}
