/* Expressions of float and double. */
#include "generator.h"

void address(generator *g, parameter_number of);

static range symmetric(double limit)
{
    return (range){-limit, limit};
}

static double limit_of(range r)
{
    return -r.low > r.high ? -r.low : r.high;
}

static const char *suffix(bool wide)
{
    return wide ? "" : "f";
}

range load_real(generator *g, unsigned depth, bool wide)
{
    static const unsigned char weights[] = {30, 20, 12, 8, 10, 8};
    static const parameter_number from[] = {P_fa, P_fb, P_fc, P_ha, P_f4, P_points};
    (void)depth;
    unsigned kind = weighted(g, weights, sizeof weights), component = pick(g, 4);
    if (!g->likes[from[kind]])
        kind = 0;
    if (wide && chance(g, 60)) {
        address(g, P_da);
        return symmetric(2);
    }
    if (wide)
        put(g, "(double)");
    switch (kind) {
    case 3:
        put(g, "__half2float(");
        address(g, P_ha);
        put(g, ")");
        has(g, F_real_half);
        return symmetric(4);
    case 4:
        address(g, P_f4);
        put(g, ".%c", "xyzw"[component]);
        has(g, F_vector_type);
        return symmetric(2);
    case 5:
        address(g, P_points);
        put(g, ".%c", "xyzx"[component]);
        has(g, F_structure);
        return symmetric(2);
    default: address(g, from[kind]); return symmetric(2);
    }
}

static range constant(generator *g, bool wide)
{
    static const char *const values[] = {"0.5", "2.0", "0.25", "1.5", "0.1", "3.0", "-1.0", "0.0", "1.0", "10.0"};
    put(g, "%s%s", values[pick(g, 10)], suffix(wide));
    return symmetric(10);
}

static range leaf(generator *g, bool wide)
{
    unsigned kind = pick(g, 100), which = pick(g, 4);
    variable *v = find_variable(g, wide ? TYPE_DOUBLE : TYPE_FLOAT, false), *array = find_array(g, true);
    if (kind < 40 && v) {
        put(g, "%s", v->name);
        return v->range;
    }
    if (kind < 50 && array) {
        put(g, "%s%s[", wide ? "(double)" : "", array->name);
        integer_below(g, 1, array->length);
        put(g, "]");
        return array->range;
    }
    if (g->in_function || kind >= 90)
        return constant(g, wide);
    if (kind < 85)
        return load_real(g, 0, wide);
    if (wide) {
        put(g, "%s", use(g, P_beta));
        return symmetric(2);
    }
    if (kind < 88) {
        put(g, "%s", use(g, P_alpha));
        return symmetric(2);
    }
    if (which)
        put(g, "%s.table[%u]", use(g, P_set), which);
    else
        put(g, "%s.scale", use(g, P_set));
    has(g, F_structure);
    return symmetric(2);
}

static range binary(generator *g, unsigned depth, bool wide, unsigned how)
{
    unsigned kind = pick(g, 100);
    if (how == 3)
        pick(g, 2); /* the first operand's random numbers */
    if (how >= 2)
        return real(g, depth - 1, wide);
    put(g, "(");
    range a = real(g, depth - 1, wide);
    size_t at = g->to->length;
    range b = real(g, depth - 1, wide);
    put(g, ")");
    double product = limit_of(a) * limit_of(b);
    if (kind < 50) {
        text_insert(g->to, at, " * ");
        return symmetric(product);
    }
    text_insert(g->to, at, kind < 80 ? " + " : " - ");
    return symmetric(limit_of(a) + limit_of(b));
}

