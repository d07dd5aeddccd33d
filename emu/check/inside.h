/* Declarations that the files of the checker share. */
#ifndef EMU_CHECK_INSIDE_H
#define EMU_CHECK_INSIDE_H

#include <pthread.h>

#include "../machine/lockstep.h"
#include "../machine/machine.h"
#include "shadow_cell.h"
#include "check.h"
#include "clock.h"
#include "finding.h"
#include "operation.h"
#include "readers.h"
#include "region.h"
#include "site.h"

/* The order (__ATOMIC_RELAXED ...) and scope (EMU_SCOPE_BLOCK ...) of an atomic. `failure`: of a compare-and-swap that fails. */
typedef struct emu_ordering {
    bool given;
    int order, failure;
    unsigned scope;
} emu_ordering;

/* The checker's data about a worker's block: worker->check. */
/* Each variable has units of its own, and a kernel has at most 48 KiB of them, besides its dynamic shared memory. */
enum { EMU_SHARED_UNIT = 16, EMU_MAX_SHARED = (48 << 10) / EMU_SHARED_UNIT + 1 };
typedef struct emu_shared_place {
    size_t offset, size;
    const lw_shared_variable *variable; /* null: dynamic shared memory */
} emu_shared_place;

/* A word that a thread has read several times, and found the value each time. */
typedef struct emu_poll {
    uintptr_t address;
    uint64_t value;
    unsigned count;
} emu_poll;

struct emu_checked {
    emu_region shared;   /* the worker's arena */
    emu_readers readers; /* of shared memory */
    /* The variables in shared memory, of this kernel and these sizes: */
    const lw_kernel *kernel;
    size_t static_shared, dynamic_shared;
    emu_shared_place place[EMU_MAX_SHARED + 1]; /* from 1 to `places`; an array of no elements has no bytes */
    unsigned places;
    uint16_t *place_at; /* for each 16 bytes, an index into `place`; 0: no variable */
    size_t units;       /* elements of place_at in use */
    emu_block_clock clock;
    struct emu_pending *pending; /* asynchronous copies not waited for yet */
    unsigned pending_count, pending_room;
    uint32_t
        later; /* blocks from this number on began after the block was found only to spin; UINT32_MAX: it was not */
    emu_poll poll[EMU_MAX_THREADS][EMU_POLLED]; /* by thread */
    emu_ordering next_atomic;                   /* of the running thread's next atomic; not given: the atomic's own */
};

/* An access that a thread is about to make, while it is checked. */
typedef struct emu_touch {
    emu_worker *worker;
    uintptr_t address, pc;
    unsigned size;
    bool write;
    unsigned bits; /* the bits of emu_access below the rank */
    const emu_region *region;
    bool multicast; /* of a copy of a multicast object */
} emu_touch;

extern size_t emu_check_span; /* bytes of a device's part of device memory */
/* " of device cpu:1": whose device memory the address is; "" where there is one device, or for other memory. */
void emu_check_owner_text(uintptr_t address, char text[32]);

/* The readers of all memory except shared memory. */
extern emu_readers emu_device_readers;
static inline emu_readers *emu_readers_of(const emu_region *region)
{
    return region->kind == EMU_REGION_SHARED ? &((const emu_worker *)region->owner)->check->readers
                                             : &emu_device_readers;
}

/* ---- ordering.c ---- */
/* What an atomic does to its word. An exchange does not use the old value. */
enum { EMU_ATOMIC_WRITES = 1, EMU_ATOMIC_READS = 2, EMU_ATOMIC_USES = 4 };
/* What the kernel has said of this atomic. */
emu_ordering emu_check_take_ordering(emu_worker *worker);
/* Checks an atomic. `compare`: null, or what a compare-and-swap looks for. */
void emu_check_ordered(emu_worker *worker, uintptr_t address, unsigned size, unsigned does, const void *compare,
                       const emu_ordering *ordering, uintptr_t pc);

/* ---- race.c ---- */
/* Records the access in the cells of its bytes, and reports races with it. */
void emu_check_races(const emu_touch *touch);

/* ---- compared.c ---- */
/* The plain read is about to be reported as a race with an atomic. */
void emu_check_read_races(const emu_touch *touch);
/* A compare-and-swap is about to look for the touch's bytes at `compare`. */
void emu_check_compares(const emu_touch *touch, const void *compare);
/* The running threads have ended: no compare-and-swap of theirs comes. */
void emu_check_settle_compared(void);
/* Makes a race a warning, or an error again, by what is known now. Whether it did. */
bool emu_check_judge_compared(emu_finding *finding);

