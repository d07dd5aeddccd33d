/* The serial interpreter: one block after another, and in a block one statement after another, each for all the lanes
 * that run it. */
#include <string.h>

#include "value.h"

/* Whether lanes `a` and `b` are of one warp, and `b` runs the code. */
static bool together(const block *b, const lanes *set, unsigned lane, unsigned other)
{
    return other < b->lanes && lane / 32 == other / 32 && set->on[other] && !b->ended[other];
}

/* The lane read by a shuffle: itself where the rule leads out of its segment or to a lane that is not there. */
static unsigned source_of(const block *b, const lanes *set, const statement *s, unsigned lane, unsigned operand)
{
    unsigned in_warp = lane % 32, first = in_warp / s->count * s->count, last = first + s->count - 1, to = in_warp;
    switch (s->which) {
    case 0: to = first + operand % s->count; break;
    case 1: to = in_warp >= first + operand % 32 ? in_warp - operand % 32 : in_warp; break;
    case 2: to = in_warp + operand % 32 <= last ? in_warp + operand % 32 : in_warp; break;
    default: to = (in_warp ^ operand % 32) <= last ? in_warp ^ operand % 32 : in_warp;
    }
    to += lane - in_warp;
    return together(b, set, lane, to) ? to : lane;
}

/* What a warp or the block makes of its lanes' values: `scope` is 32 or all the lanes. */
static unsigned gather(const block *b, const lanes *set, const statement *s, const unsigned *values, unsigned lane,
                       unsigned scope)
{
    unsigned count = 0, ones = 0, ballot = 0, equal = 0, reduced = 0;
    FOR_EACH(other, b, set) {
        if (lane / scope != other / scope)
            continue;
        reduced = count++ ? random_combine(s->which, reduced, values[other]) : values[other];
        ones += values[other] & 1;
        ballot |= (values[other] & 1) << other % 32;
        equal |= (unsigned)(values[other] % 4 == values[lane] % 4) << other % 32;
    }
    switch (s->kind) {
    case STATEMENT_VOTE: return s->which == 0 ? ones == count : s->which == 1 ? ones != 0 : ballot;
    case STATEMENT_COUNT: return s->which == 0 ? ones : s->which == 1 ? ones == count : ones != 0;
    case STATEMENT_MATCH: return equal;
    default: return reduced;
    }
}

static void store(block *b, unsigned lane)
{
    memcpy(b->out + (b->number * b->lanes + lane) * RANDOM_VARIABLES, b->v[lane], sizeof b->v[lane]);
}

static void run_list(block *b, const lanes *set, const statement *s);

static void run_loop(block *b, const lanes *set, const statement *s)
{
    unsigned left[RANDOM_MAX_LANES];
    lanes inner = {{0}};
    FOR_EACH(lane, b, set) {
        left[lane] = random_value_of(b, lane, s->a) % 8;
        b->turn[lane][s->loop] = s->masked ? 0 : left[lane];
    }
    for (bool any = true; any;) {
        any = false;
        FOR_EACH(lane, b, set) {
            inner.on[lane] = left[lane] > 0;
            any = any || inner.on[lane];
        }
        run_list(b, &inner, s->body);
        FOR_EACH(lane, b, &inner) {
            bool ends = s->flag && !s->masked && random_value_of(b, lane, s->b) % 4 == 0;
            left[lane] = ends ? 0 : left[lane] - 1;
            b->turn[lane][s->loop] += s->masked ? 1u : ~0u;
        }
    }
}

static void run_repeat(block *b, const lanes *set, const statement *s)
{
    unsigned count = s->flag ? b->in[(b->number + s->count) % RANDOM_INPUTS] % 5 : s->count;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned lane = 0; lane < b->lanes; lane++)
            b->turn[lane][s->loop] = i;
        run_list(b, set, s->body);
    }
}

static void run_stride(block *b, const lanes *set, const statement *s)
{
    unsigned bound = b->in[s->count % RANDOM_INPUTS] % (b->lanes * 3);
    lanes inner = {{0}};
    for (unsigned first = 0; first < bound; first += b->lanes) {
        FOR_EACH(lane, b, set) {
            inner.on[lane] = first + lane < bound;
            b->turn[lane][s->loop] = first + lane;
        }
        run_list(b, &inner, s->body);
    }
}

