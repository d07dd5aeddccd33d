/* A program as a kernel. `mN` is the mask of the lanes of the warp that run the code at nesting N. */
#include <stdio.h>

#include "program.h"

static const char *const operations[] = {"add", "min", "max", "and", "or", "xor"};
static const char *const atomics[] = {"Add", "Min", "Max", "And", "Or", "Xor"};

static void print_expression(const expression *e, FILE *to)
{
    static const char *const infix[EXPRESSION_KINDS] = {
        [EXPRESSION_ADD] = "+", [EXPRESSION_SUBTRACT] = "-", [EXPRESSION_MULTIPLY] = "*", [EXPRESSION_AND] = "&",
        [EXPRESSION_OR] = "|", [EXPRESSION_XOR] = "^", [EXPRESSION_LESS] = "<", [EXPRESSION_EQUAL] = "=="};
    static const char *const calls[EXPRESSION_KINDS] = {
        [EXPRESSION_DIVIDE] = "divide", [EXPRESSION_REMAINDER] = "rest", [EXPRESSION_LEFT] = "left",
        [EXPRESSION_RIGHT] = "right", [EXPRESSION_MIN] = "min", [EXPRESSION_MAX] = "max",
        [EXPRESSION_LESS] = "(unsigned)", [EXPRESSION_EQUAL] = "(unsigned)"};
    static const char *const unary[EXPRESSION_KINDS] = {
        [EXPRESSION_NOT] = "~", [EXPRESSION_POPC] = "(unsigned)__popc", [EXPRESSION_CLZ] = "(unsigned)__clz",
        [EXPRESSION_BREV] = "__brev"};
    switch (e->kind) {
    case EXPRESSION_CONSTANT:
        fprintf(to, "%uu", e->value);
        return;
    case EXPRESSION_VARIABLE:
        fprintf(to, "v%u", e->value);
        return;
    case EXPRESSION_THREAD:
        fprintf(to, "thread");
        return;
    case EXPRESSION_BLOCK:
        fprintf(to, "blockIdx.x");
        return;
    case EXPRESSION_INPUT:
        fprintf(to, "in[(");
        print_expression(e->a, to);
        fprintf(to, ") %% %uu]", RANDOM_INPUTS);
        return;
    default:
        break;
    }
    if (unary[e->kind]) {
        fprintf(to, "%s(", unary[e->kind]);
        print_expression(e->a, to);
    } else {
        fprintf(to, "%s(", calls[e->kind] ? calls[e->kind] : "");
        print_expression(e->a, to);
        fprintf(to, " %s ", infix[e->kind] ? infix[e->kind] : ",");
        print_expression(e->b, to);
    }
    fprintf(to, ")");
}

static void print_list(const statement *s, unsigned mask, unsigned depth, FILE *to);

#define EXPRESSION(e) (print_expression(e, to))
#define TEXT(...) fprintf(to, __VA_ARGS__)

/* The rule keeps to lanes that are there: another's place in the warp counts only if the mask names it. */
static void print_shuffle(const statement *s, unsigned mask, FILE *to)
{
    static const char *const kinds[] = {"", "_up", "_down", "_xor"};
    TEXT("v%u = shuffle%s(m%u, ", s->variable, kinds[s->which], mask);
    EXPRESSION(s->a);
    TEXT(", ");
    EXPRESSION(s->b);
    TEXT(", %u);\n", s->count);
}

static void print_if(const statement *s, unsigned mask, unsigned depth, FILE *to)
{
    unsigned inner = mask + 1;
    TEXT("{ unsigned c = ");
    EXPRESSION(s->a);
    TEXT(" & 1u;");
    if (s->masked)
        TEXT(" unsigned t = __ballot_sync(m%u, (int)c);", mask);
    TEXT(" if (c) {\n");
    if (s->masked)
        TEXT("unsigned m%u = t; (void)m%u;\n", inner, inner);
    print_list(s->body, inner, depth + 1, to);
    TEXT("} else {\n");
    if (s->masked)
        TEXT("unsigned m%u = m%u & ~t; (void)m%u;\n", inner, mask, inner);
    print_list(s->other, inner, depth + 1, to);
    TEXT("} }\n");
}

