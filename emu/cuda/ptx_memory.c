/* Loads, stores and atomics. A weak access becomes a load or store of LLVM; one that is volatile, or has an order, becomes an
 * atomic of the vocabulary: a vector of up to 16 bytes is one access, as on GPUs. */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

/* CUDA's numbers of orders and scopes (__NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK ...). */
enum { RELAXED, ACQUIRE = 2, RELEASE, ACQ_REL };
enum { BLOCK = 1, CLUSTER, DEVICE, SYSTEM };

typedef struct access {
    ptx_number number;
    unsigned elements;
    int order; /* -1: weak */
    int scope;
    bool shared, rereads; /* the compiler must not leave it out */
} access;

/* Takes all modifiers except the operation and the type. */
static bool read_modifiers(char *instruction, access *to)
{
    static const struct {
        const char *word;
        int number;
    } orders[] = {{"weak", -1}, {"relaxed", RELAXED}, {"acquire", ACQUIRE}, {"release", RELEASE}, {"acq_rel", ACQ_REL}},
      scopes[] = {{"cta", BLOCK}, {"cluster", CLUSTER}, {"gpu", DEVICE}, {"sys", SYSTEM}};
    static const char *const no_effect[] = {"global",
                                            "local",
                                            "const",
                                            "mmio",
                                            "ca",
                                            "cs",
                                            "lu",
                                            "wb",
                                            "nc",
                                            "noftz",
                                            "L1::no_allocate",
                                            "L1::evict_normal",
                                            "L1::evict_unchanged",
                                            "L1::evict_first",
                                            "L1::evict_last",
                                            "L2::64B",
                                            "L2::128B",
                                            "L2::256B"};
    static const char *const rereads[] = {"cg", "cv", "wt"};
    bool atomic = lower_starts(instruction, "atom.") || lower_starts(instruction, "red.");
    *to = (access){.elements = 1, .order = atomic ? RELAXED : -1, .scope = DEVICE};
    if (!ptx_number_of(instruction, &to->number))
        return false;
    if (ptx_take(instruction, "volatile")) {
        to->order = RELAXED;
        to->scope = SYSTEM;
    }
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (ptx_take(instruction, orders[i].word))
            to->order = orders[i].number;
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
        if (ptx_take(instruction, scopes[i].word))
            to->scope = scopes[i].number;
    for (size_t i = 0; i < sizeof no_effect / sizeof *no_effect; i++)
        ptx_take(instruction, no_effect[i]);
    for (size_t i = 0; i < sizeof rereads / sizeof *rereads; i++)
        to->rereads |= ptx_take(instruction, rereads[i]);
    to->shared = ptx_take(instruction, "shared") || ptx_take(instruction, "shared::cta") ||
                 ptx_take(instruction, "shared::cluster");
    if (ptx_take(instruction, "v2"))
        to->elements = 2;
    if (ptx_take(instruction, "v4"))
        to->elements = 4;
    return true;
}

static LLVMTypeRef integer(const ptx_assembly *in, unsigned bits)
{
    return LLVMIntTypeInContext(in->of->context, bits);
}

static LLVMValueRef constant(const ptx_assembly *in, int value)
{
    return LLVMConstInt(in->of->word, (unsigned long long)value, true);
}

/* A loaded value, extended to the width of its register. */
static bool write_element(ptx_assembly *in, const access *how, const char *word, LLVMValueRef value)
{
    LLVMTypeRef own = ptx_type_of(in, word);
    if (!own)
        return !strcmp(word, "_");
    unsigned bits = ptx_bits(own);
    if (bits < how->number.bits || (bits > how->number.bits && how->number.kind == 'f'))
        return false;
    value = ptx_resize(in, value, bits, how->number.kind == 's');
    return value && ptx_write(in, word, value);
}

static LLVMValueRef element_address(ptx_assembly *in, LLVMValueRef address, unsigned bits, unsigned i)
{
    LLVMValueRef index = LLVMConstInt(in->of->size, i, false);
    return i ? LLVMBuildGEP2(in->of->builder, integer(in, bits), address, &index, 1, "") : address;
}

static bool load_weak(ptx_assembly *in, const access *how, const ptx_operand *to, LLVMValueRef address)
{
    unsigned bits = how->number.bits;
    LLVMValueRef value[PTX_ELEMENTS];
    for (unsigned i = 0; i < how->elements; i++) {
        value[i] = LLVMBuildLoad2(in->of->builder, integer(in, bits), element_address(in, address, bits, i), "");
        LLVMSetAlignment(value[i], bits / 8);
        LLVMSetVolatile(value[i], how->rereads);
    }
    for (unsigned i = 0; i < how->elements; i++)
        if (!write_element(in, how, to->word[i], value[i]))
            return false;
    return true;
}

/* The element's bits out of one or two words of 64. */
static LLVMValueRef element_of(ptx_assembly *in, LLVMValueRef word[2], unsigned bits, unsigned i)
{
    LLVMValueRef place = LLVMConstInt(in->of->size, bits * i % 64, false);
    return ptx_resize(in, LLVMBuildLShr(in->of->builder, word[bits * i / 64], place, ""), bits, false);
}

static bool load_ordered(ptx_assembly *in, const access *how, const ptx_operand *to, LLVMValueRef address)
{
    unsigned bits = how->number.bits, all = bits * how->elements;
    if (all > 128)
        return false;
    LLVMValueRef word[2], argument[] = {address, LLVMConstInt(in->of->size, all / 8, false), constant(in, how->order),
                                        constant(in, how->scope)};
    LLVMValueRef loaded = ptx_call(in, all > 64 ? "lw_ptx_load_128" : "lw_ptx_load", argument, 4);
    if (!loaded)
        return false;
    word[0] = all > 64 ? LLVMBuildExtractValue(in->of->builder, loaded, 0, "") : loaded;
    word[1] = all > 64 ? LLVMBuildExtractValue(in->of->builder, loaded, 1, "") : NULL;
    for (unsigned i = 0; i < how->elements; i++)
        if (!write_element(in, how, to->word[i], element_of(in, word, bits, i)))
            return false;
    return true;
}

