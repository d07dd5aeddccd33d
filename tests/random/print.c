/* A program as a kernel. `mN` is the mask of the lanes of the warp that run the code at nesting N. */
#include "print.h"

static const char *const operations[] = {"add", "min", "max", "and", "or", "xor"};
static const char *const atomics[] = {"Add", "Min", "Max", "And", "Or", "Xor"};

void random_print_expression(const expression *e, FILE *to)
{
    static const char *const infix[EXPRESSION_KINDS] = {
        [EXPRESSION_ADD] = "+", [EXPRESSION_SUBTRACT] = "-", [EXPRESSION_MULTIPLY] = "*", [EXPRESSION_AND] = "&",
        [EXPRESSION_OR] = "|",  [EXPRESSION_XOR] = "^",      [EXPRESSION_LESS] = "<",     [EXPRESSION_EQUAL] = "=="};
    static const char *const calls[EXPRESSION_KINDS] = {
        [EXPRESSION_DIVIDE] = "divide",   [EXPRESSION_REMAINDER] = "rest",  [EXPRESSION_LEFT] = "left",
        [EXPRESSION_RIGHT] = "right",     [EXPRESSION_MIN] = "min",         [EXPRESSION_MAX] = "max",
        [EXPRESSION_LESS] = "(unsigned)", [EXPRESSION_EQUAL] = "(unsigned)"};
    static const char *const unary[EXPRESSION_KINDS] = {[EXPRESSION_NOT] = "~",
                                                        [EXPRESSION_POPC] = "(unsigned)__popc",
                                                        [EXPRESSION_CLZ] = "(unsigned)__clz",
                                                        [EXPRESSION_BREV] = "__brev"};
    switch (e->kind) {
    case EXPRESSION_CONSTANT: fprintf(to, "%uu", e->value); return;
    case EXPRESSION_VARIABLE: fprintf(to, "v%u", e->value); return;
    case EXPRESSION_THREAD:
        fprintf(to, "%s", e->value == 1 ? "threadIdx.x" : e->value == 2 ? "threadIdx.y" : "thread");
        return;
    case EXPRESSION_BLOCK: fprintf(to, "blockIdx.x"); return;
    case EXPRESSION_TURN: fprintf(to, "i%u", e->value); return;
    case EXPRESSION_LOCAL:
        fprintf(to, "local[(");
        random_print_expression(e->a, to);
        fprintf(to, ") %% %uu]", RANDOM_LOCALS);
        return;
    case EXPRESSION_INPUT:
        fprintf(to, "in[(");
        random_print_expression(e->a, to);
        fprintf(to, ") %% %uu]", RANDOM_INPUTS);
        return;
    default: break;
    }
    if (unary[e->kind]) {
        fprintf(to, "%s(", unary[e->kind]);
        random_print_expression(e->a, to);
    } else {
        fprintf(to, "%s(", calls[e->kind] ? calls[e->kind] : "");
        random_print_expression(e->a, to);
        fprintf(to, " %s ", infix[e->kind] ? infix[e->kind] : ",");
        random_print_expression(e->b, to);
    }
    fprintf(to, ")");
}

static void print_list(const statement *s, unsigned mask, FILE *to);

/* The rule keeps to lanes that are there: another's place in the warp counts only if the mask names it. */
static void print_shuffle(const statement *s, unsigned mask, FILE *to)
{
    static const char *const kinds[] = {"", "_up", "_down", "_xor"};
    TEXT("v%u = shuffle%s(thread %% 32u, m%u, ", s->variable, kinds[s->which], mask);
    EXPRESSION(s->a);
    TEXT(", ");
    EXPRESSION(s->b);
    TEXT(", %u);\n", s->count);
}

/* Every lane of the warp goes the same way, so the mask stays. */
static void print_if_together(const statement *s, unsigned mask, FILE *to)
{
    if (s->condition == CONDITION_WARP)
        TEXT("if ((thread / 32u + %uu) & 1u) {\n", s->count);
    else
        TEXT("if (in[(blockIdx.x + %uu) %% %uu] & 1u) {\n", s->count, RANDOM_INPUTS);
    print_list(s->body, mask, to);
    TEXT("} else {\n");
    print_list(s->other, mask, to);
    TEXT("}\n");
}

static void print_if(const statement *s, unsigned mask, FILE *to)
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
    print_list(s->body, inner, to);
    TEXT("} else {\n");
    if (s->masked)
        TEXT("unsigned m%u = m%u & ~t; (void)m%u;\n", inner, mask, inner);
    print_list(s->other, inner, to);
    TEXT("} }\n");
}

