/* What a kernel needs on one device, asked of the backend once: a launch must not pay for asking. */
#ifndef LW_KERNEL_CACHE_H
#define LW_KERNEL_CACHE_H

#include <pthread.h>
#include <stdatomic.h>

#include "backend.h"

typedef struct lw_kernel_entry {
    const lw_kernel *kernel;
    const char *name; /* of the kernel */
    const void
        *state; /* the kernel's, for this backend: another kernel at the same address, of a library loaded later, has
                          none yet, or another */
    lw_kernel_attributes attributes; /* all but the two below, which change */
    atomic_size_t max_dynamic_shared;
    atomic_int max_cluster_blocks;
    atomic_uint generation;
    struct lw_kernel_entry *next; /* of all, for destroying */
} lw_kernel_entry;

typedef struct lw_kernel_map lw_kernel_map;

typedef struct lw_kernel_cache {
    _Atomic(lw_kernel_map *) map;
    atomic_uint generation; /* an entry of an older one is asked for again */
    pthread_mutex_t lock;   /* of writers */
    int backend;            /* LW_BACKEND_ */
    lw_kernel_entry *entries;
} lw_kernel_cache;

struct lw_context;

void lw_kernel_cache_initialize(lw_kernel_cache *cache, int backend);
void lw_kernel_cache_destroy(lw_kernel_cache *cache);
void lw_kernel_cache_forget(lw_kernel_cache *cache); /* after a reset of the device */

/* The kernel's entry, loading the kernel at its first use; the kernel is not null and has our version. */
lw_status lw_kernel_find(struct lw_context *context, const char *function, const lw_kernel *kernel,
                         lw_kernel_entry **entry);
/* Asks the backend again, after an attribute was set. */
lw_status lw_kernel_refresh(struct lw_context *context, const char *function, lw_kernel_entry *entry);

#endif
