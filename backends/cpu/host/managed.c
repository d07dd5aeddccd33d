/* Managed memory: the host's own memory, which kernels of every device reach. Advice and prefetches are noted by page, and have no
 * effect. */
#include <stdlib.h>

#include "cpu.h"

enum { PAGE = 4096 };

/* Where a page should be, or was moved to. */
enum { NOWHERE, ON_HOST, ON_DEVICE /* and its ordinal */ };

/* What is noted of a page. */
typedef struct page {
    bool read_mostly, accessed_by_host;
    unsigned char preferred, prefetched; /* NOWHERE, ON_HOST, ... */
    uint32_t accessed_by;                /* devices, a bit each */
} page;
_Static_assert(EMU_MOST_DEVICES <= 32 && ON_DEVICE + EMU_MOST_DEVICES <= 255, "notes of a page");

static unsigned char place_of(const lw_device_impl *device, lw_memory_location location)
{
    return location == LW_LOCATION_HOST ? ON_HOST : (unsigned char)(ON_DEVICE + device->ordinal);
}

/* The place, as the device sees it. */
static int location_of(const lw_device_impl *device, unsigned char place)
{
    return place == ON_HOST                       ? LW_LOCATION_HOST
           : place == ON_DEVICE + device->ordinal ? LW_LOCATION_DEVICE
                                                  : LW_LOCATION_NONE;
}

/* An allocation, or a variable that advice was given about. */
struct lw_cpu_managed {
    void *base;
    size_t size;
    const lw_device_impl *device; /* that allocated it; null: a variable */
    bool closed;                  /* to the host */
    unsigned flags;               /* LW_ATTACH_... */
    lw_stream_impl *stream;       /* LW_ATTACH_SINGLE: which, of any device */
    lw_cpu_managed *next;
    page pages[];
};

static lw_cpu_managed *make(const lw_device_impl *device, void *base, size_t size)
{
    size_t first = (uintptr_t)base % PAGE, count = (first + size + PAGE - 1) / PAGE;
    lw_cpu_managed *made = lw_allocate(sizeof *made + count * sizeof(page));
    if (made) {
        made->base = base;
        made->size = size;
        made->device = device;
    }
    return made;
}

/* Whether no kernel of the device may run. The stream in whose host function the program is counts as idle. */
static bool is_idle(const lw_device_impl *device)
{
    for (const lw_stream_impl *stream = device->streams; stream; stream = stream->next)
        if (stream->active && stream != device->in_function)
            return false;
    return !device->closed_active;
}

/* Whether the host may use the memory. */
static bool is_open(const lw_cpu_shared *shared, const lw_cpu_managed *entry)
{
    if (!entry->device || entry->flags == LW_ATTACH_HOST)
        return true;
    if (entry->flags == LW_ATTACH_SINGLE)
        return entry->stream == entry->stream->device->in_function || !entry->stream->active;
    bool idle = true; /* kernels of every device reach it */
    for (unsigned i = 0; i < shared->count; i++)
        idle = idle && (!shared->device[i] || is_idle(shared->device[i]));
    return idle;
}

/* Something has changed on the device. */
static void update(const lw_device_impl *device)
{
    if (!device->guards_managed)
        return;
    for (lw_cpu_managed *entry = device->shared->managed; entry; entry = entry->next) {
        bool closed = !is_open(device->shared, entry);
        if (closed && !entry->closed)
            emu_check_managed_close(entry->base, entry->size);
        if (!closed && entry->closed)
            emu_check_managed_open(entry->base);
        entry->closed = closed;
    }
}

lw_status lw_cpu_allocate_managed(lw_device_impl *device, void **pointer, size_t size, unsigned flags)
{
    void *memory = NULL;
    size_t whole = (size + PAGE - 1) / PAGE * PAGE;
    bool made = !lw_allocation_fails() && posix_memalign(&memory, PAGE, whole) == 0;
    lw_cpu_managed *entry = made ? make(device, memory, size) : NULL;
    if (entry)
        entry->flags = flags;
    if (entry && device->compare && !lw_cpu_compare_add_memory(device->compare, true, memory, size, lw_caller)) {
        free(entry);
        entry = NULL;
    }
    if (!entry) {
        free(made ? memory : NULL);
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no %zu bytes of managed memory", size);
    }
    if (emu_checking)
        emu_check_pinned(memory, size, lw_caller);
    emu_pool_lock(device->pool);
    entry->next = device->shared->managed;
    device->shared->managed = entry;
    update(device);
    emu_pool_unlock(device->pool);
    *pointer = memory;
    return LW_SUCCESS;
}

