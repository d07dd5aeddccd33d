/* A kernel's attributes on the CPU device, and the choice of its fused copy. */
#include <stdatomic.h>
#include <stdlib.h>

#include "../../../emu/device/collective.h"
#include "../../../emu/fused/fused.h"
#include "../../../emu/host/level.h"
#include "cpu.h"

/* The kernel's state word: two bits, its static shared bytes, the alignment of its blocks' shared memory (the power of two), and
 * a unique number. The number distinguishes the kernel
 * from an earlier one at the same address whose library was unloaded. */
enum { KNOWN = 1, FUSIBLE = 2, BITS = 2, SIZE_BITS = 28, ALIGNMENT_BITS = 4, NUMBER_BITS = 30 };
_Static_assert(sizeof(uintptr_t) * 8 >= BITS + SIZE_BITS + ALIGNMENT_BITS + NUMBER_BITS,
               "a kernel's state is one word");
static const uintptr_t most_size = ((uintptr_t)1 << SIZE_BITS) - 1, most_power = ((uintptr_t)1 << ALIGNMENT_BITS) - 1;

static uintptr_t next_number(void)
{
    static atomic_uint latest;
    return atomic_fetch_add_explicit(&latest, 1, memory_order_relaxed) & (((uintptr_t)1 << NUMBER_BITS) - 1);
}

static bool has_fused(const lw_kernel *kernel)
{
    for (int level = 0; level < LW_CPU_LEVELS; level++) {
        const emu_fused_kernel *copy = kernel->fused[level];
        if (copy && copy->version == EMU_FUSED_VERSION && (!copy->reason || copy->special))
            return true;
    }
    return false;
}

