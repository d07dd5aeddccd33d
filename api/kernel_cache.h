/* The attributes of kernels on one device, cached so that a launch does not ask the backend. */
#ifndef LW_KERNEL_CACHE_H
#define LW_KERNEL_CACHE_H

#include <pthread.h>
#include <stdatomic.h>

#include "backend.h"

typedef struct lw_kernel_entry {
    const lw_kernel *kernel;
    const char *name;  /* of the kernel */
    const void *state; /* the kernel's for this backend; a kernel loaded later at the same address has another */
    lw_kernel_attributes attributes; /* valid except for the next two, which change */
    atomic_size_t max_dynamic_shared;
    atomic_int max_cluster_blocks;
    atomic_uint generation;
    struct lw_kernel_entry *next; /* in the list of all entries */
} lw_kernel_entry;

typedef struct lw_kernel_map lw_kernel_map;

typedef struct lw_kernel_cache {
    _Atomic(lw_kernel_map *) map;
    atomic_uint generation; /* entries of an older generation are refreshed */
    pthread_mutex_t lock;   /* held by writers */
    int backend;            /* LW_BACKEND_ */
    lw_kernel_entry *entries;
} lw_kernel_cache;

struct lw_context;

void lw_kernel_cache_initialize(lw_kernel_cache *cache, int backend);
void lw_kernel_cache_destroy(lw_kernel_cache *cache);
void lw_kernel_cache_invalidate(lw_kernel_cache *cache); /* after a reset of the device */

/* Finds the kernel's entry; loads the kernel at its first use. The kernel is not null and has this version. */
lw_status lw_kernel_find(struct lw_context *context, const char *function, const lw_kernel *kernel,
                         lw_kernel_entry **entry);
/* Reads the attributes from the backend again, after one was set. */
lw_status lw_kernel_refresh(struct lw_context *context, const char *function, lw_kernel_entry *entry);

#endif
