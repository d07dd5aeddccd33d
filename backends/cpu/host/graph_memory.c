/* Memory of graphs: reserved when its node is made, as the address is the same in every run. A run only tells checked mode when the
 * memory begins and ends. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "graph.h"

struct lw_cpu_graph_memory {
    lw_cpu_block block; /* first member; it leaves as blocks of pools do */
    size_t size;
    bool used, reserved;       /* by the calls of launches and frees; it was not trimmed since a launch */
    bool checked;              /* checked mode: runs have allocated it, and not freed it */
    uintptr_t by;              /* the call that made it */
    lw_cpu_graph_memory *next; /* in the device's list */
};

static lw_cpu_graph_memory *memory_at(const lw_device_impl *device, const void *pointer)
{
    return emu_memory_note(device->memory, pointer);
}

/* ---- its life ---- */
static bool allocate(lw_device_impl *device, size_t size, void **pointer)
{
    if (emu_memory_allocate(device->memory, pointer, size))
        return false;
    if (!device->compare || lw_cpu_compare_add_memory(device->compare, false, *pointer, size, lw_caller))
        return true;
    emu_memory_free(device->memory, *pointer);
    return false;
}

lw_status lw_cpu_graph_memory_make(lw_device_impl *device, size_t size, void **pointer)
{
    lw_cpu_graph_memory *memory = lw_allocate(sizeof *memory);
    if (!memory || (!allocate(device, size, &memory->block.pointer) &&
                    !(lw_cpu_pools_return(device) && allocate(device, size, &memory->block.pointer)))) {
        free(memory);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY,
                       "no %zu bytes of device memory are left of %zu (LANEWISE_MEMORY)", size, device->options.memory);
    }
    memory->size = size;
    memory->block.of_graph = true;
    memory->by = lw_caller;
    emu_memory_set_note(device->memory, memory->block.pointer, memory);
    emu_pool_lock(device->pool);
    memory->next = device->graph_memory.first;
    device->graph_memory.first = memory;
    emu_pool_unlock(device->pool);
    *pointer = memory->block.pointer;
    return LW_SUCCESS;
}

void lw_cpu_graph_memory_allow(lw_device_impl *device, const void *pointer, unsigned peers)
{
    atomic_fetch_or(&memory_at(device, pointer)->block.peers, peers);
}

void lw_cpu_graph_memory_forget_peer(lw_device_impl *device, unsigned peer)
{
    for (lw_cpu_graph_memory *memory = device->graph_memory.first; memory; memory = memory->next)
        atomic_fetch_and(&memory->block.peers, ~peer);
}

/* With the lock held. */
static void set_used(lw_device_impl *device, lw_cpu_graph_memory *memory, bool used)
{
    if (memory->used == used)
        return;
    memory->used = used;
    device->graph_memory.used += used ? memory->size : -memory->size;
    if (device->graph_memory.used > device->graph_memory.used_high)
        device->graph_memory.used_high = device->graph_memory.used;
}

static void set_reserved(lw_device_impl *device, lw_cpu_graph_memory *memory, bool reserved)
{
    if (memory->reserved == reserved)
        return;
    memory->reserved = reserved;
    device->graph_memory.reserved += reserved ? memory->size : -memory->size;
    if (device->graph_memory.reserved > device->graph_memory.reserved_high)
        device->graph_memory.reserved_high = device->graph_memory.reserved;
}

/* Runs that are queued may still use it. */
void lw_cpu_graph_memory_drop(lw_device_impl *device, void *pointer, bool allocated)
{
    lw_cpu_graph_memory *memory = memory_at(device, pointer);
    emu_pool_lock(device->pool); /* as in lw_cpu_retire() */
    emu_memory_retire(device->memory, pointer);
    emu_pool_unlock(device->pool);
    if (emu_checking && allocated) { /* the device closes or is reset; copies that are queued may still reach it */
        lw_cpu_wait(device, NULL);
        lw_cpu_wait_for_reach(device, false);
        emu_check_freed(pointer, 0);
    }
    emu_memory_set_note(device->memory, pointer, NULL);
    emu_pool_lock(device->pool);
    set_used(device, memory, false);
    set_reserved(device, memory, false);
    lw_cpu_graph_memory **link = &device->graph_memory.first;
    while (*link != memory)
        link = &(*link)->next;
    *link = memory->next;
    memory->block.ticket = device->shared->ticket;
    lw_cpu_block_link(&device->pools.leaving, &memory->block);
    atomic_fetch_add_explicit(&device->pools.free_count, 1, memory_order_relaxed);
    emu_pool_unlock(device->pool);
}

/* ---- launches and frees ---- */
void lw_cpu_graph_memory_launched(lw_device_impl *device, const lw_graph *graph)
{
    for (const lw_graph_node *node = graph->first; node; node = node->next)
        if (node->work.params.type == LW_GRAPH_NODE_MEMORY_ALLOCATE) {
            lw_device_impl *owner = node->work.memory->impl;
            lw_cpu_graph_memory *memory = memory_at(owner, node->work.memory->pointer);
            memory->block.ticket = device->shared->ticket;
            lw_cpu_note_reach(device, owner);
            set_used(owner, memory, true);
            set_reserved(owner, memory, true);
        }
    for (const lw_graph_node *node = graph->first; node; node = node->next)
        if (node->work.params.type == LW_GRAPH_NODE_MEMORY_FREE) {
            lw_device_impl *owner = node->work.memory->impl;
            lw_cpu_graph_memory *memory = memory_at(owner, node->work.memory->pointer);
            memory->block.ticket = device->shared->ticket;
            lw_cpu_note_reach(device, owner);
            set_used(owner, memory, false);
        }
}

