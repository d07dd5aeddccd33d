/* The results of warp collectives, from the values of the lanes that take part. */
#include "warp.h"

#include <string.h>

/* The result of a shuffle from a lane that takes no part, which is undefined on a GPU. Here it is a large integer that
 * is a NaN as float and as double, so that no sum hides it. */
#define UNDEFINED 0x7ffbadba7ffbadbaull

/* The set bits of a mask, lowest first. */
#define FOR_EACH(lane, mask)                                                                                           \
    for (unsigned rest_ = (mask), lane; rest_ && (lane = (unsigned)__builtin_ctz(rest_), 1); rest_ &= rest_ - 1)

static void set_all(uint64_t *value, unsigned arrived, uint64_t result)
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
    /* Takes one class of equal values at a time, so a lane's value is replaced after its last use. */
    for (unsigned left = arrived; left;) {
        uint64_t first_value = value[__builtin_ctz(left)];
        unsigned equal = 0;
        FOR_EACH(lane, left)
            equal |= (unsigned)(value[lane] == first_value) << lane;
        set_all(value, equal, equal);
        left &= ~equal;
    }
}

static void match_all(uint64_t *value, unsigned arrived)
{
    uint64_t first_value = value[__builtin_ctz(arrived)];
    unsigned equal = 0;
    FOR_EACH(lane, arrived)
        equal |= (unsigned)(value[lane] == first_value) << lane;
    set_all(value, arrived, equal == arrived ? arrived : 0);
}

static void swap(uint64_t *a, uint64_t *b)
{
    uint64_t old = *a;
    *a = *b;
    *b = old;
}

/* The common shuffle: the lanes `first` to `end - 1`, one operand for all, a width of 32. Returns false, and changes
 * nothing, for other shuffles. `undefined` gets the lanes that read a lane that takes no part. */
static bool shuffle_neighbours(uint64_t *value, const unsigned *operand, unsigned kind, unsigned arrived,
                               unsigned *undefined)
{
    unsigned first = (unsigned)__builtin_ctz(arrived), end = EMU_WARP - (unsigned)__builtin_clz(arrived);
    unsigned count = end - first, delta = operand[first] & 31, moved = delta < count ? count - delta : 0;
    if (arrived >> first != ~0u >> (EMU_WARP - count) || operand[first] >> 8 != EMU_WARP ||
        memcmp(operand + first, operand + first + 1, (count - 1) * sizeof *operand) != 0)
        return false;
    switch (kind) {
    case EMU_SHUFFLE_INDEX:
        if (!(arrived >> delta & 1))
            return false;
        set_all(value, arrived, value[delta]);
        return true;
    case EMU_SHUFFLE_UP:
        memmove(value + end - moved, value + first, moved * sizeof *value);
        for (unsigned lane = delta > first ? delta : first; lane < end - moved;
             lane++) { /* lower lanes keep their values */
            value[lane] = UNDEFINED;
            *undefined |= 1u << lane;
        }
        return true;
    case EMU_SHUFFLE_DOWN:
        memmove(value + first, value + end - moved, moved * sizeof *value);
        for (unsigned lane = first + moved; lane < end && lane + delta < EMU_WARP;
             lane++) { /* higher lanes keep their values */
            value[lane] = UNDEFINED;
            *undefined |= 1u << lane;
        }
        return true;
    default:
        if (arrived != ~0u && ((delta & (delta - 1)) || !delta || first % (2 * delta) || count % (2 * delta)))
            return false;
        for (unsigned lane = first; lane < end; lane++)
            if (lane < (lane ^ delta))
                swap(value + lane, value + (lane ^ delta));
        return true;
    }
}

