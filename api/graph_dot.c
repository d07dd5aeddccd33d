/* A graph as a picture: a file for Graphviz. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "dispatch.h"

static const char *type_name(const lw_graph_node *node)
{
    switch (node->work.params.type) {
    case LW_GRAPH_NODE_KERNEL: return "kernel";
    case LW_GRAPH_NODE_MEMCPY: return "copy";
    case LW_GRAPH_NODE_MEMSET: return "set";
    case LW_GRAPH_NODE_HOST: return "host function";
    case LW_GRAPH_NODE_CHILD: return "graph";
    case LW_GRAPH_NODE_EMPTY: return "empty";
    case LW_GRAPH_NODE_CONDITIONAL: return "conditional";
    case LW_GRAPH_NODE_EVENT_WAIT: return "wait for event";
    case LW_GRAPH_NODE_EVENT_RECORD: return "record event";
    case LW_GRAPH_NODE_MEMORY_ALLOCATE: return "allocate";
    case LW_GRAPH_NODE_MEMORY_FREE: return "free";
    case LW_GRAPH_NODE_MEMORY_VALUE: return "word";
    }
    return "node";
}

static void print_label(FILE *file, const lw_graph_node *node, size_t index)
{
    const lw_node_work *work = &node->work;
    fprintf(file, "%zu: %s", index, type_name(node));
    if (work->captured)
        return;
    if (work->params.type == LW_GRAPH_NODE_KERNEL) {
        const lw_launch_config *config = &work->params.as.kernel.config;
        fprintf(file, " %s\\n%u x %u x %u blocks of %u x %u x %u", work->params.as.kernel.kernel->name, config->grid.x,
                config->grid.y, config->grid.z, config->block.x, config->block.y, config->block.z);
    } else if (work->params.type == LW_GRAPH_NODE_MEMORY_ALLOCATE) {
        fprintf(file, "\\n%zu bytes at %p", work->memory->size, work->memory->pointer);
    } else if (work->params.type == LW_GRAPH_NODE_MEMORY_FREE) {
        fprintf(file, "\\n%p", work->memory->pointer);
    } else if (work->copy.height) {
        fprintf(file, "\\n%zu x %zu bytes", work->copy.width, work->copy.height);
    }
}

static const char *edge_label(const lw_graph_edge_data *data)
{
    switch (data->from_port) {
    case LW_GRAPH_PORT_PROGRAMMATIC: return " [label=\"programmatic\"]";
    case LW_GRAPH_PORT_LAUNCH_COMPLETION: return " [label=\"launch completion\"]";
    }
    return "";
}

/* The graphs of nodes are boxes around theirs. */
static void print_nodes(FILE *file, const lw_graph *graph)
{
    size_t index = 0;
    for (const lw_graph_node *node = graph->first; node; node = node->next) {
        fprintf(file, "n%llu [label=\"", (unsigned long long)node->number);
        print_label(file, node, index++);
        fprintf(file, "\"];\n");
        for (unsigned i = 0; i < lw_work_graphs(&node->work); i++) {
            fprintf(file, "subgraph cluster%llu_%u {\nlabel=\"graph %u of node %zu\";\n",
                    (unsigned long long)node->number, i, i, index - 1);
            print_nodes(file, lw_work_graph(&node->work, i));
            fprintf(file, "}\n");
        }
    }
    for (const lw_graph_node *node = graph->first; node; node = node->next)
        for (size_t i = 0; i < node->after.count; i++)
            fprintf(file, "n%llu -> n%llu%s;\n", (unsigned long long)node->number,
                    (unsigned long long)node->after.nodes[i]->number, edge_label(&node->after.data[i]));
}

lw_status lw_graph_print_dot(lw_graph *graph, const char *path)
{
    LW_NOTE_CALLER();
    lw_status status = lw_enter_graph(__func__, "graph", graph);
    if (status)
        return status;
    if (!path)
        return lw_refuse(graph->context, LW_ERROR_INVALID_VALUE, "%s: path is null", __func__);
    FILE *file = fopen(path, "w");
    if (!file)
        return lw_refuse(graph->context, LW_ERROR_SYSTEM, "%s: %s cannot be written: %s", __func__, path,
                         strerror(errno));
    fprintf(file, "digraph lanewise {\nnode [shape=box];\n");
    print_nodes(file, graph);
    fprintf(file, "}\n");
    bool failed = ferror(file);
    failed = fclose(file) || failed;
    return failed ? lw_refuse(graph->context, LW_ERROR_SYSTEM, "%s: %s cannot be written: %s", __func__, path,
                              strerror(errno))
                  : LW_SUCCESS;
}
