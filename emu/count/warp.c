/* Which accesses of a warp's lanes are one instruction. Lanes run one after another here, so the order in which a GPU runs them is
 * worked out afterwards: lanes that are at the same place, in the same rounds of the loops around it, are together; of lanes that are
 * apart, those that are behind go first. So lanes that have left a loop wait for those that have not, as on a GPU.
 */
#include <string.h>

#include "inside.h"

/* A lane while its accesses are counted. */
typedef struct cursor {
    const emu_count_lane *lane;
    unsigned next;                   /* of its events */
    const emu_count_place *place;    /* of that one */
    unsigned round[EMU_COUNT_DEPTH]; /* of each loop around the place */
} cursor;

/* Finds the loops that the lanes went round. */
static void find_loops(const emu_count_lane *lanes)
{
    for (unsigned i = 0; i < EMU_WARP; i++)
        for (unsigned j = 1; j < lanes[i].count; j++)
            emu_count_step(lanes[i].event[j - 1].place, lanes[i].event[j].place);
}

/* Moves the cursor to the lane's next event. */
static void advance(cursor *lane)
{
    const emu_count_place *from = lane->place;
    if (++lane->next >= lane->lane->count)
        return;
    const emu_count_place *to = emu_count_place_at(lane->lane->event[lane->next].place);
    unsigned common = 0;
    while (common < from->depth && common < to->depth && from->loop[common] == to->loop[common])
        common++;
    if (to->pc <= from->pc && common > 0) /* the innermost loop around both goes round */
        lane->round[common - 1]++;
    for (unsigned i = common; i < to->depth; i++)
        lane->round[i] = 0;
    lane->place = to;
}

/* Less than 0: `a` is behind `b`; 0: they are together. */
static int compare(const cursor *a, const cursor *b)
{
    for (unsigned i = 0;; i++) {
        bool in_a = i < a->place->depth, in_b = i < b->place->depth;
        uintptr_t at_a = in_a ? emu_count_loop_head(a->place->loop[i]) : a->place->pc;
        uintptr_t at_b = in_b ? emu_count_loop_head(b->place->loop[i]) : b->place->pc;
        if (at_a != at_b)
            return at_a < at_b ? -1 : 1;
        if (!in_a || !in_b)
            return (int)in_a - (int)in_b;
        if (a->place->loop[i] != b->place->loop[i]) /* two loops with one head: the wider one has the lower number */
            return a->place->loop[i] < b->place->loop[i] ? -1 : 1;
        if (a->round[i] != b->round[i])
            return a->round[i] < b->round[i] ? -1 : 1;
    }
}

/* The lanes that are behind all others. */
static unsigned hindmost(const cursor *cursors, unsigned left)
{
    unsigned first = (unsigned)__builtin_ctz(left), together = 0;
    for (unsigned lanes = left; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctz(lanes);
        int order = lane == first ? 0 : compare(&cursors[lane], &cursors[first]);
        if (order < 0) {
            first = lane;
            together = 0;
        }
        if (order <= 0)
            together |= 1u << lane;
    }
    return together;
}

/* The next basic block of the lane; EMU_COUNT_PLACES: none that is known. */
static uint32_t next_block(const cursor *lane)
{
    for (unsigned i = lane->next + 1; i < lane->lane->count; i++)
        if (lane->lane->event[i].kind == EMU_COUNT_BASIC_BLOCK)
            return lane->lane->event[i].place;
    return EMU_COUNT_PLACES;
}

/* The lanes begin a basic block together. At its end they may go different ways. */
static void count_block(emu_counts *counts, const cursor *cursors, unsigned together)
{
    uint32_t way = EMU_COUNT_PLACES;
    bool apart = false;
    for (unsigned left = together; left; left &= left - 1) {
        uint32_t next = next_block(&cursors[__builtin_ctz(left)]);
        apart |= way != EMU_COUNT_PLACES && next != EMU_COUNT_PLACES && next != way;
        way = next != EMU_COUNT_PLACES ? next : way;
    }
    counts->of[EMU_COUNT_BASIC_BLOCKS]++;
    counts->of[EMU_COUNT_BASIC_BLOCK_THREADS] += (unsigned)__builtin_popcount(together);
    counts->of[EMU_COUNT_DIVERGENT_BRANCHES] += apart;
}

/* One place may access different kinds of memory by different pointers: each kind is a request of its own. */
static void count(emu_counts *counts, const cursor *cursors, unsigned together, unsigned all)
{
    const emu_count_event *event[EMU_WARP];
    for (unsigned left = together; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        event[lane] = &cursors[lane].lane->event[cursors[lane].next];
    }
    while (together) {
        const emu_count_event *one = event[__builtin_ctz(together)];
        unsigned alike = 0;
        for (unsigned left = together; left; left &= left - 1) {
            const emu_count_event *each = event[__builtin_ctz(left)];
            if (each->kind == one->kind && each->shared == one->shared)
                alike |= left & -left;
        }
        if (one->kind == EMU_COUNT_BASIC_BLOCK) {
            count_block(counts, cursors, alike);
        } else {
            emu_count_request(counts, event, alike);
            counts->of[EMU_COUNT_PARTIAL] += alike != all;
        }
        together &= ~alike;
    }
}

void emu_count_warp(emu_worker *worker, unsigned warp)
{
    struct emu_counting *counting = worker->count;
    emu_count_lane *lanes = &counting->lane[warp * EMU_WARP];
    cursor cursors[EMU_WARP];
    unsigned left = 0, rest = worker->threads - warp * EMU_WARP, all = rest >= EMU_WARP ? ~0u : (1u << rest) - 1;
    if (!counting->touched[warp])
        return;
    counting->touched[warp] = false;
    find_loops(lanes);
    for (unsigned i = 0; i < EMU_WARP; i++) {
        cursors[i] = (cursor){.lane = &lanes[i]};
        if (lanes[i].count) {
            cursors[i].place = emu_count_place_at(lanes[i].event[0].place);
            left |= 1u << i;
        }
    }
    while (left) {
        unsigned together = hindmost(cursors, left);
        count(worker->grid->counts, cursors, together, all);
        for (unsigned lanes_left = together; lanes_left; lanes_left &= lanes_left - 1) {
            unsigned lane = (unsigned)__builtin_ctz(lanes_left);
            advance(&cursors[lane]);
            if (cursors[lane].next >= cursors[lane].lane->count)
                left &= ~(1u << lane);
        }
    }
    for (unsigned i = 0; i < EMU_WARP; i++)
        lanes[i].count = 0;
}
