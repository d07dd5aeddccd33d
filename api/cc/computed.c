#include "computed.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"

enum { COPIES = 4 }; /* further local variables that a value is copied to are not followed */

/* A load of a word: from a local variable, or by a pointer. */
typedef struct cc_computed_load {
    size_t line;
    int from;       /* the local variable; -1: by a pointer */
    int to[COPIES]; /* local variables that the value is copied to */
    unsigned copies;
    bool computes;
} computed_load;

static bool is_word(const char *type)
{
    return cc_starts_with(type, "i32,") || cc_starts_with(type, "float,");
}

static bool is_by_pointer(const cc_privates *privates, const char *pointer)
{
    char name[CC_IR_NAME];
    if (pointer[0] != '%' || sscanf(pointer, "%63[^, \n]", name) != 1)
        return pointer[0] == '@';
    return cc_ir_number(&privates->pointers, pointer) < 0 && !cc_ir_is_local(privates->function, name);
}

static void add_load(cc_computed *all, const cc_privates *privates, const cc_ir_names *variables, cc_ir_names *values,
                     size_t line)
{
    cc_ir_load load;
    const char *name, *made = cc_ir_made(privates->function->lines.items[line], &name);
    if (!made || !cc_ir_read_load(made, &load) || !is_word(load.type) || cc_starts_with(made, "load volatile"))
        return;
    int from = cc_ir_number(variables, load.pointer);
    if (from < 0 && !is_by_pointer(privates, load.pointer))
        return;
    if (all->loads == all->room) {
        all->room = 2 * all->room + 64;
        all->load = realloc(all->load, all->room * sizeof *all->load);
        if (!all->load)
            cc_fatal("out of memory");
    }
    all->load[all->loads] = (computed_load){.line = line, .from = from};
    cc_ir_set_number(values, name, (int)all->loads++);
}

static void follow(computed_load *load, const cc_privates *privates, const cc_ir_names *variables, size_t line,
                   const char *value)
{
    cc_ir_store store;
    bool stores = cc_ir_read_store(privates->function->lines.items[line], &store) && cc_ir_is_same(store.value, value);
    int to = stores ? cc_ir_number(variables, store.pointer) : -1;
    if (!stores)
        load->computes = load->computes || cc_ir_computes(privates->function, line, value);
    else if (to >= 0 && load->copies < COPIES)
        load->to[load->copies++] = to;
}

/* A variable is computed with if a load of it is: then so are the loads that are copied to it. */
static void spread(cc_computed *all, size_t variables)
{
    bool *computed = calloc(variables + 1, 1), changed = true;
    if (!computed)
        cc_fatal("out of memory");
    while (changed) {
        changed = false;
        for (size_t i = 0; i < all->loads; i++) {
            computed_load *load = &all->load[i];
            for (unsigned k = 0; k < load->copies; k++)
                load->computes = load->computes || computed[load->to[k]];
            if (load->computes && load->from >= 0 && !computed[load->from])
                computed[load->from] = changed = true;
        }
    }
    free(computed);
}

void cc_computed_find(cc_computed *all, const cc_privates *privates)
{
    const cc_words *lines = &privates->function->lines;
    cc_ir_names variables = {0}, values = {0};
    int count = 0;
    *all = (cc_computed){0};
    for (size_t i = 1; i < lines->count; i++) {
        const char *name, *made = cc_ir_made(lines->items[i], &name);
        if (made && cc_starts_with(made, "alloca ") && is_word(made + strlen("alloca ")))
            cc_ir_set_number(&variables, name, count++);
    }
    for (size_t i = 1; i < lines->count; i++)
        add_load(all, privates, &variables, &values, i);
    for (size_t i = 1; all->loads && i < lines->count; i++) {
        const char *name, *made = cc_ir_made(lines->items[i], &name), *at = made ? made : lines->items[i];
        size_t length;
        while ((name = cc_ir_next_name(&at, &length)))
            if (cc_ir_number(&values, name) >= 0)
                follow(&all->load[cc_ir_number(&values, name)], privates, &variables, i, name);
    }
    spread(all, (size_t)count);
    cc_ir_names_free(&variables);
    cc_ir_names_free(&values);
}

void cc_computed_free(cc_computed *all)
{
    free(all->load);
    *all = (cc_computed){0};
}

void cc_computed_write(const cc_computed *all, size_t line, const char *text, FILE *out)
{
    size_t low = 0, high = all->loads; /* the loads are in the lines' order */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (all->load[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    bool marked = low < all->loads && all->load[low].line == line && all->load[low].computes &&
                  all->load[low].from < 0 && !strstr(text, "!tbaa");
    if (marked)
        fprintf(out, "%.*s, !tbaa !4000000001\n", (int)strcspn(text, "\n"), text);
    else
        fputs(text, out);
}

void cc_computed_declare(FILE *out)
{
    fputs("!4000000001 = !{!4000000002, !4000000002, i64 0}\n"
          "!4000000002 = !{!\"vtable pointer\", !4000000003, i64 0}\n"
          "!4000000003 = !{!\"lanewise\"}\n",
          out);
}
