/* Integer expressions. */
#include "generator.h"

void address(generator *g, parameter_number of);

/* In the type's range, or wrapped around: anything of the type. */
static range wrapped(double low, double high, value_type type)
{
    range all = range_of(type);
    return low < all.low || high > all.high ? all : (range){low, high};
}

static double least(double a, double b)
{
    return a < b ? a : b;
}
static double most(double a, double b)
{
    return a > b ? a : b;
}

static range product(range a, range b, value_type type)
{
    double w = a.low * b.low, x = a.low * b.high, y = a.high * b.low, z = a.high * b.high;
    return wrapped(least(least(w, x), least(y, z)), most(most(w, x), most(y, z)), type);
}

static range constant(generator *g)
{
    static const unsigned char values[] = {0, 1, 1, 2, 2, 3, 4, 5, 7, 8, 10, 15, 16, 31, 32, 33, 100, 255};
    double value = values[pick(g, sizeof values)];
    put(g, "%g", value);
    return (range){value, value};
}

static range leaf(generator *g)
{
    static const parameter_number known[] = {P_n, P_m, P_cols, P_stride};
    static const double most_of[] = {MOST_COUNT, MOST_TURNS, MOST_COLUMNS, MOST_STRIDE};
    unsigned kind = pick(g, 100), which = pick(g, 4);
    variable *v = find_variable(g, TYPE_INT, false);
    if (kind < 65 && v) {
        put(g, v->wraps ? "(int)%s" : "%s", v->name);
        return v->range;
    }
    if (kind < 80 && !g->in_function) {
        put(g, "%s", use(g, known[which]));
        return (range){0, most_of[which]};
    }
    return constant(g);
}

/* Of an array of a small or other type, an int after C's promotions; which are not wrapped. */
range load_integer(generator *g, unsigned depth)
{
    (void)depth;
    static const struct {
        parameter_number number;
        double low, high;
        feature feature;
    } from[] = {
        {P_ia, -1000, 1000, F_guard},   {P_ib, -1000, 1000, F_guard},       {P_idx, 0, GATHER_ELEMENTS - 1, F_guard},
        {P_ca, -128, 127, F_small_int}, {P_uc, 0, 255, F_small_int},        {P_sa, -32768, 32767, F_small_int},
        {P_us, 0, 65535, F_small_int},  {P_i2, -1000, 1000, F_vector_type}, {P_c4, -128, 127, F_vector_type},
        {P_points, 0, 15, F_structure}};
    static const unsigned char weights[] = {30, 15, 5, 8, 10, 6, 6, 6, 6, 5};
    unsigned which = weighted(g, weights, sizeof weights), component = pick(g, 4);
    if (!g->likes[from[which].number])
        which = 0;
    parameter_number number = from[which].number;
    address(g, number);
    if (number == P_i2)
        put(g, ".%c", "xy"[component & 1]);
    else if (number == P_c4)
        put(g, ".%c", "xyzw"[component]);
    else if (number == P_points)
        put(g, ".tag");
    if (from[which].feature != F_guard)
        has(g, from[which].feature);
    return (range){from[which].low, from[which].high};
}

static range conditional(generator *g, unsigned depth)
{
    put(g, "(");
    condition(g, depth - 1);
    put(g, " ? ");
    range a = integer(g, depth - 1);
    put(g, " : ");
    range b = integer(g, depth - 1);
    put(g, ")");
    has(g, F_conditional);
    return (range){least(a.low, b.low), most(a.high, b.high)};
}

static void skip(generator *g)
{
    pick(g, 2); /* as begin() draws once */
}

static range binary(generator *g, unsigned depth, unsigned how)
{
    static const char *const signs[] = {"+", "-", "*", "&", "|", "^"};
    static const unsigned char weights[] = {40, 20, 15, 5, 3, 7};
    unsigned kind = weighted(g, weights, sizeof weights);
    if (how == 2)
        return integer(g, depth - 1);
    if (how == 3) {
        skip(g);
        return integer(g, depth - 1);
    }
    put(g, "(");
    range a = integer(g, depth - 1);
    put(g, " %s ", signs[kind]);
    range b = integer(g, depth - 1);
    put(g, ")");
    if (kind == 0)
        return wrapped(a.low + b.low, a.high + b.high, TYPE_INT);
    if (kind == 1)
        return wrapped(a.low - b.high, a.high - b.low, TYPE_INT);
    if (kind == 2)
        return product(a, b, TYPE_INT);
    if (kind == 3 && b.low >= 0)
        return (range){0, b.high};
    return range_of(TYPE_INT);
}

