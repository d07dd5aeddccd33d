/* A pass as kernels write it. */
#include "print.h"

const char *const random_element_names[ELEMENT_KINDS] = {"word", "byte", "number", "real", "wide"};

static const char *const indices[INDEX_KINDS] = {"unsigned", "int", "int", "size_t"};
static const char *const blocks[INDEX_KINDS] = {"", "", "(int)", "(size_t)"};
static const char *const combines[COMBINE_KINDS] = {"x + y", "x - y", "x < y ? x : y", "x > y ? x : y"};

static void print_guard(const statement *s, guard_kind guard, FILE *to)
{
    switch (guard) {
    case GUARD_GRID: TEXT("i < (%s)n", indices[s->pass.index]); break;
    case GUARD_BELOW: TEXT("t < %u", s->count); break;
    case GUARD_FROM: TEXT("t >= %u", s->count); break;
    default:
        TEXT("(");
        EXPRESSION(s->b);
        TEXT(") & 1u");
    }
}

static void print_store(const statement *s, const expression *value, FILE *to)
{
    TEXT("elements[t] = %s_of(", random_element_names[s->pass.element]);
    EXPRESSION(value);
    TEXT(");\n");
}

static void print_turn(const statement *s, FILE *to)
{
    const char *type = random_element_names[s->pass.element], *combine = combines[s->pass.combine];
    if (s->pass.kind == PASS_SCAN && !s->pass.rest)
        TEXT("%s x = elements[t], y = t >= d ? elements[t - d] : 0;\n__syncthreads();\nif (t >= d) elements[t] = %s;\n",
             type, combine);
    else if (s->pass.kind == PASS_SCAN)
        TEXT("%s y = t >= d ? elements[t - d] : 0;\n__syncthreads();\n%s x = elements[t]; elements[t] = %s;\n", type,
             type, combine);
    else if (s->pass.kind == PASS_TREE)
        TEXT("if (t < d && t + d < lanes) { %s x = elements[t], y = elements[t + d]; elements[t] = %s; }\n", type,
             combine);
    else if (s->pass.kind == PASS_BUTTERFLY)
        TEXT("%s x = elements[t], y = %selements[t ^ d]%s;\n__syncthreads();\nelements[t] = %s;\n", type,
             s->pass.within ? "" : "(t ^ d) < lanes ? ", s->pass.within ? "" : " : x", combine);
    else
        TEXT("%s l = 2 * t - (t & (d - 1)), h = l + d;\nif (h < lanes) { %s x = elements[l], y = elements[h];\n"
             "elements[l] = %s; elements[h] = x > y ? x : y; }\n",
             indices[s->pass.index], type, combine);
}

void random_print_pass(const statement *s, FILE *to)
{
    const char *index = indices[s->pass.index], *block = blocks[s->pass.index];
    TEXT("{ %s t = thread, i = %sblockIdx.x * %slanes + t;\n", index, block, block);
    print_store(s, s->a, to);
    TEXT("__syncthreads();\n");
    if (s->pass.kind != PASS_NOTHING) {
        TEXT("for (%s d = %s) {\n", index, s->pass.halving ? "lanes / 2; d > 0; d /= 2" : "1; d < lanes; d *= 2");
        print_turn(s, to);
        TEXT("__syncthreads(); }\n");
    }
    if (s->pass.anew != GUARD_NONE) {
        TEXT("if (");
        print_guard(s, s->pass.anew, to);
        TEXT(") ");
        print_store(s, s->b, to);
        TEXT("__syncthreads();\n");
    }
    if (s->pass.guard != GUARD_NONE) {
        TEXT(s->pass.leaves ? "if (!(" : "if (");
        print_guard(s, s->pass.guard, to);
        TEXT(s->pass.leaves ? ")) return;\n" : ") ");
    }
}

void random_print_read(const statement *s, FILE *to)
{
    unsigned d = s->pass.distance;
    TEXT("of_%s(", random_element_names[s->pass.element]);
    if (s->pass.place == PLACE_XOR && s->pass.within)
        TEXT("elements[t ^ %u]", d);
    else if (s->pass.place == PLACE_XOR)
        TEXT("(t ^ %u) < lanes ? elements[t ^ %u] : elements[t]", d, d);
    else if (s->pass.place == PLACE_BEFORE)
        TEXT("t >= %u ? elements[t - %u] : elements[t]", d, d);
    else if (s->pass.place == PLACE_BEHIND)
        TEXT("t + %u < lanes ? elements[t + %u] : elements[t]", d, d);
    else if (s->pass.place == PLACE_MIRROR)
        TEXT("elements[lanes - 1 - t]");
    else
        TEXT("elements[(t + %u) %% lanes]", d);
    TEXT(")");
}
