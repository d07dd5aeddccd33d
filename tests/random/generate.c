/* Makes a program from its number. */
#include <stdlib.h>
#include <string.h>

#include "program.h"

enum { MAX_NODES = 3000 };

typedef struct maker {
    uint64_t state;
    union node {
        expression expression;
        statement statement;
    } *nodes;
    unsigned used, budget; /* nodes; statements that may still be made */
    unsigned lanes;
    unsigned loops; /* that are around what is made */
    element_kind element;
    bool passes; /* are most of what the block does */
} maker;

/* Who runs a piece of code: all lanes of the block; some of each warp, which know of each other; each lane by itself. */
typedef enum scope { SCOPE_BLOCK, SCOPE_WARP, SCOPE_LANE } scope;

static unsigned draw(maker *m, unsigned limit)
{
    m->state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    uint64_t x = m->state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (unsigned)((x ^ x >> 31) % limit);
}

static union node *take(maker *m)
{
    return &m->nodes[m->used++];
}

static const expression *make_expression(maker *m, unsigned depth)
{
    expression *made = &take(m)->expression;
    if (depth == 0 || draw(m, 4) == 0 || m->used > MAX_NODES - 400) {
        static const expression_kind leaves[] = {EXPRESSION_CONSTANT, EXPRESSION_VARIABLE, EXPRESSION_VARIABLE,
                                                 EXPRESSION_VARIABLE, EXPRESSION_THREAD,   EXPRESSION_BLOCK,
                                                 EXPRESSION_TURN};
        made->kind = leaves[draw(m, m->loops > 0 ? 7 : 6)];
        made->value = made->kind == EXPRESSION_VARIABLE ? draw(m, RANDOM_VARIABLES)
                      : made->kind == EXPRESSION_THREAD ? draw(m, 4)
                      : made->kind == EXPRESSION_TURN   ? draw(m, m->loops)
                      : draw(m, 2)                      ? draw(m, 40)
                                                        : draw(m, 0xffffffffu);
        return made;
    }
    made->kind = (expression_kind)(EXPRESSION_INPUT + draw(m, EXPRESSION_KINDS - EXPRESSION_INPUT));
    made->a = make_expression(m, depth - 1);
    if (made->kind != EXPRESSION_INPUT && made->kind != EXPRESSION_LOCAL && made->kind < EXPRESSION_NOT)
        made->b = make_expression(m, depth - 1);
    return made;
}

static const statement *make_list(maker *m, scope where, unsigned depth, unsigned length);

/* The element of a lane that has left grows from pass to pass: it has to be of a type that wraps around. */
static bool may_leave(const maker *m)
{
    return m->element == ELEMENT_WORD || m->element == ELEMENT_BYTE;
}

static statement_kind choose(maker *m, scope where, unsigned depth)
{
    static const statement_kind lane[] = {STATEMENT_SET,    STATEMENT_SET,    STATEMENT_ATOMIC,
                                          STATEMENT_IF,     STATEMENT_LOOP,   STATEMENT_REPEAT,
                                          STATEMENT_STRIDE, STATEMENT_SWITCH, STATEMENT_LOCAL};
    static const statement_kind warp[] = {STATEMENT_SHUFFLE,  STATEMENT_VOTE,    STATEMENT_MATCH, STATEMENT_REDUCE,
                                          STATEMENT_SYNCWARP, STATEMENT_SHUFFLE, STATEMENT_IF,    STATEMENT_LOOP,
                                          STATEMENT_AGAIN,    STATEMENT_PLACE};
    static const statement_kind block[] = {STATEMENT_EXCHANGE, STATEMENT_COUNT, STATEMENT_COLLECT, STATEMENT_EXCHANGE,
                                           STATEMENT_REPEAT,   STATEMENT_AGAIN, STATEMENT_IF,      STATEMENT_QUEUE,
                                           STATEMENT_EXIT,     STATEMENT_STEPS, STATEMENT_STEPS,   STATEMENT_PASS};
    unsigned pick = draw(m, 10);
    statement_kind kind = lane[draw(m, 9)];
    if (where == SCOPE_BLOCK && m->passes && pick < 7)
        kind = STATEMENT_PASS;
    else if (where == SCOPE_BLOCK && pick < 4)
        kind = block[draw(m, 12)];
    else if (where != SCOPE_LANE && pick < 8)
        kind = warp[draw(m, 10)];
    bool nests = kind == STATEMENT_IF || kind == STATEMENT_LOOP || kind == STATEMENT_REPEAT ||
                 kind == STATEMENT_STRIDE || kind == STATEMENT_AGAIN || kind == STATEMENT_SWITCH;
    return (nests && depth == 0) || (kind == STATEMENT_EXIT && !may_leave(m)) ? STATEMENT_SET : kind;
}

