/* What the parts of the checker know of each other. */
#ifndef EMU_CHECK_INSIDE_H
#define EMU_CHECK_INSIDE_H

#include <pthread.h>

#include "../machine/machine.h"
#include "shadow_cell.h"
#include "check.h"
#include "clock.h"
#include "finding.h"
#include "operation.h"
#include "readers.h"
#include "region.h"
#include "site.h"

/* What is noted of a worker's block: worker->check. */
enum { EMU_SHARED_UNIT = 16, EMU_MAX_SHARED = 255 };
typedef struct emu_shared_place {
    size_t offset, size;
    const lw_shared_variable *variable; /* null: the dynamic shared memory */
} emu_shared_place;

struct emu_checked {
    emu_region shared;   /* the worker's arena */
    emu_readers readers; /* of it */
    const lw_kernel
        *kernel; /* whose variables these are: by a number for each 16 bytes of the block's, 0 where none is */
    size_t static_shared, dynamic_shared;
    emu_shared_place place[EMU_MAX_SHARED + 1];
    unsigned char *place_at;
    size_t units;
    emu_block_clock clock;
    struct emu_pending *pending; /* asynchronous copies that nobody has waited for */
    unsigned pending_count, pending_room;
};

/* Of one access, from access.c to the parts that judge it. */
typedef struct emu_touch {
    emu_worker *worker;
    uintptr_t address, pc;
    unsigned size;
    bool write;
    unsigned bits; /* of emu_access, below the rank */
    const emu_region *region;
} emu_touch;

/* Of all but shared memory. */
extern emu_readers emu_device_readers;
static inline emu_readers *emu_readers_of(const emu_region *region)
{
    return region->kind == EMU_REGION_SHARED ? &((const emu_worker *)region->owner)->check->readers
                                             : &emu_device_readers;
}

/* ---- race.c ---- */
/* Notes the access in the cells of its bytes, and finds what races with it. */
void emu_check_order(const emu_touch *touch);

/* ---- access.c ---- */
/* Judges what the calling thread is about to do; false where it has been told that it must not. `bits`: of `emu_access`, and
 * beside them: the compiler does not know the address to be aligned; a part of what is read, of which all is asked whether
 * it has been written; a write that carries that along from elsewhere; one that depends on what was there. */
enum {
    EMU_TOUCH_UNALIGNED = 1 << 16,
    EMU_TOUCH_PIECE = 1 << 17,
    EMU_TOUCH_CARRIED = 1 << 18,
    EMU_TOUCH_USES = 1 << 19
};
bool emu_check_touch(uintptr_t address, unsigned size, bool write, unsigned bits, uintptr_t pc);
bool emu_check_is_allowed(emu_touch *touch, const char *foreign); /* by the bounds of what is there */
/* A write is seen before it is done. What it has written is read here, first thing whenever a thread comes next. */
extern bool emu_check_unsettled;
void emu_check_settle_slowly(void);
static inline void emu_check_settle(void)
{
    if (__builtin_expect(emu_check_unsettled, 0))
        emu_check_settle_slowly();
}

/* ---- ranges.c ---- */
bool emu_check_touch_range(uintptr_t address, size_t size, bool write, uintptr_t pc); /* of any alignment */

/* ---- written.c: which bytes have been written ---- */
typedef enum emu_written { EMU_UNWRITTEN, EMU_WRITTEN_PARTLY, EMU_WRITTEN } emu_written;
emu_written emu_check_written(const emu_region *region, uintptr_t address, size_t size);
void emu_check_write(const emu_region *region, uintptr_t address, size_t size);
/* Of so many bytes written the first have been read, elsewhere, and have been written where those have. */
void emu_check_carry(const emu_region *target, const emu_region *source, uintptr_t to, uintptr_t from, size_t read,
                     size_t written);
void emu_check_value(const emu_touch *touch); /* a read: whether it has one */
void emu_check_settle_assigned(void);

/* ---- misaligned.c ---- */
/* Of an access to come, of so many bytes, whose address is no multiple of the type's alignment. */
void emu_check_misaligned(uintptr_t address, size_t size, unsigned alignment, bool write, uintptr_t pc);
/* Whether the access is one of those; asked of each access that is misaligned itself. */
bool emu_check_reported_misaligned(uintptr_t address, unsigned size);

/* ---- split.c: cells of single bytes ---- */
/* Four; the word's records go into them at the first time. */
emu_shadow_cell *emu_check_split(const emu_region *region, uintptr_t word, emu_shadow_cell *cell);

void emu_check_splits_free(void);

/* ---- reach.c: what threads may touch ---- */
/* The region that holds the address, or null; then `foreign` says what it is, or null: the thread's own stack. */
const emu_region *emu_region_of(emu_worker *worker, uintptr_t address, const char **foreign);
/* The same for an address that is not asked of by a thread: no shared memory. */
const emu_region *emu_region_at(uintptr_t address);
void emu_regions_add_symbols(const lw_module *module);
void emu_regions_close(void);
/* The variable of the block's that holds the address; null: none. */
const emu_shared_place *emu_shared_place_at(const emu_worker *worker, uintptr_t address);

