/* An object of the compiler's, 64-bit ELF: its sections, symbols and what lies where. */
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
    const Elf64_Shdr *section; /* `header->e_shnum` of them */
    const char *section_names;
    const Elf64_Sym *symbol;
    size_t symbols;
    const char *names;
} cc_object_file;

/* False for what is no such object; then there is nothing to close. */
bool cc_object_open(cc_object_file *object, const char *path);
void cc_object_close(cc_object_file *object);

const char *cc_section_name(const cc_object_file *object, const Elf64_Shdr *section);
/* Whether it holds kernels and device functions. */
bool cc_is_kernel_text(const cc_object_file *object, const Elf64_Shdr *section);

/* A relocation's symbol; null where the object has none of that number. */
const Elf64_Sym *cc_relocation_symbol(const cc_object_file *object, const Elf64_Rela *relocation);
/* Whether it is that of a call. */
bool cc_is_call(const cc_object_file *object, const Elf64_Rela *relocation);

/* The section of a symbol that the object defines in one; else null. */
const Elf64_Shdr *cc_symbol_section(const cc_object_file *object, const Elf64_Sym *symbol);
/* The function that has the byte of the section; null where none does. */
const char *cc_function_at(const cc_object_file *object, size_t section, uint64_t place);
/* The variable that is alone in the section; null where none or several are. */
const char *cc_only_variable(const cc_object_file *object, size_t section);
bool cc_has_symbol(const cc_object_file *object, const char *name);

#endif
