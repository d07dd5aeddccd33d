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
                                                 EXPRESSION_VARIABLE, EXPRESSION_THREAD, EXPRESSION_BLOCK};
        made->kind = leaves[draw(m, 6)];
        made->value = made->kind == EXPRESSION_VARIABLE ? draw(m, RANDOM_VARIABLES)
                      : draw(m, 2)                      ? draw(m, 40)
                                                        : draw(m, 0xffffffffu);
        return made;
    }
    made->kind = (expression_kind)(EXPRESSION_INPUT + draw(m, EXPRESSION_KINDS - EXPRESSION_INPUT));
    made->a = make_expression(m, depth - 1);
    if (made->kind != EXPRESSION_INPUT && made->kind < EXPRESSION_NOT)
        made->b = make_expression(m, depth - 1);
    return made;
}

static const statement *make_list(maker *m, scope where, unsigned depth, unsigned length);

static statement_kind choose(maker *m, scope where, unsigned depth)
{
    static const statement_kind lane[] = {STATEMENT_SET, STATEMENT_SET, STATEMENT_ATOMIC, STATEMENT_IF, STATEMENT_LOOP,
                                          STATEMENT_REPEAT};
    static const statement_kind warp[] = {STATEMENT_SHUFFLE, STATEMENT_VOTE, STATEMENT_MATCH, STATEMENT_REDUCE,
                                          STATEMENT_SYNCWARP, STATEMENT_SHUFFLE, STATEMENT_IF};
    static const statement_kind block[] = {STATEMENT_EXCHANGE, STATEMENT_COUNT, STATEMENT_COLLECT, STATEMENT_EXCHANGE};
    unsigned pick = draw(m, 10);
    statement_kind kind = lane[draw(m, 6)];
    if (where == SCOPE_BLOCK && pick < 3)
        kind = block[draw(m, 4)];
    else if (where != SCOPE_LANE && pick < 7)
        kind = warp[draw(m, 7)];
    bool nests = kind == STATEMENT_IF || kind == STATEMENT_LOOP || kind == STATEMENT_REPEAT;
    return nests && depth == 0 ? STATEMENT_SET : kind;
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
    switch (made->kind) {
    case STATEMENT_IF:
        made->masked = where != SCOPE_LANE && draw(m, 4) != 0;
        made->body = make_list(m, made->masked ? SCOPE_WARP : SCOPE_LANE, depth - 1, 1 + draw(m, 4));
        made->other = draw(m, 3) ? make_list(m, made->masked ? SCOPE_WARP : SCOPE_LANE, depth - 1, 1 + draw(m, 3)) : NULL;
        break;
    case STATEMENT_REPEAT:
        made->count = 1 + draw(m, 4);
        made->body = make_list(m, where, depth - 1, 1 + draw(m, 4));
        break;
    case STATEMENT_LOOP:
        made->body = make_list(m, SCOPE_LANE, depth - 1, 1 + draw(m, 3));
        break;
    case STATEMENT_SHUFFLE:
        made->which %= 4;
        made->count = 1u << (1 + draw(m, 5)); /* 2 to 32 */
        break;
    case STATEMENT_VOTE:
    case STATEMENT_COUNT:
        made->which %= 3;
        break;
    case STATEMENT_REDUCE:
        made->which %= RANDOM_OPERATIONS;
        break;
    default:
        break;
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

bool random_generate(program *made, unsigned number)
{
    static const unsigned lanes[] = {1, 7, 32, 33, 64, 80, 96, 128, 160};
    maker m = {.state = number * 0x2545f4914f6cdd1du + 1, .budget = 40};
    m.nodes = calloc(MAX_NODES, sizeof *m.nodes);
    if (!m.nodes)
        return false;
    *made = (program){.number = number, .memory = m.nodes};
    made->lanes = m.lanes = lanes[draw(&m, 9)];
    made->blocks = 1 + draw(&m, RANDOM_MAX_BLOCKS);
    unsigned length = 6 + draw(&m, 10);
    statement *first = (statement *)make_list(&m, SCOPE_BLOCK, 3, length);
    /* Some lanes leave early: at the top, where every mask can be told. */
    if (first && draw(&m, 3) == 0) {
        statement *at = first, *leaving = &take(&m)->statement;
        for (unsigned i = draw(&m, length); i > 0 && at->next; i--)
            at = (statement *)at->next;
        leaving->kind = STATEMENT_EXIT;
        leaving->a = make_expression(&m, 2);
        leaving->next = at->next;
        at->next = leaving;
    }
    made->first = first;
    return true;
}

void random_free(program *made)
{
    free(made->memory);
    *made = (program){0};
}
