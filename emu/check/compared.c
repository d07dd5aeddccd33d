/* Plain reads before a compare-and-swap. The loop that CUDA's guide gives for atomics that it lacks begins with one:
 *
 *     unsigned long long old = *address, assumed;
 *     do {
 *         assumed = old;
 *         old = atomicCAS(address, assumed, ...);
 *     } while (assumed != old);
 *
 * The read races with the other threads' swaps. But a value that is out of date only makes the swap fail, so the race is a warning.
 * It is an error as before if a thread whose read at this place was seen to race did not look for the value by a compare-and-swap. */
#include <stdio.h>
#include <string.h>

#include "inside.h"

enum { PLACES = 65536 };                 /* all that emu_site_number() gives */
enum { COMPARED = 1, NOT_COMPARED = 2 }; /* bits */
static unsigned char places[PLACES];     /* what became of the values that were read there */

/* By a thread's rank in its block: a read that was seen to race, until its value is compared. Those of blocks that run at the same
 * time share one, and then count as not compared. */
static struct {
    const emu_worker *worker; /* null: none */
    uintptr_t address;
    uint64_t value;
    unsigned size;
    uint16_t site;
} racing[EMU_MAX_THREADS];
static bool any_racing;

static void settle(unsigned rank)
{
    if (racing[rank].worker)
        places[racing[rank].site] |= NOT_COMPARED;
    racing[rank].worker = NULL;
}

void emu_check_settle_compared(void)
{
    for (unsigned rank = 0; any_racing && rank < EMU_MAX_THREADS; rank++)
        settle(rank);
    any_racing = false;
}

void emu_check_read_races(const emu_touch *touch)
{
    unsigned rank = emu_here.thread->rank;
    uint16_t site = emu_site_number(touch->pc);
    bool again = racing[rank].worker == touch->worker && racing[rank].address == touch->address &&
                 racing[rank].site == site && racing[rank].size == touch->size;
    if (!again)
        settle(rank);
    if (touch->size > sizeof racing[rank].value) {
        places[site] |= NOT_COMPARED;
        return;
    }
    racing[rank].worker = touch->worker;
    racing[rank].address = touch->address;
    racing[rank].size = touch->size;
    racing[rank].site = site;
    racing[rank].value = 0;
    memcpy(&racing[rank].value, (const void *)touch->address, touch->size);
    any_racing = true;
}

void emu_check_compares(const emu_touch *touch, const void *compare)
{
    unsigned rank = emu_here.thread->rank;
    if (racing[rank].worker != touch->worker || racing[rank].address != touch->address ||
        racing[rank].size != touch->size || memcmp(&racing[rank].value, compare, touch->size) != 0)
        return;
    places[racing[rank].site] |= COMPARED;
    racing[rank].worker = NULL;
}

/* What became of the values of the race's plain read; 0: it is no race of such a read with an atomic, or the place has no number. */
static unsigned became(const emu_finding *finding)
{
    unsigned second = finding->access[0].atomic;
    const emu_finding_access *read = &finding->access[second], *atomic = &finding->access[!second];
    if (read->write || read->atomic || read->is_volatile || read->by_copy || read->host || !atomic->atomic ||
        !atomic->write)
        return 0;
    uint16_t site = emu_site_number(read->pc);
    return site ? places[site] : 0;
}

bool emu_check_judge_compared(emu_finding *finding)
{
    if (finding->kind == EMU_FOUND_RACE && became(finding) == COMPARED) {
        finding->kind = EMU_FOUND_COMPARED;
        snprintf(
            finding->why, sizeof finding->why,
            "a compare-and-swap looks for the value that this plain read has seen, and fails if it is out of date; but a compiler "
            "may read again, or in parts: make the read volatile, or atomicAdd(p, 0)");
        return true;
    }
    if (finding->kind == EMU_FOUND_COMPARED && became(finding) & NOT_COMPARED) {
        finding->kind = EMU_FOUND_RACE;
        snprintf(finding->why, sizeof finding->why, "%s", EMU_CHECK_ATOMIC_AND_PLAIN);
        return true;
    }
    return false;
}
