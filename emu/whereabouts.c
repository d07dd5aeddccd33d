/* Where each lane of the block is, one line a place, lanes as ranges of their ranks. */
#include "machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef enum state { UNBEGUN, ENDED, WAITING, READY, RUNNING } state;

/* Lanes in one state at one place. */
typedef struct place {
    state state;
    const emu_site *site;
    uintptr_t pc;
    unsigned mask;
} place;

typedef struct buffer {
    char *next;
    size_t left;
} buffer;

__attribute__((format(printf, 2, 3))) static void append(buffer *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out->next, out->left, format, arguments);
    va_end(arguments);
    size_t used = length < 0 ? 0 : (size_t)length < out->left ? (size_t)length : out->left - 1;
    out->next += used;
    out->left -= used;
}

void emu_place_text(const emu_site *site, uintptr_t pc, char *text, size_t size)
{
    if (site)
        snprintf(text, size, "%s:%d", site->file, site->line);
    else if (pc)
        emu_locate(pc, text, size);
    else
        snprintf(text, size, "an unknown place");
}

static place place_of(const emu_worker *worker, unsigned rank)
{
    const emu_lane *lane = &worker->lane[rank];
    place here = {.state = READY, .pc = lane->pc};
    if (!(worker->alive[rank / EMU_WARP] >> rank % EMU_WARP & 1)) {
        here.state = ENDED;
        here.pc = 0;
    } else if (&lane->at == emu_here.thread && !(worker->trouble.status == LW_ERROR_DEADLOCK)) {
        here.state = RUNNING;
        here.site = worker->trouble.site;
    } else if (!emu_is_runnable(worker, (int)rank)) {
        here.state = WAITING;
        here.site = lane->site;
        here.mask = lane->mask;
        here.pc = 0;
    } else if (!lane->context) {
        here.state = UNBEGUN;
        here.pc = 0;
    }
    return here;
}

static bool same(place a, place b)
{
    return a.state == b.state && a.site == b.site && a.pc == b.pc && a.mask == b.mask;
}

static void append_lanes(const emu_worker *worker, place here, buffer *out)
{
    enum { RANGES = 12 };
    unsigned ranges = 0, count = 0;
    for (unsigned rank = 0; rank < worker->lanes; rank++)
        count += same(place_of(worker, rank), here);
    append(out, count == 1 ? "\n  lane " : "\n  %u lanes: ", count);
    for (unsigned first = 0; first < worker->lanes; first++) {
        if (!same(place_of(worker, first), here))
            continue;
        unsigned last = first;
        while (last + 1 < worker->lanes && same(place_of(worker, last + 1), here))
            last++;
        if (ranges++ == RANGES) {
            append(out, ", ...");
            return;
        }
        append(out, last == first ? "%s%u" : "%s%u-%u", ranges == 1 ? "" : ",", first, last);
        first = last;
    }
}

void emu_whereabouts(const emu_worker *worker, char *text, size_t size)
{
    enum { GROUPS = 24 };
    place groups[GROUPS];
    unsigned count = 0;
    buffer out = {text, size};
    for (unsigned rank = 0; rank < worker->lanes; rank++) {
        place here = place_of(worker, rank);
        unsigned known = 0;
        while (known < count && !same(groups[known], here))
            known++;
        if (known < count)
            continue;
        if (count == GROUPS) {
            append(&out, "\n  and lanes in yet other places");
            return;
        }
        groups[count++] = here;
        append_lanes(worker, here, &out);
        char where[400];
        emu_place_text(here.site, here.pc, where, sizeof where);
        switch (here.state) {
        case ENDED:
            append(&out, " ended");
            break;
        case UNBEGUN:
            append(&out, " not begun");
            break;
        case WAITING:
            append(&out, " waiting in %s at %s", here.site->what, where);
            if (here.mask)
                append(&out, ", mask 0x%08x", here.mask);
            break;
        case READY:
            append(&out, here.pc ? " ready to go on, last seen at %s" : " ready to go on", where);
            break;
        case RUNNING:
            append(&out, " running at %s", where);
        }
    }
}
