/* A whole program: what kind of kernel, its parameters, where a thread is, the guard, the variables, the stores. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generator.h"

/* ---- what the kernel is like ---- */
static void choose_outputs(generator *g)
{
    static const parameter_number from[] = {P_fo, P_fp, P_io, P_ip, P_uo,  P_dd, P_lo,
                                            P_co, P_bo, P_so, P_ho, P_f4o, P_i2o};
    static const unsigned char weights[] = {40, 15, 30, 8, 6, 9, 5, 4, 7, 4, 5, 6, 4}, maps[] = {60, 14, 10, 8, 8};
    g->output_count = 1 + pick(g, 3);
    for (unsigned i = 0; i < g->output_count; i++) {
        g->outputs[i] = from[weighted(g, weights, sizeof weights)];
        g->mapping[i] = (mapping)weighted(g, maps, MAPPINGS);
        for (unsigned j = 0; j < i; j++)
            if (g->outputs[j] == g->outputs[i])
                g->mapping[i] = g->mapping[j];
        if (g->dimensions > 1 || g->guard == GUARD_NONE)
            if (g->mapping[i] == MAP_ROWS || g->mapping[i] == MAP_MIRROR)
                g->mapping[i] = MAP_OWN;
    }
}

static void choose_shape(generator *g)
{
    static const unsigned char dimensions[] = {70, 20, 10}, guards[] = {40, 25, 17, 18}, types[] = {75, 13, 8, 4};
    static const char *const type_names[] = {"int", "unsigned", "size_t", "long long"};
    static const unsigned shapes[][3] = {{256, 1, 1}, {128, 1, 1}, {64, 1, 1},  {32, 1, 1}, {96, 1, 1},
                                         {100, 1, 1}, {512, 1, 1}, {16, 16, 1}, {32, 8, 1}, {8, 8, 1},
                                         {17, 5, 1},  {32, 4, 1},  {4, 4, 4},   {8, 4, 2},  {5, 3, 2}};
    unsigned kind = pick(g, 100), known = pick(g, 100), which = pick(g, 7), plane = pick(g, 5), box = pick(g, 3);
    g->dimensions = 1 + weighted(g, dimensions, 3);
    g->guard = (guard)weighted(g, guards, GUARDS);
    g->collective = kind < 45;
    g->whole_warps = g->collective && kind < 32;
    g->whole_tiles = g->whole_warps && kind < 10 ? 64u << (kind & 1) : 0;
    if (g->dimensions > 1 && g->guard == GUARD_STRIDE)
        g->guard = GUARD_IF;
    if (g->collective && g->guard == GUARD_RETURN)
        g->guard = GUARD_IF;
    g->place_type = type_names[g->dimensions == 1 ? weighted(g, types, 4) : 0];
    g->most_threads = 1024;
    if (known < 15) {
        g->most_threads = known < 8 ? 256 : 128;
        has(g, F_known_shape);
    } else if (known < 27) {
        memcpy(g->shape,
               shapes[g->dimensions == 1   ? which
                      : g->dimensions == 2 ? 7 + plane
                                           : 12 + box],
               sizeof g->shape);
        g->most_threads = g->shape[0] * g->shape[1] * g->shape[2];
        has(g, F_known_shape);
        if (g->most_threads % 32)
            g->whole_warps = false;
        if (!g->whole_warps || (g->whole_tiles && g->most_threads % g->whole_tiles))
            g->whole_tiles = 0;
    }
    if (g->dimensions == 2)
        has(g, F_block_2d);
    if (g->dimensions == 3)
        has(g, F_block_3d);
}

/* Few kernels have more, and few people like to read ten arrays. */
static void choose_inputs(generator *g)
{
    for (unsigned i = 0; i < PARAMETERS; i++)
        g->likes[i] = chance(g, 25);
    g->likes[P_fa] = g->likes[P_ia] = true;
    g->likes[P_fb] |= chance(g, 50);
}

static void choose_shared(generator *g)
{
    static const value_type types[] = {TYPE_FLOAT, TYPE_INT, TYPE_DOUBLE, TYPE_BYTE, TYPE_UNSIGNED, TYPE_LONG};
    static const unsigned char weights[] = {55, 25, 6, 6, 4, 4};
    if (!g->collective)
        return;
    g->shared_count = pick(g, MOST_SHARED + 1);
    for (unsigned i = 0; i < g->shared_count; i++) {
        shared_array *s = &g->shared[i];
        snprintf(s->name, sizeof s->name, "s%u", i);
        s->type = types[weighted(g, weights, sizeof weights)];
        s->dynamic = i == 0 && chance(g, 35);
    }
}