static void run_again(block *b, const lanes *set, const statement *s)
{
    lanes inner = *set;
    for (unsigned i = 0; i < 4; i++) {
        bool on[RANDOM_MAX_LANES] = {0}; /* by warp; of the block: the first */
        for (unsigned lane = 0; lane < b->lanes; lane++)
            b->turn[lane][s->loop] = i;
        run_list(b, &inner, s->body);
        FOR_EACH(lane, b, &inner)
            if (random_value_of(b, lane, s->a) & 1)
                on[s->flag ? lane / 32 : 0] = true;
        FOR_EACH(lane, b, &inner)
            inner.on[lane] = on[s->flag ? lane / 32 : 0];
    }
}

static void run_step(block *b, const lanes *set, unsigned rule, unsigned d)
{
    unsigned old[RANDOM_MAX_LANES], *words = b->words;
    memcpy(old, words, sizeof old);
    FOR_EACH(lane, b, set) {
        unsigned l = d * (2 * lane + 1) - 1, h = l + d, t = lane;
        if (rule == 0) {
            words[lane] += lane >= d ? old[lane - d] : lane;
        } else if (rule == 1 && lane < b->lanes / (2 * d)) {
            words[h] = words[h] * 3 + words[l];
            words[l] ^= words[h] >> 1;
        } else if (rule == 2) {
            t = (lane ^ d) < b->lanes ? old[lane ^ d] : lane;
            if ((t > old[lane]) == ((lane & 2 * d) == 0))
                words[lane] = t + d;
        }
    }
}

static void run_steps(block *b, const lanes *set, const statement *s, const unsigned *values)
{
    FOR_EACH(lane, b, set)
        b->words[lane] = values[lane];
    for (unsigned d = s->flag ? b->lanes / 2 : 1; d > 0 && d < b->lanes; d = s->flag ? d / 2 : d * 2)
        run_step(b, set, s->which, d);
}

static void run_queue(block *b, const lanes *set, const statement *s, const unsigned *values)
{
    unsigned sum = 0;
    FOR_EACH(lane, b, set)
        if (values[lane] & 1)
            sum += random_value_of(b, lane, s->b);
    FOR_EACH(lane, b, set)
        b->v[lane][s->variable] = sum;
}

static bool is_true(const block *b, const statement *s, unsigned lane, unsigned value)
{
    return (s->condition == CONDITION_LANE   ? value
            : s->condition == CONDITION_WARP ? lane / 32 + s->count
                                             : b->in[(b->number + s->count) % RANDOM_INPUTS]) &
           1;
}

