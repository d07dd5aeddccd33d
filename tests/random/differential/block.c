/* What the threads of a block do together: shared memory and barriers. Each of these reads nothing that another thread
 * writes without a barrier between, and leaves a barrier behind. */
#include "generator.h"

void address(generator *g, parameter_number of);

static void barrier(generator *g)
{
    line(g, "__syncthreads();");
    has(g, F_barrier);
    if (g->loops)
        has(g, F_barrier_loop);
}

static shared_array *array(generator *g)
{
    shared_array *s = &g->shared[pick(g, g->shared_count)];
    s->used = true;
    has(g, s->dynamic ? F_shared_dynamic : F_shared_static);
    return s;
}

/* s[t] = ...; for every thread that there is. Those that have left did so after a first one. */
static void fill(generator *g, shared_array *s)
{
    begin_line(g);
    put(g, "%s[t] = ", s->name);
    if (chance(g, 30)) {
        put(g, "i < %s ? ", use(g, P_n));
        value_of(g, 2, s->type);
        put(g, " : 0");
    } else {
        value_of(g, 3, s->type);
    }
    end_line(g, ";");
    if (g->inside == 0)
        s->filled = true;
}

static variable *result(generator *g, const shared_array *s)
{
    bool reals = is_real(s->type), wide = s->type == TYPE_LONG;
    value_type type = wide ? TYPE_LONG : s->type == TYPE_UNSIGNED ? TYPE_UNSIGNED : !reals ? TYPE_INT : s->type;
    return declare(g, type, range_of(type), false);
}

static void exchange(generator *g)
{
    shared_array *s = array(g);
    unsigned way = pick(g, 7), distance = 1 + pick(g, 33), mask = 1u << pick(g, 6);
    fill(g, s);
    barrier(g);
    variable *v = result(g, s);
    begin_line(g);
    put(g, "%s %s = ", type_name(v->type), v->name);
    switch (way) {
    case 0: put(g, "%s[(t + %u) %% threads]", s->name, distance); break;
    case 1: put(g, "%s[threads - 1 - t]", s->name); break;
    case 2: put(g, "(t ^ %u) < threads ? %s[t ^ %u] : 0", mask, s->name, mask); break;
    case 3: put(g, "t > 0 ? %s[t - 1] : 0", s->name); break;
    case 4: put(g, "t + %u < threads ? %s[t + %u] : %s[t]", distance, s->name, distance, s->name); break;
    case 5: put(g, "%s[0]", s->name); break;
    default:
        put(g, "%s[(", s->name);
        g->variable_count--; /* the new one has no value yet */
        integer(g, 2);
        g->variable_count++;
        put(g, " & 1023) %% threads]");
    }
    end_line(g, ";");
    barrier(g);
}

static void combine(generator *g, const shared_array *s, const char *left, const char *right, unsigned how)
{
    if (how == 0 || s->type != TYPE_FLOAT)
        line(g, "%s += %s;", left, right);
    else if (how == 1)
        line(g, "%s = fmaxf(%s, %s);", left, left, right);
    else
        line(g, "if (%s < %s) %s = %s;", right, left, left, right);
}

static void tree(generator *g)
{
    shared_array *s = array(g);
    unsigned number = g->names++, how = pick(g, 3);
    bool up = chance(g, 30);
    char left[32], right[48];
    __builtin_snprintf(left, sizeof left, "%s[t]", s->name);
    __builtin_snprintf(right, sizeof right, "%s[t + d%u]", s->name, number);
    fill(g, s);
    barrier(g);
    has(g, F_tree);
    has(g, F_barrier_loop);
    if (up)
        line(g, "for (int d%u = 1; d%u < threads; d%u *= 2) {", number, number, number);
    else
        line(g, "for (int d%u = threads / 2; d%u > 0; d%u >>= 1) {", number, number, number);
    g->indent++;
    if (up)
        line(g, "if (t %% (2 * d%u) == 0 && t + d%u < threads)", number, number);
    else
        line(g, "if (t < d%u)", number);
    g->indent++;
    combine(g, s, left, right, how);
    g->indent--;
    line(g, "__syncthreads();");
    close_block(g);
    if (chance(g, 50) && s->type == TYPE_FLOAT) {
        line(g, "if (t == 0)");
        g->indent++;
        line(g, "%s[block] = %s[0];", use(g, P_block_real), s->name);
        g->indent--;
        has(g, F_block_result);
    }
    variable *v = result(g, s);
    line(g, "%s %s = %s[%s];", type_name(v->type), v->name, s->name, chance(g, 60) ? "0" : "t");
    barrier(g);
}