static uintptr_t state_of(const lw_kernel *kernel)
{
    /* Computed once, so that a launch takes no lock. The cast is valid: descriptors are not constants. */
    void **state = (void **)&kernel->state[LW_BACKEND_CPU];
    uintptr_t known = (uintptr_t)__atomic_load_n(state, __ATOMIC_ACQUIRE);
    if (known)
        return known;
    const lw_shared_variable *ambiguous;
    emu_shared_extent shared = emu_shared_layout(kernel, &ambiguous);
    uintptr_t power = 0;
    while (power < most_power && (size_t)1 << power < shared.alignment)
        power++;
    known =
        ((next_number() << ALIGNMENT_BITS | power) << SIZE_BITS | (shared.size < most_size ? shared.size : most_size))
            << BITS |
        KNOWN;
    if (!ambiguous)
        known |= FUSIBLE;
    else if (has_fused(kernel))
        lw_warn("kernel %s runs on fibers, not fused: another variable has the name of its LW_SHARED variable \"%s\" "
                "(%s:%d); rename one",
                kernel->name, ambiguous->name, ambiguous->file, ambiguous->line);
    /* Another thread may have been first: then its state stays. */
    void *first = NULL;
    bool is_first =
        __atomic_compare_exchange_n(state, &first, (void *)known, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return is_first ? known : (uintptr_t)first;
}

size_t lw_cpu_static_shared(const lw_kernel *kernel)
{
    return state_of(kernel) >> BITS & most_size;
}

size_t lw_cpu_shared_alignment(const lw_kernel *kernel)
{
    return (size_t)1 << (state_of(kernel) >> (BITS + SIZE_BITS) & most_power);
}

/* The copy for this block shape, or else the copy for all shapes. `block`: null: any shape. A shape can have a copy
 * where a copy for all shapes would be too large. */
static const emu_fused_kernel *copy_for_shape(const emu_fused_kernel *copy, const lw_dim3 *block)
{
    for (const emu_fused_kernel *special = block ? copy->special : NULL; special; special = special->special)
        if (special->shape[0] == block->x && special->shape[1] == block->y && special->shape[2] == block->z)
            return special;
    return copy->reason ? NULL : copy;
}

/* Null for blocks that are not whole tiles: fibers run them and report the fault. */
static const emu_fused_kernel *copy_for_block(const emu_fused_kernel *copy, const lw_dim3 *block)
{
    const emu_fused_kernel *fit = copy_for_shape(copy, block);
    unsigned threads = block ? block->x * block->y * block->z : 0;
    return fit && fit->tile && threads % fit->tile ? NULL : fit;
}

/* Whether __activemask() names all lanes that come, in some region. */
static bool has_active_lanes(const emu_fused_kernel *copy)
{
    for (unsigned r = 0; r < copy->regions; r++)
        if (copy->region[r].wait == EMU_FUSED_COLLECTIVE && copy->region[r].operation == EMU_COLLECTIVE_ACTIVE)
            return true;
    return false;
}

/* Fibers run kernels under a set schedule, another __activemask() than they were compiled for and strict mode: a work-item
 * loop cannot reorder threads. */
static const emu_fused_kernel *find_copy(const lw_device_impl *device, const lw_kernel *kernel, const lw_dim3 *block)
{
    const emu_options *options = &device->options;
    if ((device->engine != LW_ENGINE_COUNT && device->engine != LW_ENGINE_FUSED) ||
        (options->schedule != EMU_SCHEDULE_ROUND_ROBIN && !device->compare) ||
        options->activemask == EMU_ACTIVEMASK_MAXIMAL || options->strict || kernel->cluster.x)
        return NULL;
    for (int level = device->level; level >= 0; level = emu_level_below(level)) {
        const emu_fused_kernel *copy = kernel->fused[level];
        const emu_fused_kernel *fit = copy && copy->version == EMU_FUSED_VERSION ? copy_for_block(copy, block) : NULL;
        if (fit && options->activemask == EMU_ACTIVEMASK_SELF && has_active_lanes(fit))
            return NULL;
        if (fit)
            return state_of(kernel) & FUSIBLE ? fit : NULL;
    }
    return NULL;
}

const emu_fused_kernel *lw_cpu_fused_copy(const lw_device_impl *device, const lw_kernel *kernel)
{
    return find_copy(device, kernel, NULL);
}

const emu_fused_kernel *lw_cpu_fused_copy_for(const lw_device_impl *device, const lw_kernel *kernel, lw_dim3 block)
{
    return find_copy(device, kernel, &block);
}

static lw_cpu_optin *find(const lw_device_impl *device, const lw_kernel *kernel)
{
    lw_cpu_optin *optin = device->optins;
    uintptr_t state = state_of(kernel);
    while (optin && optin->state != state)
        optin = optin->next;
    return optin;
}

lw_status lw_cpu_kernel_attributes(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attributes *attributes)
{
    if (!kernel->entry[LW_ENGINE_FIBER])
        return lw_fail(device, LW_ERROR_NO_KERNEL_IMAGE, "the object of kernel %s holds no code for the CPU",
                       kernel->name);
    size_t static_shared = lw_cpu_static_shared(kernel);
    if (static_shared > LW_CPU_SHARED)
        return lw_fail(device, LW_ERROR_OUT_OF_RESOURCES,
                       "kernel %s has %zu bytes of LW_SHARED variables, the limit is %d", kernel->name, static_shared,
                       LW_CPU_SHARED);
    emu_pool_lock(device->pool);
    const lw_cpu_optin *optin = find(device, kernel);
    size_t dynamic = optin && optin->shared ? optin->bytes : LW_CPU_SHARED - static_shared;
    bool non_portable = optin && optin->non_portable;
    emu_pool_unlock(device->pool);
    const lw_dim3 *exact = &kernel->block_size;
    unsigned threads = exact->x ? exact->x * exact->y * exact->z : kernel->max_threads;
    *attributes = (lw_kernel_attributes){
        .static_shared = static_shared,
        .max_dynamic_shared = dynamic,
        .max_threads_per_block = threads && threads < LW_CPU_MAX_THREADS ? (int)threads : LW_CPU_MAX_THREADS,
        .block_size = kernel->block_size,
        .parameter_count = (int)kernel->parameter_count,
        .max_cluster_blocks = !device->profile->clusters ? 1
                              : non_portable             ? LW_CPU_MAX_CLUSTER_OPTIN
                                                         : LW_CPU_MAX_CLUSTER,
        .fused = lw_cpu_fused_copy(device, kernel) != NULL,
    };
    return LW_SUCCESS;
}

static lw_status check_attribute(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                 long long value)
{
    size_t static_shared = lw_cpu_static_shared(kernel), optin = (size_t)device->profile->shared_optin << 10;
    switch (attribute) {
    case LW_KERNEL_MAX_DYNAMIC_SHARED:
        if (value < 0 || static_shared > optin || (size_t)value > optin - static_shared)
            return lw_fail(device, LW_ERROR_INVALID_VALUE,
                           "value is %lld bytes, the limit is %zu less the kernel's %zu static ones", value, optin,
                           static_shared);
        return LW_SUCCESS;
    case LW_KERNEL_SHARED_CARVEOUT:
        if (value < -1 || value > 100)
            return lw_fail(device, LW_ERROR_INVALID_VALUE, "value is %lld, it must be -1 to 100", value);
        return LW_SUCCESS;
    case LW_KERNEL_NON_PORTABLE_CLUSTER_SIZE:
        if (value != 0 && value != 1)
            return lw_fail(device, LW_ERROR_INVALID_VALUE, "value is %lld, it must be 0 or 1", value);
        return LW_SUCCESS;
    }
    return lw_fail(device, LW_ERROR_INVALID_VALUE, "attribute is %d, which is no lw_kernel_attribute", (int)attribute);
}

lw_status lw_cpu_kernel_set_attribute(lw_device_impl *device, const lw_kernel *kernel, lw_kernel_attribute attribute,
                                      long long value)
{
    lw_status status = check_attribute(device, kernel, attribute, value);
    if (status)
        return status;
    lw_cpu_optin *new_optin = lw_allocate(sizeof *new_optin);
    if (!new_optin)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for an attribute of kernel %s", kernel->name);
    emu_pool_lock(device->pool);
    lw_cpu_optin *optin = find(device, kernel);
    if (!optin) {
        optin = new_optin;
        new_optin = NULL;
        optin->state = state_of(kernel);
        optin->carveout = -1;
        optin->next = device->optins;
        device->optins = optin;
    }
    if (attribute == LW_KERNEL_MAX_DYNAMIC_SHARED) {
        optin->shared = true;
        optin->bytes = (size_t)value;
    } else if (attribute == LW_KERNEL_SHARED_CARVEOUT) {
        optin->carveout = (int)value;
    } else {
        optin->non_portable = value != 0;
    }
    emu_pool_unlock(device->pool);
    free(new_optin);
    return LW_SUCCESS;
}

int lw_cpu_carveout(lw_device_impl *device, const lw_kernel *kernel)
{
    emu_pool_lock(device->pool);
    const lw_cpu_optin *optin = find(device, kernel);
    int percent = optin ? optin->carveout : -1;
    emu_pool_unlock(device->pool);
    return percent;
}

void lw_cpu_forget_optins(lw_device_impl *device)
{
    while (device->optins) {
        lw_cpu_optin *optin = device->optins;
        device->optins = optin->next;
        free(optin);
    }
}
