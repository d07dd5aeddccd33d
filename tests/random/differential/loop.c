/* A thread's loops: bounds that are constant, the block's, the thread's own, or found in memory. */
#include "generator.h"

void address(generator *g, parameter_number of);

/* How many turns a loop here may take. */
static unsigned most_turns(const generator *g)
{
    return g->loops == 0 ? 32 : g->loops == 1 ? 16 : 8;
}

/* The body, with sums first: a loop is there for them. `first`: null, or a step that comes before all, so that no
 * `continue` leaves it out. */
static void turns_after(generator *g, unsigned count, const char *first, unsigned number)
{
    unsigned variables = g->variable_count, outer = g->turns, breakable = g->breakable;
    g->random = g->body; /* the same body, whatever came before */
    node n = begin(g, 0);
    open_block(g);
    if (first)
        line(g, first, number);
    g->inside++;
    g->loops++;
    g->breakable = count > 1;
    g->turns *= count;
    if (g->loops > 1)
        has(g, F_nested);
    unsigned sums = 1 + pick(g, 2), others = pick(g, 3);
    for (unsigned i = 0; i < sums; i++)
        accumulate(g);
    statements(g, others);
    g->turns = outer;
    g->breakable = breakable;
    g->loops--;
    g->inside--;
    close_block(g);
    g->variable_count = variables;
    end(g, &n);
}

static void turns(generator *g, unsigned count)
{
    turns_after(g, count, NULL, 0);
}

static variable *counter(generator *g, double low, double high)
{
    variable *k = declare(g, TYPE_INT, (range){low, high}, true);
    k->counter = true;
    return k;
}

static void constant_bound(generator *g, bool smaller)
{
    static const unsigned char counts[] = {2, 3, 4, 5, 7, 8, 8, 10, 16, 16, 20, 24, 32, 32};
    unsigned count = counts[pick(g, sizeof counts)], way = pick(g, 100);
    while (count > most_turns(g))
        count /= 2;
    if (smaller)
        count = 2;
    variable *k = counter(g, 0, count - 1.0);
    const char *v = k->name;
    has(g, F_loop_constant);
    begin_line(g);
    if (way < 75)
        put(g, "for (int %s = 0; %s < %u; %s++)", v, v, count, v);
    else if (way < 85)
        put(g, "for (int %s = %u; %s >= 0; %s--)", v, count - 1, v, v);
    else if (way < 93)
        put(g, "for (int %s = 0; %s < %u; %s += 2)", v, v, count, v);
    else {
        put(g, "for (int %s = 1; %s < %u; %s *= 2)", v, v, 2 * count, v);
        k->range = (range){1, 2 * count - 1.0};
    }
    turns(g, count);
}

static void block_bound(generator *g)
{
    bool columns = chance(g, 50), settings = chance(g, 20);
    unsigned most = columns ? MOST_COLUMNS : MOST_TURNS;
    has(g, F_loop_block);
    begin_line(g);
    if (g->loops > 1) {
        variable *k = counter(g, 0, 7);
        put(g, "for (int %s = 0; %s < (%s & 7); %s++)", k->name, k->name, use(g, P_m), k->name);
        turns(g, 8);
        return;
    }
    if (settings)
        most = 15;
    variable *k = counter(g, 0, most - 1.0);
    const char *bound = settings ? "set.count" : columns ? use(g, P_cols) : use(g, P_m);
    if (settings)
        use(g, P_set);
    put(g, "for (int %s = 0; %s < %s; %s++)", k->name, k->name, bound, k->name);
    turns(g, most);
}

static void thread_bound(generator *g, bool from_memory)
{
    static const unsigned char limits[] = {8, 16, 4, 32};
    unsigned limit = limits[pick(g, 4)];
    if (limit > most_turns(g))
        limit = most_turns(g);
    variable *k = counter(g, 0, limit - 1.0);
    has(g, from_memory ? F_loop_data : F_loop_thread);
    begin_line(g);
    put(g, "for (int %s = 0; %s %s ", k->name, k->name, limit < 32 && chance(g, 30) ? "<=" : "<");
    k->range.high = limit;
    if (from_memory) {
        put(g, "(");
        address(g, P_uc);
        has(g, F_small_int);
        put(g, " & %u)", limit - 1);
    } else {
        integer_below(g, 1, limit);
    }
    put(g, "; %s++)", k->name);
    turns(g, limit + 1);
}

/* rows[] rises by at most 6 a step: for (k = rows[i]; k < rows[i + 1]; k++). */
static void rows(generator *g)
{
    variable *at = find_variable(g, TYPE_INT, false);
    bool usable = at && at->constant && at->range.low >= 0 && at->range.high < MOST_PLACES;
    unsigned row = pick(g, 1000);
    variable *k = counter(g, 0, 6.0 * (MOST_PLACES + 1));
    has(g, F_loop_rows);
    begin_line(g);
    if (usable)
        put(g, "for (int %s = %s[%s]; %s < %s[%s + 1]; %s++)", k->name, use(g, P_rows), at->name, k->name,
            use(g, P_rows), at->name, k->name);
    else
        put(g, "for (int %s = %s[%u]; %s < %s[%u]; %s++)", k->name, use(g, P_rows), row, k->name, use(g, P_rows),
            row + 1, k->name);
    turns(g, 6);
}

/* As long as bits are left, or a number is not small. */
static void until(generator *g)
{
    bool first = chance(g, 50), bits = chance(g, 50);
    unsigned number = g->names++, limit = most_turns(g) > 8 ? 65535 : 255;
    has(g, F_loop_while);
    begin_line(g);
    put(g, "unsigned u%u = (unsigned)(", number);
    integer(g, 2);
    put(g, ") & %u;", limit);
    end_line(g, "");
    begin_line(g);
    if (first)
        put(g, "while (u%u%s)", number, bits ? "" : " > 1");
    else
        put(g, "do");
    turns_after(g, 16, bits ? "u%u >>= 1;" : "u%u /= 3;", number);
    if (!first) {
        g->to->length--;
        put(g, " while (u%u%s);", number, bits ? "" : " > 1");
        end_line(g, "");
    }
}

void loop(generator *g)
{
    static const unsigned char weights[] = {40, 18, 12, 10, 8, 8};
    node n = begin(g, 3);
    unsigned kind = weighted(g, weights, sizeof weights), variables = g->variable_count;
    g->body = g->random ^ 0x5bd1e9955bd1e995u;
    if (g->in_function && kind != 2 && kind != 5)
        kind = 0;
    if (n.change == 2) { /* the body, once */
        variable *k = counter(g, 0, 0);
        line(g, "int %s = 0;", k->name);
        begin_line(g);
        put(g, "/* once */");
        turns(g, 1);
    } else if (n.change != 1) {
        switch (kind) {
        case 0: constant_bound(g, n.change == 3); break;
        case 1: block_bound(g); break;
        case 2: thread_bound(g, false); break;
        case 3: thread_bound(g, true); break;
        case 4: rows(g); break;
        default: until(g); break;
        }
    }
    g->variable_count = variables;
    end(g, &n);
}