bool lw_cpu_release_managed(lw_device_impl *device, void *pointer)
{
    emu_pool_lock(device->pool);
    lw_cpu_managed **link = &device->shared->managed;
    while (*link && ((*link)->base != pointer || (*link)->device != device))
        link = &(*link)->next;
    lw_cpu_managed *found = *link;
    if (found)
        *link = found->next;
    if (found && found->closed)
        emu_check_managed_open(pointer);
    emu_pool_unlock(device->pool);
    if (!found)
        return false;
    if (emu_checking)
        emu_check_unpinned(pointer);
    free(pointer);
    free(found);
    return true;
}

void lw_cpu_managed_close(lw_cpu_shared *shared)
{
    while (shared->managed) { /* of variables: the dispatch has freed the allocations */
        lw_cpu_managed *next = shared->managed->next;
        free(shared->managed);
        shared->managed = next;
    }
}

/* With the lock held; null: no memory for the notes on a variable. */
static lw_cpu_managed *find(const lw_device_impl *device, const lw_part *part)
{
    lw_cpu_managed **link = &device->shared->managed;
    while (*link && (*link)->base != part->base)
        link = &(*link)->next;
    if (*link && (*link)->size == part->whole)
        return *link;
    if (*link) { /* a variable of a library that was unloaded since */
        lw_cpu_managed *stale = *link;
        *link = stale->next;
        free(stale);
    }
    lw_cpu_managed *made = make(NULL, part->base, part->whole);
    if (made) {
        made->next = device->shared->managed;
        device->shared->managed = made;
    }
    return made;
}

/* The pages of the part: from the first one, their number in `count`. */
static page *pages_of(lw_cpu_managed *entry, const lw_part *part, size_t *count)
{
    size_t begin = (uintptr_t)part->base % PAGE + part->offset, first = begin / PAGE;
    *count = (begin + part->size + PAGE - 1) / PAGE - first;
    return &entry->pages[first];
}

static void set_accessed_by(page *one, const lw_device_impl *device, lw_memory_location location, bool accessed)
{
    uint32_t bit = (uint32_t)1 << device->ordinal;
    if (location == LW_LOCATION_HOST)
        one->accessed_by_host = accessed;
    else
        one->accessed_by = accessed ? one->accessed_by | bit : one->accessed_by & ~bit;
}

static void advise_page(page *one, const lw_device_impl *device, lw_memory_advice advice, lw_memory_location location)
{
    switch (advice) {
    case LW_ADVISE_SET_READ_MOSTLY: one->read_mostly = true; break;
    case LW_ADVISE_UNSET_READ_MOSTLY: one->read_mostly = false; break;
    case LW_ADVISE_SET_PREFERRED_LOCATION: one->preferred = place_of(device, location); break;
    case LW_ADVISE_UNSET_PREFERRED_LOCATION: one->preferred = NOWHERE; break;
    case LW_ADVISE_SET_ACCESSED_BY: set_accessed_by(one, device, location, true); break;
    case LW_ADVISE_UNSET_ACCESSED_BY: set_accessed_by(one, device, location, false); break;
    }
}

lw_status lw_cpu_advise(lw_device_impl *device, const lw_part *part, lw_memory_advice advice,
                        lw_memory_location location)
{
    size_t count;
    emu_pool_lock(device->pool);
    lw_cpu_managed *entry = find(device, part);
    page *pages = entry ? pages_of(entry, part, &count) : NULL;
    for (size_t i = 0; pages && i < count; i++)
        advise_page(&pages[i], device, advice, location);
    emu_pool_unlock(device->pool);
    return entry ? LW_SUCCESS : lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory to note the advice");
}