/* ---- resident.c ---- */
/* Before an atomic or a volatile access of a plain launch: whether the thread has waited for a block that began later.
 * Called where the block seems to spin. */
void emu_check_polls(const emu_touch *touch);

/* ---- access.c ---- */
/* Checks an access that the calling thread is about to make. False: it was reported as an error, or it reads an
 * LW_CONSTANT, which needs no other check.
 *
 * `bits`: of emu_access, and these:
 * UNALIGNED: the compiler does not assume that the address is aligned
 * PIECE: a part of a larger read; the caller checks that all of it has been written
 * CARRIED: the caller copies to the written bytes whether they have been written, from the source
 * USES: the write depends on the old value
 * COMPUTES: the program computes with all bytes of what is read
 * MULTICAST: of a copy of a multicast object, which the caller may access
 */
enum {
    EMU_TOUCH_UNALIGNED = 1 << 16,
    EMU_TOUCH_PIECE = 1 << 17,
    EMU_TOUCH_CARRIED = 1 << 18,
    EMU_TOUCH_USES = 1 << 19,
    EMU_TOUCH_MULTICAST = 1 << 20,
    EMU_TOUCH_COMPUTES = 1 << 21
};
bool emu_check_touch(uintptr_t address, unsigned size, bool write, unsigned bits, uintptr_t pc);
/* A compare-and-swap with `size` bytes at `compare`: where they differ from the memory it is a read. */
bool emu_check_compare(uintptr_t address, unsigned size, const void *compare, bool *writes, unsigned bits,
                       uintptr_t pc);
/* False: no other check is needed. An access out of bounds, or to memory that `foreign` describes, was reported. */
bool emu_check_is_allowed(emu_touch *touch, const char *foreign);
/* Before an access, or before the first part of one: with the schedule lockstep the warp's other lanes come first, as far as they must. */
static inline void emu_check_step(uintptr_t pc)
{
    emu_worker *worker = emu_self;
    if (__builtin_expect(worker != NULL && worker->lockstep != NULL, 0) && emu_here.thread)
        emu_lockstep_step(worker, pc);
}
/* Writes are checked before they are done. Work that needs the written value waits until a thread calls the checker
 * next: each entry calls emu_check_finish_deferred() first. */
extern bool emu_check_has_deferred;
void emu_check_finish_deferred_slow(void);
static inline void emu_check_finish_deferred(void)
{
    if (__builtin_expect(emu_check_has_deferred, 0))
        emu_check_finish_deferred_slow();
}

/* Whether the range of words may be read, as by the place's latest access, and no finding is possible. */
bool emu_check_passes_fast(uintptr_t address, size_t size, uintptr_t pc);
/* Bytes that were written may no longer count as written. */
void emu_check_forget_covered(void);

/* ---- ranges.c ---- */
bool emu_check_touch_range(uintptr_t address, size_t size, bool write, uintptr_t pc); /* any alignment */

/* ---- written.c: which bytes have been written ---- */
typedef enum emu_written { EMU_UNWRITTEN, EMU_WRITTEN_PARTLY, EMU_WRITTEN } emu_written;
emu_written emu_check_written(const emu_region *region, uintptr_t address, size_t size);
void emu_check_write(const emu_region *region, uintptr_t address, size_t size);
/* `written` bytes at `to` are written. The first `read` of them are copied from `from`: each counts as written if its
 * source does. The rest counts as written. */
void emu_check_copy_written(const emu_region *target, const emu_region *source, uintptr_t to, uintptr_t from,
                            size_t read, size_t written);
/* A read: reports it if no byte has been written; if the program computes with it, also if some have not. */
void emu_check_initialised(const emu_touch *touch, bool computes);
void emu_check_finish_assignment(void);

/* ---- whole.c: accesses that consist of parts ---- */
/* Reports an access that follows, whose address is not a multiple of the type's alignment. */
void emu_check_misaligned(uintptr_t address, size_t size, unsigned alignment, bool write, uintptr_t pc);
/* Notes that the running thread's access was reported. Its parts may be accessed next; `announced`: or the whole. */
void emu_check_set_reported(uintptr_t address, size_t size, bool write, bool announced);
/* An access begins that consists of parts, and is no part itself. */
void emu_check_begin_whole(void);
/* Whether the access is a part of the one that was reported last. */
bool emu_check_was_reported(const emu_touch *touch);

