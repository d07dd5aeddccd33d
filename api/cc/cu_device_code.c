#include "cu_device_code.h"

#include <ar.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cu_relocatable.h"
#include "message.h"
#include "object_file.h"
#include "scratch.h"

typedef struct record {
    const char *text[5]; /* as they are written */
    const char *bitcode;
    size_t size;
} record;

/* Reads the record at *at, and moves there. False: the bytes are none. */
static bool next_record(const char **at, const char *end, record *to)
{
    for (size_t i = 0; i < 5; i++) {
        const char *zero = memchr(*at, '\0', (size_t)(end - *at));
        if (!zero)
            return false;
        to->text[i] = *at;
        *at = zero + 1;
    }
    char *rest;
    unsigned long long size = strtoull(to->text[4], &rest, 10);
    if (strcmp(to->text[0], CC_RECORD) != 0 || *rest || !to->text[1][0] || size > (size_t)(end - *at))
        return false;
    to->bitcode = *at;
    to->size = (size_t)size;
    *at += size;
    return true;
}

static bool write_bytes(const char *path, const char *bytes, size_t size)
{
    FILE *to = fopen(path, "we");
    bool written = to && fwrite(bytes, 1, size, to) == size;
    return to && fclose(to) == 0 && written;
}

/* Whether the file has these bytes. */
static bool has_bytes(const cc_device_code *code, const record *other)
{
    bool same = code->size == other->size;
    FILE *from = same ? fopen(code->bitcode, "re") : NULL;
    for (size_t i = 0; from && same && i < other->size; i++)
        same = fgetc(from) == (unsigned char)other->bitcode[i];
    if (from)
        fclose(from);
    return same && from;
}

/* A library can be named twice. */
static bool add_record(const record *of, const char *path, cc_device_codes *to)
{
    for (size_t i = 0; i < to->id.count; i++)
        if (!strcmp(to->id.items[i], of->text[1])) {
            if (has_bytes(&to->code[i], of))
                return true;
            cc_say("%s and %s have other device code of %s: compile one of them into an object of another name", path,
                   to->code[i].from, of->text[2]);
            return false;
        }
    cc_device_code *more = realloc(to->code, (to->id.count + 1) * sizeof *more);
    if (!more)
        cc_fatal("out of memory");
    to->code = more;
    to->code[to->id.count] =
        (cc_device_code){.bitcode = cc_scratch_file("device.bc"), .size = of->size, .from = cc_format("%s", path)};
    if (!write_bytes(to->code[to->id.count].bitcode, of->bitcode, of->size)) {
        cc_say("cannot write %s", to->code[to->id.count].bitcode);
        free(to->code[to->id.count].bitcode);
        free(to->code[to->id.count].from);
        return false;
    }
    cc_words_add(&to->id, of->text[1]);
    cc_words_add(&to->source, of->text[2]);
    cc_words_add(&to->flags, of->text[3]);
    return true;
}

static bool read_object(const cc_object_file *file, const char *path, cc_device_codes *to)
{
    for (size_t i = 0; i < file->symbols; i++) {
        const Elf64_Sym *symbol = &file->symbol[i];
        const char *name = file->names + symbol->st_name;
        if (cc_symbol_section(file, symbol) && cc_starts_with(name, CC_RECORD_REGISTERS))
            cc_words_add(&to->done, name + strlen(CC_RECORD_REGISTERS));
    }
    for (size_t i = 0; i < file->header->e_shnum; i++) {
        const Elf64_Shdr *section = &file->section[i];
        if (strcmp(cc_section_name(file, section), CC_RECORD_SECTION) != 0 || section->sh_type == SHT_NOBITS)
            continue;
        const char *at = file->bytes + section->sh_offset, *end = at + section->sh_size;
        while (at < end) {
            record found;
            if (!next_record(&at, end, &found)) {
                cc_say("%s: its device code is damaged, or another version of lanewise-cc made it: compile it again",
                       path);
                return false;
            }
            if (!add_record(&found, path, to))
                return false;
        }
    }
    return true;
}

/* The members of a library are aligned to 2 bytes. */
static bool read_member(const char *bytes, size_t size, const char *path, cc_device_codes *to)
{
    cc_object_file file;
    char *copy = malloc(size ? size : 1);
    if (!copy)
        cc_fatal("out of memory");
    memcpy(copy, bytes, size);
    bool read = !cc_object_of_bytes(&file, copy, size) || read_object(&file, path, to);
    free(copy);
    return read;
}

static bool read_archive(const char *bytes, size_t size, const char *path, cc_device_codes *to)
{
    struct ar_hdr header;
    size_t at = SARMAG;
    while (at + sizeof header <= size) {
        char number[sizeof header.ar_size + 1] = "";
        memcpy(&header, bytes + at, sizeof header);
        memcpy(number, header.ar_size, sizeof header.ar_size);
        size_t member = (size_t)strtoull(number, NULL, 10);
        at += sizeof header;
        if (memcmp(header.ar_fmag, ARFMAG, sizeof header.ar_fmag) != 0 || member > size - at)
            return true; /* the linker will say so */
        if (!read_member(bytes + at, member, path, to))
            return false;
        at += member + (member & 1);
    }
    return true;
}

bool cc_device_codes_read(const char *path, cc_device_codes *to)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return true;
    bool known = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > SARMAG;
    size_t size = known ? (size_t)status.st_size : 0;
    char *bytes = known ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    close(file);
    if (bytes == MAP_FAILED)
        return true;
    cc_object_file object;
    bool read = true;
    if (!memcmp(bytes, ARMAG, SARMAG))
        read = read_archive(bytes, size, path, to);
    else if (cc_object_of_bytes(&object, bytes, size) && object.header->e_type == ET_REL)
        read = read_object(&object, path, to);
    munmap(bytes, size);
    return read;
}

void cc_device_codes_free(cc_device_codes *codes)
{
    for (size_t i = 0; i < codes->id.count; i++) {
        free(codes->code[i].bitcode);
        free(codes->code[i].from);
    }
    free(codes->code);
    cc_words_free(&codes->id);
    cc_words_free(&codes->source);
    cc_words_free(&codes->flags);
    cc_words_free(&codes->done);
}
