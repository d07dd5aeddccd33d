/* The table of multicast objects: what is bound to them, and where they are mapped. */
#include "multicast.h"

#include <pthread.h>
#include <stdlib.h>

/* Memory of a device, at `offset` of the object. */
typedef struct binding {
    unsigned device;
    emu_memory *memory;
    size_t offset, size;
    char *window;
    struct binding *next;
} binding;

struct emu_multicast {
    size_t size;
    unsigned members[EMU_MOST_DEVICES], count;
    binding *bindings;
};

typedef struct mapping {
    uintptr_t begin;
    size_t size;
    emu_multicast *object;
    unsigned allowed; /* devices, a bit each */
    struct mapping *next;
} mapping;

/* Guards all of it. Kernels' threads are never preempted in the emulator, so none of them keeps it. */
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static mapping *mappings;
static atomic_uint mapping_count; /* read without the lock */

static bool fails(void)
{
    return emu_allocation_fails && emu_allocation_fails();
}

emu_multicast *emu_multicast_create(size_t size)
{
    emu_multicast *object = fails() ? NULL : calloc(1, sizeof *object);
    if (object)
        object->size = size;
    return object;
}

void emu_multicast_destroy(emu_multicast *object)
{
    free(object);
}

void emu_multicast_add(emu_multicast *object, unsigned device)
{
    pthread_rwlock_wrlock(&lock);
    object->members[object->count++] = device;
    pthread_rwlock_unlock(&lock);
}

/* ---- bindings ---- */
/* The link to the device's binding with the offset; with the lock held. */
static binding **binding_at(emu_multicast *object, unsigned device, size_t offset)
{
    binding **link = &object->bindings;
    while (*link && ((*link)->device != device || offset - (*link)->offset >= (*link)->size))
        link = &(*link)->next;
    return link;
}

lw_status emu_multicast_bind(emu_multicast *object, unsigned device, emu_memory *memory, size_t offset, size_t size,
                             int file, size_t from, void **window)
{
    binding *made = fails() ? NULL : malloc(sizeof *made);
    if (!made)
        return LW_ERROR_OUT_OF_MEMORY;
    lw_status status = emu_memory_window_open(memory, window, size, file, from);
    if (status) {
        free(made);
        return status;
    }
    *made = (binding){.device = device, .memory = memory, .offset = offset, .size = size, .window = *window};
    pthread_rwlock_wrlock(&lock);
    made->next = object->bindings;
    object->bindings = made;
    pthread_rwlock_unlock(&lock);
    return LW_SUCCESS;
}

void *emu_multicast_window(emu_multicast *object, unsigned device, size_t offset)
{
    pthread_rwlock_rdlock(&lock);
    const binding *found = *binding_at(object, device, offset);
    void *window = found && found->offset == offset ? found->window : NULL;
    pthread_rwlock_unlock(&lock);
    return window;
}

void emu_multicast_unbind(emu_multicast *object, unsigned device, size_t offset)
{
    pthread_rwlock_wrlock(&lock);
    binding **link = binding_at(object, device, offset), *found = *link;
    if (found)
        *link = found->next;
    pthread_rwlock_unlock(&lock);
    if (!found)
        return;
    emu_memory_window_close(found->memory, found->window);
    free(found);
}

/* ---- mappings ---- */
/* The link to the mapping with the address; with the lock held. */
static mapping **mapping_at(uintptr_t address)
{
    mapping **link = &mappings;
    while (*link && address - (*link)->begin >= (*link)->size)
        link = &(*link)->next;
    return link;
}

bool emu_multicast_map(emu_multicast *object, const void *pointer, size_t size)
{
    mapping *made = fails() ? NULL : malloc(sizeof *made);
    if (!made)
        return false;
    pthread_rwlock_wrlock(&lock);
    *made = (mapping){.begin = (uintptr_t)pointer, .size = size, .object = object, .next = mappings};
    mappings = made;
    atomic_fetch_add(&mapping_count, 1);
    pthread_rwlock_unlock(&lock);
    return true;
}

void emu_multicast_unmap(const void *pointer)
{
    pthread_rwlock_wrlock(&lock);
    mapping **link = mapping_at((uintptr_t)pointer), *found = *link;
    if (found) {
        *link = found->next;
        atomic_fetch_sub(&mapping_count, 1);
    }
    pthread_rwlock_unlock(&lock);
    free(found);
}

void emu_multicast_allow(const void *pointer, unsigned device, bool access)
{
    pthread_rwlock_wrlock(&lock);
    mapping *found = *mapping_at((uintptr_t)pointer);
    if (found)
        found->allowed = access ? found->allowed | 1u << device : found->allowed & ~(1u << device);
    pthread_rwlock_unlock(&lock);
}

unsigned emu_multicast_allowed(const void *pointer)
{
    pthread_rwlock_rdlock(&lock);
    const mapping *found = *mapping_at((uintptr_t)pointer);
    unsigned allowed = found ? found->allowed : 0;
    pthread_rwlock_unlock(&lock);
    return allowed;
}

void emu_multicast_forget(unsigned device)
{
    pthread_rwlock_wrlock(&lock);
    for (mapping *one = mappings; one; one = one->next)
        one->allowed &= ~(1u << device);
    pthread_rwlock_unlock(&lock);
}

bool emu_multicast_is_mapped(uintptr_t address)
{
    if (atomic_load_explicit(&mapping_count, memory_order_relaxed) == 0)
        return false;
    pthread_rwlock_rdlock(&lock);
    bool is = *mapping_at(address) != NULL;
    pthread_rwlock_unlock(&lock);
    return is;
}

/* ---- accesses ---- */
static emu_multicast_result find_copies(const mapping *at, size_t offset, bool checked, emu_multicast_copies *copies)
{
    emu_multicast *object = at->object;
    for (unsigned i = 0; i < object->count; i++) {
        const binding *bound = *binding_at(object, object->members[i], offset);
        copies->device = object->members[i];
        if (!bound)
            return EMU_MULTICAST_UNBOUND;
        copies->at[i] = bound->window + (offset - bound->offset);
        if (checked)
            copies->known[i] = (uintptr_t)emu_memory_known_address(bound->memory, copies->at[i]);
    }
    copies->count = object->count;
    return EMU_MULTICAST_FOUND;
}

emu_multicast_result emu_multicast_find(uintptr_t address, unsigned device, bool checked, emu_multicast_copies *copies)
{
    emu_multicast_result result;
    pthread_rwlock_rdlock(&lock);
    const mapping *at = *mapping_at(address);
    size_t offset = at ? address - at->begin : 0;
    copies->offset = offset;
    if (!at)
        result = EMU_MULTICAST_NONE;
    else if (!(at->allowed >> device & 1))
        result = EMU_MULTICAST_REFUSED;
    else
        result = find_copies(at, offset, checked, copies);
    pthread_rwlock_unlock(&lock);
    return result;
}