static int load(ptx_assembly *in, const ptx_statement *statement, const access *how)
{
    const ptx_operand *to = &statement->operand[0];
    if (statement->count != 2 || to->count != how->elements || to->kind != (how->elements > 1 ? PTX_VECTOR : PTX_NAME))
        return -1;
    LLVMValueRef address = ptx_address(in, &statement->operand[1], how->shared);
    if (!address || how->order == RELEASE || how->order == ACQ_REL)
        return -1;
    return (how->order < 0 ? load_weak : load_ordered)(in, how, to, address) ? 1 : -1;
}

static int store(ptx_assembly *in, const ptx_statement *statement, const access *how)
{
    const ptx_operand *from = &statement->operand[1];
    unsigned bits = how->number.bits, all = bits * how->elements;
    if (statement->count != 2 || from->count != how->elements ||
        from->kind != (how->elements > 1 ? PTX_VECTOR : PTX_NAME))
        return -1;
    LLVMValueRef address = ptx_address(in, &statement->operand[0], how->shared), value[PTX_ELEMENTS];
    if (!address || how->order == ACQUIRE || how->order == ACQ_REL || (how->order >= 0 && all > 128))
        return -1;
    for (unsigned i = 0; i < how->elements; i++) {
        value[i] = ptx_read(in, from->word[i], integer(in, bits));
        if (!value[i] || ptx_bits(LLVMTypeOf(value[i])) < bits || !(value[i] = ptx_resize(in, value[i], bits, false)))
            return -1;
    }
    if (how->order < 0) {
        for (unsigned i = 0; i < how->elements; i++) {
            LLVMValueRef made = LLVMBuildStore(in->of->builder, value[i], element_address(in, address, bits, i));
            LLVMSetAlignment(made, bits / 8);
            LLVMSetVolatile(made, how->rereads);
        }
        return 1;
    }
    LLVMValueRef word[2] = {LLVMConstInt(in->of->size, 0, false), LLVMConstInt(in->of->size, 0, false)};
    for (unsigned i = 0; i < how->elements; i++) {
        LLVMValueRef place = LLVMConstInt(in->of->size, bits * i % 64, false),
                     wide = ptx_resize(in, value[i], 64, false);
        LLVMValueRef *part = &word[bits * i / 64];
        *part = LLVMBuildOr(in->of->builder, *part, LLVMBuildShl(in->of->builder, wide, place, ""), "");
    }
    LLVMValueRef argument[] = {address,
                               LLVMConstInt(in->of->size, all / 8, false),
                               word[0],
                               word[1],
                               constant(in, how->order),
                               constant(in, how->scope)};
    return ptx_call(in, "lw_ptx_store", argument, 6) ? 1 : -1;
}

/* atom.OPERATION.TYPE: the vocabulary's lw_ptx_atom_OPERATION_TYPE(address, values, order, scope). */
static int atomic(ptx_assembly *in, const ptx_statement *statement, const access *how, const char *instruction)
{
    bool returns = lower_starts(instruction, "atom.");
    unsigned first = returns ? 1 : 0, count = 1;
    LLVMValueRef argument[PTX_OPERANDS + 2];
    if (how->elements > 1 || statement->count < first + 2 || (returns && statement->operand[0].kind != PTX_NAME))
        return -1;
    char *name = lower_format("lw_ptx_atom%s", strchr(instruction, '.'));
    for (char *c = name; *c; c++)
        if (*c == '.')
            *c = '_';
    bool good = (argument[0] = ptx_address(in, &statement->operand[first], how->shared));
    for (unsigned i = first + 1; i < statement->count && good; i++, count++) {
        LLVMTypeRef type = ptx_parameter(in, name, count);
        argument[count] =
            type && statement->operand[i].kind == PTX_NAME ? ptx_read(in, statement->operand[i].word[0], type) : NULL;
        good = argument[count] && ptx_bits(LLVMTypeOf(argument[count])) == ptx_bits(type);
    }
    argument[count] = constant(in, how->order);
    argument[count + 1] = constant(in, how->scope);
    LLVMValueRef old = good ? ptx_call(in, name, argument, count + 2) : NULL;
    free(name);
    if (!old)
        return -1;
    return !returns || ptx_write(in, statement->operand[0].word[0], old) ? 1 : -1;
}

/* Which of them it is: 0 to 3, or -1. */
static int kind_of(const ptx_statement *statement)
{
    const char *const names[] = {"ld.", "st.", "atom.", "red."};
    for (int i = 0; i < 4; i++)
        if (lower_starts(statement->instruction, names[i]))
            return i;
    return -1;
}

bool ptx_is_memory(const ptx_statement *statement)
{
    return kind_of(statement) >= 0;
}

int ptx_memory(ptx_assembly *in, const ptx_statement *statement)
{
    int kind = kind_of(statement), made = -1;
    access how;
    if (kind < 0)
        return 0;
    char *instruction = lower_format("%s", statement->instruction);
    bool read = read_modifiers(instruction, &how);
    if (read && in->rereads && kind == 0 && !strstr(statement->instruction, ".nc"))
        how.rereads = true;
    if (read && kind >= 2)
        made = atomic(in, statement, &how, instruction);
    else if (read &&
             strchr(instruction, '.') == strrchr(instruction, '.')) /* else a modifier is left, which is not known */
        made = (kind ? store : load)(in, statement, &how);
    free(instruction);
    return made;
}
