/* Shared memory: the offsets of LW_SHARED variables, and the worker's arena, which holds a block's shared memory.
 *
 * The variables of device functions come first: each kernel of the module may use them, or those kernels that its record
 * lists. They lie one after the other, but where no kernel uses both. The kernel's own follow, then dynamic shared memory. A record
 * of size 0 is no variable: it says how dynamic shared memory is aligned. A counterpart is the record of the same variable
 * in the fused copy; it gets the same offset and adds no bytes. The block's memory ends at the end of the arena, so that
 * an access after it reaches inaccessible pages. In checked mode a gap follows each variable and the block's memory; an
 * access to a gap is reported, and the thread continues.
 */
#include "../machine/machine.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

/* Bytes. No GPU has more than 228 KiB; FENCE: inaccessible, on each side. */
enum { LARGEST = 256 << 10, FENCE = 256 << 10, ALIGNMENT = 128 };
/* The largest alignment that the language accepts. The place of the largest block still lies in the arena. */
enum { MOST_ALIGNMENT = 4096, MOST_BYTES = 228 << 10 };
_Static_assert(MOST_BYTES + MOST_ALIGNMENT <= LARGEST, "the arena has room for the largest block, however aligned");
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

char *emu_arena_place(const emu_worker *worker, size_t size, size_t alignment)
{
    char *highest = worker->arena_end - (worker->options.checked ? MOST_GAP : 0) - size;
    return highest - (uintptr_t)highest % (alignment > ALIGNMENT ? alignment : ALIGNMENT);
}

bool emu_shared_is_dynamic(const lw_shared_variable *variable)
{
    return variable->size == 0;
}

static size_t gap_after(const lw_shared_variable *variable)
{
    if (variable->engine != LW_ENGINE_CHECKED)
        return 0;
    return variable->size < LEAST_GAP ? LEAST_GAP : variable->size > MOST_GAP ? MOST_GAP : variable->size;
}

/* Whether the `length` bytes name the kernel's body. */
static bool is_body(const char *name, size_t length, const lw_kernel *kernel)
{
    size_t own = strlen(kernel->name);
    return length == own + strlen("__body") && strncmp(name, kernel->name, own) == 0 &&
           strncmp(name + own, "__body", length - own) == 0;
}

/* A device function's variable; then `function` is one function's name, or has a line for each kernel that uses it. */
static bool is_common(const lw_shared_variable *variable)
{
    return variable->kernel_line == 0;
}

/* The next line of a list, or null. Each line ends with a newline; a name alone is no line. */
static const char *next_line(const char **rest, size_t *length)
{
    const char *line = *rest, *end = strchr(line, '\n');
    if (!end)
        return NULL;
    *length = (size_t)(end - line);
    *rest = end + 1;
    return line;
}

static bool lists_kernels(const lw_shared_variable *variable)
{
    return strchr(variable->function, '\n') != NULL;
}

/* Whether the variable's kernel begins there: of an LW_KERNEL of several lines one compiler takes the first, another the last. Static
 * kernels of several files may have one name. */
static bool is_of_line(const lw_shared_variable *variable, const lw_kernel *kernel)
{
    enum { MOST_LINES = 64 };
    int distance = variable->kernel_line - kernel->line;
    return distance == 0 ||
           (distance < MOST_LINES && distance > -MOST_LINES && strcmp(variable->file, kernel->file) == 0);
}

/* Compares names, too: in a file that is included several times, different kernels have one line. */
bool emu_shared_may_use(const lw_shared_variable *variable, const lw_kernel *kernel)
{
    if (!is_common(variable))
        return is_of_line(variable, kernel) && is_body(variable->function, strlen(variable->function), kernel);
    if (!lists_kernels(variable))
        return true;
    size_t length;
    for (const char *rest = variable->function, *line; (line = next_line(&rest, &length));)
        if (is_body(line, length, kernel))
            return true;
    return false;
}

/* Whether a kernel may use both, which are device functions' variables. */
static bool are_used_together(const lw_shared_variable *a, const lw_shared_variable *b)
{
    if (!lists_kernels(a) || !lists_kernels(b))
        return true;
    size_t one, other;
    for (const char *rest = a->function, *line; (line = next_line(&rest, &one));)
        for (const char *others = b->function, *with; (with = next_line(&others, &other));)
            if (one == other && strncmp(line, with, one) == 0)
                return true;
    return false;
}

