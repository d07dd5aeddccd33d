#include "private.h"

#include <stdlib.h>
#include <string.h>

#include "ir_type.h"
#include "message.h"

/* ---- reading lines ---- */
const char *cc_ir_made(const char *line, const char **name)
{
    const char *at = line + strspn(line, " ");
    if (*at != '%')
        return NULL;
    size_t length;
    *name = cc_ir_next_name(&at, &length);
    return cc_starts_with(at, " = ") ? at + strlen(" = ") : NULL;
}

static const char *skip(const char *at, const char *word)
{
    return cc_starts_with(at, word) ? at + strlen(word) : at;
}

bool cc_ir_read_store(const char *line, cc_ir_store *store)
{
    const char *at = line + strspn(line, " ");
    if (!cc_starts_with(at, "store ") || cc_starts_with(at, "store atomic"))
        return false;
    store->type = at = skip(at + strlen("store "), "volatile ");
    size_t length = cc_ir_length(at), type = 0; /* "T V": V begins after the type */
    for (int depth = 0; type < length && (depth > 0 || at[type] != ' '); type++)
        depth += strchr("([{<", at[type]) ? 1 : strchr(")]}>", at[type]) ? -1 : 0;
    store->type_length = type;
    store->value = at + type + 1;
    if (!cc_starts_with(at + length, ", ptr "))
        return false;
    store->pointer = at + length + strlen(", ptr ");
    return true;
}

bool cc_ir_read_load(const char *made, cc_ir_load *load)
{
    if (!cc_starts_with(made, "load ") || cc_starts_with(made, "load atomic"))
        return false;
    load->type = skip(made + strlen("load "), "volatile ");
    const char *at = load->type + cc_ir_length(load->type);
    load->pointer = at + strlen(", ptr ");
    return cc_starts_with(at, ", ptr ");
}

const char *cc_ir_element_of(const char *made)
{
    if (!cc_starts_with(made, "getelementptr "))
        return NULL;
    const char *at = skip(skip(skip(made + strlen("getelementptr "), "inbounds "), "nusw "), "nuw ");
    at += cc_ir_length(at);
    return cc_starts_with(at, ", ptr %") ? at + strlen(", ptr ") : NULL;
}

const char *cc_ir_called(const char *line)
{
    const char *at = strstr(line, "call ");
    /* "call { i64, i32 } @f(" and "call dereferenceable(4) ptr @f(", but not "call void %5(ptr @x" */
    for (int depth = 0; at && *at && (depth > 0 || *at != '@'); at++)
        depth += strchr("([{<", *at) ? 1 : strchr(")]}>", *at) ? -1 : 0;
    return at && *at ? at : NULL;
}

/* ---- variables ---- */
static int first_of(const cc_privates *all, int variable)
{
    while (all->variable[variable].like != variable)
        variable = all->variable[variable].like;
    return variable;
}

int cc_private_of(const cc_privates *all, const char *value)
{
    int variable = cc_ir_number(&all->pointers, value);
    return variable >= 0 && !all->variable[first_of(all, variable)].escaped ? variable : -1;
}

static void add_variable(cc_privates *all, size_t line)
{
    const char *name, *made = cc_ir_made(all->function->lines.items[line], &name);
    if (!made || !cc_starts_with(made, "alloca "))
        return;
    const char *type = made + strlen("alloca ");
    cc_ir_size size;
    if (!cc_ir_size_of(type, &size) || !cc_starts_with(type + cc_ir_length(type), ", align ") || size.bytes == 0)
        return;
    if (all->variables == all->room) {
        all->room = 2 * all->room + 64;
        all->variable = realloc(all->variable, all->room * sizeof *all->variable);
        if (!all->variable)
            cc_fatal("out of memory");
    }
    all->variable[all->variables] = (cc_private_variable){
        .name = name, .type = type, .bytes = size.bytes, .like = (int)all->variables, .holds = -1, .described = -1};
    cc_ir_set_number(&all->pointers, name, (int)all->variables++);
}

