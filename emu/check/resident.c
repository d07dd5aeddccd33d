/* Blocks that wait for a block which began only because they waited (machine/resident.c). Blocks of a plain launch may run
 * one after another; only a cooperative launch promises that all of them are resident together.
 *
 * A thread *polls* a word if it reads it again and again, by atomics or volatile reads, and finds the same value. It is
 * reported when it finds another one, if its block only spun meanwhile, and the block that changed the word began
 * after that.
 */
#include <stdio.h>
#include <string.h>

#include "inside.h"

enum { POLLS = 32, WORDS = 256 };

/* Which block changed a word, as far as atomics and volatile accesses have seen it: one entry for each hash. */
static struct {
    uintptr_t address;
    uint64_t value;
    uint32_t changer;
} words[WORDS];

static uint32_t last_writer(const emu_touch *touch)
{
    const emu_shadow_cell *cell = emu_shadow_cell_of(touch->region, touch->address & ~(uintptr_t)3);
    return cell->split || !cell->write ? 0 : emu_clock_block_of(emu_access_epoch(cell->write));
}

/* The block that changed the word to the value `now`. Between two of these calls for a word there is one access of it by
 * an atomic, that of the earlier call, and plain accesses. So if the value is new, the last of them changed it. */
static uint32_t changer_of(const emu_touch *touch, uint64_t now)
{
    unsigned at = (unsigned)((touch->address >> 2) * 0x9e3779b97f4a7c15ull >> 56) % WORDS;
    if (words[at].address != touch->address || words[at].value != now) {
        words[at].address = touch->address;
        words[at].value = now;
        words[at].changer = last_writer(touch);
    }
    return words[at].changer;
}

static void find(const emu_touch *touch, uint32_t changer)
{
    const emu_grid *grid = touch->worker->grid;
    uint64_t limit = atomic_load_explicit(&grid->resident_limit, memory_order_relaxed);
    bool fits = grid->blocks <= limit;
    emu_finding *finding = emu_check_found(touch, fits ? EMU_FOUND_CO_RESIDENT : EMU_FOUND_NOT_RESIDENT, NULL);
    if (!finding)
        return;
    uint64_t number = emu_clock_block(changer)->number, x = grid->grid.x, y = grid->grid.y;
    const unsigned *mine = emu_here.block;
    int length = snprintf(finding->why, sizeof finding->why,
                          "%s: Block (%u,%u,%u) waits for block (%u,%u,%u): it relies on co-resident blocks",
                          fits ? "Warning" : "Error", mine[0], mine[1], mine[2], (unsigned)(number % x),
                          (unsigned)(number / x % y), (unsigned)(number / x / y));
    if (!fits)
        length += snprintf(finding->why + length, sizeof finding->why - (size_t)length,
                           ", but the device holds %llu of the grid's %llu blocks", (unsigned long long)limit,
                           (unsigned long long)grid->blocks);
    snprintf(finding->why + length, sizeof finding->why - (size_t)length, "; use a cooperative launch");
}

/* The first 8 bytes. Sizes of constants, because a call of memcpy() would cost a tenth of an atomic. */
static inline uint64_t value_of(const emu_touch *touch)
{
    uint64_t value = 0;
    const void *word = (const void *)touch->address;
    if (touch->size == 4)
        memcpy(&value, word, 4);
    else if (touch->size >= 8)
        memcpy(&value, word, 8);
    else
        memcpy(&value, word, touch->size);
    return value;
}

void emu_check_polls(const emu_touch *touch)
{
    struct emu_checked *check = touch->worker->check;
    emu_poll *poll = &check->poll[emu_here.thread->rank][touch->address / 4 % EMU_POLLED];
    uint64_t now = value_of(touch);
    bool reads = !touch->write || touch->bits & EMU_ACCESS_ATOMIC;
    uint32_t changer = touch->worker->gang->size > 1 ? changer_of(touch, now) : 0;
    if (poll->address == touch->address && poll->value == now) {
        poll->count++;
        return;
    }
    if (poll->address == touch->address && reads && poll->count >= POLLS && changer >= check->later &&
        changer != check->clock.block && emu_clock_block(changer)->grid == touch->worker->grid->check_number)
        find(touch, changer);
    *poll = (emu_poll){touch->address, now, 0};
}

void emu_check_block_waits(emu_worker *worker)
{
    if (worker->check->later == UINT32_MAX)
        worker->check->later = emu_clock_next_block();
}
