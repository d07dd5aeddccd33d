/* What the asynchronous parts know of each other: the queues of a block's copies, its mbarriers and who waits for them.
 *
 * A copy is queued where it is issued and done later: by the wait that covers it; when no thread can run; now and then
 * while threads of the gang let others run. Copies that no wait has separated may be done in any order, and are: the latest
 * first, or under the random schedule any.
 */
#ifndef EMU_ASYNC_H
#define EMU_ASYNC_H

#include "machine.h"

enum { EMU_NO_COPY = 0, EMU_MOST_COPIES = 1 << 15, EMU_MOST_BULKS = 1 << 10, EMU_MOST_BARRIERS = (256 << 10) / 8 };

/* A cp.async of a thread, or an arrival that its earlier ones bring about. */
typedef struct emu_copy {
    char *to;
    const char *from;
    uint64_t *barrier;    /* an arrival's; null for a copy */
    const emu_site *site; /* of an arrival */
    unsigned batch;       /* the thread's commits before it */
    unsigned next;        /* of the thread's, or of the free ones */
    unsigned previous;    /* of the thread's */
    unsigned char size, zeros;
} emu_copy;

typedef enum emu_bulk_kind { EMU_BULK_TO_SHARED, EMU_BULK_TO_BLOCK, EMU_BULK_TO_GLOBAL } emu_bulk_kind;

typedef struct emu_bulk {
    emu_bulk_kind kind;
    unsigned size, batch; /* batch: of a copy to global memory, the thread's commits before it */
    unsigned thread;
    char *to;
    const char *from;
    char *held; /* the source's bytes, where they have been read but not written; else null */
    uint64_t *barrier;
    const emu_site *site;
} emu_bulk;

/* By the thread's rank. */
typedef struct emu_thread_copies {
    unsigned first, last; /* its queue; EMU_NO_COPY when empty */
    unsigned commits, bulk_commits;
} emu_thread_copies;

typedef struct emu_async {
    emu_thread_copies thread[EMU_MAX_THREADS];
    unsigned copying[EMU_MAX_WARPS]; /* threads whose queue is not empty, a bit each */
    unsigned waiting[EMU_MAX_WARPS]; /* threads that wait for a barrier */
    const uint64_t *waits_for[EMU_MAX_THREADS];
    bool any_barrier;
    uint64_t barriers[EMU_MOST_BARRIERS / 64]; /* where in the block's shared memory, a bit for 8 bytes */
    emu_copy *copies;                          /* all queues' entries; number 0 is none */
    unsigned made, room, free, pending;
    emu_bulk *bulk; /* in the order of issue, but for what is done */
    unsigned bulks, bulk_room;
} emu_async;

/* ---- async.c ---- */
/* The worker's, made at the first call; ends the launch when there is no memory for it. */
emu_async *emu_async_of(emu_worker *worker, const emu_site *site);
/* The block of the gang in whose shared memory `size` bytes from `address` on lie, or null. */
emu_worker *emu_shared_owner(const void *address, size_t size);
/* The address that corresponds in the cluster's block `rank`; ends the launch where there is no such block. */
void *emu_peer_address(const void *address, unsigned rank, const emu_site *site);
/* These end the launch, in the name of site->what, where ... */
void emu_require_shared(const char *role, const void *address, size_t size, const emu_site *site);
void emu_require_global(const char *role, const void *address, const emu_site *site);
void emu_require_aligned(const char *role, const void *address, size_t alignment, const emu_site *site);
/* Reads the first and the last byte, or writes what is there: a wild address is to fault where a copy is issued. */
void emu_touch(const void *address, size_t size, bool write);

/* ---- copy_async.c, bulk_copy.c ---- */
/* Does one of the thread's queue, or number `index` of the bulk copies. */
void emu_copy_perform(emu_worker *worker, unsigned thread);
void emu_bulk_perform(emu_worker *worker, unsigned index);

/* ---- mbarrier.c: what a copy brings about when it is done ---- */
void emu_mbarrier_expect_one_more(uint64_t *barrier, const emu_site *site);
void emu_mbarrier_late_arrival(uint64_t *barrier, const emu_site *site);
void emu_mbarrier_complete(uint64_t *barrier, unsigned bytes, const emu_site *site);
/* Ends the launch unless a barrier is there. */
void emu_mbarrier_require(const uint64_t *barrier, const emu_site *site);

#endif