/* ---- index.c ---- */
/* Reports the index of an array of the type. */
void emu_check_index_found(uintptr_t pc, const char *type, emu_wide index);
/* Whether a thread's next access may be the one with that index. Then it must be passed on: */
extern bool emu_check_has_index;
void emu_check_name_index(emu_worker *worker, uintptr_t address, unsigned size, bool write, uintptr_t pc);
/* Whether the running thread's next access of a local array would have that index; it is then taken for that one. */
bool emu_check_take_index(const emu_worker *worker);

/* ---- split.c: cells of single bytes ---- */
/* The four cells of the word's bytes. The first call moves the word's cell into them. */
emu_shadow_cell *emu_check_split(const emu_region *region, uintptr_t word, emu_shadow_cell *cell);

void emu_check_splits_free(void);

/* ---- reach.c: memory that threads may access ---- */
/* The region that holds the address, or null. If null, `foreign` describes memory that the thread may not access; null:
 * its own stack, or unknown. */
const emu_region *emu_region_of(emu_worker *worker, uintptr_t address, const char **foreign);
/* The same without a thread: no shared memory. */
const emu_region *emu_region_at(uintptr_t address);
/* The region of the first variable for which `holds` is true; null: none. */
const emu_region *emu_region_of_variable(bool (*holds)(const struct lw_symbol *symbol, uintptr_t address,
                                                       unsigned size),
                                         uintptr_t address, unsigned size);
/* The nearest variable that ends within 4096 bytes before the address; or null. */
const emu_region *emu_variable_before(uintptr_t address);
void emu_regions_add_symbols(const lw_module *module);
void emu_regions_close(void);
/* The variable in the block's shared memory that holds the address; null: none. */
const emu_shared_place *emu_shared_place_at(const emu_worker *worker, uintptr_t address);

/* ---- pinned.c: pinned and registered host memory ---- */
typedef struct emu_pinned {
    uintptr_t pointer;
    size_t size;
    uintptr_t made_at; /* program counter */
} emu_pinned;
const emu_region *emu_pinned_at(uintptr_t address);
/* The nearest that ends within 4096 bytes before the address; or null. */
const emu_pinned *emu_pinned_before(uintptr_t address);
/* Between the two the ranges that emu_pinned_at() finds stay. */
void emu_pinned_transfer_begins(void);
void emu_pinned_transfer_ends(void);
void emu_pinned_close(void);

/* ---- objects.c: the program and its libraries ---- */
void emu_objects_note(void);
void emu_objects_allow(uintptr_t begin, uintptr_t end); /* counts the range as theirs */
bool emu_objects_contain(uintptr_t address);
void emu_objects_close(void);

/* ---- heap.c: the device's heap ---- */
const emu_region *emu_heap_region_at(uintptr_t address);
const emu_allocation *emu_heap_allocation_at(uintptr_t address);
const emu_allocation *emu_heap_allocation_near(uintptr_t address, ptrdiff_t *distance);

/* ---- release_clocks.c ---- */
/* An atomic, or a volatile access, of the word: publishes what earlier fences released, and takes what later fences
 * acquire. */
void emu_check_sync_word(emu_worker *worker, uintptr_t word, bool reads, bool writes, unsigned scope);
void emu_check_words_free(void);
/* As emu_check_release(), for the thread `rank`. */
void emu_check_release_of(emu_worker *worker, unsigned rank, const void *word, unsigned scope);

/* ---- copies.c ---- */
void emu_check_copy_joins(emu_worker *worker, struct emu_pending *copy, bool written);

/* ---- values.c: what memory held before the latest writes ---- */
void emu_values_note(uintptr_t address, unsigned size, emu_access by);
void emu_values_forget(void);
/* The writes noted last are parts of one write of this range. */
void emu_values_note_range(uintptr_t address, size_t size);
/* The latest write: returns its address, 0 if there is none. */
uintptr_t emu_values_last(size_t *size, emu_access *by);
/* The value before the write `by`. False: it is no longer stored. */
bool emu_values_before(uintptr_t address, emu_access by, unsigned *size, uint64_t *value);

/* ---- finding.c ---- */
/* No memory to record something: findings may be missed, and the summary says so. `order`: a happens-before relation
 * was lost; then no later race is reported, because none would be certain. */
void emu_check_record_lost(bool order);