lw_status lw_cpu_prefetch(lw_stream_impl *stream, const lw_part *part, lw_memory_location location)
{
    lw_status refused = lw_cpu_capture_refuses(stream);
    if (refused)
        return refused;
    lw_device_impl *device = stream->device;
    size_t count;
    emu_pool_lock(device->pool);
    lw_cpu_managed *entry = find(device, part);
    page *pages = entry ? pages_of(entry, part, &count) : NULL;
    for (size_t i = 0; pages && i < count; i++)
        pages[i].prefetched = place_of(device, location);
    emu_pool_unlock(device->pool);
    return entry ? LW_SUCCESS : lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory to note the prefetch");
}

/* What all the pages have in common. */
static int common(const lw_device_impl *device, const page *pages, size_t count, lw_memory_range_attribute attribute)
{
    page all = pages[0];
    for (size_t i = 1; i < count; i++) {
        all.read_mostly &= pages[i].read_mostly;
        all.accessed_by &= pages[i].accessed_by;
        all.accessed_by_host &= pages[i].accessed_by_host;
        all.preferred = all.preferred == pages[i].preferred ? all.preferred : NOWHERE;
        all.prefetched = all.prefetched == pages[i].prefetched ? all.prefetched : NOWHERE;
    }
    switch (attribute) {
    case LW_MEMORY_RANGE_READ_MOSTLY: return all.read_mostly;
    case LW_MEMORY_RANGE_PREFERRED_LOCATION: return location_of(device, all.preferred);
    case LW_MEMORY_RANGE_ACCESSED_BY:
        return (all.accessed_by >> device->ordinal & 1 ? LW_LOCATION_DEVICE : 0) |
               (all.accessed_by_host ? LW_LOCATION_HOST : 0);
    default: return location_of(device, all.prefetched);
    }
}

lw_status lw_cpu_range_attribute(lw_device_impl *device, const lw_part *part, lw_memory_range_attribute attribute,
                                 int *value)
{
    size_t count;
    emu_pool_lock(device->pool);
    lw_cpu_managed *entry = find(device, part);
    const page *pages = entry ? pages_of(entry, part, &count) : NULL;
    if (pages)
        *value = common(device, pages, count, attribute);
    emu_pool_unlock(device->pool);
    return entry ? LW_SUCCESS : lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for notes on a variable");
}

/* Takes effect at once: an access of the host that the stream does not order yet is not found. */
lw_status lw_cpu_attach(lw_stream_impl *stream, void *pointer, size_t size, unsigned flags)
{
    lw_status refused = lw_cpu_capture_refuses(stream);
    if (refused)
        return refused;
    (void)size;
    lw_device_impl *device = stream->device;
    emu_pool_lock(device->pool);
    for (lw_cpu_managed *entry = device->shared->managed; entry; entry = entry->next)
        if (entry->base == pointer) {
            entry->flags = flags;
            entry->stream = flags == LW_ATTACH_SINGLE ? stream : NULL;
        }
    update(device);
    emu_pool_unlock(device->pool);
    return LW_SUCCESS;
}

void lw_cpu_managed_launch(lw_stream_impl *stream, uint64_t ticket)
{
    stream->active = ticket;
    update(stream->device);
}

void lw_cpu_managed_waited(lw_device_impl *device, lw_stream_impl *stream, uint64_t ticket)
{
    for (lw_stream_impl *each = device->streams; each; each = each->next)
        if ((!stream || each == stream) && each->active <= ticket)
            each->active = 0;
    if (!stream)
        device->closed_active = false;
    update(device);
}

void lw_cpu_managed_reached(lw_device_impl *device, const lw_cpu_mark *mark)
{
    for (lw_stream_impl *stream = device->streams; stream; stream = stream->next)
        if (stream->number == mark->stream_number)
            lw_cpu_managed_waited(device, stream, mark->ticket);
}

void lw_cpu_managed_function(lw_stream_impl *stream, bool begins)
{
    stream->device->in_function = begins ? stream : NULL;
    update(stream->device);
}

void lw_cpu_managed_forget(lw_stream_impl *stream, bool freed)
{
    lw_device_impl *device = stream->device;
    for (lw_cpu_managed *entry = device->shared->managed; entry; entry = entry->next)
        if (entry->stream == stream) {
            entry->flags = LW_ATTACH_GLOBAL;
            entry->stream = NULL;
        }
    if (freed && stream->active) {
        device->closed_active = true;
        stream->active = 0;
    }
    update(device);
}