static void run_end(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    (void)worker, (void)first, (void)count;
    lw_cpu_operation *operation = (lw_cpu_operation *)task;
    lw_cpu_graph_memory *memory = operation->as.graph_memory;
    memory->checked = false;
    emu_check_ordered_free(operation->check, memory->block.pointer);
}

static void run_begin(emu_task *task, emu_worker *worker, uint64_t first, uint64_t count)
{
    lw_cpu_operation *operation = (lw_cpu_operation *)task;
    lw_cpu_graph_memory *memory = operation->as.graph_memory;
    if (memory->checked) /* LW_GRAPH_INSTANTIATE_AUTO_FREE_ON_LAUNCH */
        run_end(task, worker, first, count);
    memory->checked = true;
    emu_check_allocated_by(operation->check, memory->block.pointer, memory->size, memory->by);
}

static void finish(emu_task *task)
{
    lw_cpu_complete((lw_cpu_operation *)task);
}

/* The operation by which checked mode learns of an allocation or a free; null: no memory. */
static lw_cpu_operation *make_check(const lw_device_impl *device, const void *pointer, bool begins)
{
    lw_cpu_operation *operation = lw_allocate(sizeof *operation);
    if (!operation) {
        lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a graph's memory");
        return NULL;
    }
    operation->kind = LW_CPU_FREE;
    operation->as.graph_memory = memory_at(device, pointer);
    operation->task.run = begins ? run_begin : run_end;
    operation->task.finish = finish;
    operation->task.items = 1;
    return operation;
}

lw_status lw_cpu_graph_memory_operation(lw_cpu_node *node, const lw_graph_memory *memory)
{
    node->body->has_memory = true;
    if (!emu_checking)
        return LW_SUCCESS;
    node->operation = make_check(memory->impl, memory->pointer, node->type == LW_GRAPH_NODE_MEMORY_ALLOCATE);
    return node->operation ? LW_SUCCESS : LW_ERROR_OUT_OF_MEMORY;
}

lw_status lw_cpu_graph_memory_free(lw_device_impl *device, lw_stream_impl *stream, void *pointer)
{
    lw_status status = stream ? lw_cpu_capture_forbids_legacy(stream) : lw_cpu_capture_forbids_unsafe(device);
    lw_cpu_operation *check = status || !emu_checking ? NULL : make_check(device, pointer, false);
    if (status || (emu_checking && !check))
        return status ? status : LW_ERROR_OUT_OF_MEMORY;
    emu_pool_lock(device->pool);
    if (check && !stream)
        stream = lw_cpu_stream_of_frees(device);
    if (check && !stream) {
        emu_pool_unlock(device->pool);
        free(check);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a free");
    }
    if (check)
        lw_cpu_enqueue(stream, check);
    lw_cpu_graph_memory *memory = memory_at(device, pointer);
    memory->block.ticket = device->shared->ticket;
    set_used(device, memory, false);
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}

/* ---- attributes ---- */
lw_status lw_cpu_graph_memory_get(lw_device_impl *device, lw_graph_memory_attribute attribute, uint64_t *value)
{
    emu_pool_lock(device->pool);
    const uint64_t values[] = {[LW_GRAPH_MEMORY_USED_CURRENT] = device->graph_memory.used,
                               [LW_GRAPH_MEMORY_USED_HIGH] = device->graph_memory.used_high,
                               [LW_GRAPH_MEMORY_RESERVED_CURRENT] = device->graph_memory.reserved,
                               [LW_GRAPH_MEMORY_RESERVED_HIGH] = device->graph_memory.reserved_high};
    *value = values[attribute];
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}

lw_status lw_cpu_graph_memory_reset(lw_device_impl *device, lw_graph_memory_attribute attribute)
{
    emu_pool_lock(device->pool);
    if (attribute == LW_GRAPH_MEMORY_USED_HIGH) /* a new high watermark begins at what there is now */
        device->graph_memory.used_high = device->graph_memory.used;
    else
        device->graph_memory.reserved_high = device->graph_memory.reserved;
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}

/* Gives whole pages back; the addresses stay. */
static void discard(const lw_cpu_graph_memory *memory)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)memory->block.pointer;
    uintptr_t first = (begin + page - 1) & ~(page - 1), last = (begin + memory->size) & ~(page - 1);
    if (first < last)
        madvise((void *)first, last - first, MADV_DONTNEED);
}

lw_status lw_cpu_graph_memory_trim(lw_device_impl *device)
{
    emu_pool_lock(device->pool);
    uint64_t oldest = lw_cpu_oldest_ticket(device);
    for (lw_cpu_graph_memory *memory = device->graph_memory.first; memory; memory = memory->next)
        if (memory->reserved && !memory->used && memory->block.ticket < oldest) {
            set_reserved(device, memory, false);
            discard(memory);
        }
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}