/* A list within a loop: its turns are known there. */
static const statement *make_turns(maker *m, scope where, unsigned depth, unsigned length)
{
    m->loops++;
    const statement *made = make_list(m, where, depth, length);
    m->loops--;
    return made;
}

/* The scopes of its branches: lanes that go the same way still know of each other. */
static void make_if(maker *m, statement *made, scope where, unsigned depth)
{
    unsigned kind = where == SCOPE_LANE ? 0 : draw(m, 4);
    scope inner = SCOPE_LANE;
    made->condition = kind == 3 ? CONDITION_BLOCK : kind == 2 ? CONDITION_WARP : CONDITION_LANE;
    if (made->condition == CONDITION_BLOCK) {
        inner = where;
    } else if (made->condition == CONDITION_WARP) {
        inner = SCOPE_WARP;
    } else if (where != SCOPE_LANE && draw(m, 4) != 0) {
        made->masked = true;
        inner = SCOPE_WARP;
    }
    made->body = make_list(m, inner, depth, 1 + draw(m, 4));
    made->other = draw(m, 3) ? make_list(m, inner, depth, 1 + draw(m, 3)) : NULL;
}

static pass make_pass(maker *m)
{
    bool power = (m->lanes & (m->lanes - 1)) == 0;
    pass made = {.element = m->element, .kind = (pass_kind)draw(m, PASS_KINDS), .within = power && m->lanes >= 32};
    made.combine = (combine_kind)draw(m, COMBINE_KINDS);
    made.halving = made.kind == PASS_TREE || (draw(m, 2) && (power || made.kind != PASS_PAIRS)); /* pairs: d is 2^n */
    made.anew = draw(m, 2) ? GUARD_NONE : (guard_kind)draw(m, GUARD_KINDS);
    made.guard = (guard_kind)draw(m, GUARD_KINDS);
    made.place = (place_kind)draw(m, PLACE_KINDS);
    made.distance = draw(m, 2) ? 1u << draw(m, 5) : 1 + draw(m, 31);
    made.rest = draw(m, 2);
    made.index = draw(m, INDEX_KINDS);
    return made;
}

/* Short ones, so that lanes do little but exchange elements: lanewise-fuse has vectors for that. */
static void make_values(maker *m, statement *made)
{
    made->a = make_expression(m, draw(m, 2) ? 0 : draw(m, 3));
    made->b = make_expression(m, draw(m, 2) ? 0 : draw(m, 3));
}

static const statement *make_statement(maker *m, scope where, unsigned depth)
{
    statement *made = &take(m)->statement;
    m->budget--;
    made->kind = choose(m, where, depth);
    made->variable = draw(m, RANDOM_VARIABLES);
    made->which = draw(m, RANDOM_ACCUMULATORS);
    made->flag = draw(m, 2);
    made->a = make_expression(m, 3);
    made->b = make_expression(m, 2);
    made->count = draw(m, RANDOM_MAX_LANES);
    made->loop = m->loops;
    switch (made->kind) {
    case STATEMENT_IF: make_if(m, made, where, depth - 1); break;
    case STATEMENT_REPEAT:
        made->count = 1 + draw(m, 4);
        made->body = make_turns(m, where, depth - 1, 1 + draw(m, 4));
        break;
    case STATEMENT_LOOP:
        made->masked = where != SCOPE_LANE && draw(m, 2);
        made->body = make_turns(m, made->masked ? SCOPE_WARP : SCOPE_LANE, depth - 1, 1 + draw(m, 3));
        m->loops++; /* the condition of its last turn */
        made->b = make_expression(m, 2);
        m->loops--;
        break;
    case STATEMENT_STRIDE: made->body = make_turns(m, SCOPE_LANE, depth - 1, 1 + draw(m, 3)); break;
    case STATEMENT_AGAIN:
        made->flag = where == SCOPE_WARP || draw(m, 2);
        made->body = make_turns(m, made->flag ? SCOPE_WARP : SCOPE_BLOCK, depth - 1, 1 + draw(m, 3));
        m->loops++;
        made->a = make_expression(m, 3);
        m->loops--;
        break;
    case STATEMENT_SWITCH:
        made->body = make_list(m, SCOPE_LANE, depth - 1, 1 + draw(m, 2));
        made->other = make_list(m, SCOPE_LANE, depth - 1, 1 + draw(m, 2));
        break;
    case STATEMENT_SHUFFLE:
        made->which %= 4;
        made->count = 1u << (1 + draw(m, 5)); /* 2 to 32 */
        break;
    case STATEMENT_STEPS: made->which %= RANDOM_STEPS; break;
    case STATEMENT_PASS:
        made->count %= m->lanes;
        made->pass = make_pass(m);
        make_values(m, made);
        break;
    case STATEMENT_VOTE:
    case STATEMENT_COUNT: made->which %= 3; break;
    case STATEMENT_REDUCE: made->which %= RANDOM_OPERATIONS; break;
    default: break;
    }
    return made;
}

