/* Local variables that are written before all else: they need no test, and the code gets no longer by them. */
#include "private.h"

#include <stdlib.h>
#include <string.h>

#include "ir_type.h"
#include "message.h"

typedef struct life {
    int first; /* what comes first in the variable's life: 0: nothing yet, 1: a write of all of it, 2: another use */
    bool has_begun; /* there is a mark where its life begins */
    size_t block;   /* where it begins; each label is another block */
} life;

/* Whether the line writes all of the variable, whose name it has. */
static bool writes_all(const cc_private_variable *variable, const char *line)
{
    cc_ir_store store;
    cc_ir_size size;
    const char *called = cc_ir_called(line);
    if (cc_ir_read_store(line, &store))
        return cc_ir_is_same(store.pointer, variable->name) && cc_ir_size_of(store.type, &size) &&
               size.bytes == variable->bytes;
    if (!called || !cc_ir_moves(called))
        return false;
    const char *to = strchr(called, '%'), *bytes = cc_ir_third(called);
    return to && bytes && to < called + strcspn(called, ",") && cc_ir_is_same(to, variable->name) &&
           strtoul(bytes, NULL, 10) == variable->bytes;
}

/* Whether the line copies to the variable from another one that may be unwritten. */
static bool copies(const cc_privates *all, const bool *sure, const cc_words *lines, size_t line, const char *name)
{
    cc_ir_store store;
    cc_ir_load load;
    const char *text = lines->items[line], *called = cc_ir_called(text);
    if (cc_ir_read_store(text, &store)) {
        int made_at = cc_ir_is_same(store.pointer, name) ? cc_ir_number(&all->loaded, store.value) : -1;
        const char *value, *made = made_at >= 0 ? cc_ir_made(lines->items[made_at], &value) : NULL;
        int of = made && cc_ir_read_load(made, &load) ? cc_private_of(all, load.pointer) : -1;
        return of >= 0 && !sure[of];
    }
    const char *from = called && cc_ir_moves(called) ? strchr(called, ',') : NULL;
    from = from ? memchr(from, '%', strcspn(from + 1, ",") + 1) : NULL;
    int of = from ? cc_private_of(all, from) : -1;
    return of >= 0 && !sure[of] && !cc_ir_is_same(from, name);
}

static void see(const cc_privates *all, life *lives, size_t line, size_t block)
{
    const char *text = all->function->lines.items[line], *at = text, *name, *called = cc_ir_called(text);
    size_t length;
    if (strstr(text, "#dbg_") || strstr(text, " = alloca ") || (called && cc_starts_with(called, "@llvm.lifetime.end")))
        return;
    while ((name = cc_ir_next_name(&at, &length))) {
        int number = cc_private_of(all, name);
        if (number < 0 || !cc_ir_is_same(name, all->variable[number].name))
            continue;
        life *one = &lives[number];
        if (called && cc_starts_with(called, "@llvm.lifetime.start")) {
            if (one->has_begun) /* twice */
                one->first = 2;
            one->has_begun = true;
            one->block = block;
        } else if (one->first == 0) {
            one->first = writes_all(&all->variable[number], text) && (!one->has_begun || one->block == block) ? 1 : 2;
        }
    }
}

/* The lines that load values. */
static void find_loaded(cc_privates *all)
{
    const cc_words *lines = &all->function->lines;
    for (size_t i = 1; i < lines->count; i++) {
        const char *name, *made = cc_ir_made(lines->items[i], &name);
        if (made && cc_starts_with(made, "load "))
            cc_ir_set_number(&all->loaded, name, (int)i);
    }
}

/* Variables of which one is copied to another are sure together, or not at all. */
static bool drop_copies(const cc_privates *all, bool *sure)
{
    const cc_words *lines = &all->function->lines;
    bool dropped = false;
    for (size_t i = 1; i < lines->count; i++) {
        cc_ir_store store;
        const char *called = cc_ir_called(lines->items[i]), *to = cc_ir_read_store(lines->items[i], &store)
                                                                      ? store.pointer
                                                                  : called && cc_ir_moves(called) ? strchr(called, '%')
                                                                                                  : NULL;
        int number = to ? cc_private_of(all, to) : -1;
        if (number < 0 || !sure[number] || !copies(all, sure, lines, i, to))
            continue;
        sure[number] = false;
        dropped = true;
    }
    return dropped;
}

void cc_privates_drop_sure(cc_privates *all)
{
    const cc_words *lines = &all->function->lines;
    life *lives = calloc(all->variables + 1, sizeof *lives);
    bool *sure = calloc(all->variables + 1, sizeof *sure);
    if (!lives || !sure)
        cc_fatal("out of memory");
    size_t block = 0;
    for (size_t i = 1; all->variables && i < lines->count; i++) {
        block += lines->items[i][0] != ' ';
        see(all, lives, i, block);
    }
    for (size_t i = 0; i < all->variables; i++)
        sure[i] = lives[i].first == 1 && cc_private_is_alone(all, (int)i) && all->variable[i].holds < 0;
    find_loaded(all);
    while (drop_copies(all, sure))
        continue;
    for (size_t i = 0; i < all->variables; i++)
        all->variable[i].escaped = all->variable[i].escaped || sure[i];
    cc_ir_names_free(&all->loaded);
    free(lives);
    free(sure);
}