static void run_statement(block *b, const lanes *set, const statement *s)
{
    unsigned values[RANDOM_MAX_LANES] = {0}, results[RANDOM_MAX_LANES] = {0};
    lanes then = {{0}}, otherwise = {{0}};
    if (s->a)
        FOR_EACH(lane, b, set)
            values[lane] = random_value_of(b, lane, s->a);
    switch (s->kind) {
    case STATEMENT_SET: memcpy(results, values, sizeof results); break;
    case STATEMENT_IF:
        FOR_EACH(lane, b, set)
            *(is_true(b, s, lane, values[lane]) ? &then.on[lane] : &otherwise.on[lane]) = true;
        run_list(b, &then, s->body);
        run_list(b, &otherwise, s->other);
        return;
    case STATEMENT_REPEAT: run_repeat(b, set, s); return;
    case STATEMENT_STRIDE: run_stride(b, set, s); return;
    case STATEMENT_AGAIN: run_again(b, set, s); return;
    case STATEMENT_SWITCH:
        FOR_EACH(lane, b, set) {
            then.on[lane] = values[lane] % 4 == 0;
            otherwise.on[lane] = values[lane] % 4 == 1 || (s->flag && then.on[lane]);
        }
        run_list(b, &then, s->body);
        run_list(b, &otherwise, s->other);
        return;
    case STATEMENT_LOCAL:
        FOR_EACH(lane, b, set)
            b->local[lane][random_value_of(b, lane, s->b) % RANDOM_LOCALS] = values[lane];
        return;
    case STATEMENT_PLACE:
        FOR_EACH(lane, b, set) {
            bool other = b->v[lane][s->which % RANDOM_VARIABLES] % 3 == random_value_of(b, lane, s->b) % 3;
            results[lane] = values[lane] + (other ? 5 : 0);
        }
        break;
    case STATEMENT_QUEUE: run_queue(b, set, s, values); return;
    case STATEMENT_LOOP: run_loop(b, set, s); return;
    case STATEMENT_ATOMIC:
        FOR_EACH(lane, b, set) {
            unsigned *to = s->flag ? &b->sums[s->which] : &b->global[s->which];
            *to = random_combine(s->which % RANDOM_OPERATIONS, *to, values[lane]);
        }
        return;
    case STATEMENT_SHUFFLE:
        FOR_EACH(lane, b, set)
            results[lane] = values[source_of(b, set, s, lane, random_value_of(b, lane, s->b))];
        break;
    case STATEMENT_VOTE:
    case STATEMENT_MATCH:
    case STATEMENT_REDUCE:
        FOR_EACH(lane, b, set)
            results[lane] = gather(b, set, s, values, lane, 32);
        break;
    case STATEMENT_COUNT:
        FOR_EACH(lane, b, set)
            results[lane] = gather(b, set, s, values, lane, RANDOM_MAX_LANES);
        break;
    case STATEMENT_EXCHANGE:
        FOR_EACH(lane, b, set)
            b->words[(lane + s->count) % b->lanes] = values[lane];
        FOR_EACH(lane, b, set)
            results[lane] = b->words[random_value_of(b, lane, s->b) % b->lanes];
        break;
    case STATEMENT_STEPS:
        run_steps(b, set, s, values);
        FOR_EACH(lane, b, set)
            results[lane] = b->words[lane];
        break;
    case STATEMENT_PASS:
        random_run_pass(b, set, s, &then, results);
        FOR_EACH(lane, b, &then)
            b->v[lane][s->variable] = results[lane];
        return;
    case STATEMENT_COLLECT:
        FOR_EACH(lane, b, set)
            results[lane] = b->sums[s->which];
        break;
    case STATEMENT_EXIT:
        FOR_EACH(lane, b, set)
            if (values[lane] % 4 == 0) {
                store(b, lane);
                b->ended[lane] = true;
            }
        return;
    default: return;
    }
    FOR_EACH(lane, b, set)
        b->v[lane][s->variable] = results[lane];
}

static void run_list(block *b, const lanes *set, const statement *s)
{
    for (; s; s = s->next)
        run_statement(b, set, s);
}

static void run_tail(block *b, const lanes *set, const statement *s)
{
    lanes reading;
    unsigned word[RANDOM_MAX_LANES];
    random_run_pass(b, set, s, &reading, word);
    FOR_EACH(lane, b, &reading)
        b->tail[b->number * b->lanes + lane] = word[lane];
}

void random_interpret(const program *source, const unsigned *in, unsigned *out, unsigned *global, unsigned *tail)
{
    for (unsigned i = 0; i < RANDOM_ACCUMULATORS; i++)
        global[i] = random_accumulator_start(i);
    for (unsigned number = 0; number < source->blocks; number++) {
        block b = {.in = in,
                   .out = out,
                   .global = global,
                   .tail = tail,
                   .number = number,
                   .lanes = source->lanes,
                   .n = source->n,
                   .shape = source->shape};
        lanes all;
        memset(&all, 1, sizeof all);
        for (unsigned lane = 0; lane < b.lanes; lane++) {
            const unsigned start[RANDOM_VARIABLES] = {lane, in[lane % RANDOM_INPUTS], number, 1, lane * 7, 0};
            memcpy(b.v[lane], start, sizeof start);
            b.words[lane] = lane;
            for (unsigned i = 0; i < RANDOM_LOCALS; i++)
                b.local[lane][i] = lane + i;
        }
        for (unsigned i = 0; i < RANDOM_ACCUMULATORS; i++)
            b.sums[i] = random_accumulator_start(i);
        run_list(&b, &all, source->first);
        if (!source->alone)
            FOR_EACH(lane, &b, &all)
                store(&b, lane);
        if (source->tail)
            run_tail(&b, &all, source->tail);
    }
}
