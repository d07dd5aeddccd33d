/* Where kernels read: a thread's own place, beside it, rows, columns, strides, gathers. An index that might be out of
 * bounds is masked. */
#include "generator.h"

void address(generator *g, parameter_number of);

/* A variable; in most cases one that has a range, such as the thread's own place or a counter. */
static range term(generator *g, bool counter, bool *wraps)
{
    variable *v = NULL;
    for (int i = 0; i < 4 && !(v && v->constant && v->counter == counter); i++)
        v = find_variable(g, TYPE_INT, false);
    if (!v || g->in_function) {
        unsigned c = pick(g, 64);
        put(g, "%u", c);
        return (range){c, c};
    }
    put(g, "%s", v->name);
    if (wraps)
        *wraps = v->wraps;
    g->wraps |= v->wraps;
    g->negative |= v->range.low < 0;
    return v->range;
}

static double factor(generator *g)
{
    static const unsigned char factors[] = {1, 2, 3, 4, 5, 8, 10, 16, 16, 20, 32};
    return factors[pick(g, sizeof factors)];
}

static range sum(range a, range b)
{
    return (range){a.low + b.low, a.high + b.high};
}

static range times(range a, double c)
{
    return (range){a.low * c, a.high * c};
}

/* k * c, or k * stride. */
static range steps(generator *g)
{
    range k = term(g, true, NULL);
    if (chance(g, 25)) {
        put(g, " * %s", use(g, P_stride));
        return times(k, MOST_STRIDE);
    }
    double c = factor(g);
    if (c != 1)
        put(g, " * %g", c);
    has(g, F_offset);
    return times(k, c);
}

static range place(generator *g)
{
    static const unsigned char weights[] = {24, 14, 20, 14, 8, 8, 8, 6, 8, 6};
    range a, b;
    double c;
    bool wraps = false;
    unsigned kind = weighted(g, weights, sizeof weights);
    switch (kind) {
    case 0: return term(g, false, NULL);
    case 1:
        a = term(g, false, &wraps);
        c = 1 + pick(g, 33);
        put(g, chance(g, 50) || wraps ? " + %g" : " - %g", c);
        return (range){a.low - c, a.high + c};
    case 2:
        a = term(g, false, NULL);
        put(g, " + ");
        a = sum(a, steps(g));
        if (chance(g, 30)) {
            put(g, " + %s", use(g, P_xs));
            a.high += MOST_OFFSET;
        }
        return a;
    case 3: /* a row for each thread */
        a = term(g, false, NULL);
        has(g, F_row);
        if (chance(g, 50)) {
            put(g, " * %s + ", use(g, P_cols));
            a = times(a, MOST_COLUMNS);
        } else {
            c = factor(g);
            put(g, " * %g + ", c);
            a = times(a, c);
        }
        b = term(g, true, NULL);
        return sum(a, b);
    case 4: /* a column for each */
        a = steps(g);
        put(g, " + ");
        return sum(a, term(g, false, NULL));
    case 5: return term(g, true, NULL);
    case 6:
        has(g, F_gather);
        address(g, P_idx);
        return (range){0, GATHER_ELEMENTS - 1};
    case 7:
        a = term(g, false, NULL);
        put(g, " + %s", use(g, P_xs));
        return (range){a.low, a.high + MOST_OFFSET};
    case 8:
        c = pick(g, 16);
        put(g, "%g", c);
        return (range){c, c};
    default: return integer(g, 2);
    }
}

/* of[...] */
void address(generator *g, parameter_number of)
{
    static const unsigned masks[] = {63, 255, 1023, 4095, 16383};
    node n = begin(g, 1);
    put(g, "%s[", use(g, of));
    if (n.change == 1) {
        put(g, "1]");
        end(g, &n);
        return;
    }
    size_t at = g->to->length;
    unsigned mask = masks[pick(g, 5)];
    g->wraps = g->negative = false;
    range r = place(g);
    /* -1 + i is no small number where i is unsigned. */
    if (r.low < INPUT_LOW || r.high > INPUT_HIGH || (g->wraps && g->negative)) {
        text_insert(g->to, at, "(");
        put(g, ") & %u", mask);
        has(g, F_masked);
    }
    put(g, "]");
    end(g, &n);
}

/* The output's element. Where several belong to a thread: which. */
void own_place(generator *g, unsigned output)
{
    unsigned j = pick(g, 4);
    mapping map = g->mapping[output];
    const char *name = use(g, g->outputs[output]);
    if (!g->guarded && (map == MAP_ROWS || map == MAP_MIRROR))
        map = MAP_OWN; /* not reached: such a kernel stores where it is guarded */
    switch (map) {
    case MAP_GROUP: put(g, "%s[i * 4 + %u]", name, j); break;
    case MAP_PLANE: put(g, "%s[%u + i]", name, j * MOST_PLACES); break;
    case MAP_ROWS: put(g, "%s[%u * %s + i]", name, j, use(g, P_n)); break;
    case MAP_MIRROR: put(g, "%s[%s - 1 - i]", name, use(g, P_n)); break;
    default: put(g, "%s[i]", name); break;
    }
    if (map == MAP_GROUP)
        has(g, F_strided_store);
}