static const statement *make_list(maker *m, scope where, unsigned depth, unsigned length)
{
    const statement *first = NULL;
    for (statement *last = NULL; length > 0 && m->budget > 0 && m->used < MAX_NODES - 400; length--) {
        statement *made = (statement *)make_statement(m, where, depth);
        if (last)
            last->next = made;
        else
            first = made;
        last = made;
    }
    return first;
}

static const statement *make_tail(maker *m)
{
    statement *made = &take(m)->statement;
    made->kind = STATEMENT_PASS;
    made->count = draw(m, m->lanes);
    made->pass = make_pass(m);
    made->pass.leaves = draw(m, 2);
    make_values(m, made);
    return made;
}

/* One of those that lanewise-fuse makes copies for, or another. */
static void make_shape(maker *m, program *made)
{
    static const unsigned shapes[][3] = {{1, 1, 1},  {7, 1, 1},   {32, 1, 1},  {33, 1, 1}, {64, 1, 1}, {80, 1, 1},
                                         {96, 1, 1}, {128, 1, 1}, {160, 1, 1}, {16, 2, 1}, {8, 8, 1},  {5, 7, 1},
                                         {33, 3, 1}, {4, 4, 4},   {3, 5, 7},   {1, 64, 1}};
    static const unsigned common[][3] = {{256, 1, 1}, {16, 16, 1}, {32, 8, 1}, {32, 32, 1}, {256, 1, 1}};
    bool usual = draw(m, m->passes ? 3 : 6) == 0, row = m->passes || draw(m, 2);
    memcpy(made->shape, usual ? common[draw(m, 5)] : shapes[draw(m, row ? 9 : 16)], sizeof made->shape);
    made->lanes = m->lanes = made->shape[0] * made->shape[1] * made->shape[2];
    made->known = m->passes ? draw(m, 4) != 0 : draw(m, 2);
    made->bounded = made->lanes > 256 || draw(m, 2); /* a GPU has not the registers for so many lanes of any kernel */
    made->constant = draw(m, 2);
}

bool random_generate(program *made, unsigned number)
{
    maker m = {.state = number * 0x2545f4914f6cdd1du + 1, .budget = 40};
    m.nodes = calloc(MAX_NODES, sizeof *m.nodes);
    if (!m.nodes)
        return false;
    *made = (program){.number = number, .memory = m.nodes};
    m.passes = draw(&m, 3) == 0;
    made->element = m.element = m.passes || draw(&m, 2) ? (element_kind)draw(&m, ELEMENT_KINDS) : ELEMENT_WORD;
    make_shape(&m, made);
    made->dynamic = draw(&m, 4) == 0;
    made->blocks = 1 + draw(&m, RANDOM_MAX_BLOCKS);
    made->n = draw(&m, made->blocks * made->lanes + 20);
    unsigned length = m.passes ? 1 + draw(&m, 5) : 6 + draw(&m, 10);
    statement *first = (statement *)make_list(&m, SCOPE_BLOCK, 3, length);
    /* Some lanes leave early: where every mask can be told. */
    if (first && may_leave(&m) && draw(&m, 4) == 0) {
        statement *at = first, *leaving = &take(&m)->statement;
        for (unsigned i = draw(&m, length); i > 0 && at->next; i--)
            at = (statement *)at->next;
        leaving->kind = STATEMENT_EXIT;
        leaving->a = make_expression(&m, 2);
        leaving->next = at->next;
        at->next = leaving;
    }
    made->first = first;
    made->tail = draw(&m, 8) < (m.passes ? 5 : 1) ? make_tail(&m) : NULL;
    made->alone = made->tail && draw(&m, 2);
    return true;
}

void random_free(program *made)
{
    free(made->memory);
    *made = (program){0};
}
