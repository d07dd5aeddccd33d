/* Which read-modify-write an atomic is, by the name of the emulator's function. */
#include "atomic_operation.h"

#include <string.h>

#include "calls.h"

static const struct {
    const char *name;
    fuse_atomic_kind kind;
} operations[] = {{"add_", FUSE_ATOMIC_ADD}, {"and_", FUSE_ATOMIC_AND},       {"or_", FUSE_ATOMIC_OR},
                  {"xor_", FUSE_ATOMIC_XOR}, {"exch_", FUSE_ATOMIC_EXCHANGE}, {"min_", FUSE_ATOMIC_MIN},
                  {"max_", FUSE_ATOMIC_MAX}};

static bool find_type(const char *type, fuse_atomic *found)
{
    bool is_32 = strcmp(type + 1, "32") == 0, is_64 = strcmp(type + 1, "64") == 0;
    found->is_signed = type[0] == 'i';
    found->is_float = type[0] == 'f';
    bool integer = type[0] == 'i' || type[0] == 'u';
    return (is_32 || is_64) && (integer || (found->is_float && found->kind == FUSE_ATOMIC_ADD));
}

bool fuse_find_atomic(LLVMValueRef instruction, fuse_atomic *found)
{
    static const char prefix[] = "emu_atomic_", block[] = "block_";
    const char *name = LLVMIsACallInst(instruction) ? fuse_callee_name(instruction) : NULL;
    if (!name || strncmp(name, prefix, sizeof prefix - 1) != 0)
        return false;
    name += sizeof prefix - 1;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        size_t length = strlen(operations[i].name);
        if (strncmp(name, operations[i].name, length) != 0)
            continue;
        const char *type = name + length;
        bool of_block = strncmp(type, block, sizeof block - 1) == 0;
        type += of_block ? sizeof block - 1 : 0;
        *found = (fuse_atomic){.kind = operations[i].kind, .of_block = of_block};
        return type[0] && find_type(type, found);
    }
    return false;
}