/* ---- functions ---- */
static void make_function(generator *g, unsigned number)
{
    node n = begin(g, 0);
    function *f = &g->functions[number];
    text *outer = g->to;
    unsigned count = pick(g, 4);
    snprintf(f->name, sizeof f->name, "f%u_%u", g->number, number);
    g->to = &f->text;
    g->in_function = g->may_return = true;
    g->indent = 0;
    unsigned long long features = g->features;
    line(g, "static __device__ __noinline__ float %s(float x, int k)", f->name);
    line(g, "{");
    g->indent++;
    *declare(g, TYPE_FLOAT, range_of(TYPE_FLOAT), false) =
        (variable){"x", TYPE_FLOAT, {-1e12, 1e12}, .spread = OF_THREAD};
    *declare(g, TYPE_INT, range_of(TYPE_INT), true) = (variable){"k", TYPE_INT, range_of(TYPE_INT), .constant = true};
    g->inside = 2;
    statements(g, count);
    g->inside = 0;
    begin_line(g);
    put(g, "return ");
    real(g, 3, false);
    end_line(g, ";");
    g->indent--;
    line(g, "}");
    g->variable_count = 0;
    g->in_function = g->may_return = false;
    f->features = g->features & ~features;
    g->features = features;
    g->to = outer;
    end(g, &n);
}

/* ---- where a thread is ---- */
static void known_variable(generator *g, const char *name, double high, bool wraps)
{
    variable *v = declare(g, TYPE_INT, (range){0, high}, true);
    snprintf(v->name, sizeof v->name, "%s", name);
    v->wraps = wraps;
}

/* threads, t, lane, warp, block: declared if they are used (finish). */
static void place_variables(generator *g)
{
    if (g->collective)
        known_variable(g, "t", 1023, false);
    if (g->whole_warps) {
        known_variable(g, "lane", 31, false);
        known_variable(g, "warp", 31, false);
    }
    if (g->dimensions > 1) {
        known_variable(g, "x", MOST_THREADS - 1, false);
        known_variable(g, "y", MOST_THREADS - 1, false);
    }
    if (g->dimensions > 2)
        known_variable(g, "z", MOST_THREADS - 1, false);
    bool wraps = g->place_type[0] != 'i';
    known_variable(g, "i", MOST_PLACES - 1, wraps);
    known_variable(g, "i", MOST_PLACES - 1, wraps); /* twice: it is the one that most is about */
}

/* The guard; what is before it has been printed. Returns whether a block has been opened. */
static bool begin_guard(generator *g)
{
    static const char *const inside[] = {"i < n", "x < w && y < h", "x < w && y < h"};
    static const char *const outside[] = {"i >= n", "x >= w || y >= h", "x >= w || y >= h"};
    if (g->guard == GUARD_NONE) {
        has(g, F_no_guard);
        return false;
    }
    if (g->dimensions == 1)
        use(g, P_n);
    else
        use(g, P_w), use(g, P_h), has(g, F_and_or);
    g->guarded = true;
    begin_line(g);
    switch (g->guard) {
    case GUARD_RETURN:
        put(g, "if (%s)", outside[g->dimensions - 1]);
        end_line(g, "");
        g->indent++;
        line(g, "return;");
        g->indent--;
        has(g, F_early_return);
        return false;
    case GUARD_STRIDE:
        put(g, "for (%s i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)", g->place_type);
        g->breakable = 1;
        open_block(g);
        has(g, F_grid_stride);
        return true;
    default:
        put(g, "if (%s)", inside[g->dimensions - 1]);
        open_block(g);
        has(g, F_guard);
        return true;
    }
}

static void declare_some(generator *g)
{
    unsigned count = 1 + pick(g, 3);
    variable *v = declare(g, TYPE_FLOAT, range_of(TYPE_FLOAT), false);
    if (chance(g, 50)) {
        char first[16];
        snprintf(first, sizeof first, "%s", v->name);
        v = declare(g, TYPE_FLOAT, range_of(TYPE_FLOAT), false);
        line(g, "float %s = 0, %s = 0;", first, v->name);
    } else {
        line(g, "float %s = 0;", v->name);
    }
    for (unsigned i = 1; i < count; i++)
        declare_value(g);
    if (!find_variable(g, TYPE_INT, true)) {
        v = declare(g, TYPE_INT, range_of(TYPE_INT), false);
        line(g, "int %s = 0;", v->name);
    }
}