/* Gives the variable the first place from `offset` on. Returns its end. */
static size_t place(lw_shared_variable *variable, size_t offset)
{
    size_t alignment = variable->alignment;
    if (variable->engine == LW_ENGINE_CHECKED && alignment < CHECKED_ALIGNMENT)
        alignment = CHECKED_ALIGNMENT;
    offset = (offset + alignment - 1) / alignment * alignment;
    if (variable->offset != offset) /* running kernels read it, so it is written only once */
        variable->offset = offset;
    return offset + variable->size + gap_after(variable);
}

static size_t end_of(const lw_shared_variable *variable)
{
    return variable->offset + variable->size + gap_after(variable);
}

static bool is_in(const lw_shared_variable *variable, const lw_module *module, lw_engine engine)
{
    return variable->module == module && variable->engine == (int)engine && !emu_shared_is_dynamic(variable);
}

/* Places the module's variables of device functions. Returns the end of those that the kernel may use. */
static size_t place_common(const lw_kernel *kernel, lw_engine engine)
{
    const lw_module *module = kernel->module;
    size_t end = 0;
    for (lw_shared_variable *variable = module->shared; variable != module->shared_end; variable++) {
        size_t offset = 0;
        if (!is_in(variable, module, engine) || !is_common(variable))
            continue;
        for (const lw_shared_variable *other = module->shared; other != variable; other++)
            if (is_in(other, module, engine) && is_common(other) && end_of(other) > offset &&
                are_used_together(other, variable))
                offset = end_of(other);
        offset = place(variable, offset);
        if (offset > end && emu_shared_may_use(variable, kernel))
            end = offset;
    }
    return end;
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
        if (!is_in(counterpart, module, LW_ENGINE_FUSED))
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
            ours = ours || emu_shared_may_use(variable, kernel);
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

/* The block has the largest alignment of its variables. Dynamic shared memory has the largest of its declarations; the bytes
 * before it count as static ones, as nvcc counts them. */
static emu_shared_extent align(const lw_kernel *kernel, lw_engine engine, size_t size)
{
    const lw_module *module = kernel->module;
    emu_shared_extent extent = {size, 1};
    size_t dynamic = 1;
    for (const lw_shared_variable *variable = module->shared; variable != module->shared_end; variable++) {
        if (variable->module != module || variable->engine != (int)engine || !emu_shared_may_use(variable, kernel))
            continue;
        if (variable->alignment > extent.alignment)
            extent.alignment = variable->alignment;
        if (emu_shared_is_dynamic(variable) && variable->alignment > dynamic)
            dynamic = variable->alignment;
    }
    if (dynamic > EMU_DYNAMIC_ALIGNMENT)
        extent.size = (size + dynamic - 1) / dynamic * dynamic;
    return extent;
}

static emu_shared_extent layout(const lw_kernel *kernel, lw_engine engine)
{
    const lw_module *module = kernel->module;
    size_t size = place_common(kernel, engine);
    for (lw_shared_variable *variable = module->shared; kernel->line && variable != module->shared_end; variable++)
        if (is_in(variable, module, engine) && !is_common(variable) && emu_shared_may_use(variable, kernel))
            size = place(variable, size);
    return align(kernel, engine, size);
}

emu_shared_extent emu_shared_layout(const lw_kernel *kernel, const lw_shared_variable **lost)
{
    *lost = NULL;
    if (!kernel->module || kernel->module->shared == kernel->module->shared_end)
        return (emu_shared_extent){0, 1};
    pthread_mutex_lock(&lock);
    emu_shared_extent extent = layout(kernel, LW_ENGINE_FIBER);
    *lost = place_counterparts(kernel);
    pthread_mutex_unlock(&lock);
    return extent;
}

emu_shared_extent emu_checked_shared_layout(const lw_kernel *kernel)
{
    if (!kernel->module || kernel->module->shared == kernel->module->shared_end)
        return (emu_shared_extent){0, 1};
    pthread_mutex_lock(&lock);
    emu_shared_extent extent = layout(kernel, LW_ENGINE_CHECKED);
    pthread_mutex_unlock(&lock);
    return extent;
}
