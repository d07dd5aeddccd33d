/* Shared memory: where each LW_SHARED lies in a block's, and the worker's arena that holds it.
 *
 * Offsets: first the variables of the module's device functions, which any of its kernels may use, then each kernel's
 * own. The block's bytes end where the arena ends, so that an access beyond them meets inaccessible pages.
 */
#include "machine.h"

#include <pthread.h>
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
        if (variable->module != module || variable->kernel_line != kernel_line)
            continue;
        offset = (offset + variable->alignment - 1) / variable->alignment * variable->alignment;
        if (variable->offset != offset) /* kernels in flight read it: written once only */
            variable->offset = offset;
        offset += variable->size;
    }
    return offset;
}

size_t emu_shared_layout(const lw_kernel *kernel)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const lw_module *module = kernel->module;
    if (!module || module->shared == module->shared_end)
        return 0;
    pthread_mutex_lock(&lock);
    size_t size = place(module, 0, 0);
    if (kernel->line != 0)
        size = place(module, kernel->line, size);
    pthread_mutex_unlock(&lock);
    return size;
}