/* ---- pointers: a pass over all lines changes what is known, until nothing changes ---- */
static bool changed;

static void escape(cc_privates *all, int variable)
{
    cc_private_variable *first = &all->variable[first_of(all, variable)];
    changed = changed || !first->escaped;
    first->escaped = true;
}

static void unite(cc_privates *all, int one, int other)
{
    one = first_of(all, one), other = first_of(all, other);
    if (one == other)
        return;
    all->variable[one].escaped = all->variable[one].escaped || all->variable[other].escaped;
    all->variable[other].like = one;
    changed = true;
}

static void set_pointer(cc_privates *all, const char *name, int variable)
{
    int known = cc_ir_number(&all->pointers, name);
    if (known < 0) {
        cc_ir_set_number(&all->pointers, name, variable);
        changed = true;
    } else {
        unite(all, known, variable);
    }
}

/* The variable for one pointer that has this name; -1: none. */
static int holder_of(const cc_privates *all, const char *name)
{
    int variable = cc_ir_number(&all->pointers, name);
    if (variable < 0 || !cc_starts_with(all->variable[variable].type, "ptr,"))
        return -1;
    size_t length = strcspn(all->variable[variable].name, " ");
    return !strncmp(all->variable[variable].name, name, length) && strchr(", \n)", name[length]) ? variable : -1;
}

static void escape_all(cc_privates *all, const char *line)
{
    size_t length;
    for (const char *name; (name = cc_ir_next_name(&line, &length));)
        if (cc_ir_number(&all->pointers, name) >= 0)
            escape(all, cc_ir_number(&all->pointers, name));
}

static void cloud(cc_privates *all, int holder)
{
    changed = changed || !all->variable[holder].clouded;
    all->variable[holder].clouded = true;
}

static void follow_store(cc_privates *all, const cc_ir_store *store)
{
    int value = cc_ir_number(&all->pointers, store->value), holder = holder_of(all, store->pointer);
    bool pointer = cc_starts_with(store->type, "ptr ");
    bool none = cc_starts_with(store->value, "null,") || cc_starts_with(store->value, "undef,") ||
                cc_starts_with(store->value, "poison,");
    if (value >= 0 && holder < 0)
        escape(all, value);
    else if (value >= 0 && all->variable[holder].holds >= 0)
        unite(all, all->variable[holder].holds, value);
    else if (value >= 0)
        all->variable[holder].holds = value, changed = true;
    else if (holder >= 0 && !(pointer && none))
        cloud(all, holder);
    if (strchr("([{<", store->value[0]))
        escape_all(all, store->value); /* a constant with an address in it, or another form: not understood */
}

bool cc_ir_moves(const char *called)
{
    static const char *const moving[] = {
        "@llvm.memcpy.",        "@llvm.memmove.",        "@llvm.memset.",       "@memcpy(", "@memmove(", "@memset(",
        "@emu_checked_memcpy(", "@emu_checked_memmove(", "@emu_checked_memset("};
    for (size_t i = 0; i < sizeof moving / sizeof *moving; i++)
        if (cc_starts_with(called, moving[i]))
            return true;
    return false;
}

const char *cc_ir_third(const char *called)
{
    const char *at = strchr(called, '(');
    for (int i = 0; i < 2 && at; i++)
        at += 1 + cc_ir_length(at + 1);
    size_t length = at && *at == ',' ? cc_ir_length(at + 1) : 0;
    while (length > 0 && at[length] != ' ')
        length--;
    return length ? at + length + 1 : NULL;
}

static bool is_harmless_call(const char *called)
{
    static const char *const harmless[] = {"@llvm.lifetime.", "@llvm.dbg.", "@emu_undefined_structure(",
                                           "@emu_access_structure_read("};
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (cc_starts_with(called, harmless[i]))
            return true;
    return cc_ir_moves(called);
}

