/* What threads share, as an expression: no instruction is made until a client asks for it. */
#ifndef FUSE_CODEGEN_SYMBOL_H
#define FUSE_CODEGEN_SYMBOL_H

#include "emission.h"

typedef int symbol; /* equal symbols, equal values; 0: zero */

typedef struct symbols {
    struct symbol_node *node;
    int count, capacity;
    map hashed; /* hash -> the first node with it */
} symbols;

/* Operations beside LLVM's: leaves. */
typedef enum symbol_kind {
    NUMBER = 1000,
    SHARED_VALUE, /* `value` of the kernel, which the entry can make; it is the key */
    SLOT,         /* what the slot, the key, has when the region starts; `value` loads it */
    MADE,         /* `value` is there already; it is the key */
    ID            /* of the group's first thread; the key is the axis, or LINEAR */
} symbol_kind;

enum { LINEAR = 3 };

symbol symbol_number(symbols *all, int64_t number);
symbol symbol_leaf(symbols *all, symbol_kind kind, const void *key, LLVMTypeRef type, LLVMValueRef value);
/* Of a sum, difference, product, shift to the right, and, or, xor; of an address and a number, a sum. */
symbol symbol_operation(symbols *all, LLVMOpcode operation, symbol left, symbol right);
symbol symbol_plus(symbols *all, symbol of, int64_t number);
/* Of `width` bits before. `by_term`: a sum's terms one by one. */
symbol symbol_extended(symbols *all, LLVMOpcode extension, symbol of, unsigned width, LLVMTypeRef type, bool by_term);
symbol symbol_truncated(symbols *all, symbol of, LLVMTypeRef type);

bool symbol_is_sum(const symbols *all, symbol of);
/* The uniform value is what the symbol is, so that it is made by way of it. */
void symbol_is_value(symbols *all, symbol of, LLVMValueRef value);

/* Two symbols differ by a multiple of this, and not by 0; 0: that is not known. */
int64_t symbol_distance(const emission *e, const symbols *all, symbol a, symbol b);
/* The one is at or above the other, given that this points to memory in which the one lies. */
bool symbol_is_above(const symbols *all, symbol of, symbol base);

/* Its value, made at the end of the entry, once. */
LLVMValueRef symbol_make(emission *e, symbols *all, symbol of, LLVMTypeRef type);
void symbols_free(symbols *all);

#endif
