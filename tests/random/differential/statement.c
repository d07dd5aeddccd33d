/* What a thread does by itself: declarations, sums, branches, stores, atomics. */
#include "generator.h"

void address(generator *g, parameter_number of);

enum { MOST_INSIDE = 4 };

/* { ... } around statements, whose variables end with it. */
static void scoped(generator *g, unsigned count)
{
    unsigned variables = g->variable_count;
    open_block(g);
    g->inside++;
    statements(g, count);
    g->inside--;
    close_block(g);
    g->variable_count = variables;
}

void body(generator *g, unsigned most)
{
    scoped(g, 1 + pick(g, most));
}

void statements(generator *g, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        statement(g);
}

static value_type some_type(generator *g)
{
    static const value_type types[] = {TYPE_FLOAT, TYPE_INT, TYPE_DOUBLE, TYPE_UNSIGNED, TYPE_LONG};
    static const unsigned char weights[] = {50, 32, 8, 5, 5};
    return types[weighted(g, weights, sizeof weights)];
}

static void note_type(generator *g, value_type type)
{
    if (type == TYPE_DOUBLE)
        has(g, F_real_double);
    if (type == TYPE_LONG)
        has(g, F_wide_int);
    if (type == TYPE_UNSIGNED)
        has(g, F_unsigned_int);
}

/* A variable; an int that is never assigned to has a range, so that indices are made of it. */
void declare_value(generator *g)
{
    node n = begin(g, 0);
    value_type type = some_type(g);
    bool constant = type == TYPE_INT && chance(g, 50), zero = chance(g, 35);
    range r = range_of(type);
    note_type(g, type);
    text declared = {0}, *outer = g->to;
    g->to = &declared;
    if (zero && !constant)
        put(g, "0");
    else if (constant)
        r = integer(g, 2);
    else
        value_of(g, 2, type);
    g->to = outer;
    variable *v = declare(g, type, r, constant);
    begin_line(g);
    put(g, "%s %s = ", type_name(type), v->name);
    text_insert(g->to, g->to->length, declared.bytes);
    end_line(g, ";");
    __builtin_free(declared.bytes);
    end(g, &n);
}

/* v += ...: for most variables of most programs. */
static void add_to(generator *g, const variable *v)
{
    unsigned kind = pick(g, 100);
    begin_line(g);
    put(g, "%s ", v->name);
    if (is_real(v->type)) {
        bool wide = v->type == TYPE_DOUBLE;
        const char *f = wide ? "" : "f";
        if (kind < 60) {
            put(g, chance(g, 80) ? "+= " : "-= ");
            real(g, 3, wide);
        } else if (kind < 75) {
            put(g, "= ");
            real(g, 3, wide);
        } else if (kind < 85) {
            put(g, "= %s * 0.5%s + ", v->name, f);
            real(g, 2, wide);
        } else {
            put(g, "= f%s%s(%s, ", kind < 93 ? "max" : "min", f, v->name);
            real(g, 2, wide);
            put(g, ")");
        }
    } else {
        static const char *const signs[] = {"+=", "+=", "+=", "-=", "^=", "|=", "*=", "="};
        put(g, "%s ", signs[pick(g, 8)]);
        value_of(g, 2, v->type);
    }
    end_line(g, ";");
}

void accumulate(generator *g)
{
    node n = begin(g, 1);
    variable *v = find_variable(g, some_type(g), true);
    if (!v)
        v = find_variable(g, TYPE_FLOAT, true);
    if (n.change != 1 && v)
        add_to(g, v);
    end(g, &n);
}

static void branch(generator *g)
{
    node n = begin(g, 3);
    bool chain = chance(g, 25), other = chance(g, 35);
    if (n.change == 1) {
        end(g, &n);
        return;
    }
    begin_line(g);
    if (n.change == 2) {
        put(g, "/* if */");
        pick(g, 2);
    } else {
        put(g, "if (");
        condition(g, 2);
        put(g, ")");
    }
    body(g, 3);
    if (n.change == 0 && chain) {
        has(g, F_else_if);
        g->to->length--; /* on the line of the brace */
        put(g, " else if (");
        condition(g, 1);
        put(g, ")");
        body(g, 2);
    }
    if (n.change == 0 && other) {
        g->to->length--;
        put(g, " else");
        body(g, 2);
    }
    end(g, &n);
}

