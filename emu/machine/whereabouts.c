/* Where each thread of the block is: a line for each place, with ranges of threads by rank. */
#include "machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef enum state { UNBEGUN, ENDED, WAITING, READY, RUNNING } state;

/* Threads in one state at one place. */
typedef struct place {
    state state;
    const emu_site *site;
    uintptr_t pc;
    unsigned mask;
    const uint64_t *barrier; /* the mbarrier that the threads wait for, or null */
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
    const emu_thread *thread = &worker->thread[rank];
    place here = {.state = READY, .pc = thread->pc};
    if (!(worker->alive[rank / EMU_WARP] >> rank % EMU_WARP & 1)) {
        here.state = ENDED;
        here.pc = 0;
    } else if (&thread->at == emu_here.thread && !(worker->fault_record.status == LW_ERROR_DEADLOCK)) {
        here.state = RUNNING;
        here.site = worker->fault_record.site;
    } else if (!emu_is_runnable(worker, (int)rank)) {
        here.state = WAITING;
        here.site = thread->site;
        here.mask = thread->mask;
        here.barrier = emu_mbarrier_of(worker, rank);
        here.pc = 0;
    } else if (!thread->context) {
        here.state = UNBEGUN;
        here.pc = 0;
    }
    return here;
}

static bool same(place a, place b)
{
    return a.state == b.state && a.site == b.site && a.pc == b.pc && a.mask == b.mask && a.barrier == b.barrier;
}

/* The places where threads are; places with the same text count as one. */
enum { PLACES = 32, NOWHERE = PLACES };
typedef struct places {
    unsigned count;
    place place[PLACES];
    char text[PLACES][200];
    unsigned first_same[PLACES]; /* the first place with the same text */
} places;

/* The index of the place; NOWHERE if the table was full. */
static unsigned number_of(const places *known, place here)
{
    for (unsigned i = 0; i < known->count; i++)
        if (same(known->place[i], here))
            return known->first_same[i];
    return NOWHERE;
}

static bool same_what(const emu_site *a, const emu_site *b)
{
    return a && b ? strcmp(a->what, b->what) == 0 : a == b;
}

static void collect(const emu_worker *worker, places *known)
{
    for (unsigned rank = 0; rank < worker->threads; rank++) {
        place here = place_of(worker, rank);
        unsigned new = known->count;
        if (number_of(known, here) != NOWHERE || new == PLACES)
            continue;
        known->place[new] = here;
        emu_place_text(here.site, here.pc, known->text[new], sizeof known->text[new]);
        known->first_same[new] = new;
        for (unsigned i = new; i-- > 0;)
            if (known->place[i].state == here.state && known->place[i].mask == here.mask &&
                known->place[i].barrier == here.barrier && !known->place[i].pc == !here.pc &&
                same_what(known->place[i].site, here.site) && strcmp(known->text[i], known->text[new]) == 0)
                known->first_same[new] = known->first_same[i];
        known->count++;
    }
}

static void append_threads(const emu_worker *worker, const places *known, unsigned number, buffer *out)
{
    enum { RANGES = 12 };
    unsigned ranges = 0, count = 0;
    for (unsigned rank = 0; rank < worker->threads; rank++)
        count += number_of(known, place_of(worker, rank)) == number;
    append(out, count == 1 ? "\n  thread " : "\n  %u threads: ", count);
    for (unsigned first = 0; first < worker->threads; first++) {
        if (number_of(known, place_of(worker, first)) != number)
            continue;
        unsigned last = first;
        while (last + 1 < worker->threads && number_of(known, place_of(worker, last + 1)) == number)
            last++;
        if (ranges++ == RANGES) {
            append(out, ", ...");
            return;
        }
        append(out, last == first ? "%s%u" : "%s%u-%u", ranges == 1 ? "" : ",", first, last);
        first = last;
    }
}

void emu_mismatched_collectives(const emu_worker *worker, char *text, size_t size)
{
    text[0] = 0;
    for (unsigned rank = 0; rank < worker->threads; rank++) {
        const emu_thread *one = &worker->thread[rank];
        unsigned first = rank / EMU_WARP * EMU_WARP;
        if (!one->mask || emu_is_runnable(worker, (int)rank))
            continue;
        for (unsigned left = one->mask & worker->alive[rank / EMU_WARP]; left; left &= left - 1) {
            const emu_thread *other = &worker->thread[first + (unsigned)__builtin_ctz(left)];
            if (emu_is_runnable(worker, (int)other->at.rank) || !(other->mask >> rank % EMU_WARP & 1))
                continue;
            if (one->mask != other->mask)
                snprintf(text, size,
                         "; threads %u and %u name each other, in different masks: 0x%08x in %s and 0x%08x in %s", rank,
                         other->at.rank, one->mask, one->site->what, other->mask, other->site->what);
            else if (strcmp(one->site->what, other->site->what) != 0)
                snprintf(text, size, "; threads %u and %u wait for each other, in %s and in %s", rank, other->at.rank,
                         one->site->what, other->site->what);
            if (text[0])
                return;
        }
    }
}

void emu_whereabouts(const emu_worker *worker, char *text, size_t size)
{
    places known = {.count = 0};
    buffer out = {text, size};
    collect(worker, &known);
    for (unsigned i = 0; i < known.count; i++) {
        const place *here = &known.place[i];
        if (known.first_same[i] != i)
            continue;
        append_threads(worker, &known, i, &out);
        switch (here->state) {
        case ENDED: append(&out, " ended"); break;
        case UNBEGUN: append(&out, " not begun"); break;
        case WAITING:
            append(&out, " waiting in %s at %s", here->site->what, known.text[i]);
            if (here->mask)
                append(&out, ", mask 0x%08x", here->mask);
            if (here->barrier) {
                char phase[100];
                emu_mbarrier_text(here->barrier, phase, sizeof phase);
                append(&out, "%s", phase);
            }
            break;
        case READY: append(&out, here->pc ? " ready to run, last seen at %s" : " ready to run", known.text[i]); break;
        case RUNNING: append(&out, " running at %s", known.text[i]);
        }
    }
    if (known.count == PLACES)
        append(&out, "\n  and possibly threads in other places");
}
