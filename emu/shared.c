/* Shared memory: where each LW_SHARED lies in a block's, and the worker's arena that holds it.
 *
 * Offsets: first the variables of the module's device functions, which any of its kernels may use, then each kernel's
 * own. A twin, the record that a fused copy of the code has of the same variable, gets its offset and counts no bytes.
 * The block's bytes end where the arena ends, so that an access beyond them meets inaccessible pages.
 */
#include "machine.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

/* 228 KiB is the most of any GPU; inaccessible bytes stand on both sides. */
enum { ARENA = 256 << 10, FENCE = 256 << 10, ALIGNMENT = 128 };

bool emu_arena_create(emu_worker *worker)
{
    if (emu_allocation_fails && emu_allocation_fails())
        return false;
    char *memory = mmap(0, FENCE + ARENA + FENCE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    if (mprotect(memory + FENCE, ARENA, PROT_READ | PROT_WRITE) != 0) {
        munmap(memory, FENCE + ARENA + FENCE);
        return false;
    }
    worker->arena = memory + FENCE;
    worker->arena_end = worker->arena + ARENA;
    return true;
}

void emu_arena_destroy(emu_worker *worker)
{
    munmap(worker->arena - FENCE, FENCE + ARENA + FENCE);
}

char *emu_arena_place(const emu_worker *worker, size_t size)
{
    return worker->arena_end - (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Places the module's variables of one kernel (or of none: kernel_line 0) from `offset` on; the end. */
static size_t place(const lw_module *module, int kernel_line, size_t offset)
{
    for (lw_shared_variable *variable = module->shared; variable != module->shared_end; variable++) {
        if (variable->module != module || variable->kernel_line != kernel_line || variable->is_twin)
            continue;
        offset = (offset + variable->alignment - 1) / variable->alignment * variable->alignment;
        if (variable->offset != offset) /* kernels in flight read it: written once only */
            variable->offset = offset;
        offset += variable->size;
    }
    return offset;
}

/* Compilers differ in which line of a macro's call that spans several is __LINE__, so a twin's kernel_line says nothing. */
static bool alike(const lw_shared_variable *a, const lw_shared_variable *b)
{
    return a->module == b->module && a->line == b->line && a->size == b->size && a->alignment == b->alignment &&
           strcmp(a->name, b->name) == 0;
}

/* Gives the twins of the kernel's variables their offsets; false where one has no other, or several: two of one name on
 * one line, as a macro can make them, look alike. */
static bool place_twins(const lw_module *module, int kernel_line)
{
    for (lw_shared_variable *twin = module->shared; twin != module->shared_end; twin++) {
        if (twin->module != module || !twin->is_twin)
            continue;
        unsigned count = 0;
        bool ours = false;
        size_t offset = 0;
        for (const lw_shared_variable *variable = module->shared; variable != module->shared_end; variable++) {
            if (variable->is_twin || !alike(variable, twin))
                continue;
            count++;
            ours = ours || variable->kernel_line == 0 || variable->kernel_line == kernel_line;
            offset = variable->offset;
        }
        if (count == 0 || (count > 1 && ours))
            return false;
        if (ours && twin->offset != offset) /* kernels in flight read it: written once only */
            twin->offset = offset;
    }
    return true;
}

size_t emu_shared_layout(const lw_kernel *kernel, bool *fusible)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const lw_module *module = kernel->module;
    *fusible = true;
    if (!module || module->shared == module->shared_end)
        return 0;
    pthread_mutex_lock(&lock);
    size_t size = place(module, 0, 0);
    if (kernel->line != 0)
        size = place(module, kernel->line, size);
    *fusible = place_twins(module, kernel->line);
    pthread_mutex_unlock(&lock);
    return size;
}
