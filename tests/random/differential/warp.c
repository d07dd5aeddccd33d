/* What the lanes of a warp do together: shuffles, votes, tiles; by all warps of the block, by some, by half a warp, by several
 * warps. Blocks are whole warps here, and no thread has left. */
#include "generator.h"

/* 0xffffffffu, or what the lanes that come here are. */
static const char *mask_of(generator *g)
{
    return g->half_warp ? "0x0000ffffu" : "0xffffffffu";
}

static variable *declare_of(generator *g, value_type type, const char *before)
{
    text value = {0}, *outer = g->to;
    g->to = &value;
    value_of(g, 3, type);
    g->to = outer;
    variable *v = declare(g, type, range_of(type), false);
    begin_line(g);
    put(g, "%s %s = %s", type_name(type), v->name, before);
    text_insert(g->to, g->to->length, value.bytes);
    end_line(g, ";");
    __builtin_free(value.bytes);
    return v;
}

static value_type exchanged_type(generator *g)
{
    static const value_type types[] = {TYPE_FLOAT, TYPE_INT, TYPE_DOUBLE, TYPE_LONG, TYPE_UNSIGNED};
    static const unsigned char weights[] = {50, 30, 8, 6, 6};
    return types[weighted(g, weights, sizeof weights)];
}

/* A sum over the warp by halves; or over 16, 8 or 4 neighbours. */
static void reduce(generator *g)
{
    variable *v = declare_of(g, exchanged_type(g), "");
    unsigned number = g->names++, first = 16u >> pick(g, 4), way = pick(g, 3);
    if (g->half_warp && first > 8)
        first = 8;
    has(g, F_shuffle);
    if (way == 0)
        line(g, "for (int d%u = %u; d%u > 0; d%u >>= 1)", number, first, number, number);
    else if (way == 1)
        line(g, "for (int d%u = %u; d%u > 0; d%u /= 2)", number, first, number, number);
    else
        line(g, "for (int d%u = 1; d%u <= %u; d%u *= 2)", number, number, first, number);
    g->indent++;
    if (chance(g, 60) || g->half_warp)
        line(g, "%s += __shfl_xor_sync(%s, %s, d%u);", v->name, mask_of(g), v->name, number);
    else
        line(g, "%s += __shfl_down_sync(%s, %s, d%u, %u);", v->name, mask_of(g), v->name, number, 2 * first);
    g->indent--;
}

static void scan(generator *g)
{
    variable *v = declare_of(g, exchanged_type(g), "");
    unsigned number = g->names++, width = g->half_warp ? 16 : 32;
    has(g, F_shuffle);
    line(g, "for (int d%u = 1; d%u < %u; d%u *= 2) {", number, number, width, number);
    g->indent++;
    line(g, "%s x%u = __shfl_up_sync(%s, %s, d%u);", type_name(v->type), number, mask_of(g), v->name, number);
    line(g, "if (lane >= d%u)", number);
    line(g, "    %s += x%u;", v->name, number);
    close_block(g);
}

static void broadcast(generator *g)
{
    variable *v = declare_of(g, exchanged_type(g), "");
    bool constant = chance(g, 50), narrow = chance(g, 30);
    has(g, F_shuffle);
    begin_line(g);
    put(g, "%s = __shfl_sync(%s, %s, ", v->name, mask_of(g), v->name);
    if (constant)
        put(g, "%u", pick(g, 16));
    else {
        put(g, "(");
        integer(g, 2);
        put(g, ") & %u", g->half_warp ? 15 : 31);
    }
    end_line(g, narrow && !g->half_warp ? ", 8);" : ");");
}

static void vote(generator *g)
{
    static const char *const calls[] = {"__any_sync(", "__all_sync(", "__popc(__ballot_sync(",
                                        "(int)__match_any_sync("};
    unsigned kind = pick(g, 4);
    text predicate = {0}, *outer = g->to;
    g->to = &predicate;
    if (kind == 3)
        integer_below(g, 2, 4);
    else
        condition(g, 1);
    g->to = outer;
    variable *v = declare(g, TYPE_INT, range_of(TYPE_INT), false);
    begin_line(g);
    put(g, "int %s = %s%s, ", v->name, calls[kind], mask_of(g));
    text_insert(g->to, g->to->length, predicate.bytes);
    end_line(g, kind == 2 ? "));" : kind < 2 ? ") != 0;" : ");");
    __builtin_free(predicate.bytes);
    has(g, F_vote);
}

static void tile(generator *g)
{
    unsigned number = g->names++, size = 2u << pick(g, g->half_warp ? 3 : 5), way = pick(g, 5);
    value_type type = way == 4 ? TYPE_INT : exchanged_type(g);
    variable *v = declare_of(g, type, "");
    has(g, F_tile);
    line(g, "lw_tile(%u) g%u = lw_tiled_partition(%u, lw_this_thread_block());", size, number, size);
    switch (way) {
    case 0: line(g, "%s = lw_group_reduce(g%u, %s, lw_plus);", v->name, number, v->name); break;
    case 1: line(g, "%s = lw_group_inclusive_scan(g%u, %s, lw_plus);", v->name, number, v->name); break;
    case 2: line(g, "%s += lw_group_shfl_xor(g%u, %s, %u);", v->name, number, v->name, 1 + pick(g, size - 1)); break;
    case 3: line(g, "%s += lw_group_shfl(g%u, %s, %u);", v->name, number, v->name, pick(g, size)); break;
    default:
        line(g, "%s = lw_group_any(g%u, %s > 0) + (int)lw_group_thread_rank(g%u);", v->name, number, v->name, number);
    }
}