/* ---- pinned.c: memory of the host's that is pinned or registered ---- */
typedef struct emu_pinned {
    uintptr_t pointer;
    size_t size;
    uintptr_t made_at;
} emu_pinned;
const emu_region *emu_pinned_at(uintptr_t address);
const emu_pinned *emu_pinned_before(uintptr_t address); /* one that ends a little before it; or null */
void emu_pinned_close(void);

/* ---- objects.c: what the program and its libraries hold ---- */
void emu_objects_note(void);
void emu_objects_allow(uintptr_t begin, uintptr_t end); /* as if it were theirs */
bool emu_objects_hold(uintptr_t address);
void emu_objects_close(void);

/* ---- heap.c: the device's heap ---- */
const emu_region *emu_heap_region_at(uintptr_t address);
const emu_allocation *emu_heap_allocation_at(uintptr_t address);
const emu_allocation *emu_heap_allocation_near(uintptr_t address, ptrdiff_t *distance);

/* ---- release_clocks.c ---- */
/* By way of an atomic, or of a volatile access of which no fence is asked: what others learn, and what this one does. */
void emu_check_meet_word(emu_worker *worker, uintptr_t word, bool reads, bool writes, unsigned scope);
void emu_check_words_free(void);
/* As emu_check_release(), for the thread `rank`. */
void emu_check_release_of(emu_worker *worker, unsigned rank, const void *word, unsigned scope);

/* ---- copies.c ---- */
void emu_check_copy_joins(emu_worker *worker, struct emu_pending *copy, bool written);

/* ---- values.c: what memory held before the latest writes ---- */
void emu_values_note(uintptr_t address, unsigned size, emu_access by);
void emu_values_forget(void);
void emu_values_note_range(uintptr_t address, size_t size); /* which the latest notes make up */
/* The latest: its address, 0 where there is none; by whom. */
uintptr_t emu_values_last(size_t *size, emu_access *by);
/* False where that write is not among them any more. */
bool emu_values_before(uintptr_t address, emu_access by, unsigned *size, uint64_t *value);

/* ---- finding.c ---- */
/* There is no memory for a note: findings may be missed, which the summary says. `order`: one of who comes after whom,
 * without which no later race is certain; none is told of, then. */
void emu_check_unnoted(bool order);

/* ---- found.c: findings of threads ---- */
/* The earlier access `other` at `site`, a write or a read, and the touch, which meet in the byte at `address`. */
void emu_check_found_race(const emu_touch *touch, emu_access other, uint16_t site, bool other_writes,
                          uintptr_t address);
/* The finding, where there was none of the kind from the same place in code; else null. */
emu_finding *emu_check_found(const emu_touch *touch, emu_finding_kind kind, const char *why);

/* The earlier access `other` at `site`. */
void emu_check_set_earlier(emu_finding_access *access, emu_access other, uint16_t site, bool writes, unsigned size);
/* What tells memory apart, and what is said of it. */
uintptr_t emu_check_memory_of(const emu_touch *touch);
void emu_check_name_memory(const emu_touch *touch, emu_finding *finding);
#define EMU_CHECK_UNORDERED "two operations that nothing orders: neither a stream, nor an event, nor the host's waiting"

/* Of the host's own doing: memory that it never freed. */
void emu_check_leaked(const emu_region *region, const emu_allocation *allocation);

/* ---- found_transfer.c: findings of copies and sets, by their numbers ---- */
const char *emu_check_name_operation(const emu_operation *operation); /* null for grids */
void emu_check_found_transfer(uint32_t number, emu_finding_kind kind, uintptr_t address, size_t bytes);
void emu_check_found_transfer_race(uint32_t number, const emu_region *region, uintptr_t address, bool write,
                                   emu_access other, uint16_t site, bool other_writes);

/* ---- guard.c: device memory is out of the host's reach ---- */
void emu_guard_open(void);
void emu_guard_close(void);
void emu_guard_ask(void); /* before threads run: whether it can go on */
void emu_guard_allocated(const emu_allocation *allocation);
void emu_guard_tell(void); /* of what the host has touched since */

/* ---- read_only.c ---- */
extern uint32_t emu_check_loads_of;            /* the latest grid that has used __ldg() */
void emu_check_loaded(const emu_touch *touch); /* a write in such a grid */
void emu_check_loads_close(void);

/* ---- transfer.c ---- */
void emu_check_transfers_close(void);

/* ---- describe.c ---- */
/* "12 bytes into ..." for an address as the thread `rank` sees it. */
/* The nearest allocation of device memory, or of the heap, as the touched region is. */
const emu_allocation *emu_check_allocation_near(const emu_touch *touch, ptrdiff_t *distance);
void emu_check_describe(const emu_touch *touch, char *text, size_t size);

/* ---- options.c ---- */
typedef struct emu_check_options {
    bool memory, races, initialised, synchronisation;
    bool leaks;    /* memory that the program has not freed itself */
    bool api;      /* calls that no right program makes */
    unsigned most; /* findings shown; 0: all */
    bool json, colour, in_order;
    char *kernels, *except, *suppressions; /* null: all kernels, but for none; no file */
    char *log, *json_file, *tally;         /* files; null: stderr; none; none */
} emu_check_options;
extern emu_check_options emu_check_wanted;
bool emu_check_options_read(char *message, size_t size);
void emu_check_options_free(void);

#endif