/* out[i] = v; of the variables: else they would be for nothing. */
static void store_variables(generator *g)
{
    for (unsigned i = 0; i < g->output_count; i++) {
        node n = begin(g, 1);
        value_type type = parameters[g->outputs[i]].type;
        bool real_value = is_real(type) || type == TYPE_FLOAT4;
        variable *v = find_variable(g, real_value ? TYPE_FLOAT : TYPE_INT, true);
        variable *second = find_variable(g, real_value ? TYPE_FLOAT : TYPE_INT, true);
        bool more = chance(g, 25), again = chance(g, 15);
        if (n.change != 1 && v) {
            begin_line(g);
            own_place(g, i);
            if (type == TYPE_FLOAT4 || type == TYPE_INT2)
                put(g, ".x");
            put(g, again && type != TYPE_HALF && type != TYPE_FLOAT4 ? " += " : " = ");
            if (type == TYPE_HALF)
                put(g, "__float2half(%s)", v->name);
            else
                put(g, "%s", v->name);
            if (more && type == TYPE_FLOAT) {
                put(g, " + ");
                real(g, 2, false);
            } else if (second && (type == TYPE_FLOAT || type == TYPE_INT)) {
                put(g, " + %s", second->name);
            }
            end_line(g, ";");
            if (type == TYPE_DOUBLE)
                has(g, F_real_double);
            if (type == TYPE_LONG)
                has(g, F_wide_int);
            if (type == TYPE_CHAR || type == TYPE_BYTE || type == TYPE_SHORT)
                has(g, F_small_int);
            if (type == TYPE_HALF)
                has(g, F_real_half);
            if (type == TYPE_FLOAT4 || type == TYPE_INT2)
                has(g, F_vector_type);
            if (type == TYPE_UNSIGNED)
                has(g, F_unsigned_int);
        }
        end(g, &n);
    }
}

/* ---- bodies ---- */
/* A kernel whose threads have nothing to do with each other. */
static void lone_threads(generator *g)
{
    bool before = chance(g, 15);
    place_variables(g);
    if (before && g->guard != GUARD_STRIDE)
        declare_some(g);
    bool opened = begin_guard(g);
    g->may_return = g->guard != GUARD_STRIDE;
    if (!before || g->guard == GUARD_STRIDE)
        declare_some(g);
    statements(g, 1 + pick(g, 6));
    store_variables(g);
    if (opened)
        close_block(g);
}

/* One whose threads meet: what is guarded are loads and stores. */
static void together(generator *g)
{
    place_variables(g);
    declare_some(g);
    if (g->guard == GUARD_STRIDE)
        g->guard = GUARD_IF;
    block_statements(g, 2 + pick(g, 5));
    if (g->guard == GUARD_NONE || g->exited) {
        store_variables(g);
        return;
    }
    bool opened = begin_guard(g);
    store_variables(g);
    if (opened)
        close_block(g);
}

/* ---- the text as a whole ---- */
static bool is_part(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/* Whether the name occurs in the text. */
static bool occurs(const char *in, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = in; (at = strstr(at, name)) != NULL; at += length)
        if ((at == in || !is_part(at[-1])) && (!is_part(at[length]) || at[length] == '.'))
            return true;
    return false;
}

static void print_head(generator *g, text *to)
{
    bool first = true;
    text_add(to, "LW_KERNEL(p%u, ", g->number);
    if (g->shape[0])
        text_add(to, "LW_BLOCK_SIZE(%u, %u, %u), ", g->shape[0], g->shape[1], g->shape[2]);
    else if (g->most_threads < 1024)
        text_add(to, "LW_LAUNCH_BOUNDS(%u), ", g->most_threads);
    for (unsigned i = 0; i < PARAMETERS; i++)
        if (g->used[i]) {
            const char *type = parameters[i].declaration;
            int length = (int)strlen(type);
            text_add(to, "%s(%.*s, %s)", first ? "" : ", ", length - (type[length - 1] == ' '), type,
                     parameters[i].name);
            first = false;
        }
    text_add(to, ")\n{\n");
}