/* Functions of one or two numbers. */
static range called(generator *g, unsigned depth, bool wide)
{
    unsigned kind = pick(g, 8);
    const char *f = suffix(wide);
    range a, b;
    switch (kind) {
    case 0:
        put(g, "sqrt%s(fabs%s(", f, f);
        a = real(g, depth - 1, wide);
        put(g, "))");
        has(g, F_mathematics);
        return symmetric(limit_of(a) + 1);
    case 1:
        put(g, "fabs%s(", f);
        a = real(g, depth - 1, wide);
        put(g, ")");
        return (range){0, limit_of(a)};
    case 2:
    case 3:
        put(g, "f%s%s(", kind == 2 ? "max" : "min", f);
        a = real(g, depth - 1, wide);
        put(g, ", ");
        b = real(g, depth - 1, wide);
        put(g, ")");
        return symmetric(limit_of(a) > limit_of(b) ? limit_of(a) : limit_of(b));
    case 4:
        put(g, "(");
        a = real(g, depth - 1, wide);
        put(g, " / %s)", wide ? "3.0" : "3.0f");
        return a;
    case 5:
        put(g, "(");
        a = real(g, depth - 1, wide);
        put(g, " / (1.0%s + fabs%s(", f, f);
        real(g, depth - 1, wide);
        put(g, ")))");
        return a;
    case 6:
        put(g, "fma%s(", f);
        a = real(g, depth - 1, wide);
        put(g, ", ");
        b = real(g, depth - 1, wide);
        put(g, ", ");
        {
            range c = real(g, depth - 1, wide);
            put(g, ")");
            return symmetric(limit_of(a) * limit_of(b) + limit_of(c));
        }
    default:
        put(g, chance(g, 50) ? "sin%s(" : "exp%s(", f);
        real(g, depth - 1, wide);
        put(g, ")");
        has(g, F_mathematics);
        return symmetric(1e9);
    }
}

static range converted(generator *g, unsigned depth, bool wide)
{
    if (chance(g, 30)) {
        put(g, wide ? "(double)" : "(float)");
        range r = real(g, depth - 1, !wide);
        has(g, F_real_double);
        return r;
    }
    put(g, wide ? "(double)" : "(float)");
    range r = integer(g, depth - 1);
    return symmetric(limit_of(r));
}

static range conditional(generator *g, unsigned depth, bool wide)
{
    put(g, "(");
    condition(g, depth - 1);
    put(g, " ? ");
    range a = real(g, depth - 1, wide);
    put(g, " : ");
    range b = real(g, depth - 1, wide);
    put(g, ")");
    has(g, F_conditional);
    return symmetric(limit_of(a) > limit_of(b) ? limit_of(a) : limit_of(b));
}

static range of_function(generator *g, unsigned depth)
{
    function *f = &g->functions[pick(g, g->function_count)];
    put(g, "%s(", f->name);
    real(g, depth - 1, false);
    put(g, ", ");
    integer(g, depth - 1);
    put(g, ")");
    f->used = true;
    has(g, F_function);
    return range_of(TYPE_FLOAT);
}

range real(generator *g, unsigned depth, bool wide)
{
    static const unsigned char weights[] = {40, 40, 9, 6, 6, 5};
    node n = begin(g, depth ? 3 : 1);
    range r = {1, 1};
    unsigned kind = weighted(g, weights, sizeof weights);
    if (wide)
        has(g, F_real_double);
    if (n.change == 1)
        put(g, "1.0%s", suffix(wide));
    else if (depth == 0 || kind == 0)
        r = leaf(g, wide);
    else if (kind == 1)
        r = binary(g, depth, wide, n.change);
    else if (n.change >= 2)
        r = real(g, depth - 1, wide);
    else if (kind == 2)
        r = called(g, depth, wide);
    else if (kind == 3)
        r = converted(g, depth, wide);
    else if (kind == 4)
        r = conditional(g, depth, wide);
    else if (!wide && g->function_count && !g->in_function)
        r = of_function(g, depth);
    else
        r = leaf(g, wide);
    end(g, &n);
    return r;
}

/* One between -limit and limit. */
range real_within(generator *g, unsigned depth, bool wide, double limit)
{
    size_t at = g->to->length;
    range r = real(g, depth, wide);
    const char *f = suffix(wide);
    text_insert(g->to, at, wide ? "fmin(fmax(" : "fminf(fmaxf(");
    put(g, ", %.1f%s), %.1f%s)", -limit, f, limit, f);
    return limit_of(r) < limit ? r : symmetric(limit);
}

void value_of(generator *g, unsigned depth, value_type type)
{
    switch (type) {
    case TYPE_FLOAT:
    case TYPE_DOUBLE: real(g, depth, type == TYPE_DOUBLE); break;
    case TYPE_HALF:
        put(g, "__float2half(");
        real(g, depth, false);
        put(g, ")");
        has(g, F_real_half);
        break;
    case TYPE_LONG: wide_integer(g, depth); break;
    case TYPE_INT: integer(g, depth); break;
    default:
        put(g, "(%s)(", type_name(type));
        integer(g, depth);
        put(g, ")");
        has(g, type == TYPE_UNSIGNED ? F_unsigned_int : F_small_int);
    }
}
