/* A pass as the interpreter does it. */
#include <string.h>

#include "value.h"

/* The value as the type has it. */
static int64_t narrow(element_kind element, int64_t value)
{
    return element == ELEMENT_WORD     ? (int64_t)(uint32_t)value
           : element == ELEMENT_BYTE   ? (int64_t)(uint8_t)value
           : element == ELEMENT_NUMBER ? (int64_t)(int32_t)value
                                       : value;
}

static int64_t element_of(element_kind element, unsigned word)
{
    return element == ELEMENT_NUMBER ? (int64_t)(word % 0x100000) - 0x80000
           : element == ELEMENT_REAL ? (int64_t)(word % 0x1000) - 0x800
           : element == ELEMENT_WIDE ? (int64_t)(int32_t)word * 0x10001
                                     : narrow(element, word);
}

static unsigned word_of(element_kind element, int64_t value)
{
    return (unsigned)(element == ELEMENT_WIDE ? value ^ value >> 32 : value);
}

static int64_t combine(const pass *p, int64_t x, int64_t y)
{
    switch (p->combine) {
    case COMBINE_ADD: return narrow(p->element, x + y);
    case COMBINE_SUBTRACT: return narrow(p->element, x - y);
    case COMBINE_LESSER: return x < y ? x : y;
    default: return x > y ? x : y;
    }
}

static bool holds(const block *b, const statement *s, guard_kind guard, unsigned lane)
{
    switch (guard) {
    case GUARD_NONE: return true;
    case GUARD_GRID: return b->number * b->lanes + lane < b->n;
    case GUARD_BELOW: return lane < s->count;
    case GUARD_FROM: return lane >= s->count;
    default: return random_value_of(b, lane, s->b) & 1;
    }
}

static void run_turn(block *b, const lanes *set, const statement *s, unsigned d)
{
    int64_t old[RANDOM_MAX_LANES], *now = b->elements;
    memcpy(old, now, sizeof old);
    FOR_EACH(lane, b, set) {
        unsigned other = lane ^ d, low = 2 * lane - (lane & (d - 1)), high = low + d;
        if (s->pass.kind == PASS_SCAN && (lane >= d || s->pass.rest)) {
            now[lane] = combine(&s->pass, old[lane], lane >= d ? old[lane - d] : 0);
        } else if (s->pass.kind == PASS_TREE && lane < d && lane + d < b->lanes) {
            now[lane] = combine(&s->pass, old[lane], old[lane + d]);
        } else if (s->pass.kind == PASS_BUTTERFLY) {
            now[lane] = combine(&s->pass, old[lane], other < b->lanes ? old[other] : old[lane]);
        } else if (s->pass.kind == PASS_PAIRS && high < b->lanes) {
            now[low] = combine(&s->pass, old[low], old[high]);
            now[high] = old[low] > old[high] ? old[low] : old[high];
        }
    }
}

static unsigned place_of(const block *b, const pass *p, unsigned lane)
{
    unsigned to = p->place == PLACE_XOR      ? lane ^ p->distance
                  : p->place == PLACE_BEFORE ? lane - p->distance
                  : p->place == PLACE_BEHIND ? lane + p->distance
                  : p->place == PLACE_MIRROR ? b->lanes - 1 - lane
                                             : (lane + p->distance) % b->lanes;
    return to < b->lanes ? to : lane;
}

void random_run_pass(block *b, const lanes *set, const statement *s, lanes *reading, unsigned *word)
{
    const pass *p = &s->pass;
    FOR_EACH(lane, b, set)
        b->elements[lane] = element_of(p->element, random_value_of(b, lane, s->a));
    if (p->kind != PASS_NOTHING)
        for (unsigned d = p->halving ? b->lanes / 2 : 1; d > 0 && d < b->lanes; d = p->halving ? d / 2 : d * 2)
            run_turn(b, set, s, d);
    if (p->anew != GUARD_NONE)
        FOR_EACH(lane, b, set)
            if (holds(b, s, p->anew, lane))
                b->elements[lane] = element_of(p->element, random_value_of(b, lane, s->b));
    memset(reading, 0, sizeof *reading);
    FOR_EACH(lane, b, set) {
        reading->on[lane] = holds(b, s, p->guard, lane);
        word[lane] = word_of(p->element, b->elements[place_of(b, p, lane)]);
    }
}