/* Each lane runs its own number of turns; in a masked one the lanes that go on tell each other before each. */
static void print_loop(const statement *s, unsigned mask, FILE *to)
{
    unsigned depth = s->loop, inner = mask + 1;
    if (s->masked) {
        TEXT("{ unsigned n = (");
        EXPRESSION(s->a);
        TEXT(") %% 8u, m%u = m%u;\nfor (unsigned i%u = 0;; i%u++) {\n", inner, mask, depth, depth);
        TEXT("unsigned c = i%u < n; m%u = __ballot_sync(m%u, (int)c); if (!c) break;\n", depth, inner, inner);
        print_list(s->body, inner, to);
        TEXT("} }\n");
        return;
    }
    TEXT("for (unsigned i%u = (", depth);
    EXPRESSION(s->a);
    TEXT(") %% 8u; i%u > 0; i%u--) {\n", depth, depth);
    print_list(s->body, mask, to);
    if (s->flag) {
        TEXT("if ((");
        EXPRESSION(s->b);
        TEXT(") %% 4u == 0) break;\n");
    }
    TEXT("}\n");
}

static void print_again(const statement *s, unsigned mask, FILE *to)
{
    TEXT("for (unsigned i%u = 0; i%u < 4u; i%u++) {\n", s->loop, s->loop, s->loop);
    print_list(s->body, mask, to);
    if (s->flag)
        TEXT("if (!__any_sync(m%u, (int)((", mask);
    else
        TEXT("if (!__syncthreads_or((int)((");
    EXPRESSION(s->a);
    TEXT(") & 1u))) break;\n}\n");
}

static void print_switch(const statement *s, unsigned mask, FILE *to)
{
    TEXT("switch ((");
    EXPRESSION(s->a);
    TEXT(") %% 4u) {\ncase 0: {\n");
    print_list(s->body, mask, to);
    TEXT("}%s\n/* fall through */\ncase 1: {\n", s->flag ? "" : " break;");
    print_list(s->other, mask, to);
    TEXT("} break;\ndefault: break;\n}\n");
}

static void print_queue(const statement *s, FILE *to)
{
    TEXT("{ unsigned at = lanes; if ((");
    EXPRESSION(s->a);
    TEXT(") & 1u) { at = atomicAdd(&queued[0], 1u); queue[at] = ");
    EXPRESSION(s->b);
    TEXT("; }\n__syncthreads();\nunsigned n = queued[0], s = 0; for (unsigned i = 0; i < n; i++) s += queue[i];\n"
         "__syncthreads();\nif (at == 0) queued[0] = 0;\n__syncthreads();\nv%u = s; }\n",
         s->variable);
}

static void print_steps(const statement *s, FILE *to)
{
    TEXT("words[thread] = ");
    EXPRESSION(s->a);
    TEXT(";\n__syncthreads();\nfor (unsigned d = %s) {\n",
         s->flag ? "lanes / 2; d > 0; d /= 2" : "1; d < lanes; d *= 2");
    if (s->which == 0)
        TEXT("unsigned t = thread >= d ? words[thread - d] : thread;\n__syncthreads();\nwords[thread] += t;\n");
    else if (s->which == 1)
        TEXT("unsigned l = d * (2 * thread + 1) - 1, h = l + d;\nif (thread < lanes / (2 * d)) {\n"
             "words[h] = words[h] * 3 + words[l];\nwords[l] ^= words[h] >> 1; }\n");
    else
        TEXT("unsigned t = (thread ^ d) < lanes ? words[thread ^ d] : thread;\n__syncthreads();\n"
             "if ((t > words[thread]) == ((thread & 2 * d) == 0)) words[thread] = t + d;\n");
    TEXT("__syncthreads();\n}\nv%u = words[thread];\n__syncthreads();\n", s->variable);
}