/* Neighbours in a warp speak by shared memory. */
static void by_memory(generator *g)
{
    unsigned number = g->names++, distance = 1 + pick(g, 31);
    bool word = chance(g, 60);
    line(g, "LW_SHARED(float, w%u, [1024]);", number);
    if (word) {
        line(g, "volatile float *q%u = w%u;", number, number);
        has(g, F_shared_volatile);
    }
    char name = word ? 'q' : 'w';
    has(g, F_shared_static);
    begin_line(g);
    put(g, "%c%u[t] = ", name, number);
    real(g, 2, false);
    end_line(g, ";");
    line(g, "__syncwarp(%s);", mask_of(g));
    variable *v = declare(g, TYPE_FLOAT, range_of(TYPE_FLOAT), false);
    line(g, "float %s = %c%u[t - lane + (lane + %u) %% %u];", v->name, name, number, distance, g->half_warp ? 16 : 32);
    line(g, "__syncwarp(%s);", mask_of(g));
}

/* The lanes that happen to be here count together, one adds. */
static void coalesced(generator *g)
{
    unsigned number = g->names++;
    begin_line(g);
    put(g, "if (");
    condition(g, 2);
    put(g, ")");
    open_block(g);
    line(g, "lw_coalesced_group g%u = lw_coalesced_threads();", number);
    line(g, "if (lw_group_thread_rank(g%u) == 0)", number);
    line(g, "    atomicAdd(&%s[%u], (int)lw_group_size(g%u));", use(g, P_counts), pick(g, COUNTERS), number);
    close_block(g);
    has(g, F_coalesced);
    has(g, F_atomic_global);
}

static void reduced(generator *g)
{
    static const char *const names[] = {"add", "min", "max"};
    text value = {0}, *outer = g->to;
    const char *name = names[pick(g, 3)];
    g->to = &value;
    integer(g, 2);
    g->to = outer;
    variable *v = declare(g, TYPE_INT, range_of(TYPE_INT), false);
    begin_line(g);
    put(g, "int %s = __reduce_%s_sync(%s, ", v->name, name, mask_of(g));
    text_insert(g->to, g->to->length, value.bytes);
    end_line(g, ");");
    __builtin_free(value.bytes);
    has(g, F_shuffle);
}

static void some_collective(generator *g)
{
    static const unsigned char weights[] = {28, 14, 14, 14, 14, 14, 14, 6};
    node n = begin(g, 1);
    unsigned kind = weighted(g, weights, sizeof weights);
    if (n.change != 1) {
        switch (kind) {
        case 0: reduce(g); break;
        case 1: scan(g); break;
        case 2: broadcast(g); break;
        case 3: vote(g); break;
        case 4: tile(g); break;
        case 5: by_memory(g); break;
        case 6: coalesced(g); break;
        default: reduced(g); break;
        }
    }
    end(g, &n);
}

/* All threads of the block, in tiles of several warps. */
static void large_tile(generator *g)
{
    unsigned number = g->names++, size = g->whole_tiles >> pick(g, 2), way = pick(g, 4);
    if (size < 64)
        size = 64;
    variable *v = declare_of(g, TYPE_INT, "");
    has(g, F_large_tile);
    line(g, "lw_tile(%u) g%u = lw_tiled_partition(%u, lw_this_thread_block());", size, number, size);
    switch (way) {
    case 0: line(g, "%s = lw_group_reduce(g%u, %s, lw_plus);", v->name, number, v->name); break;
    case 1: line(g, "%s = lw_group_shfl(g%u, %s, %u);", v->name, number, v->name, pick(g, size)); break;
    case 2:
        line(g, "%s = lw_group_any(g%u, %s > 0) + (int)lw_group_meta_group_rank(g%u);", v->name, number, v->name,
             number);
        break;
    default: line(g, "%s = lw_group_inclusive_scan(g%u, %s, lw_plus);", v->name, number, v->name); break;
    }
}

/* Collectives, and what threads do by themselves; by the warps that the condition lets. */
static void by_part(generator *g, bool half)
{
    static const char *const warps[] = {"warp == 0", "warp & 1", "t < 32", "warp < 2", "warp > 0", "t >= 32"};
    unsigned variables = g->variable_count;
    begin_line(g);
    put(g, "if (%s)", half ? "lane < 16" : warps[pick(g, 6)]);
    has(g, half ? F_part_of_warp : F_part_of_block);
    bool outer = g->half_warp;
    g->half_warp |= half;
    open_block(g);
    g->inside++;
    some_collective(g);
    statements(g, pick(g, 3));
    if (chance(g, 40))
        some_collective(g);
    g->inside--;
    close_block(g);
    g->half_warp = outer;
    g->variable_count = variables;
}

void warp_statement(generator *g)
{
    unsigned kind = pick(g, 100);
    if (g->whole_tiles && g->inside == 0 && kind >= 60)
        large_tile(g);
    else if (kind < 26)
        by_part(g, false);
    else if (kind < 40)
        by_part(g, true);
    else
        some_collective(g);
}
