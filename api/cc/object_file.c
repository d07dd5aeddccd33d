#include "object_file.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The compiler has just written the object. Skips unexpected content, and reads nothing past the end. */
static bool find_parts(cc_object_file *o)
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

bool cc_object_of_bytes(cc_object_file *object, const char *bytes, size_t size)
{
    *object = (cc_object_file){.bytes = bytes, .size = size};
    return find_parts(object);
}

bool cc_object_open(cc_object_file *object, const char *path)
{
    struct stat status;
    *object = (cc_object_file){0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    void *memory = MAP_FAILED;
    if (file >= 0 && fstat(file, &status) == 0 && status.st_size > 0) {
        object->size = (size_t)status.st_size;
        memory = mmap(NULL, object->size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    if (file >= 0)
        close(file);
    if (memory == MAP_FAILED)
        return false;
    object->bytes = memory;
    if (find_parts(object))
        return true;
    cc_object_close(object);
    return false;
}

void cc_object_close(cc_object_file *object)
{
    munmap((void *)(uintptr_t)object->bytes, object->size);
    *object = (cc_object_file){0};
}

const char *cc_section_name(const cc_object_file *o, const Elf64_Shdr *section)
{
    return o->section_names + section->sh_name;
}

bool cc_is_kernel_text(const cc_object_file *o, const Elf64_Shdr *section)
{
    return strcmp(cc_section_name(o, section), "lw_kernel_text") == 0;
}

const Elf64_Sym *cc_relocation_symbol(const cc_object_file *o, const Elf64_Rela *relocation)
{
    uint64_t number = ELF64_R_SYM(relocation->r_info);
    return number < o->symbols ? &o->symbol[number] : NULL;
}

bool cc_is_call(const cc_object_file *o, const Elf64_Rela *relocation)
{
    uint64_t type = ELF64_R_TYPE(relocation->r_info);
    return o->header->e_machine == EM_X86_64
               ? type == R_X86_64_PLT32
               : o->header->e_machine == EM_AARCH64 && (type == R_AARCH64_CALL26 || type == R_AARCH64_JUMP26);
}

const Elf64_Shdr *cc_symbol_section(const cc_object_file *o, const Elf64_Sym *symbol)
{
    return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < o->header->e_shnum ? &o->section[symbol->st_shndx]
                                                                                  : NULL;
}

const char *cc_function_at(const cc_object_file *o, size_t section, uint64_t place)
{
    for (size_t i = 0; i < o->symbols; i++) {
        const Elf64_Sym *symbol = &o->symbol[i];
        if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx == section && place >= symbol->st_value &&
            place - symbol->st_value < symbol->st_size)
            return o->names + symbol->st_name;
    }
    return NULL;
}

const char *cc_only_variable(const cc_object_file *o, size_t section)
{
    const char *name = NULL;
    for (size_t i = 0; i < o->symbols; i++) {
        const Elf64_Sym *symbol = &o->symbol[i];
        if (ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT || symbol->st_shndx != section)
            continue;
        if (name)
            return NULL;
        name = o->names + symbol->st_name;
    }
    return name;
}

bool cc_has_symbol(const cc_object_file *o, const char *name)
{
    for (size_t i = 0; i < o->symbols; i++)
        if (strcmp(o->names + o->symbol[i].st_name, name) == 0)
            return true;
    return false;
}