static void scan(generator *g)
{
    shared_array *s = array(g);
    unsigned number = g->names++;
    const char *type = type_name(s->type);
    fill(g, s);
    barrier(g);
    has(g, F_tree);
    has(g, F_barrier_loop);
    line(g, "for (int d%u = 1; d%u < threads; d%u *= 2) {", number, number, number);
    g->indent++;
    line(g, "%s x%u = t >= d%u ? %s[t - d%u] : 0;", type, number, number, s->name, number);
    line(g, "__syncthreads();");
    line(g, "%s[t] += x%u;", s->name, number);
    line(g, "__syncthreads();");
    close_block(g);
    variable *v = result(g, s);
    line(g, "%s %s = %s[t];", type_name(v->type), v->name, s->name);
    barrier(g);
}

/* s[t] = fa[...]; as an asynchronous copy. */
static void copy(generator *g, shared_array *s)
{
    begin_line(g);
    put(g, "__pipeline_memcpy_async(&%s[t], &", s->name);
    address(g, P_fa);
    end_line(g, ", 4);");
    line(g, "__pipeline_commit();");
    line(g, "__pipeline_wait_prior(0);");
    has(g, F_copy_async);
}

/* Tiles of inputs: each thread brings an element, all read some. */
static void tiles(generator *g)
{
    shared_array *s = array(g);
    if (s->type != TYPE_FLOAT) {
        exchange(g);
        return;
    }
    unsigned variables = g->variable_count, reads = 4 << pick(g, 3), outer = g->turns;
    variable *sum = declare(g, TYPE_FLOAT, range_of(TYPE_FLOAT), false);
    variable *tile = declare(g, TYPE_INT, (range){0, 5}, true), *k = NULL;
    tile->counter = true;
    bool columns = chance(g, 40);
    line(g, "float %s = 0;", sum->name);
    line(g, columns ? "for (int %s = 0; %s < 1 + (%s & 3); %s++) {" : "for (int %s = 0; %s < 4; %s++) {", tile->name,
         tile->name, columns ? use(g, P_m) : tile->name, tile->name);
    g->indent++;
    g->loops++;
    g->turns *= 6;
    if (chance(g, 30))
        copy(g, s);
    else
        fill(g, s);
    barrier(g);
    k = declare(g, TYPE_INT, (range){0, reads - 1.0}, true);
    k->counter = true;
    line(g, "for (int %s = 0; %s < %u; %s++)", k->name, k->name, reads, k->name);
    g->indent++;
    begin_line(g);
    put(g, "%s += %s[(t %s %s) %% threads] * ", sum->name, s->name, chance(g, 70) ? "+" : "*", k->name);
    real(g, 1, false);
    end_line(g, ";");
    g->indent--;
    barrier(g);
    g->turns = outer;
    g->loops--;
    close_block(g);
    g->variable_count = variables + 1; /* the sum stays */
}

static void histogram(generator *g)
{
    unsigned number = g->names++, bins = 8 << pick(g, 3);
    has(g, F_atomic_shared);
    has(g, F_shared_static);
    line(g, "LW_SHARED(int, h%u, [%u]);", number, bins);
    line(g, "for (int b = t; b < %u; b += threads)", bins);
    line(g, "    h%u[b] = 0;", number);
    barrier(g);
    begin_line(g);
    put(g, "atomicAdd(&h%u[", number);
    integer_below(g, 2, bins);
    put(g, "], ");
    chance(g, 60) ? (void)put(g, "1") : (void)integer(g, 1);
    end_line(g, ");");
    barrier(g);
    if (chance(g, 60)) {
        line(g, "for (int b = t; b < %u; b += threads)", bins);
        line(g, "    atomicAdd(&%s[b], h%u[b]);", use(g, P_counts), number);
        has(g, F_atomic_global);
    }
    variable *v = declare(g, TYPE_INT, range_of(TYPE_INT), false);
    line(g, "int %s = h%u[t %% %u];", v->name, number, bins);
    barrier(g);
}

static void vote(generator *g)
{
    static const char *const names[] = {"count", "and", "or"};
    variable *v = NULL;
    text predicate = {0}, *outer = g->to;
    const char *name = names[pick(g, 3)];
    g->to = &predicate;
    condition(g, 1);
    g->to = outer;
    v = declare(g, TYPE_INT, range_of(TYPE_INT), false);
    begin_line(g);
    put(g, "int %s = __syncthreads_%s(", v->name, name);
    text_insert(g->to, g->to->length, predicate.bytes);
    end_line(g, ");");
    __builtin_free(predicate.bytes);
    has(g, F_barrier_vote);
}

