/* Symbols are hash-consed: an expression with the same operation and operands is the same symbol.
 *
 * Invariant: operands of commutative operations are ordered, constants last. An operation on two constants is no
 * symbol: constants belong to each thread's part. */
#include "symbol.h"

#include <stdlib.h>

#include "../support/map.h"
#include "strip.h"
#include "uniform_hoist.h"

typedef struct symbol_node {
    unsigned operation;
    int left, right;
    const void *leaf;
    LLVMTypeRef type; /* null: a constant of any type */
    LLVMValueRef value, made;
    int next; /* the next node with the same hash */
} symbol_node;

static symbol name(symbols *all, symbol_node made)
{
    uint64_t operands = (uint64_t)(unsigned)made.left << 24 ^ (unsigned)made.right;
    uint64_t hash = ((uint64_t)made.operation << 48 ^ operands) + (uintptr_t)made.leaf;
    const void *key = (const void *)(uintptr_t)(hash << 4 | 8);
    symbol first = (symbol)(intptr_t)map_get(&all->hashed, key);
    for (symbol s = first; s; s = all->node[s].next) {
        const symbol_node *node = &all->node[s];
        if (node->operation == made.operation && node->left == made.left && node->right == made.right &&
            node->leaf == made.leaf && node->type == made.type)
            return s;
    }
    if (all->count + 1 >= all->capacity) {
        all->capacity = 2 * all->capacity + 64;
        all->node = realloc(all->node, (size_t)all->capacity * sizeof *all->node);
        if (!all->node)
            abort();
    }
    all->count += !all->count; /* 0 is the zero */
    made.next = first;
    all->node[all->count] = made;
    map_put(&all->hashed, key, (void *)(intptr_t)all->count);
    return all->count++;
}

symbol symbol_number(symbols *all, int64_t number)
{
    return number ? name(all, (symbol_node){.operation = NUMBER, .leaf = (const void *)(intptr_t)number}) : 0;
}

symbol symbol_leaf(symbols *all, symbol_kind kind, const void *key, LLVMTypeRef type, LLVMValueRef value)
{
    symbol_node leaf = {.operation = kind, .leaf = key, .type = type};
    *(kind == MADE ? &leaf.made : &leaf.value) = value;
    return name(all, leaf);
}

static bool is_number(const symbols *all, symbol of, int64_t *number)
{
    *number = of && all->node[of].operation == NUMBER ? (int64_t)(intptr_t)all->node[of].leaf : 0;
    return !of || all->node[of].operation == NUMBER;
}

bool symbol_is_sum(const symbols *all, symbol of)
{
    return of && all->node[of].operation == LLVMAdd;
}

static LLVMTypeRef type_of(const symbols *all, symbol of)
{
    return of ? all->node[of].type : NULL;
}

static bool is_address(const symbols *all, symbol of)
{
    return type_of(all, of) && LLVMGetTypeKind(type_of(all, of)) == LLVMPointerTypeKind;
}

symbol symbol_operation(symbols *all, LLVMOpcode operation, symbol left, symbol right)
{
    int64_t number;
    bool commutes = operation != LLVMSub && operation != LLVMLShr;
    if (commutes && right &&
        (!left || (!is_number(all, right, &number) && (is_number(all, left, &number) || left > right))))
        return symbol_operation(all, operation, right, left);
    if (!right || (!left && operation == LLVMLShr))
        return operation == LLVMMul || operation == LLVMAnd ? 0 : left;
    if (operation == LLVMSub && left == right)
        return 0;
    LLVMTypeRef type = is_address(all, right) || !type_of(all, left) ? type_of(all, right) : type_of(all, left);
    return name(all, (symbol_node){.operation = operation, .left = left, .right = right, .type = type});
}

symbol symbol_plus(symbols *all, symbol of, int64_t number)
{
    return symbol_operation(all, LLVMAdd, of, symbol_number(all, number));
}

symbol symbol_extended(symbols *all, LLVMOpcode extension, symbol of, unsigned width, LLVMTypeRef type, bool by_term)
{
    int64_t number;
    if (is_number(all, of, &number)) {
        uint64_t high = (uint64_t)number << (64 - width);
        return symbol_number(all,
                             extension == LLVMZExt ? (int64_t)(high >> (64 - width)) : (int64_t)high >> (64 - width));
    }
    symbol left = all->node[of].left, right = all->node[of].right;
    if (by_term && symbol_is_sum(all, of)) {
        left = symbol_extended(all, extension, left, width, type, true);
        right = symbol_extended(all, extension, right, width, type, true);
        return symbol_operation(all, LLVMAdd, left, right);
    }
    return name(all, (symbol_node){.operation = extension, .left = of, .right = (int)width, .type = type});
}

symbol symbol_truncated(symbols *all, symbol of, LLVMTypeRef type)
{
    return of ? name(all, (symbol_node){.operation = LLVMTrunc, .left = of, .type = type}) : 0;
}

