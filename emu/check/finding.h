/* Findings: one for each kind, pair of places in code and allocation, with a count. */
#ifndef EMU_CHECK_FINDING_H
#define EMU_CHECK_FINDING_H

#include <stdbool.h>
#include <stdint.h>

#include <lanewise/descriptor.h>

#include "shadow_cell.h"
#include "overflow.h"

typedef enum emu_finding_kind {
    EMU_FOUND_OUT_OF_BOUNDS,
    EMU_FOUND_MISALIGNED,
    EMU_FOUND_FREED,     /* use after free */
    EMU_FOUND_FOREIGN,   /* memory that kernels may not access: the host's, another thread's stack */
    EMU_FOUND_READ_ONLY, /* a write to read-only memory */
    EMU_FOUND_RACE,
    EMU_FOUND_SAME_VALUE, /* two writes of the same value */
    EMU_FOUND_COMPARED,   /* a plain read, whose value a compare-and-swap then looks for */
    EMU_FOUND_UNACQUIRED, /* only the fence after an atomic is missing, and a barrier came after the atomic */
    EMU_FOUND_UNINITIALISED,
    EMU_FOUND_ARITHMETIC,
    EMU_FOUND_SYNCHRONISATION,
    EMU_FOUND_SHUFFLE,      /* the source lane takes no part */
    EMU_FOUND_ENDED,        /* threads have ended without a barrier that others reach */
    EMU_FOUND_CO_RESIDENT,  /* a block waits for a later one, and the device holds the grid's blocks at once */
    EMU_FOUND_NOT_RESIDENT, /* the same, but the device does not hold them */
    EMU_FOUND_API,
    EMU_FOUND_UNCHECKED, /* a launch failed, and the program may not have noticed */
    EMU_FOUND_LEAK,
    EMU_FOUND_UNUSED,
    EMU_FOUND_FAULT,   /* a trap, an assertion, a stack overflow ... */
    EMU_FOUND_ENGINES, /* the fused copy and the fibers left different memory */
    EMU_FINDING_KINDS
} emu_finding_kind;

typedef struct emu_finding_access {
    uintptr_t pc;
    const char *host; /* text for an access by the host; then thread and block are unused. Null: a thread */
    bool write, atomic, is_volatile;
    bool by_copy; /* by an asynchronous copy of the thread */
    unsigned size;
    unsigned thread[3], block[3], rank, barrier;
    /* Whether `before` and `after` are known: the memory before and after a write; what a read saw is `before`. */
    bool has_before, has_after;
    uint64_t before, after;
    uintptr_t base; /* reports print address - base: the start of shared memory, else 0 */
} emu_finding_access;

typedef struct emu_finding {
    emu_finding_kind kind;
    unsigned count;
    const lw_kernel *kernel;
    uintptr_t address;
    emu_finding_access access[2]; /* a race: the earlier and the later access; else only the first is used */
    uintptr_t launched_at[2];     /* program counters of the launches of both grids, if they differ; else 0 */
    uintptr_t made_at, freed_at;  /* program counters where the memory was allocated and freed; 0: unknown, or not */
    char where[300];              /* the memory: "12 bytes into ..." */
    char why[300];
    uintptr_t beside;      /* an index beyond an array: the program counter of the access that may be to it; or 0 */
    emu_overflow overflow; /* the address or index was computed from it; its pc is 0: none is known */
    const struct emu_site *site; /* the place of access[0], if its pc is 0 */
    char *details;               /* more lines, freed with the finding: what ended the launch, where all threads are */
    bool ended_launch;
    uint64_t noted_at;            /* how many accesses were in the history (history.h) when it was found */
    unsigned long long signature; /* set when reported: the same in every run; 0: not counted */
    bool reported;
    struct emu_finding *next;
} emu_finding;

/* The name of a kind in reports, the tool of compute-sanitizer that it belongs to, whether it is only a warning, and what it is. */
typedef struct emu_finding_class {
    const char *name, *tool;
    bool warning;
    const char *words;
} emu_finding_class;
const emu_finding_class *emu_finding_class_of(emu_finding_kind kind);
bool emu_finding_kind_exists(const char *name);
bool emu_finding_tool_exists(const char *name);

/* Counts the finding. `fresh`: it is new, and the caller fills it in. `other`: the other place in code, or 0. `memory`:
 * distinguishes allocations. Null: no memory for it. */
emu_finding *emu_finding_note(emu_finding_kind kind, uintptr_t pc, uintptr_t other, uintptr_t memory, bool *fresh);
void emu_findings_report(void); /* those not reported yet; on an OS thread's own stack */
const emu_finding *emu_findings_first(void);
void emu_findings_close(void);

#endif