/* ---- found.c: findings of threads ---- */
/* A race of the earlier access `other` at `site` with the touch, at the byte `address`. */
void emu_check_found_race(const emu_touch *touch, emu_access other, uint16_t site, bool other_writes,
                          uintptr_t address);
/* Who raced with whom, and why; without the values and the memory. */
void emu_check_describe_race(const emu_touch *touch, emu_access other, uint16_t site, bool other_writes,
                             emu_finding *finding);
/* Counts the finding. Returns it if it is new for this kind and place in code; else null. */
emu_finding *emu_check_found(const emu_touch *touch, emu_finding_kind kind, const char *why);

/* Fills in the earlier access `other` at `site`. */
void emu_check_set_earlier(emu_finding_access *access, emu_access other, uint16_t site, bool writes, unsigned size);
/* A number that distinguishes allocations and variables; and the finding's texts about the memory. */
uintptr_t emu_check_memory_of(const emu_touch *touch);
void emu_check_name_memory(const emu_touch *touch, emu_finding *finding);
#define EMU_CHECK_ATOMIC_AND_PLAIN "an atomic is ordered with other atomics only, not with a plain access"
#define EMU_CHECK_PARTLY "some of the bytes are written, and others are not"
#define EMU_CHECK_UNORDERED "two operations that nothing orders: neither a stream, nor an event, nor the host's waiting"

/* Memory that the program never freed. */
void emu_check_leaked(const emu_region *region, const emu_allocation *allocation);
void emu_check_unused(
    const emu_allocation *allocation); /* of device memory: reports bytes that nothing has written (unused.c) */

/* ---- same_value.c ---- */
/* A further hazard of a finding about two equal values, which may be worse. */
void emu_check_suspect(emu_finding *finding, const emu_touch *touch, emu_access other, uint16_t site, bool other_writes,
                       uintptr_t address);
void emu_check_finish_suspect(void);

/* ---- found_transfer.c: findings of copies and sets, by their numbers ---- */
const char *emu_check_name_operation(const emu_operation *operation); /* null for a grid */
void emu_check_found_transfer(uint32_t number, emu_finding_kind kind, uintptr_t address, size_t bytes);
/* A copy or set, or a thread's access, that nothing orders after the allocation of the memory. */
void emu_check_found_transfer_early(uint32_t number, const emu_allocation *allocation, uintptr_t address, bool write);
void emu_check_found_early(const emu_touch *touch, const emu_allocation *allocation);
void emu_check_found_transfer_race(uint32_t number, const emu_region *region, uintptr_t address, bool write,
                                   emu_access other, uint16_t site, bool other_writes);

/* ---- guard.c: device memory that the host may not access ---- */
void emu_guard_open(void);
void emu_guard_close(void);
void emu_guard_recheck(void); /* before threads run: stops guarding if the program has set a signal handler */
void emu_guard_allocated(const emu_allocation *allocation);
void emu_guard_report(void); /* reports the host's accesses since the last call */

/* ---- read_only.c ---- */
extern uint32_t emu_check_ldg_grid;                  /* the number of the latest grid that has used __ldg() */
void emu_check_ldg_conflict(const emu_touch *touch); /* checks a write in such a grid */
void emu_check_ldg_close(void);

/* ---- transfer.c ---- */
void emu_check_transfers_close(void);

/* ---- describe.c ---- */
/* The nearest allocation, of device memory or of the heap, according to the touched region. */
const emu_allocation *emu_check_allocation_near(const emu_touch *touch, ptrdiff_t *distance);
/* "12 bytes into ...": the touched address in words. */
void emu_check_describe(const emu_touch *touch, char *text, size_t size);

/* ---- options.c ---- */
typedef struct emu_check_options {
    bool memory, races, initialised, synchronisation;
    bool leaks;             /* report memory that the program has not freed */
    bool unused;            /* report memory that nothing has written when it is freed, or at the end */
    bool api;               /* report calls that no correct program makes */
    bool again;             /* the program's second run, in reverse order */
    bool volatile_is_plain; /* a volatile access is not an atomic */
    unsigned print_limit;   /* findings printed; 0: all */
    bool json, colour, in_order;
    char *kernels, *except;        /* regular expressions for kernels; null: all, none */
    char *suppressions;            /* file, or null */
    char *log, *json_file, *tally; /* files; null: stderr, none, none */
    char *sarif, *junit, *html;    /* files of `lanewise check`; null: none */
} emu_check_options;
extern emu_check_options emu_check_wanted;
bool emu_check_options_read(char *message, size_t size);
void emu_check_options_free(void);

#endif