/* With a constant on the right. */
static range by_constant(generator *g, unsigned depth, unsigned how)
{
    static const char *const signs[] = {"*", "/", "%", "&", ">>", "<<"};
    static const unsigned char weights[] = {25, 20, 25, 15, 10, 5}, factors[] = {2, 3, 4, 5, 7, 8, 10, 16, 32, 33},
                               masks[] = {1, 3, 7, 15, 31, 63};
    unsigned kind = weighted(g, weights, sizeof weights), c = factors[pick(g, sizeof factors)];
    if (kind == 3)
        c = masks[pick(g, sizeof masks)];
    if (kind >= 4)
        c = 1 + pick(g, 5);
    if (how >= 2)
        return integer(g, depth - 1);
    put(g, "(");
    range a = integer(g, depth - 1);
    put(g, " %s %u)", signs[kind], c);
    if (kind == 1 || kind == 2)
        has(g, F_integer_divide);
    switch (kind) {
    case 0: return product(a, (range){c, c}, TYPE_INT);
    case 1: return a.low >= 0 ? (range){0, a.high / c} : range_of(TYPE_INT);
    case 2: return (range){a.low >= 0 ? 0 : 1.0 - c, c - 1.0};
    case 3: return (range){0, c};
    case 4: return a.low >= 0 ? (range){0, a.high} : range_of(TYPE_INT);
    default: return product(a, (range){1 << c, 1 << c}, TYPE_INT);
    }
}

/* Divided by what is no constant, and not 0. */
static range quotient(generator *g, unsigned depth)
{
    bool rest = chance(g, 50);
    put(g, "(");
    integer(g, depth - 1);
    put(g, rest ? " %% ((" : " / ((");
    integer(g, depth - 1);
    put(g, " & 15) + 1))");
    has(g, F_integer_divide);
    return rest ? (range){-15, 15} : range_of(TYPE_INT);
}

static range converted(generator *g, unsigned depth)
{
    static const char *const types[] = {"signed char", "unsigned char", "short", "unsigned short"};
    static const value_type numbers[] = {TYPE_CHAR, TYPE_BYTE, TYPE_SHORT, TYPE_USHORT};
    unsigned which = pick(g, 7);
    if (which < 4) {
        put(g, "(%s)", types[which]);
        integer(g, depth - 1);
        has(g, F_small_int);
        return range_of(numbers[which]);
    }
    if (which == 4) {
        put(g, "(int)");
        wide_integer(g, depth - 1);
        return range_of(TYPE_INT);
    }
    put(g, which == 5 ? "(int)" : "__popc((unsigned)");
    if (which == 5)
        return real_within(g, depth - 1, false, 1e6);
    integer(g, depth - 1);
    put(g, ")");
    return (range){0, 32};
}

range integer(generator *g, unsigned depth)
{
    static const unsigned char weights[] = {30, 35, 25, 20, 6, 4, 6};
    node n = begin(g, depth ? 3 : 1);
    range r = {1, 1};
    unsigned kind = weighted(g, weights, sizeof weights);
    if (n.change == 1)
        put(g, "1");
    else if (depth == 0 || kind == 0)
        r = leaf(g);
    else if (kind == 1)
        r = binary(g, depth, n.change);
    else if (kind == 2)
        r = by_constant(g, depth, n.change);
    else if (kind == 3)
        r = g->in_function ? leaf(g) : load_integer(g, depth);
    else if (kind == 4)
        r = conditional(g, depth);
    else if (kind == 5)
        r = quotient(g, depth);
    else
        r = converted(g, depth);
    end(g, &n);
    return r;
}

range integer_below(generator *g, unsigned depth, unsigned limit)
{
    size_t at = g->to->length;
    range r = integer(g, depth);
    if (r.low < 0 || r.high >= limit) {
        text_insert(g->to, at, "(");
        put(g, " & %u)", limit - 1);
        if (r.low < 0 || r.high > limit - 1.0)
            r = (range){0, limit - 1.0};
    }
    return r;
}

range wide_integer(generator *g, unsigned depth)
{
    node n = begin(g, depth ? 3 : 1);
    unsigned kind = pick(g, 100);
    range r = range_of(TYPE_LONG);
    variable *v = find_variable(g, TYPE_LONG, false);
    has(g, F_wide_int);
    if (n.change == 1) {
        put(g, "1ll");
    } else if (kind < 30 && v) {
        put(g, "%s", v->name);
    } else if (kind < 60 && !g->in_function && g->likes[P_la]) {
        address(g, P_la);
    } else if (kind < 80 && depth) {
        put(g, "(");
        wide_integer(g, depth - 1);
        put(g, chance(g, 50) ? " + " : " * ");
        wide_integer(g, depth - 1);
        put(g, ")");
    } else {
        put(g, "(long long)");
        r = integer(g, depth ? depth - 1 : 0);
    }
    end(g, &n);
    return r;
}
