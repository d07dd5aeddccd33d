/* Addresses of a promoted shared memory. In its own variables they are bytes that are known at compile time.
 * Elsewhere they are a uniform part plus each thread's number, so that neighbours are recognised. */
#include "shared_promotion.h"

#include "../support/integer.h"
#include "../support/map.h"

node *promoted_root(node *address)
{
    while (address->kind == ADDRESS)
        address = address->operand[0];
    return address;
}

/* ---- what threads' values are ---- */
typedef struct place {
    promotion *p;
    node *what;
    const view *threads;
} place;

static const stride *find_stride(stride_analysis *all, place at);

static const stride *find_operand(stride_analysis *all, void *with, unsigned i)
{
    place at = *(place *)with;
    at.what = at.what->kind == ADDRESS && i > 0 ? at.what->index[i - 1] : at.what->operand[i];
    return find_stride(all, at);
}

/* Elements of a constant vector. Unused ones are poison: any number serves. */
static const stride *find_constant(stride_analysis *all, place at)
{
    LLVMValueRef vector = integer_width(at.what->type) ? promoted_make(at.p, at.what, at.threads) : NULL;
    uint64_t number[STRIP] = {0};
    for (int i = 0; i < STRIP; i++) {
        LLVMValueRef one =
            vector && !at.p->failed && LLVMIsConstant(vector) ? LLVMGetAggregateElement(vector, (unsigned)i) : NULL;
        if (!one || (!LLVMIsPoison(one) && !LLVMIsAConstantInt(one)))
            return NULL;
        number[i] = LLVMIsPoison(one) ? 0 : LLVMConstIntGetZExtValue(one);
    }
    return stride_numbers(all, number, integer_width(at.what->type));
}

static symbol leaf(stride_analysis *all, const node *what)
{
    return symbol_leaf(&all->symbols, MADE, what->kind == SCALAR ? (void *)what->value : what->variable, what->type,
                       what->value);
}

static const stride *find_stride(stride_analysis *all, place at)
{
    const uint64_t *number = promoted_numbers(at.p, at.what, at.threads);
    if (number)
        return stride_numbers(all, number, integer_width(at.what->type));
    const stride *made = map_get(&all->known, at.what);
    if (made)
        return made;
    if (at.what->kind == SCALAR || at.what->kind == VARIABLE)
        made = stride_shared(all, leaf(all, at.what), 0);
    else if (at.what->kind == OPERATION || at.what->kind == ADDRESS)
        made = stride_operation(all, at.what->value, find_operand, &at);
    made = made || at.p->failed ? made : find_constant(all, at);
    if (at.what->kind == OPERATION)
        map_put(&all->known, at.what, (void *)made);
    return made;
}

/* ---- addresses ---- */
bool promoted_offsets(promotion *p, node *address, const view *threads, int64_t *offset)
{
    node *root = promoted_root(address);
    stride_stretch outer = strides_begin(&p->strides);
    const stride *found = root->kind == VARIABLE ? find_stride(&p->strides, (place){p, address, threads}) : NULL;
    bool known = found && !found->factor && found->base == leaf(&p->strides, root);
    for (int i = 0; i < STRIP && known; i++)
        offset[i] = found->offset[i];
    strides_end(&p->strides, outer);
    return known;
}

bool promoted_element(int64_t offset, const promoted_variable *in, int *element)
{
    if (offset < 0 || offset % in->size != 0 || (uint64_t)offset >= in->bytes)
        return false;
    *element = (int)(offset / in->size);
    return true;
}

LLVMValueRef promoted_place(promotion *p, node *address, const view *threads, unsigned size, bool *one)
{
    stride_analysis *all = &p->strides;
    stride_stretch outer = strides_begin(all);
    const stride *at = promoted_root(address)->kind == SCALAR ? find_stride(all, (place){p, address, threads}) : NULL;
    bool row = at && !at->factor;
    for (int i = 0; i < STRIP && row; i++)
        row = at->offset[i] - at->offset[0] == (int64_t)i * size;
    *one = at && stride_is_shared(all, at);
    LLVMValueRef base = row || *one ? symbol_make(p->e, &all->symbols, at->base, p->e->pointer) : NULL;
    LLVMValueRef offset = base ? emission_number(p->e, p->e->i64, (uint64_t)at->offset[0]) : NULL;
    strides_end(all, outer);
    return base ? LLVMBuildGEP2(p->e->builder, p->e->i8, base, &offset, 1, "") : NULL;
}