static void choose(generator *g)
{
    node n = begin(g, 2);
    unsigned cases = 2 + pick(g, 4);
    if (n.change == 1) {
        end(g, &n);
        return;
    }
    unsigned breakable = g->breakable;
    g->breakable = 0; /* `break` would leave the switch */
    begin_line(g);
    put(g, "switch (");
    integer_below(g, 2, 8);
    put(g, ") {");
    end_line(g, "");
    has(g, F_switch_case);
    for (unsigned i = 0; i < cases; i++) {
        bool last = i == cases - 1, falls = chance(g, 20);
        if (n.change == 2 && i > 0)
            break;
        begin_line(g);
        put(g, last && i > 1 ? "default:" : "case %u:", i);
        body(g, 2);
        if (!falls || last || n.change == 2) {
            g->indent++;
            line(g, "break;");
            g->indent--;
        }
    }
    line(g, "}");
    g->breakable = breakable;
    end(g, &n);
}

void store(generator *g)
{
    node n = begin(g, 1);
    unsigned output = pick(g, g->output_count), kind = pick(g, 100), part = pick(g, 4);
    value_type type = parameters[g->outputs[output]].type;
    if (n.change == 1 || g->in_function || (!g->guarded && g->guard != GUARD_NONE)) {
        end(g, &n);
        return;
    }
    begin_line(g);
    own_place(g, output);
    bool again = type != TYPE_HALF && kind < 20;
    if (again)
        has(g, F_in_place);
    if (type == TYPE_FLOAT4 && kind < 70) {
        put(g, " = make_float4(");
        for (int i = 0; i < 4; i++) {
            real(g, 1, false);
            put(g, i < 3 ? ", " : ")");
        }
    } else if (type == TYPE_INT2 && kind < 70) {
        put(g, " = make_int2(");
        integer(g, 2);
        put(g, ", ");
        integer(g, 2);
        put(g, ")");
    } else if (type == TYPE_FLOAT4) {
        put(g, ".%c = ", "xyzw"[part]);
        real(g, 2, false);
    } else if (type == TYPE_INT2) {
        put(g, ".%c = ", "xy"[part & 1]);
        integer(g, 2);
    } else {
        put(g, again ? " += " : " = ");
        value_of(g, 2, type);
    }
    if (type == TYPE_FLOAT4 || type == TYPE_INT2)
        has(g, F_vector_type);
    note_type(g, type);
    end_line(g, ";");
    end(g, &n);
}

/* An order of threads cannot change what these leave: sums, extremes. */
static void count_globally(generator *g)
{
    enum { MOST_ADDED = 1 << 9 }; /* times by a thread: sums of floats stay exact */
    node n = begin(g, 1);
    unsigned kind = pick(g, 100), which = pick(g, COUNTERS / 2);
    bool most = chance(g, 50), one = chance(g, 40), one_each = chance(g, 40), reals = kind >= 55 && kind < 75;
    if (n.change != 1 && !g->in_function && (!reals || g->turns <= MOST_ADDED)) {
        begin_line(g);
        if (kind < 75)
            put(g, "atomicAdd(&%s[", use(g, reals ? P_sums : P_counts));
        else
            put(g, "atomicM%s(&%s[%s", most ? "ax" : "in", use(g, P_lowest), most ? "32 + " : "");
        if (one) {
            put(g, "%u", which);
            has(g, F_atomic_one);
        } else {
            integer_below(g, 2, kind < 75 ? COUNTERS : COUNTERS / 2);
        }
        put(g, "], ");
        if (reals) {
            put(g, "(float)(");
            integer_below(g, 2, 4);
            put(g, ")");
            has(g, F_atomic_real);
        } else if (kind < 75 && one_each) {
            put(g, "1");
        } else {
            integer(g, 2);
        }
        end_line(g, ");");
        has(g, F_atomic_global);
    }
    end(g, &n);
}

