#include "kernel_object.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lanewise/descriptor.h>

#include "words.h"

typedef struct object {
    const char *bytes;
    size_t size;
    const Elf64_Ehdr *header;
    const Elf64_Shdr *section; /* `header->e_shnum` of them */
    const char *section_names;
    const Elf64_Sym *symbol;
    size_t symbols;
    const char *names;
    const cc_kernel_rules *rules;
    void *user;
    cc_words reported; /* caller and callee, one word */
    bool good;
} object;

static const char *name_of(const object *o, const Elf64_Shdr *section)
{
    return o->section_names + section->sh_name;
}

static bool is_kernel_text(const object *o, const Elf64_Shdr *section)
{
    return strcmp(name_of(o, section), "lw_kernel_text") == 0;
}

/* The compiler has just made it: what is not as it should be is not looked at, but nothing is read past its end. */
static bool open_object(object *o)
{
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)(const void *)o->bytes;
    if (o->size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shoff > o->size ||
        header->e_shnum > (o->size - header->e_shoff) / sizeof(Elf64_Shdr) || header->e_shstrndx >= header->e_shnum)
        return false;
    o->header = header;
    o->section = (const Elf64_Shdr *)(const void *)(o->bytes + header->e_shoff);
    for (size_t i = 0; i < header->e_shnum; i++) {
        const Elf64_Shdr *section = &o->section[i];
        if (section->sh_type != SHT_NOBITS &&
            (section->sh_offset > o->size || section->sh_size > o->size - section->sh_offset))
            return false;
        if (section->sh_type != SHT_SYMTAB || section->sh_link >= header->e_shnum)
            continue;
        o->symbol = (const Elf64_Sym *)(const void *)(o->bytes + section->sh_offset);
        o->symbols = section->sh_size / sizeof *o->symbol;
        o->names = o->bytes + o->section[section->sh_link].sh_offset;
    }
    o->section_names = o->bytes + o->section[header->e_shstrndx].sh_offset;
    return o->symbol != NULL;
}

/* The function that has the byte of the section; null where none does. */
static const char *function_at(const object *o, size_t section, uint64_t place)
{
    for (size_t i = 0; i < o->symbols; i++) {
        const Elf64_Sym *symbol = &o->symbol[i];
        if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx == section && place >= symbol->st_value &&
            place - symbol->st_value < symbol->st_size)
            return o->names + symbol->st_name;
    }
    return NULL;
}

static bool is_call(const object *o, uint64_t type)
{
    return o->header->e_machine == EM_X86_64
               ? type == R_X86_64_PLT32
               : o->header->e_machine == EM_AARCH64 && (type == R_AARCH64_CALL26 || type == R_AARCH64_JUMP26);
}

static bool is_listed(const char *const *list, size_t count, const char *name, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i]) == length && strncmp(list[i], name, length) == 0)
            return true;
    return false;
}

/* A function of another file that kernels may call: the emulator's, the compiler's own, those that CUDA has, too. */
static bool is_allowed(const char *name)
{
    static const char *const prefixes[] = {"emu_", "lw_", "__", "Sleef_", "_Unwind_", "mcount", "_mcount"};
    static const char *const foreign[] = {"__isoc", "__errno_location"};
    static const char *const plain[] = {"memcpy",  "memset", "memmove", "memcmp", "malloc", "free", "printf",
                                        "vprintf", "abort",  "clock",   "abs",    "labs",   "llabs"};
    /* These, and those with an f at the end. */
    static const char *const mathematics[] = {
        "acos",  "acosh",   "asin",   "asinh",  "atan",      "atan2",     "atanh", "cbrt",      "ceil",   "copysign",
        "cos",   "cosh",    "erf",    "erfc",   "exp",       "exp10",     "exp2",  "expm1",     "fabs",   "fdim",
        "floor", "fma",     "fmax",   "fmin",   "fmod",      "frexp",     "hypot", "ilogb",     "j0",     "j1",
        "jn",    "ldexp",   "lgamma", "llrint", "llround",   "log",       "log10", "log1p",     "log2",   "logb",
        "lrint", "lround",  "modf",   "nan",    "nearbyint", "nextafter", "pow",   "remainder", "remquo", "rint",
        "round", "scalbln", "scalbn", "sin",    "sincos",    "sinh",      "sqrt",  "tan",       "tanh",   "tgamma",
        "trunc", "y0",      "y1",     "yn"};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (cc_starts_with(name, foreign[i]))
            return false;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (cc_starts_with(name, prefixes[i]))
            return true;
    size_t count = sizeof mathematics / sizeof *mathematics;
    return is_listed(plain, sizeof plain / sizeof *plain, name, length) ||
           is_listed(mathematics, count, name, length) ||
           (length && name[length - 1] == 'f' && is_listed(mathematics, count, name, length - 1));
}

