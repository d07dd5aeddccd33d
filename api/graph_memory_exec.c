/* What an executable graph allocates and frees, and the checks of its launches. */
#include <stdlib.h>

#include "dispatch.h"

typedef struct lw_exec_memory {
    uint64_t graph;   /* the number of the graph that it was made of */
    bool frees_first; /* LW_GRAPH_INSTANTIATE_AUTO_FREE_ON_LAUNCH */
    size_t count;
    struct lw_exec_use {
        lw_graph_memory *memory; /* with a reference */
        bool allocates, frees;
    } uses[];
} lw_exec_memory;

void lw_exec_memory_free(lw_exec_memory *memory)
{
    for (size_t i = 0; memory && i < memory->count; i++)
        lw_graph_memory_release(memory->uses[i].memory);
    free(memory);
}

static struct lw_exec_use *find_use(lw_exec_memory *memory, lw_graph_memory *wanted)
{
    for (size_t i = 0; i < memory->count; i++)
        if (memory->uses[i].memory == wanted)
            return &memory->uses[i];
    lw_graph_memory_retain(wanted);
    memory->uses[memory->count] = (struct lw_exec_use){.memory = wanted};
    return &memory->uses[memory->count++];
}

lw_status lw_exec_memory_make(const char *function, lw_graph *graph, unsigned flags, lw_exec_memory **made)
{
    size_t count = 0;
    *made = NULL;
    for (const lw_graph_node *node = graph->first; node; node = node->next)
        count += node->work.memory != NULL;
    if (!count)
        return LW_SUCCESS;
    const lw_graph_exec *other = graph->exec;
    if (other && lw_pool_state(&lw_graph_execs, other) == LW_SLOT_ALIVE && other->memory &&
        other->memory->graph == graph->number)
        return lw_refuse(
            graph->context, LW_ERROR_INVALID_VALUE,
            "%s: graph allocates or frees memory, and has an executable graph, which has to be destroyed first",
            function);
    lw_exec_memory *memory = lw_allocate(sizeof *memory + count * sizeof memory->uses[0]);
    if (!memory)
        return lw_refuse(graph->context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for an executable graph", function);
    memory->graph = graph->number;
    memory->frees_first = flags & LW_GRAPH_INSTANTIATE_AUTO_FREE_ON_LAUNCH;
    for (const lw_graph_node *node = graph->first; node; node = node->next) {
        struct lw_exec_use *use = node->work.memory ? find_use(memory, node->work.memory) : NULL;
        if (use && node->work.params.type == LW_GRAPH_NODE_MEMORY_ALLOCATE)
            use->allocates = true;
        else if (use)
            use->frees = true;
    }
    *made = memory;
    return LW_SUCCESS;
}

static lw_status check(const char *function, const lw_graph_exec *exec)
{
    for (size_t i = 0; i < exec->memory->count; i++) {
        const struct lw_exec_use *use = &exec->memory->uses[i];
        const char *what = NULL;
        if (use->memory->gone)
            what = "ended with the device handle that owned it, or with a reset";
        else if (use->allocates && use->memory->allocated && !exec->memory->frees_first)
            what = "is allocated by an earlier launch, and nothing has freed it";
        else if (!use->allocates && !use->memory->allocated)
            what = "is to be freed, and is not allocated";
        if (what)
            return lw_refuse(exec->context, LW_ERROR_INVALID_VALUE, "%s: memory of exec at %p %s", function,
                             use->memory->pointer, what);
    }
    return LW_SUCCESS;
}

lw_status lw_exec_memory_begin(const char *function, const lw_graph_exec *exec)
{
    lw_graph_memory_lock();
    lw_status status = check(function, exec);
    if (status)
        lw_graph_memory_unlock();
    return status;
}

void lw_exec_memory_end(const lw_graph_exec *exec, bool launched)
{
    for (size_t i = 0; launched && i < exec->memory->count; i++) {
        const struct lw_exec_use *use = &exec->memory->uses[i];
        bool allocated = use->memory->allocated;
        use->memory->allocated = !use->frees;
        if (use->memory->allocated && !allocated)
            lw_graph_memory_retain(use->memory);
        else if (!use->memory->allocated && allocated)
            lw_graph_memory_release(use->memory);
    }
    lw_graph_memory_unlock();
}
