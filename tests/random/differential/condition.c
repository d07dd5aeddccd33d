/* Conditions. */
#include "generator.h"

static const char *comparison(generator *g)
{
    static const char *const signs[] = {"<", ">", "<=", ">=", "==", "!="};
    static const unsigned char weights[] = {30, 30, 10, 10, 12, 8};
    return signs[weighted(g, weights, sizeof weights)];
}

static void compared(generator *g, unsigned depth)
{
    unsigned kind = pick(g, 100), near = 1 + pick(g, 3);
    variable *v = find_variable(g, TYPE_INT, false);
    depth = depth ? depth - 1 : 0;
    if (kind >= 92 && v && v->constant && !v->wraps && !g->in_function) { /* as stencils ask */
        put(g, "(%s >= %u && %s < %s - %u)", v->name, near, v->name, use(g, P_n), near);
        has(g, F_and_or);
    } else if (kind < 35) {
        integer(g, depth);
        put(g, " %s ", comparison(g));
        integer(g, 0);
    } else if (kind < 55) {
        size_t at = g->to->length;
        integer(g, depth);
        text_insert(g->to, at, "(");
        put(g, chance(g, 50) ? " & %u) != 0" : " %% %u) == 0", 1 + pick(g, 3));
    } else if (kind < 85) {
        real(g, depth, false);
        put(g, " %s ", comparison(g));
        real(g, 0, false);
    } else if (g->in_function) {
        integer(g, depth);
        put(g, " > 0");
    } else {
        integer(g, depth);
        put(g, " < %s", use(g, P_n));
    }
}

void condition(generator *g, unsigned depth)
{
    node n = begin(g, 3);
    unsigned kind = pick(g, 100);
    if (n.change == 1) {
        put(g, "1");
    } else if (kind < 75 || depth == 0) {
        compared(g, depth);
    } else if (kind < 95) {
        has(g, F_and_or);
        if (n.change == 3)
            pick(g, 2);
        if (n.change < 2)
            put(g, "(");
        condition(g, depth - 1);
        if (n.change < 2) {
            put(g, kind < 86 ? " && " : " || ");
            condition(g, depth - 1);
            put(g, ")");
        }
    } else {
        put(g, "!(");
        condition(g, depth - 1);
        put(g, ")");
    }
    end(g, &n);
}

void block_condition(generator *g)
{
    node n = begin(g, 1);
    unsigned kind = pick(g, 7);
    if (n.change == 1)
        put(g, "1");
    else if (kind == 0)
        put(g, "%s > %u", use(g, P_n), 1 + pick(g, 200));
    else if (kind == 1)
        put(g, "blockIdx.x %% 2 == %u", pick(g, 2));
    else if (kind == 2)
        put(g, "%s & 1", use(g, P_m));
    else if (kind == 3)
        put(g, "%s.flag > 100", use(g, P_set));
    else if (kind == 4)
        put(g, "%s[blockIdx.x] > 0", use(g, P_ia));
    else if (kind == 5)
        put(g, "blockDim.x > %u", 16 * (1 + pick(g, 8)));
    else
        put(g, "%s > 0.0f", use(g, P_alpha));
    end(g, &n);
}
