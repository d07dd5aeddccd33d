/* Memory that is allocated and freed in the order of streams. */
#ifndef LW_CPU_MEMORY_POOL_H
#define LW_CPU_MEMORY_POOL_H

#include "device.h"

/* Memory of a pool: in use, or free. */
struct lw_cpu_block {
    lw_memory_pool_impl *pool; /* null: leaving */
    void *pointer;
    size_t capacity, size;      /* bytes; size: of the allocation; capacity: 0 if it never was a pool's */
    lw_cpu_mark *freed;         /* the end of its use, in the stream that freed it; null: every stream may use it */
    uint64_t ticket;            /* of the last operation that may reach it */
    lw_cpu_block *next, **link; /* in a list of free, leaving or imported blocks */
    lw_cpu_block *next_pending, **link_pending; /* link_pending: null where it is not pending */
    bool imported;                              /* another process's memory: it leaves its pool when it is freed */
    bool of_graph;                              /* it is a graph's, so no pool's */
    atomic_uint peers; /* of_graph: the other devices whose kernels may access it, a bit each */
    uint64_t inode;    /* imported: of its file; `offset`: in its first page */
    uint32_t offset;
};

enum { LW_CPU_POLICIES = 3, LW_CPU_SIZES = 48 };
struct lw_memory_pool_impl {
    lw_device_impl *device;
    bool destroyed;              /* the handle is closed: freed when it has no block */
    bool imported;               /* another process's pool */
    bool exported;               /* there was a descriptor of it */
    int file;                    /* of a pool that other processes can have, or have; else -1 */
    atomic_uint peers;           /* the other devices whose kernels may access its memory, a bit each */
    bool reuse[LW_CPU_POLICIES]; /* by attribute, from LW_MEMORY_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES on */
    uint64_t most;               /* bytes that it may reserve; 0: any number */
    uint64_t threshold, reserved, reserved_high, used, used_high; /* bytes */
    size_t blocks;                                                /* in use, or free */
    lw_cpu_block *free[LW_CPU_SIZES];                             /* by the logarithm of the capacity */
    lw_memory_pool_impl *next;
};

/* memory_pool.c: a pool, its attributes */
lw_status lw_cpu_pool_create(lw_device_impl *device, size_t most, lw_memory_pool_impl **pool);
lw_status lw_cpu_pool_default(lw_device_impl *device, lw_memory_pool_impl **pool);
void lw_cpu_pool_destroy(lw_memory_pool_impl *pool);
lw_status lw_cpu_pool_get(lw_memory_pool_impl *pool, lw_memory_pool_attribute attribute, uint64_t *value);
lw_status lw_cpu_pool_set(lw_memory_pool_impl *pool, lw_memory_pool_attribute attribute, uint64_t value);
void lw_cpu_pools_close(lw_device_impl *device);    /* nothing runs */
void lw_cpu_pool_forget(lw_memory_pool_impl *pool); /* frees the structure; it is on no list */

/* memory_async.c: allocating in streams */
unsigned lw_cpu_size_class(size_t size); /* the index of the pool's list for blocks of this size */
lw_status lw_cpu_pool_allocate(lw_stream_impl *stream, lw_memory_pool_impl *pool, void **pointer, size_t size);

/* memory_free.c: freeing in streams */
lw_status lw_cpu_pool_free(lw_stream_impl *stream, lw_device_impl *owner, void *pointer);
/* Frees the block, which the program no longer uses: every stream may use it at once. */
lw_status lw_cpu_block_free_now(lw_device_impl *device, lw_cpu_block *block);
/* Checked mode, with the lock held: the stream of frees that no stream orders; null: no memory. */
lw_stream_impl *lw_cpu_stream_of_frees(lw_device_impl *device);

/* memory_trim.c: returning free blocks to the device */
lw_status lw_cpu_pool_trim(lw_memory_pool_impl *pool, size_t keep);
/* With the lock held: counts so many bytes more as reserved, if the pool may have them. Free blocks leave for that. */
bool lw_cpu_pool_claim(lw_memory_pool_impl *pool, size_t size);
uint64_t lw_cpu_oldest_ticket(const lw_device_impl *device); /* of an operation that is not done; with the lock held */
/* The host has waited for what `done` contains, or with null for all. */
void lw_cpu_pools_synchronised(lw_device_impl *device, const lw_cpu_order *done);
/* Returns all free memory of all pools that no operation can reach. True: there was some. */
bool lw_cpu_pools_return(lw_device_impl *device);
/* With the lock held: takes the block out of its pool. */
void lw_cpu_block_leave(lw_cpu_block *block);
void lw_cpu_block_link(lw_cpu_block **list, lw_cpu_block *block);
void lw_cpu_block_unlink(lw_cpu_block *block);            /* from its list */
void lw_cpu_block_no_longer_pending(lw_cpu_block *block); /* drops `freed` */

#endif
