/* The results of warp collectives, from what the lanes that take part brought. */
#include "warp.h"

#include <string.h>

/* What a shuffle yields that reads a lane which takes no part: undefined on a GPU. Here a large integer that is a NaN
 * as float and as double, so that no sum hides it. */
#define UNDEFINED 0x7ffbadba7ffbadbaull

/* The sets bits of a mask, lowest first. */
#define FOR_EACH(lane, mask) \
    for (unsigned rest_ = (mask), lane; rest_ && (lane = (unsigned)__builtin_ctz(rest_), 1); rest_ &= rest_ - 1)

static void give_all(uint64_t *value, unsigned arrived, uint64_t result)
{
    FOR_EACH(lane, arrived)
        value[lane] = result;
}

static unsigned ballot(const uint64_t *value, unsigned arrived)
{
    unsigned result = 0;
    FOR_EACH(lane, arrived)
        result |= (unsigned)value[lane] << lane;
    return result;
}

static void match_any(uint64_t *value, unsigned arrived)
{
    /* One class of equal values after another: each lane's value is replaced only with its class's. */
    for (unsigned left = arrived; left;) {
        uint64_t wanted = value[__builtin_ctz(left)];
        unsigned equal = 0;
        FOR_EACH(lane, left)
            equal |= (unsigned)(value[lane] == wanted) << lane;
        give_all(value, equal, equal);
        left &= ~equal;
    }
}

static void match_all(uint64_t *value, unsigned arrived)
{
    uint64_t wanted = value[__builtin_ctz(arrived)];
    unsigned equal = 0;
    FOR_EACH(lane, arrived)
        equal |= (unsigned)(value[lane] == wanted) << lane;
    give_all(value, arrived, equal == arrived ? arrived : 0);
}

/* The usual shuffle: all 32 lanes, one operand for all, no segments. False where it is another. */
static bool shuffle_whole(uint64_t *value, const unsigned *operand, unsigned kind)
{
    unsigned delta = operand[0] & 31, differ = 0;
    for (unsigned lane = 0; lane < EMU_WARP; lane++)
        differ |= operand[lane] ^ operand[0];
    if (differ || operand[0] >> 8 != EMU_WARP)
        return false;
    size_t moved = (EMU_WARP - delta) * sizeof *value;
    switch (kind) {
    case EMU_SHUFFLE_INDEX:
        give_all(value, ~0u, value[delta]);
        break;
    case EMU_SHUFFLE_UP:
        memmove(value + delta, value, moved);
        break;
    case EMU_SHUFFLE_DOWN:
        memmove(value, value + delta, moved);
        break;
    default:
        for (unsigned lane = 0; lane < EMU_WARP; lane++) {
            unsigned other = lane ^ delta;
            uint64_t mine = value[lane];
            if (lane < other) {
                value[lane] = value[other];
                value[other] = mine;
            }
        }
    }
    return true;
}

static unsigned shuffle(uint64_t *value, const unsigned *operand, unsigned kind, unsigned arrived)
{
    uint64_t brought[EMU_WARP];
    unsigned astray = 0;
    if (arrived == ~0u && shuffle_whole(value, operand, kind))
        return 0;
    FOR_EACH(lane, arrived)
        brought[lane] = value[lane];
    FOR_EACH(lane, arrived) {
        unsigned from = emu_shuffle_source(kind, lane, operand[lane]), takes_part = arrived >> from & 1u;
        value[lane] = takes_part ? brought[from] : UNDEFINED;
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

static void reduce(uint64_t *value, unsigned operation, unsigned arrived)
{
    unsigned result = (unsigned)value[__builtin_ctz(arrived)];
    FOR_EACH(lane, arrived & (arrived - 1))
        result = combine(operation, result, (unsigned)value[lane]);
    give_all(value, arrived, result);
}

unsigned emu_compute(uint64_t *value, const unsigned *operand, unsigned operation, unsigned arrived)
{
    switch (operation) {
    case EMU_MEET_SYNC:
        break;
    case EMU_MEET_ALL:
        give_all(value, arrived, ballot(value, arrived) == arrived);
        break;
    case EMU_MEET_ANY:
        give_all(value, arrived, ballot(value, arrived) != 0);
        break;
    case EMU_MEET_UNI:
        give_all(value, arrived, ballot(value, arrived) == arrived || ballot(value, arrived) == 0);
        break;
    case EMU_MEET_BALLOT:
        give_all(value, arrived, ballot(value, arrived));
        break;
    case EMU_MEET_ELECT:
        give_all(value, arrived, (uint64_t)__builtin_ctz(arrived));
        break;
    case EMU_MEET_MATCH_ANY:
        match_any(value, arrived);
        break;
    case EMU_MEET_MATCH_ALL:
        match_all(value, arrived);
        break;
    default:
        if (operation < EMU_MEET_REDUCE)
            return shuffle(value, operand, operation - EMU_MEET_SHUFFLE, arrived);
        reduce(value, operation - EMU_MEET_REDUCE, arrived);
    }
    return 0;
}