static void print_statement(const statement *s, unsigned mask, FILE *to)
{
    unsigned depth = s->loop;
    static const char *const votes[] = {"(unsigned)(__all_sync", "(unsigned)(__any_sync", "(unsigned)(__ballot_sync"};
    static const char *const counts[] = {"_count", "_and", "_or"};
    switch (s->kind) {
    case STATEMENT_SET:
        TEXT("v%u = ", s->variable);
        EXPRESSION(s->a);
        TEXT(";\n");
        break;
    case STATEMENT_IF: (s->condition == CONDITION_LANE ? print_if : print_if_together)(s, mask, to); break;
    case STATEMENT_REPEAT:
        if (s->flag)
            TEXT("for (unsigned i%u = 0; i%u < in[(blockIdx.x + %uu) %% %uu] %% 5u; i%u++) {\n", depth, depth, s->count,
                 RANDOM_INPUTS, depth);
        else
            TEXT("for (unsigned i%u = 0; i%u < %uu; i%u++) {\n", depth, depth, s->count, depth);
        print_list(s->body, mask, to);
        TEXT("}\n");
        break;
    case STATEMENT_LOOP: print_loop(s, mask, to); break;
    case STATEMENT_STRIDE:
        TEXT("for (unsigned i%u = thread; i%u < in[%uu] %% (lanes * 3u); i%u += lanes) {\n", depth, depth,
             s->count % RANDOM_INPUTS, depth);
        print_list(s->body, mask, to);
        TEXT("}\n");
        break;
    case STATEMENT_AGAIN: print_again(s, mask, to); break;
    case STATEMENT_SWITCH: print_switch(s, mask, to); break;
    case STATEMENT_LOCAL:
        TEXT("local[(");
        EXPRESSION(s->b);
        TEXT(") %% %uu] = ", RANDOM_LOCALS);
        EXPRESSION(s->a);
        TEXT(";\n");
        break;
    case STATEMENT_PLACE:
        TEXT("{ unsigned few[3] = {thread, v0, 7}, *place = &few[(");
        EXPRESSION(s->b);
        TEXT(") %% 3u]; *place = ");
        EXPRESSION(s->a);
        TEXT("; few[v%u %% 3u] += 5u;\n__syncwarp(m%u);\nv%u = *place; }\n", s->which % RANDOM_VARIABLES, mask,
             s->variable);
        break;
    case STATEMENT_STEPS: print_steps(s, to); break;
    case STATEMENT_QUEUE: print_queue(s, to); break;
    case STATEMENT_ATOMIC:
        TEXT("atomic%s(&%s[%u], ", atomics[s->which % RANDOM_OPERATIONS], s->flag ? "sums" : "global", s->which);
        EXPRESSION(s->a);
        TEXT(");\n");
        break;
    case STATEMENT_SHUFFLE: print_shuffle(s, mask, to); break;
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
    case STATEMENT_SYNCWARP: TEXT("__syncwarp(m%u);\n", mask); break;
    case STATEMENT_EXCHANGE:
        TEXT("words[(thread + %uu) %% lanes] = ", s->count);
        EXPRESSION(s->a);
        TEXT(";\n__syncthreads();\nv%u = words[(", s->variable);
        EXPRESSION(s->b);
        TEXT(") %% lanes];\n__syncthreads();\n");
        break;
    case STATEMENT_COUNT:
        TEXT("v%u = (unsigned)(__syncthreads%s((int)((", s->variable, counts[s->which]);
        EXPRESSION(s->a);
        TEXT(") & 1u))%s);\n", s->which ? " != 0" : "");
        break;
    case STATEMENT_COLLECT: TEXT("__syncthreads();\nv%u = sums[%u];\n__syncthreads();\n", s->variable, s->which); break;
    case STATEMENT_PASS:
        random_print_pass(s, to);
        TEXT("v%u = ", s->variable);
        random_print_read(s, to);
        TEXT(";\n__syncthreads(); }\n");
        break;
    case STATEMENT_EXIT:
        TEXT("{ unsigned c = (");
        EXPRESSION(s->a);
        TEXT(") %% 4u == 0; m%u &= ~__ballot_sync(m%u, (int)c); if (c) { STORE(); return; } }\n", mask, mask);
        break;
    default: break;
    }
}

static void print_list(const statement *s, unsigned mask, FILE *to)
{
    for (; s; s = s->next)
        print_statement(s, mask, to);
}

static void print_tail(const statement *s, FILE *to)
{
    random_print_pass(s, to);
    TEXT("tail[i] = ");
    random_print_read(s, to);
    TEXT("; }\n");
}

void random_print(const program *source, FILE *to)
{
    static const char parameters[] =
        "(const unsigned *, in), (unsigned *, out), (unsigned *, global), (unsigned *, tail), "
        "(unsigned, n)";
    const unsigned *shape = source->shape;
    bool row = shape[0] == source->lanes;
    char size[64] = "";
    if (source->known)
        snprintf(size, sizeof size, "LW_BLOCK_SIZE(%u, %u, %u), ", shape[0], shape[1], shape[2]);
    else if (source->bounded)
        snprintf(size, sizeof size, "LW_LAUNCH_BOUNDS(%u), ", source->lanes);
    TEXT("\n/* %u block%s of %ux%ux%u */\nLW_DECLARE_KERNEL(random_%u, %s);\nLW_KERNEL(random_%u, %s%s)\n{\n",
         source->blocks, source->blocks > 1 ? "s" : "", shape[0], shape[1], shape[2], source->number, parameters,
         source->number, size, parameters);
    TEXT("%s();\nELEMENTS(%s);\n%s();\n", source->dynamic ? "DYNAMIC" : "STATIC", random_element_names[source->element],
         row ? "ROW" : "BOX");
    if (source->constant)
        TEXT("LANES(%u);\n", source->lanes);
    else
        TEXT("LANES(%s);\n", row ? "blockDim.x" : "blockDim.x * blockDim.y * blockDim.z");
    TEXT("BEGIN();\n");
    print_list(source->first, 0, to);
    if (!source->alone)
        TEXT("STORE();\n");
    if (source->tail)
        print_tail(source->tail, to);
    TEXT("}\n");
}