/* A local array, filled by a loop or with what is listed. */
static void declare_array(generator *g)
{
    node n = begin(g, 0);
    static const unsigned char lengths[] = {4, 8, 16};
    unsigned length = lengths[pick(g, 3)], turns = g->turns;
    bool reals = chance(g, 70), listed = chance(g, 30);
    value_type type = reals ? TYPE_FLOAT : TYPE_INT;
    const char *name = type_name(type);
    unsigned number = g->names++;
    has(g, F_local_array);
    if (listed) {
        line(g, "%s a%u[%u] = {0, 1, 2};", name, number, length);
    } else {
        line(g, "%s a%u[%u];", name, number, length);
        unsigned variables = g->variable_count;
        variable *k = declare(g, TYPE_INT, (range){0, length - 1.0}, true);
        k->counter = true;
        line(g, "for (int %s = 0; %s < %u; %s++)", k->name, k->name, length, k->name);
        g->indent++;
        g->turns *= length;
        begin_line(g);
        put(g, "a%u[%s] = ", number, k->name);
        value_of(g, 2, type);
        end_line(g, ";");
        g->indent--;
        g->variable_count = variables;
    }
    g->turns = turns;
    variable *made = declare(g, type, range_of(type), true);
    __builtin_snprintf(made->name, sizeof made->name, "a%u", number);
    made->length = length;
    end(g, &n);
}

static void set_element(generator *g)
{
    node n = begin(g, 1);
    bool reals = chance(g, 70), sum = chance(g, 50);
    variable *array = find_array(g, reals);
    if (n.change != 1 && array) {
        begin_line(g);
        put(g, "%s[", array->name);
        integer_below(g, 2, array->length);
        put(g, sum ? "] += " : "] = ");
        value_of(g, 2, array->type);
        end_line(g, ";");
    }
    end(g, &n);
}

/* if (...) break; and its like. */
static void leave(generator *g)
{
    node n = begin(g, 1);
    unsigned kind = pick(g, 100);
    if (n.change != 1 && g->breakable) {
        begin_line(g);
        put(g, "if (");
        condition(g, 2);
        put(g, ")");
        end_line(g, "");
        g->indent++;
        line(g, kind < 55 ? "break;" : "continue;");
        g->indent--;
        has(g, kind < 55 ? F_break_loop : F_continue_loop);
    } else if (n.change != 1 && g->may_return && kind < 30) {
        begin_line(g);
        put(g, "if (");
        condition(g, 2);
        put(g, ")");
        end_line(g, "");
        g->indent++;
        line(g, g->in_function ? "return 0.5f;" : "return;");
        g->indent--;
        has(g, F_early_return);
    }
    end(g, &n);
}

/* A structure by value: read, changed, and read again. */
static void use_structure(generator *g)
{
    node n = begin(g, 0);
    static const char fields[] = "xyz";
    unsigned number = g->names++, field = pick(g, 3);
    has(g, F_structure);
    begin_line(g);
    put(g, "struct point p%u = ", number);
    if (!g->in_function && chance(g, 60) && g->likes[P_points]) {
        address(g, P_points);
    } else {
        put(g, "{");
        real(g, 1, false);
        put(g, ", 2.0f, -1.0f, ");
        integer(g, 1);
        put(g, "}");
    }
    end_line(g, ";");
    begin_line(g);
    put(g, "p%u.%c = ", number, fields[field]);
    real(g, 2, false);
    end_line(g, ";");
    variable *v = declare(g, TYPE_FLOAT, range_of(TYPE_FLOAT), false);
    line(g, "float %s = p%u.x * p%u.y + p%u.z;", v->name, number, number, number);
    end(g, &n);
}

void statement(generator *g)
{
    static const unsigned char weights[] = {18, 26, 14, 17, 8, 4, 5, 4, 6, 5, 3};
    node n = begin(g, 0);
    unsigned kind = weighted(g, weights, sizeof weights);
    bool flat = g->inside >= MOST_INSIDE;
    switch (kind) {
    case 0: declare_value(g); break;
    case 2: flat ? accumulate(g) : branch(g); break;
    case 3: flat || g->loops >= 3 ? accumulate(g) : loop(g); break;
    case 4: store(g); break;
    case 5: flat ? accumulate(g) : choose(g); break;
    case 6: g->inside > 1 ? set_element(g) : declare_array(g); break;
    case 7: set_element(g); break;
    case 8: g->inside > 1 && chance(g, 50) ? leave(g) : count_globally(g); break;
    case 9: leave(g); break;
    case 10: use_structure(g); break;
    default: accumulate(g); break;
    }
    end(g, &n);
}
