/* What a program does with the values that it loads from local variables. */
#include "private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir_type.h"
#include "message.h"

static void add_load(cc_privates *all, size_t line)
{
    cc_ir_load load;
    cc_ir_size size;
    const char *name, *made = cc_ir_made(all->function->lines.items[line], &name);
    if (!made || !cc_ir_read_load(made, &load) || cc_private_of(all, load.pointer) < 0 ||
        !cc_ir_size_of(load.type, &size) || strchr("{[%", load.type[0]) || (size.bytes & (size.bytes - 1)) ||
        size.bytes > 16)
        return;
    if (all->loads == all->load_room) {
        all->load_room = 2 * all->load_room + 64;
        all->load = realloc(all->load, all->load_room * sizeof *all->load);
        if (!all->load)
            cc_fatal("out of memory");
    }
    all->load[all->loads] = (cc_private_load){.bytes = size.bytes};
    cc_ir_set_number(&all->loaded, name, (int)all->loads++);
}

/* Whether bits are kept, so that others can be set: a load, `and`, `or` and a store to the same place, for a bit-field. */
static bool keeps_bits(const cc_ir *function, size_t line, const char *pointer)
{
    enum { NEAR = 6 };
    const char *kept, *set = NULL, *name, *made = cc_ir_made(function->lines.items[line], &kept);
    cc_ir_store store;
    if (!made || !cc_starts_with(made, "and "))
        return false;
    for (size_t i = line + 1; i < function->lines.count && i < line + NEAR; i++) {
        const char *text = function->lines.items[i];
        made = cc_ir_made(text, &name);
        if (made && cc_starts_with(made, "or ") && cc_ir_is_same(made, kept))
            set = name;
        if (set && cc_ir_read_store(text, &store) && cc_ir_is_same(store.value, set))
            return cc_ir_is_same(store.pointer, pointer);
    }
    return false;
}

static bool is_passed(const char *made)
{
    static const char *const passing[] = {"phi ",     "select ", "insertvalue ",    "insertelement ", "extractvalue ",
                                          "bitcast ", "freeze ", "extractelement ", "shufflevector ", "addrspacecast "};
    for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
        if (cc_starts_with(made, passing[i]))
            return true;
    return cc_starts_with(made, "ptrtoint ") && strstr(made, "!nosanitize");
}

bool cc_ir_computes(const cc_ir *function, size_t line, const char *value)
{
    const char *text = function->lines.items[line], *name, *made = cc_ir_made(text, &name);
    cc_ir_store store;
    cc_ir_load load;
    if (strstr(text, "#dbg_") || cc_starts_with(text, "  ret ") || (made && is_passed(made)))
        return false;
    if (cc_ir_read_store(text, &store))
        return !cc_ir_is_same(store.value, value);
    if (strstr(text, "call ")) {
        const char *called = cc_ir_called(text);
        return called && cc_starts_with(called, "@llvm.") && !cc_starts_with(called, "@llvm.lifetime.") &&
               !cc_starts_with(called, "@llvm.dbg.");
    }
    if (!made || !cc_starts_with(made, "and "))
        return true;
    for (size_t i = line; i > 0 && i + 3 > line; i--) { /* its load is just before */
        const char *earlier = cc_ir_made(function->lines.items[i - 1], &name);
        if (earlier && cc_ir_is_same(name, value))
            return !(cc_ir_read_load(earlier, &load) && keeps_bits(function, line, load.pointer));
    }
    return true;
}

/* A copy to a local variable of which not all is known, is none that can be followed; nor is it an error. */
static void follow(cc_privates *all, size_t line, const char *value, cc_private_load *load)
{
    cc_ir_store store;
    const char *text = all->function->lines.items[line];
    if (!cc_ir_read_store(text, &store) || !cc_ir_is_same(store.value, value)) {
        load->used = load->used || cc_ir_computes(all->function, line, value);
        return;
    }
    if (cc_private_of(all, store.pointer) >= 0) {
        load->copied = true;
        return;
    }
    char pointer[CC_IR_NAME];
    bool local = cc_ir_number(&all->pointers, store.pointer) >= 0 ||
                 (sscanf(store.pointer, "%63[^, \n]", pointer) == 1 && cc_ir_is_local(all->function, pointer));
    load->used = load->used || !local;
}

void cc_privates_find_loads(cc_privates *all)
{
    const cc_words *lines = &all->function->lines;
    for (size_t i = 1; i < lines->count; i++)
        add_load(all, i);
    for (size_t i = 1; all->loads && i < lines->count; i++) {
        const char *name, *line = lines->items[i], *made = cc_ir_made(line, &name), *at = made ? made : line;
        size_t length;
        while ((name = cc_ir_next_name(&at, &length))) {
            int number = cc_ir_number(&all->loaded, name);
            if (number >= 0)
                follow(all, i, name, &all->load[number]);
        }
    }
}