void symbol_is_value(symbols *all, symbol of, LLVMValueRef value)
{
    if (of && type_of(all, of) == LLVMTypeOf(value) && !all->node[of].value && !all->node[of].made)
        all->node[of].value = value;
}

/* ---- distances ---- */
/* The other operand of the operation, if one is `operand`; -1: neither is. */
static int other_operand(const symbol_node *of, int operand)
{
    return of->left == operand ? of->right : of->right == operand ? of->left : -1;
}

static bool is_distance(const emission *e, const symbols *all, symbol of)
{
    return of > 0 && e->permuted.slot && !e->permuted.slot_value && all->node[of].operation == SLOT &&
           all->node[of].leaf == e->permuted.slot;
}

int64_t symbol_distance(const emission *e, const symbols *all, symbol a, symbol b)
{
    if (!a || !b || a == b)
        return 0;
    const symbol_node *of_a = &all->node[a], *of_b = &all->node[b];
    for (int i = 0; i < 2; i++) { /* a sum with a distance that is a multiple of the strip's threads, and not 0 */
        const symbol_node *sum = i ? of_a : of_b;
        if ((sum->operation == LLVMAdd || sum->operation == LLVMXor) &&
            is_distance(e, all, other_operand(sum, i ? b : a)))
            return STRIP;
    }
    if (of_a->operation != of_b->operation)
        return 0;
    if (of_a->operation == LLVMAdd) {
        const int operand[2] = {of_a->left, of_a->right};
        for (int i = 0; i < 2; i++)
            if (other_operand(of_b, operand[i]) >= 0)
                return symbol_distance(e, all, operand[!i], other_operand(of_b, operand[i]));
        return 0;
    }
    if (of_a->right != of_b->right || (of_a->operation != LLVMZExt && of_a->operation != LLVMMul))
        return 0;
    if (of_a->operation == LLVMZExt)
        return symbol_distance(e, all, of_a->left, of_b->left);
    /* Numbers of 32 bits: their product in 64 bits does not wrap around. */
    const symbol_node *left = &all->node[of_a->left], *other = &all->node[of_b->left];
    int64_t times;
    is_number(all, of_a->right, &times);
    if (times <= 0 || times > INT32_MAX || left->operation != LLVMZExt || other->operation != LLVMZExt ||
        left->right > 32 || other->right > 32)
        return 0;
    return times * symbol_distance(e, all, of_a->left, of_b->left);
}

bool symbol_is_above(const symbols *all, symbol of, symbol base)
{
    if (of == base)
        return true;
    int index = symbol_is_sum(all, of) ? other_operand(&all->node[of], base) : -1;
    if (index <= 0)
        return false;
    const symbol_node *at = &all->node[index];
    int64_t times;
    if (at->operation == LLVMMul && is_number(all, at->right, &times) && (uint64_t)times <= INT32_MAX)
        at = &all->node[at->left];
    return at->operation == LLVMZExt && at->right <= 32;
}

/* ---- instructions ---- */
static LLVMValueRef make_id(emission *e, int axis)
{
    const strips *set = e->strips;
    if (axis == 1 || axis == 2)
        return axis == 1 ? set->y : set->z;
    return LLVMBuildTrunc(e->builder, axis == 0 ? set->x : emission_first_id(e, set), e->i32, "");
}

static LLVMValueRef make(emission *e, symbols *all, const symbol_node *of)
{
    if (of->value)
        return emission_hoist_uniform(e, of->value);
    if (of->operation == ID)
        return make_id(e, (int)(intptr_t)of->leaf);
    LLVMOpcode operation = (LLVMOpcode)of->operation;
    if (operation == LLVMTrunc || operation == LLVMZExt || operation == LLVMSExt)
        return LLVMBuildCast(e->builder, operation, symbol_make(e, all, of->left, NULL), of->type, "");
    if (LLVMGetTypeKind(of->type) != LLVMPointerTypeKind) {
        LLVMValueRef left = symbol_make(e, all, of->left, of->type), right = symbol_make(e, all, of->right, of->type);
        return LLVMBuildBinOp(e->builder, operation, left, right, "");
    }
    bool second = is_address(all, of->right);
    LLVMValueRef far = symbol_make(e, all, second ? of->left : of->right, e->i64);
    return LLVMBuildGEP2(e->builder, e->i8, symbol_make(e, all, second ? of->right : of->left, NULL), &far, 1, "");
}

LLVMValueRef symbol_make(emission *e, symbols *all, symbol of, LLVMTypeRef type)
{
    int64_t number;
    if (is_number(all, of, &number))
        return of ? LLVMConstInt(type, (uint64_t)number, true) : LLVMConstNull(type);
    if (all->node[of].made)
        return all->node[of].made;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMPositionBuilderAtEnd(e->builder, e->entry);
    symbol_node copy = all->node[of];
    all->node[of].made = make(e, all, &copy);
    LLVMPositionBuilderAtEnd(e->builder, here);
    return all->node[of].made;
}

void symbols_free(symbols *all)
{
    map_free(&all->hashed);
    free(all->node);
    *all = (symbols){0};
}
