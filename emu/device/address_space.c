/* The memory space of an address, for the calling thread: shared memory, local memory (stacks), or an LW_CONSTANT.
 * Every other address is global, as among a GPU's generic addresses: also those of the launch's arguments. */
#include "../machine/machine.h"

static bool within(const void *pointer, const void *low, const void *high)
{
    return (uintptr_t)pointer >= (uintptr_t)low && (uintptr_t)pointer < (uintptr_t)high;
}

static bool is_shared(const emu_worker *worker, const void *pointer)
{
    return within(pointer, worker->shared, worker->arena_end);
}

/* Local memory of any thread of the block, because a GPU's threads have their own under the same addresses. The context
 * arrays of a fused block are local memory, too. */
static bool is_local(const emu_worker *worker, const void *pointer)
{
    if (within(pointer, worker->fused_memory, worker->fused_memory + worker->fused_size))
        return true;
    const emu_stacks *stacks = worker->grid->fused ? &worker->leader->stacks : &worker->stacks;
    for (unsigned i = 0; i < EMU_MAX_SLABS && stacks->slab[i]; i++) {
        const char *slab = stacks->slab[i];
        if (within(pointer, slab, slab + stacks->pitch * EMU_SLAB_STACKS))
            return true;
    }
    return false;
}

static bool is_constant(const emu_worker *worker, const void *pointer)
{
    const lw_module *module = worker->grid->kernel->module;
    for (const lw_symbol *symbol = module ? module->symbols : NULL; symbol && symbol != module->symbols_end; symbol++)
        if (symbol->kind == LW_SYMBOL_CONSTANT &&
            within(pointer, symbol->address, (const char *)symbol->address + symbol->size))
            return true;
    return false;
}

emu_space emu_space_of(const void *pointer)
{
    const emu_worker *worker = emu_self;
    if (!worker) /* a host function */
        return EMU_SPACE_GLOBAL;
    if (is_shared(worker, pointer))
        return EMU_SPACE_SHARED;
    if (is_local(worker, pointer))
        return EMU_SPACE_LOCAL;
    return is_constant(worker, pointer) ? EMU_SPACE_CONSTANT : EMU_SPACE_GLOBAL;
}

bool emu_in_cluster_shared(const void *pointer)
{
    const emu_worker *worker = emu_self;
    if (!worker || is_shared(worker, pointer))
        return worker != NULL;
    for (unsigned i = 0; i < worker->cluster_size; i++) {
        const emu_worker *block = worker->gang->member[worker->cluster->index + i];
        if (is_shared(block, pointer))
            return true;
    }
    return false;
}

bool emu_in_arguments(const void *pointer)
{
    const emu_worker *worker = emu_self;
    if (!worker) /* a host function */
        return false;
    const char *arguments = (const char *)worker->grid->arguments;
    return within(pointer, arguments, arguments + worker->grid->kernel->arguments_size);
}
