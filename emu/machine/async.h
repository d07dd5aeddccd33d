/* Asynchronous copies and mbarriers: the queues of a block's copies, its mbarriers, and the threads that wait for them.
 *
 * A copy is queued where it is issued and performed later: by the wait for it, when no thread is runnable, or now and
 * then at a yield of a thread of the gang. Copies that no wait separates have no order: the latest is performed first
 * or, under the random schedule, any.
 */
#ifndef EMU_ASYNC_H
#define EMU_ASYNC_H

#include "machine.h"

enum { EMU_NO_COPY = 0, EMU_MOST_COPIES = 1 << 15, EMU_MOST_BULKS = 1 << 10, EMU_MOST_BARRIERS = (256 << 10) / 8 };

/* A cp.async of a thread, or an arrival at an mbarrier that follows its earlier copies. */
typedef struct emu_copy {
    char *to;
    const char *from;
    uint64_t *barrier;         /* of an arrival; null for a copy */
    const emu_site *site;      /* of an arrival */
    unsigned batch;            /* number of the thread's commits before it */
    unsigned next;             /* in the thread's queue, or in the list of free entries */
    unsigned previous;         /* in the thread's queue */
    unsigned char size, zeros; /* bytes: in all; of them, zeros at the end */
} emu_copy;

typedef enum emu_bulk_kind { EMU_BULK_TO_SHARED, EMU_BULK_TO_BLOCK, EMU_BULK_TO_GLOBAL } emu_bulk_kind;

typedef struct emu_bulk {
    emu_bulk_kind kind;
    unsigned size, batch; /* bytes; for a copy to global memory, the thread's commits before it */
    unsigned thread;      /* the issuer's rank */
    char *to;
    const char *from;
    char *buffer; /* the source's bytes once they are read and not yet written; else null */
    uint64_t *barrier;
    const emu_site *site;
} emu_bulk;

/* The pending copies of one thread. */
typedef struct emu_thread_copies {
    unsigned first, last; /* its queue; EMU_NO_COPY: empty */
    unsigned commits, bulk_commits;
} emu_thread_copies;

typedef struct emu_async {
    emu_thread_copies thread[EMU_MAX_THREADS];
    unsigned copying[EMU_MAX_WARPS]; /* threads whose queue is not empty, a bit each */
    unsigned waiting[EMU_MAX_WARPS]; /* threads that wait for an mbarrier, a bit each */
    const uint64_t *waits_for[EMU_MAX_THREADS];
    bool any_barrier;
    uint64_t barriers[EMU_MOST_BARRIERS / 64]; /* the block's mbarriers: a bit for each 8 bytes of shared memory */
    emu_copy *copies;                          /* entries of all queues; entry 0 is not used */
    unsigned used, capacity, free, pending;    /* entries: ever used; allocated; first free; queued */
    emu_bulk *bulk;                            /* pending bulk copies, in the order of issue */
    unsigned bulks, bulk_capacity;
} emu_async;

/* ---- async.c ---- */
/* The worker's emu_async, allocated at the first call; ends the launch when out of memory. */
emu_async *emu_async_of(emu_worker *worker, const emu_site *site);
/* The worker of the gang's block whose shared memory holds the `size` bytes from `address` on, or null. */
emu_worker *emu_shared_owner(const void *address, size_t size);
/* The corresponding address in the shared memory of the cluster's block `rank`; ends the launch if there
 * is no such block. */
void *emu_peer_address(const void *address, unsigned rank, const emu_site *site);
/* End the launch with a report about site->what if the address is not in shared or global memory, or not aligned. */
void emu_require_shared(const char *role, const void *address, size_t size, const emu_site *site);
void emu_require_global(const char *role, const void *address, const emu_site *site);
void emu_require_aligned(const char *role, const void *address, size_t alignment, const emu_site *site);
/* Reads the first and the last byte, or writes them unchanged, so that a wild address faults where the
 * copy is issued. */
void emu_touch(const void *address, size_t size, bool write);

/* ---- copy_async.c, bulk_copy.c ---- */
/* Perform one copy of the thread's queue; bulk copy `index`. */
void emu_copy_perform(emu_worker *worker, unsigned thread);
void emu_bulk_perform(emu_worker *worker, unsigned index);

/* ---- mbarrier.c: what copies do to mbarriers ---- */
void emu_mbarrier_expect_one_more(uint64_t *barrier, const emu_site *site);
void emu_mbarrier_late_arrival(uint64_t *barrier, const emu_site *site);
void emu_mbarrier_complete(uint64_t *barrier, unsigned bytes, const emu_site *site);
/* Ends the launch unless there is an mbarrier at the address. */
void emu_mbarrier_require(const uint64_t *barrier, const emu_site *site);

#endif
