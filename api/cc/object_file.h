/* A 64-bit ELF object: its sections, symbols, and functions and variables by place. */
#ifndef CC_OBJECT_FILE_H
#define CC_OBJECT_FILE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cc_object_file {
    const char *bytes;
    size_t size;
    const Elf64_Ehdr *header;
    const Elf64_Shdr *section; /* array of header->e_shnum */
    const char *section_names;
    const Elf64_Sym *symbol;
    size_t symbols;
    const char *names;
} cc_object_file;

/* An object in memory, aligned to 8 bytes, which needs no close. False for other bytes. */
bool cc_object_of_bytes(cc_object_file *object, const char *bytes, size_t size);
/* False for other files; these need no close. */
bool cc_object_open(cc_object_file *object, const char *path);
void cc_object_close(cc_object_file *object);

const char *cc_section_name(const cc_object_file *object, const Elf64_Shdr *section);
/* Whether the section has the code of kernels and device functions. */
bool cc_is_kernel_text(const cc_object_file *object, const Elf64_Shdr *section);

/* A relocation's symbol; null if the object has no such symbol. */
const Elf64_Sym *cc_relocation_symbol(const cc_object_file *object, const Elf64_Rela *relocation);
/* Whether the relocation is a call's. */
bool cc_is_call(const cc_object_file *object, const Elf64_Rela *relocation);

/* The section in which the object defines the symbol; null: none. */
const Elf64_Shdr *cc_symbol_section(const cc_object_file *object, const Elf64_Sym *symbol);
/* The function at a byte of the section; null: none. */
const char *cc_function_at(const cc_object_file *object, size_t section, uint64_t place);
/* The section's only variable; null if it has none or several. */
const char *cc_only_variable(const cc_object_file *object, size_t section);
bool cc_has_symbol(const cc_object_file *object, const char *name);

#endif
