/* What was found: one entry for each pair of places in code and allocation, with a count. */
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
    EMU_FOUND_FOREIGN,   /* memory that no kernel may touch: the host's, another thread's stack */
    EMU_FOUND_READ_ONLY, /* a write */
    EMU_FOUND_RACE,
    EMU_FOUND_SAME_VALUE, /* a race of two writes of the same */
    EMU_FOUND_UNINITIALISED,
    EMU_FOUND_ARITHMETIC,
    EMU_FOUND_SYNCHRONISATION,
    EMU_FOUND_SHUFFLE, /* a source that takes no part */
    EMU_FOUND_API,
    EMU_FOUND_UNCHECKED, /* a launch that failed, and perhaps nobody knows */
    EMU_FOUND_LEAK,
    EMU_FOUND_FAULT,   /* a trap, an assertion, an overflow of the stack ... */
    EMU_FOUND_ENGINES, /* a kernel's fused copy computes something else than its fibers */
    EMU_FINDING_KINDS
} emu_finding_kind;

typedef struct emu_finding_access {
    uintptr_t pc;
    const char *host; /* what touched it, where no thread did: then the thread and block say nothing */
    bool write, atomic, is_volatile, by_copy; /* an asynchronous copy of the thread's */
    unsigned size;
    unsigned thread[3], block[3], rank, barrier;
    bool knows_before, knows_after; /* below: the memory before and after a write; of a read, what it saw is `before` */
    uint64_t before, after;
    uintptr_t base; /* what the address is told from: where the shared memory begins, else 0 */
} emu_finding_access;

typedef struct emu_finding {
    emu_finding_kind kind;
    unsigned count;
    const lw_kernel *kernel;
    uintptr_t address;
    emu_finding_access access[2]; /* of a race: the earlier and the one that met it; else the first alone */
    uintptr_t launched_at[2];     /* where the host launched the accesses' grids, where they are two; else 0 */
    uintptr_t made_at, freed_at;  /* the allocation, in code; 0: not known, or none */
    char where[300];              /* the memory: "12 bytes into ..." */
    char why[300];
    emu_overflow overflow;       /* that the address or index comes of; its pc is 0 where none is known */
    const struct emu_site *site; /* of access[0], where there is no address in code */
    char *details;               /* more lines, freed with it: what ended the launch, and where everyone is */
    bool ended_launch;
    unsigned long long signature; /* once it is reported: what stays the same from run to run; 0: it does not count */
    bool reported;
    struct emu_finding *next;
} emu_finding;

/* How reports call a kind, which of compute-sanitizer's tools it belongs to, and whether it is a warning alone. */
typedef struct emu_finding_class {
    const char *name, *tool;
    bool warning;
} emu_finding_class;
const emu_finding_class *emu_finding_class_of(emu_finding_kind kind);
bool emu_finding_kind_exists(const char *name);
bool emu_finding_tool_exists(const char *name);

/* The entry for these, counted once more; `fresh`: there was none, and it is for the caller to fill in. Null where the
 * memory for it is not to be had. `memory`: what tells allocations apart. */
emu_finding *emu_finding_note(emu_finding_kind kind, uintptr_t pc, uintptr_t other, uintptr_t memory, bool *fresh);
void emu_findings_report(void); /* those that were not yet; on an OS thread's own stack */
const emu_finding *emu_findings_first(void);
void emu_findings_close(void);

#endif