static void follow_call(cc_privates *all, const char *line)
{
    const char *called = cc_ir_called(line), *result, *to;
    if (!called || !is_harmless_call(called)) {
        escape_all(all, line);
        return;
    }
    if (!cc_ir_moves(called))
        return;
    to = strchr(called, '%');
    if (cc_ir_made(line, &result) && to && to < called + cc_ir_length(called) && cc_ir_number(&all->pointers, to) >= 0)
        set_pointer(all, result, cc_ir_number(&all->pointers, to));
    size_t length;
    for (const char *name; (name = cc_ir_next_name(&called, &length));)
        if (holder_of(all, name) >= 0)
            cloud(all, holder_of(all, name));
}

static void follow(cc_privates *all, const char *line)
{
    const char *name, *made = cc_ir_made(line, &name), *base = made ? cc_ir_element_of(made) : NULL;
    cc_ir_store store;
    cc_ir_load load;
    if (base) {
        if (cc_ir_number(&all->pointers, base) >= 0)
            set_pointer(all, name, cc_ir_number(&all->pointers, base));
    } else if (made && cc_ir_read_load(made, &load)) {
        int holder = holder_of(all, load.pointer);
        if (holder >= 0 && cc_starts_with(load.type, "ptr,")) {
            if (all->variable[holder].holds >= 0)
                set_pointer(all, name, all->variable[holder].holds);
        } else if (holder >= 0 && all->variable[holder].holds >= 0) {
            escape(all, all->variable[holder].holds);
        }
    } else if (cc_ir_read_store(line, &store)) {
        follow_store(all, &store);
    } else if (strstr(line, "#dbg_") || (made && (cc_starts_with(made, "alloca ") || cc_starts_with(made, "icmp ")))) {
        return;
    } else if (made && cc_starts_with(made, "ptrtoint ") && strstr(made, "!nosanitize")) {
        return; /* a check of alignment */
    } else if (strstr(line, "call ")) {
        follow_call(all, line);
    } else {
        escape_all(all, line);
    }
}

/* What a variable that is not understood holds is not understood, either. */
static void follow_holders(cc_privates *all)
{
    for (size_t i = 0; i < all->variables; i++) {
        cc_private_variable *one = &all->variable[i];
        if (one->holds >= 0 && (one->clouded || all->variable[first_of(all, (int)i)].escaped))
            escape(all, one->holds);
    }
}

static void note_description(cc_privates *all, const char *line)
{
    const char *declare = strstr(line, "#dbg_declare(ptr %"), *name = declare ? strchr(declare, '%') : NULL;
    int variable = name ? cc_ir_number(&all->pointers, name) : -1;
    const char *number = name ? strstr(name, ", !") : NULL;
    if (variable >= 0 && number)
        all->variable[variable].described = strtol(number + strlen(", !"), NULL, 10);
}

bool cc_private_is_alone(const cc_privates *all, int variable)
{
    if (all->variable[variable].like != variable)
        return false;
    for (size_t i = 0; i < all->variables; i++)
        if ((int)i != variable && all->variable[i].like == variable)
            return false;
    return true;
}

void cc_privates_find(cc_privates *all, const cc_ir *function)
{
    *all = (cc_privates){.function = function};
    const cc_words *lines = &function->lines;
    /* clang has them in the first block. */
    for (size_t i = 1; i < lines->count && (lines->items[i][0] == ' ' || !all->variables); i++)
        add_variable(all, i);
    do {
        changed = false;
        for (size_t i = 1; i < lines->count; i++)
            follow(all, lines->items[i]);
        follow_holders(all);
    } while (changed);
    for (size_t i = 1; i < lines->count; i++)
        note_description(all, lines->items[i]);
    cc_privates_drop_sure(all);
    cc_privates_find_loads(all);
}

void cc_privates_free(cc_privates *all)
{
    free(all->variable);
    free(all->load);
    cc_ir_names_free(&all->pointers);
    cc_ir_names_free(&all->loaded);
    *all = (cc_privates){0};
}
