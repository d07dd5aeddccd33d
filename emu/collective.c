/* The results of warp collectives, from what the lanes that take part brought. */
#include "warp.h"

/* What a shuffle yields that reads a lane which takes no part: undefined on a GPU. Here a large integer that is a NaN
 * as float and as double, so that no sum hides it. */
#define UNDEFINED 0x7ffbadba7ffbadbaull

/* The sets bits of a mask, lowest first. */
#define FOR_EACH(lane, mask) \
    for (unsigned rest_ = (mask), lane; rest_ && (lane = (unsigned)__builtin_ctz(rest_), 1); rest_ &= rest_ - 1)

static void give_all(emu_warp *warp, unsigned arrived, uint64_t result)
{
    FOR_EACH(lane, arrived)
        warp->value[lane] = result;
}

static unsigned ballot(const emu_warp *warp, unsigned arrived)
{
    unsigned result = 0;
    FOR_EACH(lane, arrived)
        result |= (unsigned)warp->value[lane] << lane;
    return result;
}

static void match_any(emu_warp *warp, unsigned arrived)
{
    /* One class of equal values after another: each lane's value is replaced only with its class's. */
    for (unsigned left = arrived; left;) {
        uint64_t value = warp->value[__builtin_ctz(left)];
        unsigned equal = 0;
        FOR_EACH(lane, left)
            equal |= (unsigned)(warp->value[lane] == value) << lane;
        give_all(warp, equal, equal);
        left &= ~equal;
    }
}

static void match_all(emu_warp *warp, unsigned arrived)
{
    uint64_t value = warp->value[__builtin_ctz(arrived)];
    unsigned equal = 0;
    FOR_EACH(lane, arrived)
        equal |= (unsigned)(warp->value[lane] == value) << lane;
    give_all(warp, arrived, equal == arrived ? arrived : 0);
}

/* PTX's shfl.sync, with the segment's limits that CUDA's width stands for. */
unsigned emu_shuffle_source(unsigned kind, unsigned lane, unsigned operand)
{
    unsigned delta = operand & 31, width = operand >> 8, first = lane & ~(width - 1), last = first + width - 1;
    switch (kind) {
    case EMU_SHUFFLE_INDEX:
        return first | (delta & (width - 1));
    case EMU_SHUFFLE_UP:
        return lane >= first + delta ? lane - delta : lane;
    case EMU_SHUFFLE_DOWN:
        return lane + delta <= last ? lane + delta : lane;
    default:
        return (lane ^ delta) <= last ? lane ^ delta : lane;
    }
}

static unsigned shuffle(emu_warp *warp, unsigned kind, unsigned arrived)
{
    uint64_t brought[EMU_WARP];
    unsigned astray = 0;
    FOR_EACH(lane, arrived)
        brought[lane] = warp->value[lane];
    FOR_EACH(lane, arrived) {
        unsigned from = emu_shuffle_source(kind, lane, warp->operand[lane]), takes_part = arrived >> from & 1u;
        warp->value[lane] = takes_part ? brought[from] : UNDEFINED;
        astray |= (takes_part ^ 1) << lane;
    }
    return astray;
}

static unsigned combine(unsigned operation, unsigned a, unsigned b)
{
    switch (operation) {
    case EMU_REDUCE_ADD:
        return a + b;
    case EMU_REDUCE_MIN_U32:
        return b < a ? b : a;
    case EMU_REDUCE_MAX_U32:
        return b > a ? b : a;
    case EMU_REDUCE_MIN_I32:
        return (int)b < (int)a ? b : a;
    case EMU_REDUCE_MAX_I32:
        return (int)b > (int)a ? b : a;
    case EMU_REDUCE_AND:
        return a & b;
    case EMU_REDUCE_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

static void reduce(emu_warp *warp, unsigned operation, unsigned arrived)
{
    unsigned result = (unsigned)warp->value[__builtin_ctz(arrived)];
    FOR_EACH(lane, arrived & (arrived - 1))
        result = combine(operation, result, (unsigned)warp->value[lane]);
    give_all(warp, arrived, result);
}

unsigned emu_compute(emu_warp *warp, unsigned operation, unsigned arrived)
{
    switch (operation) {
    case EMU_MEET_SYNC:
        break;
    case EMU_MEET_ALL:
        give_all(warp, arrived, ballot(warp, arrived) == arrived);
        break;
    case EMU_MEET_ANY:
        give_all(warp, arrived, ballot(warp, arrived) != 0);
        break;
    case EMU_MEET_UNI:
        give_all(warp, arrived, ballot(warp, arrived) == arrived || ballot(warp, arrived) == 0);
        break;
    case EMU_MEET_BALLOT:
        give_all(warp, arrived, ballot(warp, arrived));
        break;
    case EMU_MEET_ELECT:
        give_all(warp, arrived, (uint64_t)__builtin_ctz(arrived));
        break;
    case EMU_MEET_MATCH_ANY:
        match_any(warp, arrived);
        break;
    case EMU_MEET_MATCH_ALL:
        match_all(warp, arrived);
        break;
    default:
        if (operation < EMU_MEET_REDUCE)
            return shuffle(warp, operation - EMU_MEET_SHUFFLE, arrived);
        reduce(warp, operation - EMU_MEET_REDUCE, arrived);
    }
    return 0;
}
