/* Shared by the files of this folder. */
#ifndef EMU_COUNT_INSIDE_H
#define EMU_COUNT_INSIDE_H

#include "../machine/machine.h"
#include "count.h"

enum {
    EMU_COUNT_MOST = 4096,   /* accesses that a lane may be ahead of the others of its warp */
    EMU_COUNT_PLACES = 4096, /* places in code that a kernel accesses memory from: more share one */
    EMU_COUNT_LOOPS = 64,
    EMU_COUNT_DEPTH = 12 /* of nested loops; deeper ones count as one */
};

typedef struct emu_count_event {
    uintptr_t address;
    uint32_t place;
    uint32_t size;
    uint8_t kind;   /* an emu_count_kind */
    uint8_t shared; /* whether it is shared memory; else global */
} emu_count_event;

/* What a lane has accessed since its warp was last counted. */
typedef struct emu_count_lane {
    emu_count_event *event; /* null until the first */
    unsigned count, room;
} emu_count_lane;

struct emu_counting {
    emu_count_lane lane[EMU_MAX_THREADS];
    bool touched[EMU_MAX_WARPS]; /* some lane of the warp has an event */
    uint64_t lost;               /* accesses without memory for an event */
};

/* ---- places.c: where the running kernel accesses memory, and its loops ---- */
typedef struct emu_count_place {
    uintptr_t pc; /* 0: unused */
    unsigned depth;
    unsigned char loop[EMU_COUNT_DEPTH]; /* the loops around it, the outermost first */
} emu_count_place;

uint32_t emu_count_place_of(uintptr_t pc);
const emu_count_place *emu_count_place_at(uint32_t place);
uintptr_t emu_count_loop_head(unsigned loop);
void emu_count_places_for(const lw_kernel *kernel); /* forgets those of another kernel */
/* A lane went from one place to another. True: that showed a new loop, and all places' loops may have changed. */
bool emu_count_step(uint32_t from, uint32_t to);

/* ---- warp.c ---- */
/* Counts what the lanes of the warp have accessed, and forgets it. */
void emu_count_warp(emu_worker *worker, unsigned warp);

/* ---- memory.c ---- */
/* One instruction of a warp: the events of the lanes in `mask`. */
void emu_count_request(emu_counts *counts, const emu_count_event *const event[EMU_WARP], unsigned mask);

#endif