/* The function that the relocation names where kernels may not; else null. */
static const char *host_function(const object *o, const Elf64_Rela *relocation)
{
    uint64_t number = ELF64_R_SYM(relocation->r_info), type = ELF64_R_TYPE(relocation->r_info);
    if (number >= o->symbols)
        return NULL;
    const Elf64_Sym *symbol = &o->symbol[number];
    const char *name = o->names + symbol->st_name;
    if (symbol->st_shndx == SHN_UNDEF)
        return is_call(o, type) && !is_allowed(name) ? name : NULL;
    if (symbol->st_shndx >= o->header->e_shnum)
        return NULL;
    const Elf64_Shdr *section = &o->section[symbol->st_shndx];
    if (!(section->sh_flags & SHF_EXECINSTR) || is_kernel_text(o, section))
        return NULL;
    if (ELF64_ST_TYPE(symbol->st_info) != STT_SECTION)
        return name;
    /* x86-64 counts from the end of the instruction's four bytes. */
    int64_t bytes = relocation->r_addend + (o->header->e_machine == EM_X86_64 ? 4 : 0);
    return function_at(o, symbol->st_shndx, symbol->st_value + (uint64_t)bytes);
}

/* "kernel k" for its body, which the headers name k__body. */
static char *caller_text(const char *function)
{
    size_t length = function ? strlen(function) : 0, tail = strlen("__body");
    if (length > tail && strcmp(function + length - tail, "__body") == 0)
        return cc_format("kernel %.*s", (int)(length - tail), function);
    return cc_format("%s()", function ? function : "kernel code");
}

static void tell_call(object *o, const char *caller, const char *callee)
{
    char *text = caller_text(caller), *pair = cc_format("%s %s", text, callee);
    bool is_new = true;
    for (size_t i = 0; i < o->reported.count; i++)
        is_new = is_new && strcmp(o->reported.items[i], pair) != 0;
    if (is_new) {
        cc_words_add(&o->reported, pair);
        o->rules->host_call(o->user, text, callee);
        o->good = false;
    }
    free(text);
    free(pair);
}

static void check_calls(object *o, const Elf64_Shdr *relocations)
{
    const Elf64_Rela *one = (const Elf64_Rela *)(const void *)(o->bytes + relocations->sh_offset);
    for (size_t i = 0; i < relocations->sh_size / sizeof *one; i++) {
        const char *callee = host_function(o, &one[i]);
        if (callee)
            tell_call(o, function_at(o, relocations->sh_info, one[i].r_offset), callee);
    }
}

/* Kernels of a file that is included several times have one line. Of their variables on one line the largest counts: it is
 * in one of them. */
static size_t most_on_line(const lw_shared_variable *variable, size_t count, const lw_shared_variable *of)
{
    size_t most = 0;
    for (size_t i = 0; i < count; i++) {
        if (variable[i].kernel_line != of->kernel_line || variable[i].line != of->line)
            continue;
        if (&variable[i] < of)
            return 0; /* it has been counted */
        most = variable[i].size > most ? variable[i].size : most;
    }
    return most;
}

/* The kernels' own variables. Those of device functions count for the kernels that call them, which is not known here. */
static void check_shared(object *o, const Elf64_Shdr *records)
{
    const lw_shared_variable *variable = (const lw_shared_variable *)(const void *)(o->bytes + records->sh_offset);
    size_t count = records->sh_size / sizeof *variable;
    for (size_t i = 0; i < count; i++) {
        size_t bytes = 0;
        bool is_first = variable[i].kernel_line != 0;
        for (size_t j = 0; is_first && j < count; j++) {
            if (variable[j].kernel_line != variable[i].kernel_line)
                continue;
            is_first = j >= i;
            bytes += most_on_line(variable, count, &variable[j]);
        }
        if (is_first && bytes > CC_MOST_SHARED) {
            o->rules->shared(o->user, variable[i].kernel_line, bytes);
            o->good = false;
        }
    }
}

static void check(object *o)
{
    for (size_t i = 0; i < o->header->e_shnum; i++) {
        const Elf64_Shdr *section = &o->section[i];
        if (section->sh_type == SHT_RELA && section->sh_info < o->header->e_shnum &&
            is_kernel_text(o, &o->section[section->sh_info]))
            check_calls(o, section);
        else if (section->sh_type == SHT_PROGBITS && strcmp(name_of(o, section), "lw_shared") == 0)
            check_shared(o, section);
    }
}

bool cc_kernel_object_check(const char *path, const cc_kernel_rules *rules, void *user)
{
    object o = {.rules = rules, .user = user, .good = true};
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    void *memory = MAP_FAILED;
    if (file >= 0 && fstat(file, &status) == 0 && status.st_size > 0) {
        o.size = (size_t)status.st_size;
        memory = mmap(NULL, o.size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    if (file >= 0)
        close(file);
    if (memory == MAP_FAILED)
        return true;
    o.bytes = memory;
    if (open_object(&o))
        check(&o);
    munmap(memory, o.size);
    cc_words_free(&o.reported);
    return o.good;
}
