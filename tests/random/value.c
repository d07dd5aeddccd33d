/* Arithmetic as the interpreter does it: written out, where a kernel has functions for it. */
#include "value.h"

unsigned random_combine(unsigned operation, unsigned a, unsigned b)
{
    switch (operation) {
    case RANDOM_ADD: return a + b;
    case RANDOM_MIN: return a < b ? a : b;
    case RANDOM_MAX: return a > b ? a : b;
    case RANDOM_AND: return a & b;
    case RANDOM_OR: return a | b;
    default: return a ^ b;
    }
}

unsigned random_accumulator_start(unsigned which)
{
    unsigned operation = which % RANDOM_OPERATIONS;
    return operation == RANDOM_MIN || operation == RANDOM_AND ? ~0u : 0;
}

static unsigned bits_reversed(unsigned x)
{
    unsigned result = 0;
    for (int i = 0; i < 32; i++)
        result |= (x >> i & 1) << (31 - i);
    return result;
}

static unsigned count_ones(unsigned x)
{
    unsigned count = 0;
    for (; x; x >>= 1)
        count += x & 1;
    return count;
}

static unsigned leading_zeros(unsigned x)
{
    unsigned count = 32;
    for (; x; x >>= 1)
        count--;
    return count;
}

unsigned random_value_of(const block *b, unsigned lane, const expression *e)
{
    unsigned x = e->a ? random_value_of(b, lane, e->a) : 0, y = e->b ? random_value_of(b, lane, e->b) : 0;
    switch (e->kind) {
    case EXPRESSION_CONSTANT: return e->value;
    case EXPRESSION_VARIABLE: return b->v[lane][e->value];
    case EXPRESSION_THREAD:
        return e->value == 1 ? lane % b->shape[0] : e->value == 2 ? lane / b->shape[0] % b->shape[1] : lane;
    case EXPRESSION_TURN: return b->turn[lane][e->value];
    case EXPRESSION_LOCAL: return b->local[lane][x % RANDOM_LOCALS];
    case EXPRESSION_BLOCK: return b->number;
    case EXPRESSION_INPUT: return b->in[x % RANDOM_INPUTS];
    case EXPRESSION_ADD: return x + y;
    case EXPRESSION_SUBTRACT: return x - y;
    case EXPRESSION_MULTIPLY: return x * y;
    case EXPRESSION_DIVIDE: return x / (y | 1);
    case EXPRESSION_REMAINDER: return x % (y | 1);
    case EXPRESSION_AND: return x & y;
    case EXPRESSION_OR: return x | y;
    case EXPRESSION_XOR: return x ^ y;
    case EXPRESSION_LEFT: return x << y % 32;
    case EXPRESSION_RIGHT: return x >> y % 32;
    case EXPRESSION_LESS: return x < y;
    case EXPRESSION_EQUAL: return x == y;
    case EXPRESSION_MIN: return x < y ? x : y;
    case EXPRESSION_MAX: return x > y ? x : y;
    case EXPRESSION_NOT: return ~x;
    case EXPRESSION_POPC: return count_ones(x);
    case EXPRESSION_CLZ: return leading_zeros(x);
    default: return bits_reversed(x);
    }
}
