/* Values that threads share, as expressions: no instruction is made until a client asks for it. */
#ifndef FUSE_CODEGEN_SYMBOL_H
#define FUSE_CODEGEN_SYMBOL_H

#include "emission.h"

typedef int symbol; /* equal symbols, equal values; 0: zero */

typedef struct symbols {
    struct symbol_node *node;
    int count, capacity;
    map hashed; /* hash -> the first node with it */
} symbols;

/* Leaves: kinds besides LLVM's operations. */
typedef enum symbol_kind {
    NUMBER = 1000,
    SHARED_VALUE, /* `value` of the kernel, which the entry can make; the key is the value */
    SLOT,         /* the value of the slot, the key, when the region starts; `value` loads it */
    MADE,         /* `value` exists already; it is the key */
    ID            /* an id of the group's first thread; the key is the axis, or LINEAR */
} symbol_kind;

enum { LINEAR = 3 };

symbol symbol_number(symbols *all, int64_t number);
symbol symbol_leaf(symbols *all, symbol_kind kind, const void *key, LLVMTypeRef type, LLVMValueRef value);
/* A sum, difference, product, shift to the right, and, or, xor; of an address and a number, a sum. */
symbol symbol_operation(symbols *all, LLVMOpcode operation, symbol left, symbol right);
symbol symbol_plus(symbols *all, symbol of, int64_t number);
/* `width`: bits before. `by_term`: extends a sum's terms one by one. */
symbol symbol_extended(symbols *all, LLVMOpcode extension, symbol of, unsigned width, LLVMTypeRef type, bool by_term);
symbol symbol_truncated(symbols *all, symbol of, LLVMTypeRef type);

bool symbol_is_sum(const symbols *all, symbol of);
/* Records that the uniform value equals the symbol, so that it is made as the symbol is. */
void symbol_is_value(symbols *all, symbol of, LLVMValueRef value);

/* A number of which the symbols' difference is a multiple, other than 0. Returns 0 if none is known. */
int64_t symbol_distance(const emission *e, const symbols *all, symbol a, symbol b);
/* Whether `of` is at or above `base`, given that `base` points to the memory in which `of` lies. */
bool symbol_is_above(const symbols *all, symbol of, symbol base);

/* The symbol's value, made once, at the end of the entry. */
LLVMValueRef symbol_make(emission *e, symbols *all, symbol of, LLVMTypeRef type);
void symbols_free(symbols *all);

#endif
