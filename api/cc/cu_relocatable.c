#include "cu_relocatable.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "message.h"
#include "object_file.h"
#include "process.h"
#include "scratch.h"
#include "tools.h"

static bool copy_file(FILE *to, const char *path)
{
    char buffer[1 << 14];
    size_t size;
    FILE *from = fopen(path, "re");
    while (from && (size = fread(buffer, 1, sizeof buffer, from)) > 0)
        if (fwrite(buffer, 1, size, to) != size)
            break;
    bool read = from && feof(from) && !ferror(from);
    if (from)
        fclose(from);
    return read && !ferror(to);
}

static void put(FILE *to, const char *text)
{
    fwrite(text, 1, strlen(text) + 1, to);
}

/* Flags that the device link shall use: what the code's form is, and -O. */
static char *code_flags(const cc_options *options)
{
    char *flags = cc_format("%s", "");
    const cc_words *lists[] = {&options->code, &options->host};
    for (size_t l = 0; l < 2; l++)
        for (size_t i = 0; i < lists[l]->count; i++) {
            const char *word = lists[l]->items[i];
            if (strpbrk(word, " \n") || (l == 1 && !cc_starts_with(word, "-O")))
                continue;
            char *longer = cc_format("%s%s ", flags, word);
            free(flags);
            flags = longer;
        }
    return flags;
}

static bool write_record(const cc_options *options, const char *input, const char *id, const char *bitcode,
                         const char *path)
{
    struct stat status;
    FILE *to = stat(bitcode, &status) == 0 ? fopen(path, "we") : NULL;
    if (!to)
        return false;
    char *flags = code_flags(options), *size = cc_format("%lld", (long long)status.st_size);
    const char *const texts[] = {CC_RECORD, id, input, flags, size};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        put(to, texts[i]);
    free(flags);
    free(size);
    bool copied = copy_file(to, bitcode);
    return fclose(to) == 0 && copied;
}

/* Puts the id after the prefix of a name, in place of clang's number of the source. */
static void rename_symbol(const char *name, const char *prefix, const char *id, cc_words *command)
{
    if (!cc_starts_with(name, prefix))
        return;
    char *word = cc_format("--redefine-sym=%s=%s%s", name, prefix, id);
    cc_words_add(command, word);
    free(word);
}

/* clang numbers files by their paths' texts, which two files can share. A static managed variable gets the name by which the
 * device's code will find it (emu/cuda/link.c). */
static void add_names(const char *host, const char *id, cc_words *command, cc_words *managed)
{
    cc_object_file file;
    if (!cc_object_open(&file, host))
        return;
    for (size_t i = 0; i < file.symbols; i++) {
        const Elf64_Sym *symbol = &file.symbol[i];
        const char *name = file.names + symbol->st_name;
        const Elf64_Shdr *section = cc_symbol_section(&file, symbol);
        rename_symbol(name, CC_RECORD_REGISTERS, id, command);
        rename_symbol(name, "__fatbinwrap_", id, command);
        if (!section || ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT || ELF64_ST_BIND(symbol->st_info) != STB_LOCAL ||
            strcmp(cc_section_name(&file, section), "lw_managed") != 0)
            continue;
        char *word = cc_format("--redefine-sym=%s=%s__static__%s", name, name, id);
        cc_words_add(command, word);
        cc_words_add(managed, name);
        free(word);
    }
    cc_object_close(&file);
}

int cc_relocatable_write(const cc_options *options, const char *input, const char *id, const char *bitcode,
                         const char *host, const char *object)
{
    char *record = cc_scratch_file("record");
    cc_words command = {0}, globalize = {0};
    cc_words_add(&command, cc_objcopy(options));
    cc_words_add(&globalize, cc_objcopy(options));
    char *add = cc_format("--add-section=%s=%s", CC_RECORD_SECTION, record),
         *set = cc_format("--set-section-flags=%s=readonly,exclude", CC_RECORD_SECTION);
    cc_words_add(&command, add);
    cc_words_add(&command, set);
    free(add);
    free(set);
    cc_words managed = {0};
    add_names(host, id, &command, &managed);
    int status = 0;
    for (size_t i = 0; i < managed.count; i++) {
        char *word = cc_format("--globalize-symbol=%s", managed.items[i]);
        cc_words_add(&globalize, word);
        free(word);
    }
    cc_words_add(&globalize, host);
    cc_words_add(&command, host);
    cc_words_add(&command, object);
    if (!options->dry_run && !write_record(options, input, id, bitcode, record)) {
        cc_say("cannot write %s: %s", record, strerror(errno));
        status = 1;
    }
    if (!status && managed.count > 0)
        status = cc_run(&globalize);
    if (!status)
        status = cc_run(&command);
    cc_words_free(&managed);
    cc_words_free(&globalize);
    cc_words_free(&command);
    free(record);
    return status;
}