static void print_statement(const statement *s, unsigned mask, unsigned depth, FILE *to)
{
    static const char *const votes[] = {"(unsigned)(__all_sync", "(unsigned)(__any_sync", "(unsigned)(__ballot_sync"};
    static const char *const counts[] = {"_count", "_and", "_or"};
    switch (s->kind) {
    case STATEMENT_SET:
        TEXT("v%u = ", s->variable);
        EXPRESSION(s->a);
        TEXT(";\n");
        break;
    case STATEMENT_IF:
        print_if(s, mask, depth, to);
        break;
    case STATEMENT_REPEAT:
        TEXT("for (unsigned i%u = 0; i%u < %uu; i%u++) {\n", depth, depth, s->count, depth);
        print_list(s->body, mask, depth + 1, to);
        TEXT("}\n");
        break;
    case STATEMENT_LOOP:
        TEXT("for (unsigned i%u = (", depth);
        EXPRESSION(s->a);
        TEXT(") %% 8u; i%u > 0; i%u--) {\n", depth, depth);
        print_list(s->body, mask, depth + 1, to);
        TEXT("}\n");
        break;
    case STATEMENT_ATOMIC:
        TEXT("atomic%s(&%s[%u], ", atomics[s->which % RANDOM_OPERATIONS], s->flag ? "sums" : "global", s->which);
        EXPRESSION(s->a);
        TEXT(");\n");
        break;
    case STATEMENT_SHUFFLE:
        print_shuffle(s, mask, to);
        break;
    case STATEMENT_VOTE:
        TEXT("v%u = %s(m%u, (int)((", s->variable, votes[s->which], mask);
        EXPRESSION(s->a);
        TEXT(") & 1u))%s);\n", s->which < 2 ? " != 0" : "");
        break;
    case STATEMENT_MATCH:
        TEXT("v%u = __match_any_sync(m%u, (", s->variable, mask);
        EXPRESSION(s->a);
        TEXT(") %% 4u);\n");
        break;
    case STATEMENT_REDUCE:
        TEXT("v%u = __reduce_%s_sync(m%u, (unsigned)(", s->variable, operations[s->which], mask);
        EXPRESSION(s->a);
        TEXT("));\n");
        break;
    case STATEMENT_SYNCWARP:
        TEXT("__syncwarp(m%u);\n", mask);
        break;
    case STATEMENT_EXCHANGE:
        TEXT("words[(thread + %uu) %% blockDim.x] = ", s->count);
        EXPRESSION(s->a);
        TEXT(";\n__syncthreads();\nv%u = words[(", s->variable);
        EXPRESSION(s->b);
        TEXT(") %% blockDim.x];\n__syncthreads();\n");
        break;
    case STATEMENT_COUNT:
        TEXT("v%u = (unsigned)(__syncthreads%s((int)((", s->variable, counts[s->which]);
        EXPRESSION(s->a);
        TEXT(") & 1u))%s);\n", s->which ? " != 0" : "");
        break;
    case STATEMENT_COLLECT:
        TEXT("__syncthreads();\nv%u = sums[%u];\n__syncthreads();\n", s->variable, s->which);
        break;
    case STATEMENT_EXIT:
        TEXT("{ unsigned c = (");
        EXPRESSION(s->a);
        TEXT(") %% 4u == 0; m%u &= ~__ballot_sync(m%u, (int)c); if (c) { STORE(); return; } }\n", mask, mask);
        break;
    default:
        break;
    }
}

static void print_list(const statement *s, unsigned mask, unsigned depth, FILE *to)
{
    for (; s; s = s->next)
        print_statement(s, mask, depth, to);
}

void random_print(const program *source, FILE *to)
{
    TEXT("\n/* %u block%s of %u */\nLW_DECLARE_KERNEL(random_%u, (const unsigned *, in), (unsigned *, out), "
         "(unsigned *, global));\nLW_KERNEL(random_%u, (const unsigned *, in), (unsigned *, out), (unsigned *, global))\n{\n",
         source->blocks, source->blocks > 1 ? "s" : "", source->lanes, source->number, source->number);
    TEXT("BEGIN();\n");
    print_list(source->first, 0, 0, to);
    TEXT("STORE();\n}\n");
}
