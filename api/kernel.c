/* A device's cache of kernels: their attributes, read from the backend once and then found without a lock. */
#include <stdlib.h>

#include "dispatch.h"

/* An open-addressing hash table, half full at most. A larger one replaces it. Older tables stay until the cache is
 * destroyed, because other threads may still read them. */
struct lw_kernel_map {
    lw_kernel_map *older;
    size_t mask, count;
    _Atomic(lw_kernel_entry *) entries[];
};

enum { FIRST_SIZE = 64 };

void lw_kernel_cache_initialize(lw_kernel_cache *cache, int backend)
{
    cache->backend = backend;
    pthread_mutex_init(&cache->lock, NULL);
}

void lw_kernel_cache_destroy(lw_kernel_cache *cache)
{
    for (lw_kernel_map *map = atomic_load(&cache->map), *older; map; map = older) {
        older = map->older;
        free(map);
    }
    for (lw_kernel_entry *entry = cache->entries, *next; entry; entry = next) {
        next = entry->next;
        free(entry);
    }
    pthread_mutex_destroy(&cache->lock);
}

void lw_kernel_cache_invalidate(lw_kernel_cache *cache)
{
    atomic_fetch_add_explicit(&cache->generation, 1, memory_order_acq_rel);
}

/* The kernel's slot, or the empty slot for it. */
static _Atomic(lw_kernel_entry *) *find_slot(lw_kernel_map *map, const lw_kernel *kernel)
{
    size_t i = ((uintptr_t)kernel >> 4) * (size_t)0x9e3779b97f4a7c15u >> 24;
    for (;; i++) {
        _Atomic(lw_kernel_entry *) *slot = &map->entries[i & map->mask];
        const lw_kernel_entry *entry = atomic_load_explicit(slot, memory_order_acquire);
        if (!entry || entry->kernel == kernel)
            return slot;
    }
}

/* The state that the backend sets at its first use of the kernel; null before. */
static const void *state_of(const lw_kernel_cache *cache, const lw_kernel *kernel)
{
    return __atomic_load_n(&kernel->state[cache->backend], __ATOMIC_RELAXED);
}

static lw_kernel_entry *find_entry(const lw_kernel_cache *cache, const lw_kernel *kernel)
{
    lw_kernel_map *map = atomic_load_explicit(&cache->map, memory_order_acquire);
    lw_kernel_entry *entry = map ? atomic_load_explicit(find_slot(map, kernel), memory_order_acquire) : NULL;
    return entry && entry->state == state_of(cache, kernel) ? entry : NULL;
}

/* Makes room for one more entry; with the lock held. */
static bool reserve(lw_kernel_cache *cache)
{
    lw_kernel_map *map = atomic_load_explicit(&cache->map, memory_order_relaxed);
    if (map && (map->count + 1) * 2 <= map->mask + 1)
        return true;
    size_t size = map ? (map->mask + 1) * 2 : FIRST_SIZE;
    lw_kernel_map *larger = lw_allocate(sizeof *larger + size * sizeof larger->entries[0]);
    if (!larger)
        return false;
    larger->older = map;
    larger->mask = size - 1;
    larger->count = map ? map->count : 0;
    for (size_t i = 0; map && i <= map->mask; i++) {
        lw_kernel_entry *entry = atomic_load_explicit(&map->entries[i], memory_order_relaxed);
        if (entry)
            atomic_init(find_slot(larger, entry->kernel), entry);
    }
    atomic_store_explicit(&cache->map, larger, memory_order_release);
    return true;
}

/* With the lock held. */
static void insert(lw_kernel_cache *cache, lw_kernel_entry *entry)
{
    lw_kernel_map *map = atomic_load_explicit(&cache->map, memory_order_relaxed);
    _Atomic(lw_kernel_entry *) *slot = find_slot(map, entry->kernel);
    map->count += !atomic_load_explicit(slot, memory_order_relaxed);
    entry->next = cache->entries;
    cache->entries = entry;
    /* Release: a thread that finds the entry sees its fields. */
    atomic_store_explicit(slot, entry, memory_order_release);
}

static lw_status check_image(const char *function, const lw_context *context, const lw_kernel *kernel)
{
    bool missing = context->backend->index == LW_BACKEND_CUDA
                       ? !kernel->module || !kernel->module->cuda_image
                       : context->backend->index == LW_BACKEND_CPU && !kernel->entry[LW_ENGINE_FIBER];
    if (!missing)
        return LW_SUCCESS;
    return lw_refuse(context, LW_ERROR_NO_KERNEL_IMAGE, "%s: kernel %s (%s) was compiled without code for device %s",
                     function, kernel->name, kernel->file, context->name);
}

lw_status lw_kernel_find(lw_context *context, const char *function, const lw_kernel *kernel, lw_kernel_entry **found)
{
    lw_kernel_cache *cache = &context->kernels;
    lw_kernel_entry *entry = find_entry(cache, kernel);
    if (__builtin_expect(entry && atomic_load_explicit(&entry->generation, memory_order_relaxed) ==
                                      atomic_load_explicit(&cache->generation, memory_order_relaxed),
                         1)) {
        *found = entry;
        return LW_SUCCESS;
    }
    if (entry) {
        lw_status status = lw_kernel_refresh(context, function, entry);
        if (!status)
            *found = entry;
        return status;
    }
    lw_status status = check_image(function, context, kernel);
    if (status)
        return status;
    pthread_mutex_lock(&cache->lock);
    entry = find_entry(cache, kernel); /* another thread may have been first */
    if (!entry) {
        entry = reserve(cache) ? lw_allocate(sizeof *entry) : NULL;
        if (!entry) {
            status = lw_refuse(context, LW_ERROR_OUT_OF_MEMORY, "%s: no memory for kernel %s", function, kernel->name);
        } else {
            lw_message_discard();
            status = context->backend->kernel_attributes(context->impl, kernel, &entry->attributes);
            entry->kernel = kernel;
            entry->name = kernel->name;
            entry->state = state_of(cache, kernel);
            entry->max_dynamic_shared = entry->attributes.max_dynamic_shared;
            entry->max_cluster_blocks = entry->attributes.max_cluster_blocks;
            entry->generation = atomic_load_explicit(&cache->generation, memory_order_relaxed);
            if (status)
                free(entry);
            else
                insert(cache, entry);
            status = lw_finish(context, function, status);
        }
    }
    pthread_mutex_unlock(&cache->lock);
    if (!status)
        *found = entry;
    return status;
}

lw_status lw_kernel_check(const char *function, lw_context *context, const lw_kernel *kernel, lw_kernel_entry **entry)
{
    if (!kernel)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: kernel is null", function);
    if (kernel->version != LW_DESCRIPTOR_VERSION)
        return lw_refuse_version(function, context, kernel);
    return lw_kernel_find(context, function, kernel, entry);
}

lw_status lw_kernel_refresh(lw_context *context, const char *function, lw_kernel_entry *entry)
{
    unsigned generation = atomic_load_explicit(&context->kernels.generation, memory_order_acquire);
    lw_kernel_attributes attributes;
    lw_message_discard();
    lw_status status = context->backend->kernel_attributes(context->impl, entry->kernel, &attributes);
    if (status)
        return lw_finish(context, function, status);
    atomic_store_explicit(&entry->max_dynamic_shared, attributes.max_dynamic_shared, memory_order_relaxed);
    atomic_store_explicit(&entry->max_cluster_blocks, attributes.max_cluster_blocks, memory_order_relaxed);
    atomic_store_explicit(&entry->generation, generation, memory_order_relaxed);
    return LW_SUCCESS;
}
