/* Shared memory: the offsets of LW_SHARED variables, and the worker's arena, which holds a block's shared memory.
 *
 * The variables of the module's device functions come first, because any of its kernels may use them; the kernel's own
 * follow. A counterpart is the record of the same variable in the fused copy; it gets the same offset and adds no
 * bytes. The block's memory ends at the end of the arena, so that an access after it reaches inaccessible pages. In
 * checked mode a gap follows each variable and the block's memory; an access to a gap is reported, and the thread
 * continues.
 */
#include "../machine/machine.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

/* Bytes. No GPU has more than 228 KiB; FENCE: inaccessible, on each side. */
enum { LARGEST = 256 << 10, FENCE = 256 << 10, ALIGNMENT = 128 };
/* In checked copies the gap after a variable has the variable's size, within these limits. */
enum { CHECKED_ALIGNMENT = 16, LEAST_GAP = 64, MOST_GAP = 1024, CHECKED_LARGEST = 4 * LARGEST };

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
    size_t gap = worker->options.checked ? MOST_GAP : 0;
    return worker->arena_end - gap - (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static size_t gap_after(const lw_shared_variable *variable)
{
    if (variable->engine != LW_ENGINE_CHECKED)
        return 0;
    return variable->size < LEAST_GAP ? LEAST_GAP : variable->size > MOST_GAP ? MOST_GAP : variable->size;
}

/* Compares names, too: in a file that is included several times, different kernels have one line. */
bool emu_shared_is_of(const lw_shared_variable *variable, const lw_kernel *kernel)
{
    size_t length = strlen(kernel->name);
    return variable->kernel_line == kernel->line && strncmp(variable->function, kernel->name, length) == 0 &&
           strcmp(variable->function + length, "__body") == 0;
}

/* Places the module's variables of one kernel, or of device functions (`kernel` null), from `offset` on.
 * Returns the end. */
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
        if (variable->offset != offset) /* running kernels read it, so it is written only once */
            variable->offset = offset;
        offset += variable->size + gap_after(variable);
    }
    return offset;
}

static bool is_same_variable(const lw_shared_variable *a, const lw_shared_variable *b)
{
    return a->module == b->module && a->size == b->size && a->alignment == b->alignment &&
           strcmp(a->name, b->name) == 0 && strcmp(a->function, b->function) == 0;
}

/* Gives the counterparts of the kernel's variables their offsets. Returns null or, if it finds no variable or several
 * for a counterpart, that counterpart. Variables are matched by name and function. Lines count only between variables
 * of one name in one function, because compilers differ in the __LINE__ of a macro call that spans lines. Two variables
 * of one name on one line, which a macro can make, cannot be distinguished. */
static const lw_shared_variable *place_counterparts(const lw_kernel *kernel)
{
    const lw_module *module = kernel->module;
    for (lw_shared_variable *counterpart = module->shared; counterpart != module->shared_end; counterpart++) {
        if (counterpart->module != module || counterpart->engine != LW_ENGINE_FUSED)
            continue;
        unsigned count = 0;
        bool ours = false, on_line = false;
        size_t offset = 0;
        for (const lw_shared_variable *variable = module->shared; variable != module->shared_end; variable++) {
            if (variable->engine != LW_ENGINE_FIBER || !is_same_variable(variable, counterpart) ||
                (on_line && variable->line != counterpart->line))
                continue;
            if (!on_line && variable->line == counterpart->line) {
                on_line = true;
                ours = false;
                count = 0;
            }
            count++;
            ours = ours || variable->kernel_line == 0 || emu_shared_is_of(variable, kernel);
            offset = variable->offset;
        }
        if (count == 0 || (count > 1 && ours))
            return counterpart;
        if (ours && counterpart->offset != offset) /* running kernels read it, so it is written only once */
            counterpart->offset = offset;
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
    *lost = place_counterparts(kernel);
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