/* Each thread takes elements t, t + threads, ... of some. */
static void block_stride(generator *g)
{
    variable *sum = declare(g, TYPE_FLOAT, range_of(TYPE_FLOAT), false);
    unsigned variables = g->variable_count, outer = g->turns;
    line(g, "float %s = 0;", sum->name);
    variable *k = declare(g, TYPE_INT, (range){0, 511}, true);
    k->counter = true;
    bool columns = chance(g, 50);
    line(g, columns ? "for (int %s = t; %s < 10 * %s; %s += threads)" : "for (int %s = t; %s < 500; %s += threads)",
         k->name, k->name, columns ? use(g, P_cols) : k->name, k->name);
    g->indent++;
    g->turns *= 500;
    begin_line(g);
    put(g, "%s += ", sum->name);
    real(g, 2, false);
    end_line(g, ";");
    g->indent--;
    g->turns = outer;
    g->variable_count = variables;
    has(g, F_loop_block_stride);
}

/* A branch or a loop that all threads of the block take, with barriers inside. */
static void around(generator *g, unsigned how)
{
    unsigned variables = g->variable_count, outer = g->turns;
    bool branch = chance(g, 45);
    node n = begin(g, 0);
    if (how == 2) { /* what is inside, once */
        variable *k = declare(g, TYPE_INT, (range){0, 0}, true);
        line(g, "int %s = 0;", k->name);
        begin_line(g);
        put(g, "/* once */");
        open_block(g);
        branch = true;
    } else if (branch) {
        if (g->shared_count)
            has(g, F_barrier_if);
        begin_line(g);
        put(g, "if (");
        block_condition(g);
        put(g, ")");
        open_block(g);
    } else {
        static const unsigned char counts[] = {2, 3, 4, 5};
        unsigned count = how == 3 ? 2 : counts[pick(g, 4)];
        bool block = chance(g, 40);
        variable *k = declare(g, TYPE_INT, (range){0, count}, true);
        k->counter = true;
        has(g, block ? F_loop_block : F_loop_constant);
        if (block)
            line(g, "for (int %s = 0; %s < 1 + (%s & %u); %s++) {", k->name, k->name, use(g, P_m), count > 3 ? 3 : 1,
                 k->name);
        else
            line(g, "for (int %s = 0; %s < %u; %s++) {", k->name, k->name, count, k->name);
        g->indent++;
        g->loops++;
        g->turns *= 5;
    }
    end(g, &n);
    g->inside++;
    block_statements(g, 1 + pick(g, 2));
    g->inside--;
    g->turns = outer;
    if (!branch)
        g->loops--;
    close_block(g);
    g->variable_count = variables;
}

/* Threads that have nothing to do leave; the others go on to barriers. What they left in shared memory stays. */
static void exits(generator *g)
{
    for (unsigned i = 0; i < g->shared_count; i++)
        if (!g->shared[i].filled) {
            g->shared[i].used = true;
            has(g, g->shared[i].dynamic ? F_shared_dynamic : F_shared_static);
            fill(g, &g->shared[i]);
        }
    line(g, "__syncthreads();");
    line(g, "if (i >= %s)", use(g, P_n));
    line(g, "    return;");
    g->guarded = true;
    g->exited = true;
    has(g, F_exited);
    has(g, F_early_return);
}

static void guarded_statements(generator *g)
{
    bool outer = g->guarded;
    begin_line(g);
    if (g->dimensions == 1)
        put(g, "if (i < %s)", use(g, P_n));
    else
        put(g, "if (x < %s && y < %s)", use(g, P_w), use(g, P_h));
    g->guarded = true;
    body(g, 3);
    g->guarded = outer;
    has(g, F_guard);
}

static void block_statement(generator *g)
{
    static const unsigned char weights[] = {30, 16, 18, 9, 6, 8, 6, 4, 6, 10, 8, 26};
    node n = begin(g, 3);
    unsigned kind = weighted(g, weights, sizeof weights);
    if (n.change == 1) {
        end(g, &n);
        return;
    }
    if (kind >= 2 && kind <= 5 && g->shared_count == 0)
        kind = 0;
    if (g->exited && (kind == 5 || kind == 6 || kind == 11 || kind == 10))
        kind = 1; /* threads that have left bring nothing */
    switch (kind) {
    case 1: guarded_statements(g); break;
    case 2: exchange(g); break;
    case 3: tree(g); break;
    case 4: scan(g); break;
    case 5: tiles(g); break;
    case 6: histogram(g); break;
    case 7: vote(g); break;
    case 8: block_stride(g); break;
    case 9: g->inside < 3 && !g->exited ? around(g, n.change) : statement(g); break;
    case 10:
        if (g->inside == 0 && g->dimensions == 1 && g->shared_count && !g->exited)
            exits(g);
        break;
    case 11: g->whole_warps ? warp_statement(g) : statement(g); break;
    default: statement(g); break;
    }
    end(g, &n);
}

void block_statements(generator *g, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        block_statement(g);
}
