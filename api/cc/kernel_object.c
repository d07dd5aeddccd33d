#include "kernel_object.h"

#include <stdlib.h>
#include <string.h>

#include <lanewise/descriptor.h>

#include "object_file.h"
#include "words.h"

typedef struct check {
    cc_object_file object;
    const cc_kernel_rules *rules;
    void *user;
    cc_words reported; /* "caller name" of each reported use */
    bool good;
} check;

/* "kernel k" for the function k__body; else "function()". */
static char *caller_text(const char *function)
{
    size_t length = function ? strlen(function) : 0, tail = strlen("__body");
    if (length > tail && strcmp(function + length - tail, "__body") == 0)
        return cc_format("kernel %.*s", (int)(length - tail), function);
    return cc_format("%s()", function ? function : "kernel code");
}

static void tell_use(check *now, const char *caller, const char *name, cc_host_kind kind)
{
    char *text = caller_text(caller), *pair = cc_format("%s %s", text, name);
    if (!cc_words_have(&now->reported, pair)) {
        cc_words_add(&now->reported, pair);
        if (now->rules->host_symbol(now->user, text, name, kind))
            now->good = false;
    }
    free(text);
    free(pair);
}

static void check_uses(check *now, const Elf64_Shdr *relocations)
{
    const cc_object_file *o = &now->object;
    const Elf64_Rela *one = (const Elf64_Rela *)(const void *)(o->bytes + relocations->sh_offset);
    for (size_t i = 0; i < relocations->sh_size / sizeof *one; i++) {
        cc_host_kind kind = CC_HOST_FUNCTION;
        const char *name = cc_host_symbol(o, &one[i], &kind);
        if (name)
            tell_use(now, cc_function_at(o, relocations->sh_info, one[i].r_offset), name, kind);
    }
}

/* The size of the largest variable on the line of `of` in kernels on its kernel's line; 0: counted already. A file that
 * is included several times has several kernels, with variables, on the same lines. */
static size_t most_on_line(const lw_shared_variable *variable, size_t count, const lw_shared_variable *of)
{
    size_t most = 0;
    for (size_t i = 0; i < count; i++) {
        if (variable[i].kernel_line != of->kernel_line || variable[i].line != of->line)
            continue;
        if (&variable[i] < of)
            return 0; /* counted already */
        most = variable[i].size > most ? variable[i].size : most;
    }
    return most;
}

/* Checks the kernels' own variables. Variables of device functions count for their callers, which are unknown here. */
static void check_shared(check *now, const Elf64_Shdr *records)
{
    const lw_shared_variable *variable =
        (const lw_shared_variable *)(const void *)(now->object.bytes + records->sh_offset);
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
            now->rules->shared(now->user, variable[i].kernel_line, bytes);
            now->good = false;
        }
    }
}

static void check_sections(check *now)
{
    const cc_object_file *o = &now->object;
    for (size_t i = 0; i < o->header->e_shnum; i++) {
        const Elf64_Shdr *section = &o->section[i];
        if (section->sh_type == SHT_RELA && section->sh_info < o->header->e_shnum &&
            cc_is_kernel_text(o, &o->section[section->sh_info]))
            check_uses(now, section);
        else if (section->sh_type == SHT_PROGBITS && strcmp(cc_section_name(o, section), "lw_shared") == 0)
            check_shared(now, section);
    }
}

bool cc_kernel_object_check(const char *path, const cc_kernel_rules *rules, void *user)
{
    check now = {.rules = rules, .user = user, .good = true};
    if (!cc_object_open(&now.object, path))
        return true;
    check_sections(&now);
    cc_object_close(&now.object);
    cc_words_free(&now.reported);
    return now.good;
}