/* Declarations of what the body uses, the last first: they use each other. */
static void print_places(generator *g, text *to, const char *body)
{
    static const char *const extents[] = {"blockDim.x", "blockDim.x * blockDim.y",
                                          "blockDim.x * blockDim.y * blockDim.z"};
    static const char *const ranks[] = {"threadIdx.x", "threadIdx.x + blockDim.x * threadIdx.y",
                                        "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)"};
    bool strided = g->guard == GUARD_STRIDE, warp = occurs(body, "warp"), lane = occurs(body, "lane");
    bool i = occurs(body, "i") && !strided, last = g->dimensions > 1;
    for (unsigned s = 0; s < g->shared_count; s++)
        if (g->shared[s].used && occurs(body, g->shared[s].name)) {
            const char *name = g->shared[s].name, *type = type_name(g->shared[s].type);
            if (g->shared[s].dynamic)
                text_add(to, "    LW_DYNAMIC_SHARED(%s, %s);\n", type, name);
            else
                text_add(to, "    LW_SHARED(%s, %s, [%u]);\n", type, name, g->most_threads);
        }
    if (occurs(body, "threads"))
        text_add(to, "    int threads = %s;\n", extents[g->dimensions - 1]);
    if (occurs(body, "block"))
        text_add(to, "    int block = %s;\n",
                 g->dimensions == 1 ? "blockIdx.x" : "blockIdx.y * gridDim.x + blockIdx.x");
    if (warp || lane || occurs(body, "t"))
        text_add(to, "    int t = %s;\n", ranks[g->dimensions - 1]);
    if (warp)
        text_add(to, "    int warp = t / 32;\n");
    if (lane)
        text_add(to, "    int lane = t %% 32;\n");
    if (last && (i || occurs(body, "x")))
        text_add(to, "    int x = blockIdx.x * blockDim.x + threadIdx.x;\n");
    if (last && (i || occurs(body, "y")))
        text_add(to, "    int y = blockIdx.y * blockDim.y + threadIdx.y;\n");
    if (g->dimensions == 3 && (i || occurs(body, "z")))
        text_add(to, "    int z = threadIdx.z;\n");
    if (i && g->dimensions == 1)
        text_add(to, "    %s i = blockIdx.x * blockDim.x + threadIdx.x;\n", g->place_type);
    const char *width = g->guard == GUARD_NONE ? "(int)(gridDim.x * blockDim.x)" : "w";
    if (i && g->dimensions == 2)
        text_add(to, "    int i = y * %s + x;\n", width);
    if (i && g->dimensions == 3)
        text_add(to, "    int i = (z * (int)(gridDim.y * blockDim.y) + y) * (int)(gridDim.x * blockDim.x) + x;\n");
}

unsigned parameter_count(const generator *g)
{
    unsigned count = 0;
    for (unsigned i = 0; i < PARAMETERS; i++)
        count += g->used[i];
    return count;
}

void make_program(generator *g, text *to)
{
    text body = {0};
    node n = begin(g, 0);
    g->turns = 1;
    choose_shape(g);
    choose_outputs(g);
    choose_inputs(g);
    choose_shared(g);
    g->function_count = chance(g, 15) ? 1 + chance(g, 30) : 0;
    for (unsigned i = 0; i < MOST_FUNCTIONS; i++)
        if (i < g->function_count)
            make_function(g, i);
    g->to = &body;
    g->indent = 1;
    if (g->collective)
        together(g);
    else
        lone_threads(g);
    if (body.length == 0)
        text_add(&body, "    ;\n");
    text places = {0};
    print_places(g, &places, body.bytes);
    if (places.length && occurs(places.bytes, "w"))
        use(g, P_w);
    if (g->output_count && parameter_count(g) == 0)
        use(g, P_n);
    for (unsigned i = 0; i < MOST_FUNCTIONS; i++)
        if (g->functions[i].used) {
            text_insert(to, to->length, g->functions[i].text.bytes);
            text_add(to, "\n");
            g->features |= g->functions[i].features;
        }
    print_head(g, to);
    if (places.length)
        text_insert(to, to->length, places.bytes);
    text_insert(to, to->length, body.bytes);
    text_add(to, "}\n\n");
    free(body.bytes);
    free(places.bytes);
    for (unsigned i = 0; i < MOST_FUNCTIONS; i++)
        free(g->functions[i].text.bytes);
    end(g, &n);
}

/* The program's row of the file's table (table.h). */
void print_row(const generator *g, text *to)
{
    static const unsigned sizes[TYPES] = {4, 4, 8, 1, 1, 2, 2, 4, 8, 2, 16, 8, 4, 16, 40};
    unsigned count = parameter_count(g), dynamic = 0;
    for (unsigned i = 0; i < g->shared_count; i++)
        if (g->shared[i].dynamic && g->shared[i].used)
            dynamic = sizes[g->shared[i].type];
    text_add(to, "    {LW_KERNEL_OF(p%u), %u, %u, %u, {%u, %u, %u}, %u, %u, %u, {", g->number, g->seed, g->dimensions,
             g->whole_tiles   ? g->whole_tiles
             : g->whole_warps ? 32
                              : 1,
             g->shape[0], g->shape[1], g->shape[2], g->most_threads, dynamic, count);
    for (unsigned i = 0; i < PARAMETERS; i++)
        if (g->used[i])
            text_add(to, "%u, ", i);
    text_add(to, "}, 0x%llxull},\n", g->features);
}
