#include "host_symbol.h"

#include <stdlib.h>
#include <string.h>

#include "device_name.h"
#include "words.h"

static const char *function(const cc_object_file *o, const Elf64_Rela *relocation, const Elf64_Sym *symbol,
                            const Elf64_Shdr *section)
{
    if (cc_is_kernel_text(o, section))
        return NULL;
    if (ELF64_ST_TYPE(symbol->st_info) != STT_SECTION)
        return o->names + symbol->st_name;
    /* x86-64 counts from the end of the four-byte operand. */
    int64_t bytes = relocation->r_addend + (o->header->e_machine == EM_X86_64 ? 4 : 0);
    return cc_function_at(o, symbol->st_shndx, symbol->st_value + (uint64_t)bytes);
}

/* A copy of `name`, without `tail` if it ends with that. The caller frees. */
static char *without(const char *name, const char *tail)
{
    size_t length = strlen(name), end = strlen(tail);
    bool has = length > end && strcmp(name + length - end, tail) == 0;
    return cc_format("%.*s", (int)(has ? length - end : length), name);
}

/* LW_GLOBAL and LW_CONSTANT (backends/cpu/language/storage.h) define NAME__symbol beside the variable; a constant's is
 * NAME__storage. */
static bool is_device_variable(const cc_object_file *o, const char *name)
{
    char *plain = without(name, "__storage"), *record = cc_format("%s__symbol", plain);
    bool found = cc_has_symbol(o, record);
    free(plain);
    free(record);
    return found;
}

/* Whether it is a descriptor, by which kernels launch others (api/lanewise/launch.h). */
static bool is_kernel(const char *name)
{
    char *plain = without(name, "__kernel");
    bool shorter = strlen(plain) < strlen(name);
    free(plain);
    return shorter;
}

/* A static variable of a function has a name with a dot, which no other C name has. In CUDA kernels have their own. */
static bool is_own(const cc_object_file *o, const char *name)
{
    return strchr(name, '.') || cc_is_device_name(name) || is_kernel(name) || is_device_variable(o, name);
}

static const char *variable(const cc_object_file *o, const Elf64_Sym *symbol, const Elf64_Shdr *section,
                            cc_host_kind *kind)
{
    const char *where = cc_section_name(o, section), *name = NULL;
    if (cc_starts_with(where, "lw_") || (section->sh_flags & SHF_TLS)) /* records of the headers' macros */
        return NULL;
    if (ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT)
        name = o->names + symbol->st_name;
    else if (ELF64_ST_TYPE(symbol->st_info) == STT_SECTION)
        name = cc_only_variable(o, symbol->st_shndx);
    *kind = cc_starts_with(where, ".data.rel.ro") ? CC_HOST_CONSTANT_POINTER
            : section->sh_flags & SHF_WRITE       ? CC_HOST_VARIABLE
                                                  : CC_HOST_CONSTANT;
    return name && !is_own(o, name) ? name : NULL;
}

const char *cc_host_symbol(const cc_object_file *o, const Elf64_Rela *relocation, cc_host_kind *kind)
{
    const Elf64_Sym *symbol = cc_relocation_symbol(o, relocation);
    if (!symbol)
        return NULL;
    const Elf64_Shdr *section = cc_symbol_section(o, symbol);
    if (section && (section->sh_flags & SHF_EXECINSTR)) {
        *kind = CC_HOST_FUNCTION;
        return function(o, relocation, symbol, section);
    }
    if (section)
        return variable(o, symbol, section, kind);
    const char *name = o->names + symbol->st_name;
    bool is_common = symbol->st_shndx == SHN_COMMON;
    if ((symbol->st_shndx != SHN_UNDEF && !is_common) || !*name || strcmp(name, "_GLOBAL_OFFSET_TABLE_") == 0)
        return NULL;
    *kind = is_common ? CC_HOST_VARIABLE : cc_is_call(o, relocation) ? CC_HOST_FUNCTION : CC_HOST_FOREIGN;
    return is_own(o, name) ? NULL : name;
}
