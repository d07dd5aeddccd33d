/* Shared memory: where each LW_SHARED lies in a block's, and the worker's arena that holds it.
 *
 * Offsets: first the variables of the module's device functions, which any of its kernels may use, then each kernel's
 * own. A twin, the record that a fused copy of the code has of the same variable, gets its offset and counts no bytes.
 * The block's bytes end where the arena ends, so that an access beyond them meets inaccessible pages. Those of checked
 * blocks have room behind them, as their variables have: a thread that errs into it is reported, and goes on.
 */
#include "../machine/machine.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

/* 228 KiB is the most of any GPU; inaccessible bytes stand on both sides. */
enum { LARGEST = 256 << 10, FENCE = 256 << 10, ALIGNMENT = 128 };
/* In checked copies a variable has room behind it, as much as it is long, within limits. */
enum { CHECKED_ALIGNMENT = 16, LEAST_ROOM = 64, MOST_ROOM = 1024, CHECKED_LARGEST = 4 * LARGEST };

bool emu_arena_create(emu_worker *worker)
{
    size_t size = worker->options.checked ? CHECKED_LARGEST : LARGEST;
    if (emu_allocation_fails && emu_allocation_fails())
        return false;
    char *memory = mmap(0, FENCE + size + FENCE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    if (mprotect(memory + FENCE, size, PROT_READ | PROT_WRITE) != 0) {
        munmap(memory, FENCE + size + FENCE);
        return false;
    }
    worker->arena = memory + FENCE;
    worker->arena_end = worker->arena + size;
    return true;
}

void emu_arena_destroy(emu_worker *worker)
{
    munmap(worker->arena - FENCE, FENCE + (size_t)(worker->arena_end - worker->arena) + FENCE);
}

char *emu_arena_place(const emu_worker *worker, size_t size)
{
    size_t room = worker->options.checked ? MOST_ROOM : 0;
    return worker->arena_end - room - (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static size_t room_behind(const lw_shared_variable *variable)
{
    if (variable->engine != LW_ENGINE_CHECKED)
        return 0;
    return variable->size < LEAST_ROOM ? LEAST_ROOM : variable->size > MOST_ROOM ? MOST_ROOM : variable->size;
}

/* Kernels of a file that is included several times have one line, and functions of their own. */
bool emu_shared_is_of(const lw_shared_variable *variable, const lw_kernel *kernel)
{
    size_t length = strlen(kernel->name);
    return variable->kernel_line == kernel->line && strncmp(variable->function, kernel->name, length) == 0 &&
           strcmp(variable->function + length, "__body") == 0;
}

/* Places the module's variables of one kernel, or of device functions (null), from `offset` on. Returns the end. */
static size_t place(const lw_module *module, lw_engine engine, const lw_kernel *kernel, size_t offset)
{
    for (lw_shared_variable *variable = module->shared; variable != module->shared_end; variable++) {
        if (variable->module != module || variable->engine != (int)engine ||
            !(kernel ? emu_shared_is_of(variable, kernel) : variable->kernel_line == 0))
            continue;
        size_t alignment = variable->alignment;
        if (engine == LW_ENGINE_CHECKED && alignment < CHECKED_ALIGNMENT)
            alignment = CHECKED_ALIGNMENT;
        offset = (offset + alignment - 1) / alignment * alignment;
        if (variable->offset != offset) /* kernels in flight read it: written once only */
            variable->offset = offset;
        offset += variable->size + room_behind(variable);
    }
    return offset;
}

static bool alike(const lw_shared_variable *a, const lw_shared_variable *b)
{
    return a->module == b->module && a->size == b->size && a->alignment == b->alignment &&
           strcmp(a->name, b->name) == 0 && strcmp(a->function, b->function) == 0;
}

/* Gives the twins of the kernel's variables their offsets; else the first that has no other, or several. Those of one name in
 * one function are told apart by their lines; else lines say nothing, as compilers differ in which one of a macro's call
 * that spans several is __LINE__. Two of one name on one line, as a macro can make them, look alike. */
static const lw_shared_variable *place_twins(const lw_kernel *kernel)
{
    const lw_module *module = kernel->module;
    for (lw_shared_variable *twin = module->shared; twin != module->shared_end; twin++) {
        if (twin->module != module || twin->engine != LW_ENGINE_FUSED)
            continue;
        unsigned count = 0;
        bool ours = false, on_line = false;
        size_t offset = 0;
        for (const lw_shared_variable *variable = module->shared; variable != module->shared_end; variable++) {
            if (variable->engine != LW_ENGINE_FIBER || !alike(variable, twin) ||
                (on_line && variable->line != twin->line))
                continue;
            if (!on_line && variable->line == twin->line) {
                on_line = true;
                ours = false;
                count = 0;
            }
            count++;
            ours = ours || variable->kernel_line == 0 || emu_shared_is_of(variable, kernel);
            offset = variable->offset;
        }
        if (count == 0 || (count > 1 && ours))
            return twin;
        if (ours && twin->offset != offset) /* kernels in flight read it: written once only */
            twin->offset = offset;
    }
    return NULL;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static size_t layout(const lw_kernel *kernel, lw_engine engine)
{
    size_t size = place(kernel->module, engine, NULL, 0);
    return kernel->line ? place(kernel->module, engine, kernel, size) : size;
}

size_t emu_shared_layout(const lw_kernel *kernel, const lw_shared_variable **lost)
{
    *lost = NULL;
    if (!kernel->module || kernel->module->shared == kernel->module->shared_end)
        return 0;
    pthread_mutex_lock(&lock);
    size_t size = layout(kernel, LW_ENGINE_FIBER);
    *lost = place_twins(kernel);
    pthread_mutex_unlock(&lock);
    return size;
}

size_t emu_checked_shared_layout(const lw_kernel *kernel)
{
    if (!kernel->module || kernel->module->shared == kernel->module->shared_end)
        return 0;
    pthread_mutex_lock(&lock);
    size_t size = layout(kernel, LW_ENGINE_CHECKED);
    pthread_mutex_unlock(&lock);
    return size;
}
