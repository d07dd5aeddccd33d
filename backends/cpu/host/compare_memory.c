/* The memory that kernels can write: device memory, pinned host memory, LW_GLOBAL variables, the heap. A copy holds all
 * of it; pages of zeros cost no memory in a copy. */
#include "compare.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, ALIGNMENT = 64 };

typedef struct lw_cpu_writable {
    lw_cpu_region region;
    struct lw_cpu_writable *next;
} writable;

/* A program or library with variables, known by one of its modules. That module's `state` points to this. */
typedef struct lw_cpu_image {
    lw_module *module;
    const void *base; /* load address; null: unknown, as in a static program, which is never unloaded */
    struct lw_cpu_image *next;
} image;

typedef struct lw_cpu_logged { /* a kernel that the log has named */
    const lw_kernel *kernel;
    struct lw_cpu_logged *next;
} logged;

struct lw_cpu_compare {
    pthread_mutex_t lock;    /* guards the lists */
    pthread_mutex_t running; /* held during a comparison, and while memory leaves the lists */
    writable *writable;
    image *images;
    logged *logged;
};

lw_cpu_compare *lw_cpu_compare_open(void)
{
    lw_cpu_compare *compare = lw_allocate(sizeof *compare);
    if (compare) {
        pthread_mutex_init(&compare->lock, NULL);
        pthread_mutex_init(&compare->running, NULL);
    }
    return compare;
}

void lw_cpu_compare_close(lw_cpu_compare *compare)
{
    if (!compare)
        return;
    while (compare->writable) {
        writable *removed = compare->writable;
        compare->writable = removed->next;
        free(removed);
    }
    while (compare->images) {
        image *removed = compare->images;
        compare->images = removed->next;
        free(removed);
    }
    while (compare->logged) {
        logged *removed = compare->logged;
        compare->logged = removed->next;
        free(removed);
    }
    pthread_mutex_destroy(&compare->running);
    pthread_mutex_destroy(&compare->lock);
    free(compare);
}

bool lw_cpu_compare_logs(lw_cpu_compare *compare, const lw_kernel *kernel)
{
    pthread_mutex_lock(&compare->lock);
    const logged *one = compare->logged;
    while (one && one->kernel != kernel)
        one = one->next;
    logged *added = one ? NULL : lw_allocate(sizeof *added);
    if (added) {
        *added = (logged){kernel, compare->logged};
        compare->logged = added;
    }
    pthread_mutex_unlock(&compare->lock);
    return !one;
}

void lw_cpu_compare_begin(lw_cpu_compare *compare)
{
    pthread_mutex_lock(&compare->running);
}

void lw_cpu_compare_end(lw_cpu_compare *compare)
{
    pthread_mutex_unlock(&compare->running);
}

bool lw_cpu_compare_add_memory(lw_cpu_compare *compare, bool pinned, void *pointer, size_t size, uintptr_t made_at)
{
    writable *entry = lw_allocate(sizeof *entry);
    if (!entry)
        return false;
    entry->region = (lw_cpu_region){
        .kind = pinned ? LW_CPU_PINNED : LW_CPU_DEVICE, .begin = pointer, .size = size, .made_at = made_at};
    pthread_mutex_lock(&compare->lock);
    entry->next = compare->writable;
    compare->writable = entry;
    pthread_mutex_unlock(&compare->lock);
    return true;
}

void lw_cpu_compare_remove_memory(lw_cpu_compare *compare, const void *pointer)
{
    pthread_mutex_lock(&compare->lock);
    writable **link = &compare->writable;
    while (*link && (*link)->region.begin != pointer)
        link = &(*link)->next;
    writable *removed = *link;
    if (removed)
        *link = removed->next;
    pthread_mutex_unlock(&compare->lock);
    free(removed);
}

/* ---- the regions of a launch; with the lock held ---- */
static const void *base_of(const lw_module *module)
{
    Dl_info info;
    return dladdr(module, &info) ? info.dli_fbase : NULL;
}

/* False after the library was unloaded, even if it was loaded again: then its module has no state. */
static bool is_still_loaded(const image *one)
{
    return !one->base || (base_of(one->module) == one->base && one->module->state[LW_BACKEND_CPU] == one);
}