/* Inlined for each kind, so that the loops have no branch for each lane. */
static inline __attribute__((always_inline)) unsigned shuffle_kind(uint64_t *value, const unsigned *operand,
                                                                   unsigned kind, unsigned arrived)
{
    uint64_t input[EMU_WARP];
    unsigned undefined = 0, first = (unsigned)__builtin_ctz(arrived), end = EMU_WARP - (unsigned)__builtin_clz(arrived);
    for (unsigned lane = first; lane < end; lane++)
        input[lane] = value[lane];
    for (unsigned lane = first; lane < end; lane++) {
        unsigned own = arrived >> lane & 1u, from = emu_shuffle_source(kind, lane, operand[lane]) & (EMU_WARP - 1);
        unsigned takes_part = arrived >> from & 1u;
        uint64_t result = takes_part ? input[from] : UNDEFINED;
        value[lane] = own ? result : value[lane];
        undefined |= (own & (takes_part ^ 1u)) << lane;
    }
    return undefined;
}

static unsigned shuffle(uint64_t *value, const unsigned *operand, unsigned kind, unsigned arrived)
{
    unsigned undefined = 0;
    if (shuffle_neighbours(value, operand, kind, arrived, &undefined))
        return undefined;
    switch (kind) {
    case EMU_SHUFFLE_INDEX: return shuffle_kind(value, operand, EMU_SHUFFLE_INDEX, arrived);
    case EMU_SHUFFLE_UP: return shuffle_kind(value, operand, EMU_SHUFFLE_UP, arrived);
    case EMU_SHUFFLE_DOWN: return shuffle_kind(value, operand, EMU_SHUFFLE_DOWN, arrived);
    default: return shuffle_kind(value, operand, kind, arrived);
    }
}

static unsigned combine(unsigned operation, unsigned a, unsigned b)
{
    switch (operation) {
    case EMU_REDUCE_ADD: return a + b;
    case EMU_REDUCE_MIN_U32: return b < a ? b : a;
    case EMU_REDUCE_MAX_U32: return b > a ? b : a;
    case EMU_REDUCE_MIN_I32: return (int)b < (int)a ? b : a;
    case EMU_REDUCE_MAX_I32: return (int)b > (int)a ? b : a;
    case EMU_REDUCE_AND: return a & b;
    case EMU_REDUCE_OR: return a | b;
    default: return a ^ b;
    }
}

static void reduce(uint64_t *value, unsigned operation, unsigned arrived)
{
    unsigned result = (unsigned)value[__builtin_ctz(arrived)];
    FOR_EACH(lane, arrived & (arrived - 1))
        result = combine(operation, result, (unsigned)value[lane]);
    set_all(value, arrived, result);
}

unsigned emu_collective_results(uint64_t *value, const unsigned *operand, unsigned operation, unsigned arrived)
{
    switch (operation) {
    case EMU_COLLECTIVE_SYNC: break;
    case EMU_COLLECTIVE_ALL: set_all(value, arrived, ballot(value, arrived) == arrived); break;
    case EMU_COLLECTIVE_ANY: set_all(value, arrived, ballot(value, arrived) != 0); break;
    case EMU_COLLECTIVE_UNI:
        set_all(value, arrived, ballot(value, arrived) == arrived || ballot(value, arrived) == 0);
        break;
    case EMU_COLLECTIVE_BALLOT: set_all(value, arrived, ballot(value, arrived)); break;
    case EMU_COLLECTIVE_ACTIVE: set_all(value, arrived, arrived); break;
    case EMU_COLLECTIVE_ELECT: set_all(value, arrived, (uint64_t)__builtin_ctz(arrived)); break;
    case EMU_COLLECTIVE_MATCH_ANY: match_any(value, arrived); break;
    case EMU_COLLECTIVE_MATCH_ALL: match_all(value, arrived); break;
    case EMU_COLLECTIVE_MATRIX_MEET: set_all(value, arrived, emu_matrix_compare(value, arrived)); break;
    case EMU_COLLECTIVE_MATRIX_MULTIPLY: set_all(value, arrived, emu_matrix_results(value, arrived)); break;
    default:
        if (operation < EMU_COLLECTIVE_REDUCE)
            return shuffle(value, operand, operation - EMU_COLLECTIVE_SHUFFLE, arrived);
        reduce(value, operation - EMU_COLLECTIVE_REDUCE, arrived);
    }
    return 0;
}