static void drop_unloaded(lw_cpu_compare *compare)
{
    for (image **link = &compare->images; *link;) {
        image *one = *link;
        if (is_still_loaded(one)) {
            link = &one->next;
        } else {
            *link = one->next;
            free(one);
        }
    }
}

static bool add_image(lw_cpu_compare *compare, lw_module *module)
{
    drop_unloaded(compare);
    if (!module || module->symbols == module->symbols_end)
        return true;
    for (const image *one = compare->images; one; one = one->next)
        if (one->module->symbols == module->symbols)
            return true;
    image *new_image = lw_allocate(sizeof *new_image);
    if (!new_image)
        return false;
    *new_image = (image){module, base_of(module), compare->images};
    module->state[LW_BACKEND_CPU] = new_image;
    compare->images = new_image;
    return true;
}

static size_t add(lw_cpu_regions *to, lw_cpu_region region)
{
    if (to->region) {
        region.copy_offset = to->bytes;
        to->region[to->count] = region;
    }
    to->count++;
    to->bytes += (region.size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return to->count;
}

static void add_all(const lw_cpu_compare *compare, lw_cpu_regions *to)
{
    to->count = to->bytes = 0;
    for (const writable *one = compare->writable; one; one = one->next)
        add(to, one->region);
    for (const image *one = compare->images; one; one = one->next)
        for (const lw_symbol *symbol = one->module->symbols; symbol != one->module->symbols_end; symbol++)
            add(to, (lw_cpu_region){
                        .kind = LW_CPU_SYMBOL, .begin = symbol->address, .size = symbol->size, .symbol = symbol});
}

bool lw_cpu_regions_list(lw_cpu_compare *compare, const lw_kernel *kernel, lw_cpu_regions *regions)
{
    *regions = (lw_cpu_regions){0};
    pthread_mutex_lock(&compare->lock);
    bool known = add_image(compare, kernel->module);
    add_all(compare, regions);
    if (regions->count && known) {
        regions->region = lw_allocate(regions->count * sizeof *regions->region);
        known = regions->region;
        if (known)
            add_all(compare, regions);
    }
    pthread_mutex_unlock(&compare->lock);
    return known;
}

/* ---- copies ---- */
static bool is_zero(const char *page, size_t size)
{
    return size == 0 || (page[0] == 0 && memcmp(page, page + 1, size - 1) == 0);
}

bool lw_cpu_memory_save(const lw_cpu_regions *regions, lw_cpu_memory_copy *copy)
{
    *copy = (lw_cpu_memory_copy){.size = regions->bytes};
    if (lw_allocation_fails() || !emu_heap_save(&copy->heap))
        return false;
    if (!copy->size)
        return true;
    void *bytes = mmap(NULL, copy->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED) {
        emu_heap_copy_free(&copy->heap);
        return false;
    }
    copy->bytes = bytes;
    for (size_t i = 0; i < regions->count; i++) {
        const lw_cpu_region *region = &regions->region[i];
        for (size_t at = 0, part; at < region->size; at += part) {
            part = region->size - at < PAGE ? region->size - at : PAGE;
            if (part < PAGE || !is_zero(region->begin + at, part))
                memcpy(copy->bytes + region->copy_offset + at, region->begin + at, part);
        }
    }
    return true;
}

/* Does not write pages that are unchanged: they may have no memory yet. */
void lw_cpu_memory_restore(const lw_cpu_regions *regions, const lw_cpu_memory_copy *copy)
{
    for (size_t i = 0; i < regions->count; i++) {
        const lw_cpu_region *region = &regions->region[i];
        for (size_t at = 0, part; at < region->size; at += part) {
            const char *from = copy->bytes + region->copy_offset + at;
            part = region->size - at < PAGE ? region->size - at : PAGE;
            if (memcmp(region->begin + at, from, part) != 0)
                memcpy(region->begin + at, from, part);
        }
    }
    emu_heap_restore(&copy->heap);
}

void lw_cpu_memory_forget(lw_cpu_memory_copy *copy)
{
    if (copy->bytes)
        munmap(copy->bytes, copy->size);
    emu_heap_copy_free(&copy->heap);
    *copy = (lw_cpu_memory_copy){0};
}
